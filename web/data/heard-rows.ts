import type { Change, Client, Overview, Repair } from '../../domain/api-answers.ts';
import { isClient, isOverview, isRecord, isRepair } from './copy-shape.ts';

/** What has been learned of the shop's data since the copies were last written. */
export interface HeardRows {
  repairs: Map<string, Repair>;
  clients: Map<string, Client>;
  /** Ids. */
  deleted: Set<string>;
  overview: Overview | null;
}

export function nothingHeard(): HeardRows {
  return { repairs: new Map(), clients: new Map(), deleted: new Set(), overview: null };
}

export function isNothing({ repairs, clients, deleted, overview }: HeardRows): boolean {
  return repairs.size === 0 && clients.size === 0 && deleted.size === 0 && overview === null;
}

function hearRow(heard: HeardRows, row: unknown): void {
  if (isRepair(row)) heard.repairs.set(row.id, row);
  else if (isClient(row)) heard.clients.set(row.id, row);
}

/**
 * Notes the repairs, clients and counts in an answer of the server, whichever it is: a list or its
 * pages, a ticket, what a change gave back.
 */
export function hearAnswer(heard: HeardRows, answer: unknown): void {
  if (!isRecord(answer)) return;
  if (isOverview(answer)) {
    heard.overview = answer;
    return;
  }
  hearRow(heard, answer.repair);
  hearRow(heard, answer.client);
  if (Array.isArray(answer.items)) for (const row of answer.items) hearRow(heard, row);
  if (Array.isArray(answer.pages)) for (const page of answer.pages) hearAnswer(heard, page);
}

export function hearChange(heard: HeardRows, { entity, what, id }: Change): void {
  if (entity !== 'repair' && entity !== 'client') return;
  if (what === 'deleted') heard.deleted.add(id);
  if (what === 'restored') heard.deleted.delete(id);
}
