import { type ImportReport, maxImportBytes } from '../../../domain/api-transfer.ts';
import { CsvError, type CsvRecord, csvRecords } from '../../../domain/csv.ts';
import { encodingOf } from '../../../domain/file-encoding.ts';
import type { ImportKind } from '../../../domain/transfer-columns.ts';
import { countedText } from '../../ui/counts.ts';

/** A file that the user has chosen, as far as the browser has to read it. */
export interface ChosenFile {
  file: File;
  headers: string[];
  firstRows: CsvRecord[];
}

type Choice = { chosen: ChosenFile } | { message: string };

const shownRows = 3;

function readStart(file: File, text: string): Choice {
  const records: CsvRecord[] = [];
  try {
    for (const record of csvRecords(text)) {
      records.push(record);
      if (records.length > shownRows) break;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { message: `Row ${error.row}: ${error.message}.` };
  }
  const [header, ...firstRows] = records;
  if (!header) return { message: 'The file is empty.' };
  if (firstRows.length === 0) {
    return { message: 'The file has column names but no rows.' };
  }
  return { chosen: { file, headers: header.cells, firstRows } };
}

/** Reads the beginning of a file, or says why it cannot be one to import. */
export async function chooseFile(file: File): Promise<Choice> {
  if (file.size > maxImportBytes) {
    return { message: 'A file can be at most 20 MB. Please split it and import the parts.' };
  }
  if (file.size === 0) return { message: 'The file is empty.' };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const verdict = encodingOf(bytes);
    if ('refusal' in verdict) return { message: verdict.refusal };
    return readStart(file, new TextDecoder(verdict.encoding, { ignoreBOM: true }).decode(bytes));
  } catch {
    return { message: 'The file can’t be read anymore. Please choose it again.' };
  }
}

export const countOf = (kind: ImportKind, count: number) => countedText(count, kind.slice(0, -1));

const rows = (count: number) => countedText(count, 'row');

/** A message, with its field if it does not name it. */
export const problemText = ({ column, message }: { column: string; message: string }) =>
  message.includes(column) ? message : `${column}: ${message}`;

/** What an import does, or did, in sentences. */
export function reportSentences(report: ImportReport, isDone: boolean): string[] {
  const verb = (one: string, other: string) => (isDone ? one : other);
  const { kind, added, clientsAdded, matched, deleted, rejected } = report;
  const withClients = clientsAdded > 0 ? `, with ${countedText(clientsAdded, 'new client')}` : '';
  const sentences = [`${countOf(kind, added)} ${verb('added', 'to add')}${withClients}.`];
  if (matched > 0) sentences.push(`${rows(matched)} already here.`);
  if (deleted > 0) sentences.push(`${rows(deleted)} skipped: deleted earlier.`);
  if (report.renumbered > 0) {
    sentences.push(
      `${countOf(kind, report.renumbered)} ${verb('got', 'will get')} ${report.renumbered === 1 ? 'a new ticket number' : 'new ticket numbers'}.`,
    );
  }
  if (report.lostEstimates > 0) {
    sentences.push(
      `${countOf(kind, report.lostEstimates)} waiting for an answer to an estimate ${verb('went', 'will go')} back to the technician, or to Pending if unassigned.`,
    );
  }
  if (rejected > 0) {
    sentences.push(`${rows(rejected)} ${verb('left out', 'can’t be imported')}: see below.`);
  }
  return sentences;
}
