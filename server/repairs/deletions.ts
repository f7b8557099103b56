import { type RawBuilder, sql } from 'kysely';
import type { Client, Repair } from '../../domain/api-answers.ts';
import type { DeletedItem } from '../../domain/api-clients.ts';
import {
  deletedForGoodBefore,
  keptUntil,
  restoredClientNotes,
  restoredRepairNotes,
} from '../../domain/deletion.ts';
import { changesOf } from '../../domain/edits.ts';
import { phoneKey } from '../../domain/phone.ts';
import { Problem } from '../../domain/problems.ts';
import { isOpen } from '../../domain/repair-status.ts';
import { isoTime } from '../base/clock.ts';
import { clientsByEmail, findClient, getClient } from '../clients/store.ts';
import { isChanged } from '../database/found.ts';
import { afterCursor, firstRows, type Page, type PageRequest, pageOf } from '../database/page.ts';
import type { Handle } from '../database/tables.ts';
import { expireDue } from '../estimates/reminders-and-expiry.ts';
import { recordClientEvent, recordRepairEvent } from '../history/record.ts';
import { scrubClientEvents, scrubTicketEvents } from '../history/store.ts';
import { discardPhotos } from '../photos/actions.ts';
import { filesOfTicket } from '../photos/photo-tables.ts';
import type { Deps } from '../ports/deps.ts';
import { scrubMessages } from '../texts/store.ts';
import { deleteEmptyWatch } from '../watches/store.ts';
import { workFields } from './actions.ts';
import {
  findDeletedRepair,
  findRepair,
  getRepair,
  lockTickets,
  recentSubmissions,
  updateTicket,
} from './store.ts';
import { lockHolder, withoutUnusedTechnician } from './unused-technician.ts';

type DeletedRow = Omit<DeletedItem, 'keptUntil'>;

/** The session or the initials with which the newest event of the deletion was recorded. */
const byWhom = (column: 'session' | 'initials', isAbout: RawBuilder<unknown>) =>
  sql`(select ${sql.ref(column)} from events as event where ${isAbout}
    order by event.id desc limit 1) as ${sql.ref(column)}`;

/**
 * Repairs and clients that can be brought back, last deleted first.
 *
 * @param after ISO 8601: what was deleted at or before it is gone
 */
export async function listDeleted(
  db: Handle,
  after: string,
  { limit, cursor }: PageRequest,
): Promise<Page<DeletedItem>> {
  const most = sql.lit(limit + 1);
  const ofTicket = sql`event.ticket_number = ticket.ticket_number and kind = 'repair-deleted'`;
  const ofClient = sql`event.client_id = client.id and kind = 'client-deleted'`;
  const tickets = sql`(select ticket.id, 'repair' as kind, ticket.ticket_number as "ticketNumber",
      client.name, client.phone, client.email,
      ticket.watch_brand || ' ' || ticket.watch_model as watch, ticket.deleted_at as "deletedAt",
      ${byWhom('session', ofTicket)}, ${byWhom('initials', ofTicket)}
    from repair_tickets as ticket join clients as client on client.id = ticket.client_id
    where ticket.deleted_at > ${after} and ${afterCursor(['ticket.deleted_at', 'ticket.id'], cursor)}
    order by ticket.deleted_at desc, ticket.id desc limit ${most})`;
  const clients = sql`(select client.id, 'client' as kind, null as "ticketNumber",
      client.name, client.phone, client.email, null as watch, client.deleted_at as "deletedAt",
      ${byWhom('session', ofClient)}, ${byWhom('initials', ofClient)}
    from clients as client
    where client.deleted_at > ${after} and client.purged_at is null
      and ${afterCursor(['client.deleted_at', 'client.id'], cursor)}
    order by client.deleted_at desc, client.id desc limit ${most})`;
  const { rows } = await sql<DeletedRow>`select * from ${firstRows(
    [tickets, clients],
    ['deletedAt', 'id'],
    limit + 1,
  )} as listed order by "deletedAt" desc, id desc`.execute(db);
  return pageOf(
    rows,
    limit,
    ({ deletedAt, id }) => [deletedAt, id],
    (row) => ({ ...row, keptUntil: isoTime(keptUntil(Date.parse(row.deletedAt))) }),
  );
}

/** Undoing a deletion, and making it final. */

const restored = { before: { deleted: true }, after: { deleted: false } };
const purged = { before: { recoverable: true }, after: { recoverable: false } };

