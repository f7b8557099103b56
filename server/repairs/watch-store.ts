import { sql } from 'kysely';
import type { Repair } from '../../domain/api-answers.ts';
import { type Identified, serialKey } from '../../domain/serial-key.ts';
import { dialectOf } from '../database/dialect.ts';
import { searchNewest } from '../database/search.ts';
import type { Handle } from '../database/tables.ts';
import { repairRows, toRepair } from './rows.ts';

/** Queries for tickets by their watch. */

/** The columns by which a ticket's watch is found. */
export const keyColumns = ({ watchBrand, serialNumber, movementSerial }: Identified) => ({
  case_key: serialKey(watchBrand, serialNumber),
  movement_key: serialKey(watchBrand, movementSerial),
});

/** The columns of a ticket whose watch no one has identified. */
export const unanswered = { watch_id: null, watch_answer_of: null } as const;

/** All repairs of a watch, the newest first. */
export async function repairsOfWatch(db: Handle, watchId: string): Promise<Repair[]> {
  const rows = await repairRows(db)
    .where('ticket.watch_id', '=', watchId)
    .orderBy('ticket.id', 'desc')
    .execute();
  return rows.map(toRepair);
}

/** No one compares more than this with the watch on the counter. */
const maxWithSerial = 60;

/** Repairs with one of these case or movement keys, the newest first. */
export async function repairsWithSerial(db: Handle, keys: readonly string[]): Promise<Repair[]> {
  if (keys.length === 0) return [];
  const having = (column: 'case_key' | 'movement_key') =>
    sql`select id from repair_tickets
      where ${sql.ref(column)} in (${sql.join(keys)}) and deleted_at is null`;
  // Few share a serial: the index finds all of them, and then they are sorted.
  const found = sql<string>`(select id
    from (${having('case_key')} union ${having('movement_key')}) as branch
    order by id desc limit ${sql.lit(maxWithSerial)})`;
  const rows = await repairRows(db)
    .where('ticket.id', 'in', found)
    .orderBy('ticket.id', 'desc')
    .execute();
  return rows.map(toRepair);
}

const hasWatch = sql<boolean>`deleted_at is null and watch_id is not null`;

/** The watches whose tickets a search finds, by their newest ticket. The most recently recognized are searched first. */
export async function searchedWatchIds(
  db: Handle,
  terms: readonly string[],
  limit: number,
): Promise<string[]> {
  const ids = await searchNewest(db, dialectOf(db).search, {
    table: 'repair_tickets',
    terms,
    newest: (depth) => sql`(select id, search_text from repair_tickets
      where ${hasWatch} order by watch_id desc, id desc limit ${sql.lit(depth)})`,
    condition: hasWatch,
    limit,
  });
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('repair_tickets')
    .select('watch_id')
    .where('id', 'in', ids)
    .where('watch_id', 'is not', null)
    .orderBy('id', 'desc')
    .execute();
  return [...new Set(rows.flatMap(({ watch_id: id }) => id ?? []))];
}

/** The answer that joined a ticket to its watch; null if none did. */
export async function watchAnswerOf(db: Handle, ticketNumber: string): Promise<string | null> {
  const row = await db
    .selectFrom('repair_tickets')
    .select('watch_answer_of')
    .where('ticket_number', '=', ticketNumber)
    .executeTakeFirst();
  return row?.watch_answer_of ?? null;
}

/** The tickets that an answer joined to a watch, including deleted ones that may be restored. */
export async function joinedByAnswer(
  db: Handle,
  watchId: string,
  answerOf: string,
): Promise<Pick<Repair, 'id' | 'ticketNumber' | 'updatedAt' | 'heldUntil' | 'collectedAt'>[]> {
  return await db
    .selectFrom('repair_tickets')
    .select([
      'id',
      'ticket_number as ticketNumber',
      'updated_at as updatedAt',
      'held_until as heldUntil',
      'collected_at as collectedAt',
    ])
    .where('watch_id', '=', watchId)
    .where('watch_answer_of', '=', answerOf)
    .orderBy('ticket_number')
    .execute();
}
