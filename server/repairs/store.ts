import type { Repair } from '../../domain/api-answers.ts';
import { fieldColumns, fromColumns } from '../../domain/field-list.ts';
import { placeNow } from '../../domain/places.ts';
import { Problem } from '../../domain/problems.ts';
import { repairFields } from '../../domain/repair-fields.ts';
import {
  isKnownStatus,
  type RepairAction,
  type RepairStatus,
  transitions,
} from '../../domain/repair-status.ts';
import { repairSearchLine } from '../../domain/search-lines.ts';
import { asTicketNumber } from '../../domain/ticket-number.ts';
import { dialectOf } from '../database/dialect.ts';
import { isChanged } from '../database/found.ts';
import { prepared } from '../database/prepared.ts';
import type { Handle, RepairTicketsTable } from '../database/tables.ts';
import { keptRows, repairRows, type StoredRepair, toRepair } from './rows.ts';
import { unanswered } from './watch-store.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function columnFor(reference: string): { column: 'repair_id' | 'ticket_number'; value: string } {
  const value = reference.trim();
  return uuid.test(value.toLowerCase())
    ? { column: 'repair_id', value: value.toLowerCase() }
    : { column: 'ticket_number', value: asTicketNumber(value) };
}

/** @param reference the ticket number or the repair id: callers use either */
export async function findRepair(db: Handle, reference: string): Promise<Repair | undefined> {
  const { column, value } = columnFor(reference);
  const { rows } = await (column === 'repair_id' ? selectById : selectByNumber)(db, { value });
  return rows[0] && toRepair(rows[0]);
}

const selectByNumber = prepared<{ value: string }, StoredRepair>((db, { value }) =>
  repairRows(db).where('ticket.ticket_number', '=', value),
);
const selectById = prepared<{ value: string }, StoredRepair>((db, { value }) =>
  repairRows(db).where('ticket.repair_id', '=', value),
);

/** Like {@link findRepair}. @throws Problem repair-not-found */
export async function getRepair(db: Handle, reference: string): Promise<Repair> {
  const repair = await findRepair(db, reference);
  if (!repair) throw new Problem('repair-not-found');
  return repair;
}

/** The other repairs of a visit, in the order in which they came in. */
export async function siblingsOf(
  db: Handle,
  { visitId, repairId }: Pick<Repair, 'visitId' | 'repairId'>,
): Promise<Repair[]> {
  if (visitId === null) return [];
  const { rows } = await selectSiblings(db, { visitId, repairId });
  return rows.map(toRepair);
}

const selectSiblings = prepared<{ visitId: string; repairId: string }, StoredRepair>(
  (db, { visitId, repairId }) =>
    repairRows(db)
      .where('ticket.visit_id', '=', visitId)
      .where('ticket.repair_id', '<>', repairId)
      .orderBy('ticket.id'),
);

/** A repair that is deleted and may be brought back, and when it was deleted. */
export async function findDeletedRepair(
  db: Handle,
  reference: string,
): Promise<{ repair: Repair; deletedAt: string } | undefined> {
  const { column, value } = columnFor(reference);
  const row = await keptRows(db).where(`ticket.${column}`, '=', value).executeTakeFirst();
  if (row === undefined || row.deleted_at === null) return undefined;
  return { repair: toRepair(row), deletedAt: row.deleted_at };
}

/** The phone's tickets since a time, as the duplicate and spacing rules need them. */
export async function recentSubmissions(db: Handle, phoneKey: string, since: string) {
  const { rows } = await selectRecent(db, { phoneKey, since });
  return rows.map((row) => ({
    ticketNumber: row.ticket_number,
    phone: phoneKey,
    watchBrand: row.watch_brand,
    watchModel: row.watch_model,
    issue: row.issue_description,
    visitId: row.visit_id,
    createdAt: Date.parse(row.created_at),
  }));
}

const selectRecent = prepared<
  { phoneKey: string; since: string },
  Pick<
    RepairTicketsTable,
    | 'ticket_number'
    | 'watch_brand'
    | 'watch_model'
    | 'issue_description'
    | 'visit_id'
    | 'created_at'
  >
>((db, { phoneKey, since }) =>
  db
    .selectFrom('repair_tickets')
    .select([
      'ticket_number',
      'watch_brand',
      'watch_model',
      'issue_description',
      'visit_id',
      'created_at',
    ])
    .where('phone_key', '=', phoneKey)
    .where('created_at', '>=', since)
    .where('deleted_at', 'is', null),
);

/** Whether any ticket has the number, deleted or not: those that come back keep theirs. */
export async function isTicketNumberTaken(db: Handle, ticketNumber: string): Promise<boolean> {
  const { rows } = await selectNumber(db, { ticketNumber });
  return rows.length > 0;
}

