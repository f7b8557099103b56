import { sql } from 'kysely';
import { type ImportReport, importReportSchema } from '../../../domain/api-transfer.ts';
import { type ClientDetails, clientFields } from '../../../domain/client-fields.ts';
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

export interface KnownClient extends ClientDetails {
  id: string;
  phone_key: string;
  email_key: string;
}

const clientColumns = [
  'id',
  ...fieldColumns(clientFields),
  'phone_key',
  'email_key',
  'deleted_at',
] as const;

/** Clients, deleted ones too, with any of these ids. */
export function clientsById(db: Handle, ids: Iterable<string>) {
  return inChunks(ids, (chunk) =>
    db.selectFrom('clients').select(clientColumns).where('id', 'in', chunk).execute(),
  );
}

/** Clients that are not deleted with any of these e-mails, in small letters; the oldest first. */
export function clientsByEmail(db: Handle, emailKeys: Iterable<string>): Promise<KnownClient[]> {
  return inChunks(emailKeys, (chunk) =>
    db
      .selectFrom('clients')
      .select(clientColumns)
      .where('email_key', 'in', chunk)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute(),
  );
}

/** Clients that are not deleted with any of these phones, by their keys; the oldest first. */
export function clientsByPhone(db: Handle, phones: Iterable<string>): Promise<KnownClient[]> {
  return inChunks(phones, (chunk) =>
    db
      .selectFrom('clients')
      .select(clientColumns)
      .where('phone_key', 'in', chunk)
      .where('deleted_at', 'is', null)
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

/** What an import did that was done before. */
export async function findImport(db: Handle, id: string): Promise<ImportReport | null> {
  const row = await db
    .selectFrom('imports')
    .select('report')
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? importReportSchema.parse(JSON.parse(row.report)) : null;
}

export async function insertImport(
  tx: Handle,
  id: string,
  report: ImportReport,
  at: string,
): Promise<void> {
  await tx
    .insertInto('imports')
    .values({ id, report: JSON.stringify(report), created_at: at })
    .execute();
}

/** Forgets what was done before a time, ISO 8601: nobody asks for it again. */
export async function deleteImportsBefore(tx: Handle, before: string): Promise<void> {
  await tx.deleteFrom('imports').where('created_at', '<', before).execute();
}
