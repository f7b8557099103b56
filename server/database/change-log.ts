import { CompiledQuery, type Selectable, sql } from 'kysely';
import type { Change } from '../../domain/api-answers.ts';
import { prepared } from './prepared.ts';
import { refuseWhileClosed } from './settings.ts';
import type { ChangesTable, Handle } from './tables.ts';

/** A row of the change log before it has its revision. */
export type ChangeRow = Omit<ChangesTable, 'revision'>;

/**
 * While the shop is closed (../shop/backups/closing.ts), nothing else may change. Checked once the rows are appended:
 * closing the shop appends a row as well, so it cannot come in between.
 *
 * @throws Problem shop-restoring
 */
async function mustBeOpen(tx: Handle, rows: readonly ChangeRow[]): Promise<void> {
  if (rows.some(({ entity }) => entity !== 'shop')) await refuseWhileClosed(tx);
}

/** On an engine with one writer at a time the revisions are in order anyway. */
export async function appendOneByOne(tx: Handle, rows: readonly ChangeRow[]): Promise<void> {
  for (const row of rows) await insertChange(tx, row);
  await mustBeOpen(tx, rows);
}

const insertChange = prepared<ChangeRow>((db, change) => db.insertInto('changes').values(change));

const heldBack = new WeakMap<Handle, ChangeRow[]>();

/**
 * Holds back what a transaction appends, for {@link appendInOrder} at its very end.
 *
 * @returns what it has appended so far
 */
export function holdBack(tx: Handle): readonly ChangeRow[] {
  const rows: ChangeRow[] = [];
  heldBack.set(tx, rows);
  return rows;
}

/** On an engine with many writers: if nothing holds the rows back, they are appended at once. */
export async function appendAtTheEnd(tx: Handle, rows: readonly ChangeRow[]): Promise<void> {
  const waiting = heldBack.get(tx);
  if (waiting) waiting.push(...rows);
  else await appendInOrder(tx, rows, '');
}

export const changesChannel = 'changes';

/**
 * The lock, the rows and the notification of the other processes in one statement of PostgreSQL. The
 * lock is in a subquery with `offset 0`, which is run on its own, and `order by` needs all its input
 * first: no revision is drawn before the lock is held.
 */
export const appendInOrderText = `with appended as (
  insert into changes (at, entity, entity_id, what, ticket_number)
  select change.at, change.entity, change.entity_id, change.what, change.ticket_number
  from (select pg_advisory_xact_lock(hashtextextended('changes', 0)) offset 0) as lock
  cross join unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
    with ordinality as change (at, entity, entity_id, what, ticket_number, position)
  order by change.position
) select pg_notify('${changesChannel}', $6)`;

/**
 * Appends to the change log, one writer at a time: the others wait until this transaction ends.
 * Otherwise a reader that has seen revision 4 would never see 3, committed later.
 *
 * @param senderId tells the listening processes who it was
 */
export async function appendInOrder(
  tx: Handle,
  rows: readonly ChangeRow[],
  senderId: string,
): Promise<void> {
  const column = (name: keyof ChangeRow) => rows.map((row) => row[name]);
  await insertInOrder(tx, {
    at: column('at'),
    entity: column('entity'),
    entityId: column('entity_id'),
    what: column('what'),
    ticketNumber: column('ticket_number'),
    senderId,
  });
  await mustBeOpen(tx, rows);
}

type Columns = Record<
  'at' | 'entity' | 'entityId' | 'what' | 'ticketNumber',
  readonly (string | null)[]
>;

const insertInOrder = prepared<Columns & { senderId: string }>((_db, values) => ({
  compile: () =>
    CompiledQuery.raw(appendInOrderText, [
      values.at,
      values.entity,
      values.entityId,
      values.what,
      values.ticketNumber,
      values.senderId,
    ]),
}));

/** More changes than this are never read at once. */
export const changesPage = 500;

/** Changes after a revision, oldest first, at most a page of them. */
export async function changesAfter(db: Handle, revision: number): Promise<Change[]> {
  const { rows } = await selectAfter(db, { revision });
  return rows.map((row) => ({
    revision: row.revision,
    entity: row.entity,
    id: row.entity_id,
    what: row.what,
    ticketNumber: row.ticket_number,
  }));
}

const selectAfter = prepared<{ revision: number }, Selectable<ChangesTable>>((db, { revision }) =>
  db
    .selectFrom('changes')
    .selectAll()
    .where('revision', '>', revision)
    .orderBy('revision')
    .limit(sql.lit(changesPage)),
);

async function endRevision(db: Handle, order?: 'desc'): Promise<number | null> {
  const ordered = db.selectFrom('changes').select('revision').orderBy('revision', order);
  return (await ordered.limit(1).executeTakeFirst())?.revision ?? null;
}

/** The oldest revision that is kept; null in an empty log. */
export const oldestRevision = (db: Handle) => endRevision(db);

/** The newest revision; 0 in an empty log. */
export const latestRevision = async (db: Handle) => (await endRevision(db, 'desc')) ?? 0;

/** Forgets changes. The newest one must stay: its number is the revision of all data. */
export async function deleteChangesUpTo(tx: Handle, revision: number): Promise<void> {
  await tx.deleteFrom('changes').where('revision', '<=', revision).execute();
}
