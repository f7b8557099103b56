import { sql } from 'kysely';
import { clientFields } from '../../../domain/client-fields.ts';
import { fieldColumns } from '../../../domain/field-list.ts';
import type { Handle } from '../../database/tables.ts';

/** So many keys are looked up at once: both engines take them in one statement. */
const keysAtOnce = 500;

async function inChunks<Row>(
  keys: Iterable<string>,
  find: (chunk: string[]) => Promise<Row[]>,
): Promise<Row[]> {
  // No stored text holds a NUL, and PostgreSQL refuses to compare with one.
  const all = [...new Set(keys)].filter((key) => key !== '' && !key.includes('\0'));
  const found: Row[] = [];
  for (let at = 0; at < all.length; at += keysAtOnce) {
    found.push(...(await find(all.slice(at, at + keysAtOnce))));
  }
  return found;
}

const clientColumns = [
  'id',
  ...fieldColumns(clientFields),
  'phone_key',
  'email_key',
  'deleted_at',
] as const;

/** Clients, deleted ones too, of any of these values in a column; the oldest first. */
export function clientsBy(
  db: Handle,
  column: 'id' | 'email_key' | 'phone_key',
  values: Iterable<string>,
) {
  return inChunks(values, (chunk) =>
    db
      .selectFrom('clients')
      .select(clientColumns)
      .where(column, 'in', chunk)
      .orderBy('id')
      .execute(),
  );
}

/** Which of these repair ids are here, not deleted. */
export async function knownRepairIds(db: Handle, ids: Iterable<string>): Promise<Set<string>> {
  const rows = await inChunks(ids, (chunk) =>
    db
      .selectFrom('repair_tickets')
      .select('repair_id')
      .where('deleted_at', 'is', null)
      .where('repair_id', 'in', chunk)
      .execute(),
  );
  return new Set(rows.map((row) => row.repair_id));
}

/** Which of these ticket numbers are taken, and whether by a repair that has been deleted. */
export async function takenTicketNumbers(
  db: Handle,
  numbers: Iterable<string>,
): Promise<Map<string, { isDeleted: boolean }>> {
  const rows = await inChunks(numbers, (chunk) =>
    db
      .selectFrom('repair_tickets')
      .select(['ticket_number', 'deleted_at'])
      .where('ticket_number', 'in', chunk)
      .execute(),
  );
  return new Map(rows.map((row) => [row.ticket_number, { isDeleted: row.deleted_at !== null }]));
}

/** Which of these repair ids were here and have been deleted; some may have been brought back since. */
export async function deletedRepairIds(db: Handle, ids: Iterable<string>): Promise<Set<string>> {
  const rows = await inChunks(ids, (chunk) =>
    db
      .selectFrom('events')
      .select('repair_id')
      // A literal, so that the engine sees that the partial index fits.
      .where('kind', '=', sql.lit('repair-deleted'))
      .where('repair_id', 'in', chunk)
      .execute(),
  );
  return new Set(rows.flatMap((row) => row.repair_id ?? []));
}