const selectNumber = prepared<{ ticketNumber: string }, { id: string }>((db, { ticketNumber }) =>
  db.selectFrom('repair_tickets').select('id').where('ticket_number', '=', ticketNumber),
);

const idsAmong = (db: Handle, repairIds: readonly string[]) =>
  db
    .selectFrom('repair_tickets')
    .select('repair_id')
    .where('repair_id', 'in', repairIds)
    .unionAll(
      db.selectFrom('purged_repairs').select('repair_id').where('repair_id', 'in', repairIds),
    );

/** Which of these ids repairs have or had: those that are deleted, even for good, keep theirs. */
export async function takenRepairIds(db: Handle, repairIds: readonly string[]): Promise<string[]> {
  const rows = repairIds.length === 0 ? [] : await idsAmong(db, repairIds).execute();
  return rows.map((row) => row.repair_id);
}

/** {@link takenRepairIds} for one id. */
export async function isRepairIdTaken(db: Handle, repairId: string): Promise<boolean> {
  const { rows } = await selectTaken(db, { repairId });
  return rows.length > 0;
}

const selectTaken = prepared<{ repairId: string }, { repair_id: string }>((db, { repairId }) =>
  idsAmong(db, [repairId]),
);

/** The columns of a pickup that is not recorded. */
export const notCollected = {
  collected_at: null,
  collected_by: null,
  collected_note: null,
  claim_check_seen: 0,
  id_seen: 0,
  shipped_by: null,
  tracking_number: null,
  insured_cents: null,
  hand_over_id: null,
} as const;

/** The columns of a ticket that nothing has been done with yet. */
export const untouched = {
  status: 'pending',
  initial_photo_url: null,
  completed_photo_url: null,
  completed_at: null,
  completion_notes: null,
  is_unrepaired: 0,
  is_handed_out: 0,
  ...notCollected,
  pickup_reminders: 0,
  held_until: null,
  assigned_to: null,
  assigned_watchmaker: null,
  place: null,
  sms_sent: 0,
  paid_cents: 0,
  tax_thousandths: null,
  tax_cents: null,
  ...unanswered,
  client_at_intake: null,
  last_assignment: null,
  same_day_switch: null,
  deleted_at: null,
} as const;

export const insertTicket = prepared<RepairTicketsTable>((db, ticket) =>
  db.insertInto('repair_tickets').values(ticket),
);

/**
 * Locks tickets until the transaction ends. What changes a ticket, its estimates, its photos or the
 * cases of its texts locks the ticket before it reads what it acts on; otherwise history would show a
 * `before` that a colleague has just changed, and of two answers the wrong one would count.
 *
 * Locks are taken in one order everywhere, so that no two transactions wait for each other:
 * 1. keys, by `Dialect.lock`: a request's own id, then the customer's phone
 * 2. rows of clients, by `Dialect.lockClients`
 * 3. rows of tickets, by this function, all that are needed in one call
 * 4. every other row, the shop's counts among them; last of all the end of the change log
 *
 * SQLite has one writer at a time and needs none of this.
 *
 * @param references ticket numbers or repair ids, deleted tickets among them; null is passed over
 */
export async function lockTickets(
  tx: Handle,
  references: readonly (string | null)[],
): Promise<void> {
  const known = references.filter((reference) => reference !== null);
  if (known.length > 0)
    await dialectOf(tx).lockTickets(
      tx,
      known.map((reference) => columnFor(reference).value),
    );
}

/**
 * {@link lockTickets} for one ticket.
 *
 * @returns the repair as it is now, and stays until the transaction ends
 * @throws Problem repair-not-found
 */
export async function lockTicket(tx: Handle, reference: string): Promise<Repair> {
  await lockTickets(tx, [reference]);
  return getRepair(tx, reference);
}

/**
 * {@link lockTicket} for what only another program's status prevents.
 *
 * @throws Problem repair-not-found, repair-status
 */
export async function lockOwnTicket(tx: Handle, reference: string): Promise<Repair> {
  const repair = await lockTicket(tx, reference);
  if (!isKnownStatus(repair.status)) throw new Problem('repair-status', { extra: { repair } });
  return repair;
}

type TicketPatch = Partial<Omit<RepairTicketsTable, 'id' | 'repair_id' | 'ticket_number'>>;

/**
 * Takes an action on a ticket as one compare-and-set: the change is made only while the ticket's
 * status allows the action, so that of two people who press at once one wins.
 *
 * @param onlyIf further columns that must still be as the person who pressed saw them
 * @throws Problem repair-not-found; repair-status with the ticket as it is now
 */