/** Why there is nothing to bring back or to delete for good. */
function refusal(live: { repair?: Repair | undefined; client?: Client | undefined }): Problem {
  return live.repair || live.client
    ? new Problem('already-restored', { extra: live })
    : new Problem('deleted-not-found');
}
const repairRefusal = async (tx: Handle, reference: string) =>
  refusal({ repair: await findRepair(tx, reference) });
const clientRefusal = async (tx: Handle, id: string) =>
  refusal({ client: await findClient(tx, id) });

async function notesOn(
  tx: Handle,
  repair: Repair,
  deletedAt: string,
  unusedTechnician: string | null,
): Promise<string[]> {
  const { ticketNumber, watchBrand, watchModel, customerPhone } = repair;
  const watch = (brand: string, model: string) => `${brand} ${model}`.toLowerCase();
  const since = await recentSubmissions(tx, phoneKey(customerPhone), deletedAt);
  const same = since.find(
    (other) =>
      other.ticketNumber !== ticketNumber &&
      watch(other.watchBrand, other.watchModel) === watch(watchBrand, watchModel),
  );
  return restoredRepairNotes({
    unusedTechnician,
    hasOptedOut: repair.optedOutAt !== null,
    hasExpired: (repair.estimateExpiredAt ?? '') >= deletedAt,
    isClientDeleted: (await findClient(tx, repair.clientId)) === undefined,
    sameWatch: same?.ticketNumber ?? null,
  });
}

/**
 * Brings a deleted repair back as it was: its number, estimates, photos, texts and history.
 *
 * @param reference ticket number or repair id
 * @returns the repair, and what staff should know about it
 * @throws Problem deleted-not-found, already-restored
 */
export function restoreRepair(
  deps: Deps,
  reference: string,
): Promise<{ repair: Repair; notes: string[] }> {
  const now = deps.clock();
  const at = isoTime(now);
  return deps.database.transact(async (tx) => {
    const seen = await findDeletedRepair(tx, reference);
    if (seen) await lockHolder(tx, seen.repair);
    await lockTickets(tx, [reference]);
    const deleted = await findDeletedRepair(tx, reference);
    if (!deleted || deleted.deletedAt <= isoTime(deletedForGoodBefore(now))) {
      throw await repairRefusal(tx, reference);
    }
    const { ticketNumber, status, assignedWatchmaker } = deleted.repair;
    const unassigned = isOpen(status)
      ? await withoutUnusedTechnician(tx, deleted.repair)
      : undefined;
    await updateTicket(tx, ticketNumber, { deleted_at: null, ...unassigned, updated_at: at });
    // Its estimate may have waited too long while nobody could answer it.
    await expireDue(tx, now, { ticketNumber });
    const repair = await getRepair(tx, reference);
    const unused = unassigned ? assignedWatchmaker : null;
    const notes = await notesOn(tx, repair, deleted.deletedAt, unused);
    const { repairId } = repair;
    const changes = changesOf(deleted.repair, repair, workFields);
    const data = {
      before: { ...restored.before, ...changes.before },
      after: { ...restored.after, ...changes.after },
    };
    await recordRepairEvent(tx, repair, at, { kind: 'repair-restored', repairId, data });
    return { repair, notes };
  });
}

/**
 * Brings a deleted client back into the directory.
 *
 * @throws Problem deleted-not-found, already-restored
 */
export function restoreClient(
  { database, clock }: Deps,
  id: string,
): Promise<{ client: Client; notes: string[] }> {
  const now = clock();
  const at = isoTime(now);
  return database.transact(async (tx) => {
    const restoring = tx
      .updateTable('clients')
      .set({ deleted_at: null, updated_at: at })
      .where('id', '=', id)
      .where('deleted_at', '>', isoTime(deletedForGoodBefore(now)))
      .where('purged_at', 'is', null);
    if (!(await isChanged(restoring))) throw await clientRefusal(tx, id);
    const client = await getClient(tx, id);
    const other = (await clientsByEmail(tx, client.email)).find((owner) => owner.id !== id);
    const sameEmail = other?.name ?? null;
    const hasOptedOut = client.optedOutAt !== null;
    await recordClientEvent(tx, id, at, { kind: 'client-restored', data: restored });
    return { client, notes: restoredClientNotes({ hasOptedOut, sameEmail }) };
  });
}

/** Who purges, and only what was deleted at or before a time. */
type Purge = { actor: 'staff'; before: null } | { actor: 'system'; before: string };
const byStaff: Purge = { actor: 'staff', before: null };

