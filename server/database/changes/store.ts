import { type Selectable, sql } from 'kysely';
import type { Change } from '../../../domain/api-answers.ts';
import { storeEpochKey } from '../../shop/backups/manifest.ts';
import type { Dialect } from '../dialect.ts';
import { prepared } from '../prepared.ts';
import type { ChangesTable, Handle } from '../tables.ts';

export type NewChange = Omit<Change, 'revision'>;

/** Appends to the change log, as part of what the transaction changes. */
export async function appendChanges(
  tx: Handle,
  dialect: Dialect,
  at: string,
  changes: readonly NewChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await dialect.appendChanges(
    tx,
    changes.map((change) => ({
      at,
      entity: change.entity,
      entity_id: change.id,
      what: change.what,
      ticket_number: change.ticketNumber,
    })),
  );
}

/** More changes than this are never read at once. */
export const changesPage = 500;

/** Changes after a revision, oldest first, at most {@link changesPage} of them. */
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

/** The oldest revision that is kept; null in an empty log. */
export async function oldestRevision(db: Handle): Promise<number | null> {
  const row = await db
    .selectFrom('changes')
    .select('revision')
    .orderBy('revision')
    .limit(1)
    .executeTakeFirst();
  return row?.revision ?? null;
}

/** Forgets changes. The newest one must stay: its number is the revision of all data. */
export async function deleteChangesUpTo(tx: Handle, revision: number): Promise<void> {
  await tx.deleteFrom('changes').where('revision', '<=', revision).execute();
}

/** The newest revision; 0 in an empty log. */
export async function latestRevision(db: Handle): Promise<number> {
  const row = await db
    .selectFrom('changes')
    .select('revision')
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.revision ?? 0;
}

/** Which restored store this is; empty for one that was never restored. */
export async function storeEpoch(db: Handle): Promise<string> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', storeEpochKey)
    .executeTakeFirst();
  return row?.value ?? '';
}