export async function takeAction(
  tx: Handle,
  reference: string,
  action: RepairAction,
  patch: TicketPatch & { updated_at: string },
  onlyIf: { assigned_to?: string } = {},
): Promise<Repair> {
  const { column, value } = columnFor(reference);
  const { from, to } = transitions[action];
  const status: RepairStatus | undefined = to === 'same' || to === 'gone' ? undefined : to;
  let update = tx
    .updateTable('repair_tickets')
    .set(status === undefined ? patch : { ...patch, status })
    .where(column, '=', value)
    .where('deleted_at', 'is', null)
    .where('status', 'in', from as readonly RepairStatus[]);
  if (onlyIf.assigned_to !== undefined) {
    update = update.where('assigned_to', '=', onlyIf.assigned_to);
  }
  const isTaken = await isChanged(update);
  const repair = await getRepair(tx, reference);
  if (!isTaken) throw new Problem('repair-status', { extra: { repair } });
  return repair;
}

/** @returns the id of the request with which a watch left; null if that is not known */
export async function handOverOf(db: Handle, ticketNumber: string): Promise<string | null> {
  const row = await db
    .selectFrom('repair_tickets')
    .select('hand_over_id')
    .where('ticket_number', '=', ticketNumber)
    .executeTakeFirst();
  return row?.hand_over_id ?? null;
}

/** Changes columns that no status guards. */
export async function updateTicket(
  tx: Handle,
  ticketNumber: string,
  patch: TicketPatch,
): Promise<void> {
  await tx
    .updateTable('repair_tickets')
    .set(patch)
    .where('ticket_number', '=', ticketNumber)
    .execute();
}

export const markTexted = prepared<{ ticketNumber: string }>((db, { ticketNumber }) =>
  db.updateTable('repair_tickets').set({ sms_sent: 1 }).where('ticket_number', '=', ticketNumber),
);

/**
 * Makes tickets findable by what they, their clients and their notes say now; those that may come back, too.
 *
 * @param of all tickets of a client, or one ticket
 */
export async function refreshSearchText(
  tx: Handle,
  of: { client_id: string } | { ticket_number: string },
): Promise<void> {
  const [column, value] = Object.entries(of)[0] as ['client_id' | 'ticket_number', string];
  const tickets = await tx
    .selectFrom('repair_tickets as ticket')
    .innerJoin('clients as client', 'client.id', 'ticket.client_id')
    .leftJoin('sendings as sending', (join) =>
      join
        .onRef('sending.ticket_number', '=', 'ticket.ticket_number')
        .on('sending.received_on', 'is', null),
    )
    .select([
      'sending.sent_on',
      'ticket.ticket_number',
      'ticket.place',
      'ticket.collected_by',
      'ticket.tracking_number',
      'ticket.status',
      'ticket.completed_at',
      'ticket.is_handed_out',
      'client.name',
      'client.phone',
      ...fieldColumns(repairFields).map((each) => `ticket.${each}` as const),
    ])
    .where(`ticket.${column}`, '=', value)
    // The order in which tickets are locked.
    .orderBy('ticket.ticket_number')
    .execute();
  const numbers = tickets.map((ticket) => ticket.ticket_number);
  const noted =
    numbers.length === 0
      ? []
      : await tx
          .selectFrom('notes')
          .select(['ticket_number', 'text'])
          .where('ticket_number', 'in', numbers)
          .execute();
  for (const ticket of tickets) {
    const line = repairSearchLine(
      {
        ticketNumber: ticket.ticket_number,
        customerName: ticket.name,
        customerPhone: ticket.phone,
        place: placeNow({
          status: ticket.status,
          isWaitingForPickup: ticket.completed_at !== null && ticket.is_handed_out === 0,
          place: ticket.place,
          sentOut: ticket.sent_on === null ? null : {},
        }),
        collectedBy: ticket.collected_by,
        trackingNumber: ticket.tracking_number,
        ...fromColumns(repairFields, ticket),
      },
      noted.flatMap((note) => (note.ticket_number === ticket.ticket_number ? [note.text] : [])),
    );
    await updateTicket(tx, ticket.ticket_number, { search_text: line });
  }
}

/** A watch is found by its place while the shop has it. To be called when it leaves, or is back. */
export async function refreshPlace(
  tx: Handle,
  { ticketNumber, place, sentOut }: Pick<Repair, 'ticketNumber' | 'place' | 'sentOut'>,
): Promise<void> {
  if (place !== null || sentOut !== null)
    await refreshSearchText(tx, { ticket_number: ticketNumber });
}
