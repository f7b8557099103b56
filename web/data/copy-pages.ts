import type { Client, Repair } from '../../domain/api-answers.ts';
import { openFilters, overviewStatuses, type StatusFilter } from '../../domain/repair-status.ts';
import { untilIdle } from '../ui/idle.ts';
import { call } from './call.ts';
import { copyKeys } from './copy-keys.ts';
import { copyBounds } from './copy-rows.ts';

/** The newest of everything, as far as the copies can hold it. Unchanged pages cost an empty answer. */

/** As many as one call gives. */
const pageSize = 100;

async function newest<Row>(
  most: number,
  load: (cursor: string | undefined) => Promise<{ items: Row[]; nextCursor: string | null }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    await untilIdle();
    const page = await load(cursor);
    rows.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && rows.length < most);
  return rows;
}

const repairsIn = (statuses: readonly StatusFilter[], most: number, signal: AbortSignal) =>
  newest(most, (cursor) =>
    call('GET /api/repairs', {
      query: { status: [...statuses], limit: pageSize, ...(cursor && { cursor }) },
      signal,
    }),
  );

/** @throws CallProblem; the signal's reason when it is aborted */
export async function loadNewestRepairs(signal: AbortSignal): Promise<Repair[]> {
  const mostOpen = copyBounds[copyKeys.open].rows + copyBounds[copyKeys.estimateSent].rows;
  const open = await repairsIn(openFilters, mostOpen, signal);
  const mostCompleted = copyBounds[copyKeys.completed].rows;
  return [...open, ...(await repairsIn(overviewStatuses.completed, mostCompleted, signal))];
}

/** @throws CallProblem; the signal's reason when it is aborted */
export function loadNewestClients(signal: AbortSignal): Promise<Client[]> {
  return newest(copyBounds[copyKeys.clients].rows, (cursor) =>
    call('GET /api/clients', { query: { limit: pageSize, ...(cursor && { cursor }) }, signal }),
  );
}