/** Deletes the row of a client who can't be restored, once the last ticket is gone. */
async function deleteOrphanClient(tx: Handle, id: string): Promise<void> {
  const ticket = tx.selectFrom('repair_tickets').select('id').where('client_id', '=', id);
  await tx
    .deleteFrom('clients')
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .where('purged_at', 'is not', null)
    .where(({ not, exists }) => not(exists(ticket)))
    .execute();
}

/**
 * Deletes a deleted ticket for good, with its estimates and completions. Payments stay, without their notes:
 * the money was taken.
 *
 * @returns the photos that are now nobody's; null if it is live or gone
 */
async function purgeRepairIn(
  tx: Handle,
  ticketNumber: string,
  { actor, before }: Purge,
  at: string,
): Promise<string[] | null> {
  const photos = await filesOfTicket(tx, ticketNumber);
  const gone = await tx
    .deleteFrom('repair_tickets')
    .where('ticket_number', '=', ticketNumber)
    .where('deleted_at', before === null ? 'is not' : '<=', before)
    .returning(['id', 'repair_id', 'client_id', 'watch_id'])
    .executeTakeFirst();
  if (!gone) return null;
  const { id, repair_id: repairId } = gone;
  await tx
    .insertInto('purged_repairs')
    .values({ repair_id: repairId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .updateTable('payments')
    .set({ note: null, void_reason: null })
    .where('ticket_number', '=', ticketNumber)
    .execute();
  await scrubMessages(tx, ticketNumber, at);
  await scrubTicketEvents(tx, ticketNumber);
  await deleteOrphanClient(tx, gone.client_id);
  if (gone.watch_id !== null) await deleteEmptyWatch(tx, gone.watch_id);
  const event = { kind: 'repair-purged', actor, repairId, data: purged } as const;
  await recordRepairEvent(tx, { id, ticketNumber }, at, event);
  return photos;
}

/**
 * Makes the deletion of a client final. The row stays while a ticket names it.
 *
 * @returns whether this call did; not if the client is in the directory or gone
 */
async function purgeClientIn(
  tx: Handle,
  id: string,
  { actor, before }: Purge,
  at: string,
): Promise<boolean> {
  const purging = tx
    .updateTable('clients')
    .set({ purged_at: at })
    .where('id', '=', id)
    .where('deleted_at', before === null ? 'is not' : '<=', before)
    .where('purged_at', 'is', null);
  if (!(await isChanged(purging))) return false;
  await scrubClientEvents(tx, id);
  await deleteOrphanClient(tx, id);
  await recordClientEvent(tx, id, at, { kind: 'client-purged', actor, data: purged });
  return true;
}

/** Makes the deletion of a repair final at once. @throws Problem deleted-not-found, already-restored */
export async function purgeRepair(deps: Deps, reference: string): Promise<void> {
  const at = isoTime(deps.clock());
  const left = await deps.database.transact(async (tx) => {
    await lockTickets(tx, [reference]);
    const deleted = await findDeletedRepair(tx, reference);
    const photos = deleted && (await purgeRepairIn(tx, deleted.repair.ticketNumber, byStaff, at));
    if (!photos) throw await repairRefusal(tx, reference);
    return photos;
  });
  await discardPhotos(deps, left);
}

/** Makes the deletion of a client final at once. @throws Problem deleted-not-found, already-restored */
export async function purgeClient({ database, clock }: Deps, id: string): Promise<void> {
  const at = isoTime(clock());
  await database.transact(async (tx) => {
    if (!(await purgeClientIn(tx, id, byStaff, at))) throw await clientRefusal(tx, id);
  });
}

/** Purges what was deleted so long ago that it can no longer be restored. */
export async function purgeDue(deps: Deps, isStopping: () => boolean): Promise<void> {
  const { database, clock } = deps;
  const before = isoTime(deletedForGoodBefore(clock()));
  const purge: Purge = { actor: 'system', before };
  const tickets = await database.read
    .selectFrom('repair_tickets')
    .select('ticket_number as ticketNumber')
    .where('deleted_at', '<=', before)
    .execute();
  const clients = await database.read
    .selectFrom('clients')
    .select('id')
    .where('deleted_at', '<=', before)
    .where('purged_at', 'is', null)
    .execute();
  for (const { ticketNumber } of tickets) {
    if (isStopping()) return;
    const at = isoTime(clock());
    const left = await database.transact((tx) => purgeRepairIn(tx, ticketNumber, purge, at));
    await discardPhotos(deps, left ?? []);
  }
  for (const { id } of clients) {
    if (isStopping()) return;
    const at = isoTime(clock());
    await database.transact((tx) => purgeClientIn(tx, id, purge, at));
  }
}
