import type { Checked } from '../../domain/api.ts';
import type { Repair } from '../../domain/api-answers.ts';
import type { Warranty } from '../../domain/api-warranties.ts';
import { editedFields, hasValues } from '../../domain/edits.ts';
import { Problem } from '../../domain/problems.ts';
import { begun, maxWarranties } from '../../domain/warranty-term.ts';
import { isoTime } from '../base/clock.ts';
import { requireVersionSeen } from '../base/version.ts';
import { dialectOf } from '../database/dialect.ts';
import type { Handle } from '../database/tables.ts';
import { recordTicketTableEvent } from '../history/ticket-table-event.ts';
import type { Deps } from '../ports/deps.ts';
import { lockOwnTicket } from '../repairs/store.ts';
import { addedEvent, pickupDate, removedEvent, valuesOf } from './running.ts';
import {
  deleteWarranty,
  findWarranty,
  insertWarranty,
  updateWarranty,
  warrantiesOfTicket,
} from './store.ts';

/** Actions on warranties. */

interface Written {
  warranty: Warranty;
  repair: Repair;
}

/** @throws Problem warranty-not-found */
async function getWarranty(tx: Handle, id: string): Promise<Warranty> {
  const warranty = await findWarranty(tx, id);
  if (!warranty) throw new Problem('warranty-not-found');
  return warranty;
}

/**
 * A warranty and its ticket, locked.
 *
 * @param ifMatch the version that was seen (domain/edits.ts)
 * @throws Problem warranty-not-found, repair-not-found, repair-status; warranty-continued if a come-back
 *   continues it; changed-meanwhile with the warranty and the ticket as they are now
 */
async function lockWarranty(tx: Handle, id: string, ifMatch: string | undefined): Promise<Written> {
  const repair = await lockOwnTicket(tx, (await getWarranty(tx, id)).ticketNumber);
  const warranty = await getWarranty(tx, id);
  if (warranty.continuedOn !== null) {
    throw new Problem('warranty-continued', { extra: { warranty, repair } });
  }
  requireVersionSeen(ifMatch, warranty.updatedAt, { warranty, repair });
  return { warranty, repair };
}

/**
 * Records a warranty. Repeating the same `warrantyId` with the same content returns the existing one.
 *
 * @throws Problem repair-not-found, repair-status, warranty-id-taken, too-many-warranties
 */
export function addWarranty(
  { database, clock }: Deps,
  reference: string,
  { warrantyId: id, ...values }: Checked<'addWarranty', 'body'>,
): Promise<Written & { isRepeat: boolean }> {
  return database.transact(async (tx) => {
    await dialectOf(tx).lock(tx, `warranty ${id}`);
    const before = await lockOwnTicket(tx, reference);
    const { ticketNumber, collectedAt } = before;
    const existing = await findWarranty(tx, id);
    if (existing) {
      const isRepeat = hasValues(existing, { ticketNumber, ...values });
      if (isRepeat) return { warranty: existing, repair: before, isRepeat };
      throw new Problem('warranty-id-taken', { extra: { repair: before } });
    }
    const others = await warrantiesOfTicket(tx, ticketNumber);
    if (others.length >= maxWarranties) {
      throw new Problem('too-many-warranties', { extra: { repair: before } });
    }
    const at = isoTime(clock());
    const added = { ...values, daysUsed: 0, from: null, until: null };
    // Recorded after the pickup: it has begun anyway.
    const term = collectedAt === null ? added : begun(added, await pickupDate(tx, collectedAt));
    await insertWarranty(tx, { id, ticketNumber, continues: null, ...term }, at);
    const warranty = await getWarranty(tx, id);
    const repair = await recordTicketTableEvent(tx, before, at, addedEvent(warranty));
    return { warranty, repair, isRepeat: false };
  });
}

/** Changes a warranty; the same again changes nothing. @throws Problem as for {@link lockWarranty} */
export function changeWarranty(
  { database, clock }: Deps,
  id: string,
  edit: Checked<'changeWarranty', 'body'>,
  ifMatch?: string,
): Promise<Written> {
  return database.transact(async (tx) => {
    const before = await lockWarranty(tx, id, ifMatch);
    const { from } = before.warranty;
    const { next, changes } = editedFields(valuesOf(before.warranty), edit);
    if (changes === null) return before;
    const at = isoTime(clock());
    const waiting = { ...before.warranty, ...next, from: null, until: null };
    await updateWarranty(tx, id, from === null ? waiting : begun(waiting, from), at);
    const repair = await recordTicketTableEvent(tx, before.repair, at, {
      kind: 'warranty-changed',
      data: { warrantyId: id, what: next.what, ...changes },
    });
    return { warranty: await getWarranty(tx, id), repair };
  });
}

/** Removes a warranty; its history stays. @throws Problem as for {@link lockWarranty} */
export function removeWarranty(
  { database, clock }: Deps,
  id: string,
  ifMatch?: string,
): Promise<Repair> {
  return database.transact(async (tx) => {
    const { warranty, repair } = await lockWarranty(tx, id, ifMatch);
    await deleteWarranty(tx, id);
    return recordTicketTableEvent(tx, repair, isoTime(clock()), removedEvent(warranty));
  });
}
