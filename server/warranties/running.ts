import type { Repair } from '../../domain/api-answers.ts';
import type { Warranty } from '../../domain/api-warranties.ts';
import { dateIn } from '../../domain/calendar-date.ts';
import { zoneInForce } from '../../domain/clock.ts';
import type { ComeBack } from '../../domain/come-backs.ts';
import { changedFields } from '../../domain/edits.ts';
import type { EventOf } from '../../domain/history.ts';
import { Problem } from '../../domain/problems.ts';
import type { StoredWarranty, WarrantyEvents, WarrantyValues } from '../../domain/warranties.ts';
import { begun, daysToBegin, isUnderWarranty, stopped } from '../../domain/warranty-term.ts';
import { newId } from '../base/ids.ts';
import type { Handle } from '../database/tables.ts';
import { shopDay } from '../settings/calendar.ts';
import { readShopSettings } from '../settings/store.ts';
import {
  deleteWarranty,
  findWarranty,
  insertComeBack,
  insertWarranty,
  updateWarranty,
  warrantiesOfTicket,
} from './store.ts';

/** What pickups and come-backs do to a ticket's warranties. Callers that write have locked the ticket. */

type GivenWarranty = WarrantyValues & { warrantyId: string };

export type WarrantyEvent = EventOf<keyof WarrantyEvents>;

/** The part of an event about warranties, if there is anything to say. */
export const warrantyData = (warranties: readonly StoredWarranty[]) =>
  warranties.length === 0
    ? {}
    : { warranties: warranties.map(({ what, until }) => ({ what, until })) };

export const valuesOf = ({ what, days }: WarrantyValues): WarrantyValues => ({ what, days });

/** Those that the next pickup will begin. */
const isWaiting = (warranty: Warranty) =>
  warranty.from === null && warranty.continuedOn === null && daysToBegin(warranty) > 0;

/** @returns whether a ticket already has what the request gives; true if it gives nothing */
export async function hasWarranties(
  tx: Handle,
  ticketNumber: string,
  given: readonly GivenWarranty[] | null | undefined,
): Promise<boolean> {
  if (given == null) return true;
  const stored = await warrantiesOfTicket(tx, ticketNumber);
  return given.every(({ warrantyId, what, days }) =>
    stored.some((one) => one.id === warrantyId && one.what === what && one.days === days),
  );
}

/**
 * Stores the warranties that begin with a pickup, replacing those recorded for it.
 *
 * @param given null or left out: the recorded ones stay
 * @returns the changes, for the history
 * @throws Problem warranty-id-taken
 */
export async function settleWarranties(
  tx: Handle,
  { ticketNumber }: Pick<Repair, 'ticketNumber'>,
  given: readonly GivenWarranty[] | null | undefined,
  at: string,
): Promise<WarrantyEvent[]> {
  if (given == null) return [];
  const waiting = (await warrantiesOfTicket(tx, ticketNumber)).filter(isWaiting);
  const events: WarrantyEvent[] = [];
  for (const warranty of waiting) {
    if (given.some(({ warrantyId }) => warrantyId === warranty.id)) continue;
    await deleteWarranty(tx, warranty.id);
    events.push(removedEvent(warranty));
  }
  for (const { warrantyId: id, ...values } of given) {
    const stored = waiting.find((one) => one.id === id);
    if (stored === undefined) {
      if (await findWarranty(tx, id)) throw new Problem('warranty-id-taken');
      const added = { id, ticketNumber, ...values, daysUsed: 0, from: null, until: null };
      await insertWarranty(tx, { ...added, continues: null }, at);
      events.push(addedEvent(added));
      continue;
    }
    const changes = changedFields({ ...valuesOf(stored) }, values);
    if (Object.keys(changes.after).length === 0) continue;
    await updateWarranty(tx, id, { ...stored, ...values }, at);
    const data = { warrantyId: id, what: values.what, ...changes };
    events.push({ kind: 'warranty-changed', data });
  }
  return events;
}

export const addedEvent = (warranty: WarrantyValues & { id: string }): WarrantyEvent => ({
  kind: 'warranty-added',
  data: {
    warrantyId: warranty.id,
    what: warranty.what,
    before: null,
    after: valuesOf(warranty),
  },
});

export const removedEvent = (warranty: WarrantyValues & { id: string }): WarrantyEvent => ({
  kind: 'warranty-removed',
  data: {
    warrantyId: warranty.id,
    what: warranty.what,
    before: valuesOf(warranty),
    after: null,
  },
});

/** The date of a pickup, on the shop's calendar. @param at ISO 8601 in UTC */
export async function pickupDate(db: Handle, at: string): Promise<string> {
  return dateIn(Date.parse(at), zoneInForce(await readShopSettings(db)));
}

/** The watch is picked up: the warranties recorded for the pickup begin. @returns those that began */
export async function beginWarranties(
  tx: Handle,
  { ticketNumber }: Pick<Repair, 'ticketNumber'>,
  at: string,
): Promise<Warranty[]> {
  const waiting = (await warrantiesOfTicket(tx, ticketNumber)).filter(isWaiting);
  if (waiting.length === 0) return [];
  const today = await pickupDate(tx, at);
  const running = waiting.map((one) => begun(one, today));
  for (const one of running) await updateWarranty(tx, one.id, one, at);
  return running;
}

/** The pickup was undone, or the watch is back: the days stop. @returns those that stopped */
export async function stopWarranties(
  tx: Handle,
  { ticketNumber }: Pick<Repair, 'ticketNumber'>,
  at: string,
): Promise<Warranty[]> {
  const running = (await warrantiesOfTicket(tx, ticketNumber)).filter(
    ({ from, continuedOn }) => from !== null && continuedOn === null,
  );
  if (running.length === 0) return [];
  const today = await pickupDate(tx, at);
  const waiting = running.map((one) => stopped(one, today));
  for (const one of waiting) await updateWarranty(tx, one.id, one, at);
  return waiting;
}

/**
 * The watch is back in the shop on another ticket: the rest of its warranties continues with that one's pickup.
 *
 * @param ticketNumber of the new ticket
 * @param now milliseconds since 1970
 */
export async function takeInComeBack(
  tx: Handle,
  comeBack: ComeBack,
  ticketNumber: string,
  now: number,
  at: string,
): Promise<void> {
  await insertComeBack(tx, { id: newId(now), ticketNumber, ...comeBack }, at);
  const { today } = await shopDay(tx, now);
  const stored = await warrantiesOfTicket(tx, comeBack.ofTicketNumber);
  for (const one of stored) {
    if (one.continuedOn !== null || !isUnderWarranty(one.until, today)) continue;
    const rest = stopped(one, today);
    if (daysToBegin(rest) === 0) continue;
    await insertWarranty(tx, { ...rest, id: newId(now), ticketNumber, continues: one.id }, at);
  }
}
