import type { Checked } from '../../domain/api.ts';
import type { Repair } from '../../domain/api-answers.ts';
import type { Sending } from '../../domain/api-sendings.ts';
import { editedFields, hasValues } from '../../domain/edits.ts';
import { pickFields } from '../../domain/field-list.ts';
import type { EventOf } from '../../domain/history.ts';
import { fieldProblem, Problem } from '../../domain/problems.ts';
import { type SendingEvents, type SendingValues, sendingFields } from '../../domain/sendings.ts';
import { isInShop } from '../../domain/watch-life.ts';
import { isoTime } from '../base/clock.ts';
import { requireVersionSeen } from '../base/version.ts';
import { dialectOf } from '../database/dialect.ts';
import type { Handle } from '../database/tables.ts';
import { recordTicketTableEvent } from '../history/ticket-table-event.ts';
import type { Deps } from '../ports/deps.ts';
import { getRepair, lockOwnTicket, refreshSearchText } from '../repairs/store.ts';
import { deleteSending, findSending, insertSending, openSendings, updateSending } from './store.ts';

/** Actions on watches sent to a manufacturer or a specialist. */

interface Written {
  sending: Sending;
  repair: Repair;
}

const valuesOf = (sending: SendingValues) => pickFields(sendingFields, sending);

/** Also refreshes the search text: a ticket is found by where its watch is. */
async function recordSendingEvent(
  tx: Handle,
  before: Repair,
  at: string,
  event: EventOf<keyof SendingEvents>,
): Promise<Repair> {
  await refreshSearchText(tx, { ticket_number: before.ticketNumber });
  return recordTicketTableEvent(tx, before, at, event);
}

/** @throws Problem sending-not-found */
async function getSending(tx: Handle, id: string): Promise<Sending> {
  const sending = await findSending(tx, id);
  if (!sending) throw new Problem('sending-not-found');
  return sending;
}

async function lockForSearch(tx: Handle, reference: string): Promise<Repair> {
  // The ticket's search line contains the client's name and phone.
  await dialectOf(tx).lockClients(tx, [(await getRepair(tx, reference)).clientId]);
  return lockOwnTicket(tx, reference);
}

/**
 * A sending and its ticket, locked.
 *
 * @param ifMatch the version that was seen (domain/edits.ts)
 * @throws Problem sending-not-found, repair-not-found, repair-status; changed-meanwhile with the sending
 *   and the ticket as they are now
 */
async function lockSending(tx: Handle, id: string, ifMatch: string | undefined): Promise<Written> {
  const repair = await lockForSearch(tx, (await getSending(tx, id)).ticketNumber);
  const sending = await getSending(tx, id);
  requireVersionSeen(ifMatch, sending.updatedAt, { sending, repair });
  return { sending, repair };
}

/** @throws Problem already-sent-out with the other one that isn't back */
async function requireNoOther(tx: Handle, repair: Repair, id: string): Promise<void> {
  const sending = (await openSendings(tx, [repair.ticketNumber])).get(repair.ticketNumber);
  if (sending === undefined || sending.id === id) return;
  throw new Problem('already-sent-out', { extra: { sending, repair } });
}

/**
 * Records where a watch is sent. Repeating the same `sendingId` with the same content returns the existing
 * sending.
 *
 * @throws Problem repair-not-found; repair-status, also if the shop no longer has the watch and it is not
 *   back; sending-id-taken, already-sent-out; validation-failed for a permission in the future
 */
export function addSending(
  { database, clock }: Deps,
  reference: string,
  { sendingId, permittedAt: given, ...values }: Checked<'addSending', 'body'>,
): Promise<Written & { isRepeat: boolean }> {
  return database.transact(async (tx) => {
    await dialectOf(tx).lock(tx, `sending ${sendingId}`);
    const before = await lockForSearch(tx, reference);
    const { ticketNumber } = before;
    const existing = await findSending(tx, sendingId);
    if (existing) {
      const isRepeat = hasValues(existing, { ticketNumber, ...values });
      if (isRepeat) return { sending: existing, repair: before, isRepeat };
      throw new Problem('sending-id-taken', { extra: { repair: before } });
    }
    if (values.receivedOn === null) {
      if (!isInShop(before)) throw new Problem('repair-status', { extra: { repair: before } });
      await requireNoOther(tx, before, sendingId);
    }
    const now = clock();
    const at = isoTime(now);
    const permitted = given ? Date.parse(given) : now;
    if (permitted > now) throw fieldProblem('permittedAt', 'permittedAt must not be in the future');
    const permittedAt = values.hasPermission ? isoTime(permitted) : null;
    await insertSending(tx, { id: sendingId, ticketNumber }, { ...values, permittedAt }, at);
    const sending = await getSending(tx, sendingId);
    const repair = await recordSendingEvent(tx, before, at, {
      kind: 'sending-added',
      data: { sendingId, sentTo: sending.sentTo, before: null, after: valuesOf(sending) },
    });
    return { sending, repair, isRepeat: false };
  });
}

/**
 * Changes a sending; the same again changes nothing.
 *
 * @throws Problem as for {@link lockSending}; already-sent-out if it would no longer be back while another
 *   is out
 */
export function changeSending(
  { database, clock }: Deps,
  id: string,
  edit: Checked<'changeSending', 'body'>,
  ifMatch?: string,
): Promise<Written> {
  return database.transact(async (tx) => {
    const before = await lockSending(tx, id, ifMatch);
    const { next, changes } = editedFields(valuesOf(before.sending), edit);
    if (changes === null) return before;
    if (next.receivedOn === null) await requireNoOther(tx, before.repair, id);
    const at = isoTime(clock());
    const permittedAt = next.hasPermission ? (before.sending.permittedAt ?? at) : null;
    await updateSending(tx, id, { ...next, permittedAt }, at);
    const repair = await recordSendingEvent(tx, before.repair, at, {
      kind: 'sending-changed',
      data: { sendingId: id, sentTo: next.sentTo, ...changes },
    });
    return { sending: await getSending(tx, id), repair };
  });
}

/** Removes a sending; its history stays. @throws Problem as for {@link lockSending} */
export function removeSending(
  { database, clock }: Deps,
  id: string,
  ifMatch?: string,
): Promise<Repair> {
  return database.transact(async (tx) => {
    const { sending, repair } = await lockSending(tx, id, ifMatch);
    await deleteSending(tx, id);
    return recordSendingEvent(tx, repair, isoTime(clock()), {
      kind: 'sending-removed',
      data: { sendingId: id, sentTo: sending.sentTo, before: valuesOf(sending), after: null },
    });
  });
}
