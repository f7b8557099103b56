import type { ImportReport } from '../../domain/api-transfer.ts';
import type { ImportKind } from '../../domain/transfer-columns.ts';
import { formatCount } from '../ui/count-text.ts';

/** Bytes as people read them: 12 kB, 3.4 MB. */
export const sizeText = (bytes: number) =>
  bytes < 100_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

const nouns: Record<ImportKind, [one: string, many: string]> = {
  clients: ['client', 'clients'],
  repairs: ['repair', 'repairs'],
};

const counted = (count: number, one: string, many: string) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** "1 repair", "2,000 clients". */
export const countOf = (kind: ImportKind, count: number) => counted(count, ...nouns[kind]);

const rows = (count: number) => counted(count, 'row', 'rows');

/** A message, with its field where it does not name it. */
export const problemText = ({ column, message }: { column: string; message: string }) =>
  message.includes(column) ? message : `${column}: ${message}`;

/**
 * What an import does, or did, in sentences.
 *
 * @param isDone whether it has been done
 */
export function reportSentences(report: ImportReport, isDone: boolean): string[] {
  const verb = (one: string, other: string) => (isDone ? one : other);
  const { kind, added, clientsAdded, matched, deleted, rejected } = report;
  const withClients =
    clientsAdded > 0 ? `, with ${counted(clientsAdded, 'new client', 'new clients')}` : '';
  const sentences = [`${countOf(kind, added)} ${verb('added', 'to add')}${withClients}.`];
  if (matched > 0) sentences.push(`${rows(matched)} already here.`);
  if (deleted > 0) sentences.push(`${rows(deleted)} passed over: deleted earlier.`);
  if (report.renumbered > 0) {
    sentences.push(
      `${countOf(kind, report.renumbered)} ${verb('got', 'will get')} a ticket number of this shop.`,
    );
  }
  if (report.lostEstimates > 0) {
    sentences.push(
      `${countOf(kind, report.lostEstimates)} waited for an answer to an estimate and ${verb('went', 'will go')} back to work.`,
    );
  }
  if (rejected > 0) {
    sentences.push(`${rows(rejected)} ${verb('left out', 'cannot be taken in')}: see below.`);
  }
  return sentences;
}
