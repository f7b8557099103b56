import type { Checked } from '../../domain/api.ts';
import type { Repair, SmsResult } from '../../domain/api-answers.ts';
import { changedFields, isVersionSeen } from '../../domain/edits.ts';
import { declinedCompletionNote } from '../../domain/estimate-answers.ts';
import { pickFields, toColumns } from '../../domain/field-list.ts';
import type { MessageKind } from '../../domain/messages.ts';
import { Problem } from '../../domain/problems.ts';
import { type RepairValues, repairFields } from '../../domain/repair-fields.ts';
import { isAllowed } from '../../domain/repair-status.ts';
import { repairSearchLine } from '../../domain/search-text.ts';
import type { ShopSettings, Technician } from '../../domain/shop-settings.ts';
import { composeText } from '../../domain/texts.ts';
import { isoTime } from '../clock.ts';
import { record } from '../database/changes.ts';
import { dialectOf } from '../database/dialect.ts';
import type { Handle } from '../database/tables.ts';
import type { Deps } from '../deps.ts';
import { updateCurrent } from '../estimates/store.ts';
import { reachableLink } from '../photos/actions.ts';
import type { NewEvent } from '../shop/history.ts';
import { readShopSettings } from '../shop/settings.ts';
import type { OutgoingText } from '../texts/sender.ts';
import { deliverSoon, prepareText, sendableTo, textSubject } from '../texts/sending.ts';
import { getRepair, lockTicket, takeAction, updateTicket } from './store.ts';

/** Records what was done to a ticket: an event for its history, and a change for the screens. */
export async function noteRepair(
  tx: Handle,
  { id, ticketNumber }: Pick<Repair, 'id' | 'ticketNumber'>,
  at: string,
  { data, ...event }: { kind: string; actor?: NewEvent['actor']; repairId?: string; data: object },
): Promise<void> {
  await record(tx, {
    at,
    events: [{ actor: 'staff', ticketNumber, ...event, data: { ...data } }],
    changes: [{ entity: 'repair', id, what: event.kind.replace('repair-', ''), ticketNumber }],
  });
}

export interface WithSms {
  repair: Repair;
  sms: SmsResult;
}

/**
 * Records a text about a repair. Whether it can be sent never decides what is done.
 *
 * @returns it, or why there is none
 */
export async function prepareCustomerText(
  tx: Handle,
  repair: Repair,
  kind: MessageKind,
  body: string,
  at: string,
): Promise<OutgoingText | SmsResult> {
  try {
    const phone = sendableTo(repair);
    const { ticketNumber } = repair;
    return await prepareText(tx, { kind, ticketNumber, phone, body }, at);
  } catch (error) {
    if (error instanceof Problem) return { state: 'failed', detail: error.message };
    throw error;
  }
}

export const deliverCustomerText = async (deps: Deps, prepared: OutgoingText | SmsResult) =>
  'state' in prepared ? prepared : deliverSoon(deps, prepared);

/**
 * @param ifMatch the version that was seen (domain/edits.ts)
 * @throws Problem repair-not-found, repair-status; changed-meanwhile with the ticket as it stands
 */
export function editRepair(
  { database, clock }: Deps,
  reference: string,
  { isSameDay, ...fields }: Checked<'editRepair', 'body'>,
  ifMatch?: string,
): Promise<Repair> {
  const at = isoTime(clock());
  return database.transact(async (tx) => {
    const { clientId } = await getRepair(tx, reference);
    // The line that the ticket is found by has the client's name and phone in it.
    await dialectOf(tx).holdClients(tx, [clientId]);
    const before = await lockTicket(tx, reference);
    if (!isVersionSeen(ifMatch, before.updatedAt)) {
      throw new Problem('changed-meanwhile', { extra: { repair: before } });
    }
    // The flag and the fields are two actions: each is checked against the ticket's status.
    if (isSameDay !== undefined && isSameDay !== before.isSameDay) {
      const repair = await takeAction(tx, reference, 'toggle-same-day', {
        is_same_day: isSameDay ? 1 : 0,
        updated_at: at,
      });
      const changes = changedFields({ isSameDay: before.isSameDay }, { isSameDay });
      await noteRepair(tx, repair, at, {
        kind: 'repair-same-day',
        data: { isSameDay, ...changes },
      });
    }
    const given = Object.entries(fields).filter(([, value]) => value !== undefined);
    if (given.length === 0) return getRepair(tx, reference);
    const stored = pickFields(repairFields, before);
    const next: RepairValues = { ...stored, ...Object.fromEntries(given) };
    const repair = await takeAction(tx, reference, 'edit', {
      ...toColumns(repairFields, next),
      search_text: repairSearchLine({ ...before, ...next }),
      updated_at: at,
    });
    await noteRepair(tx, repair, at, { kind: 'repair-edited', data: changedFields(stored, next) });
    return repair;
  });
}

function workChanges(before: Repair, after: Repair) {
  const work = ({ status, assignedTo, assignedWatchmaker, completionNotes }: Repair) => ({
    status,
    assignedTo,
    assignedWatchmaker,
    completionNotes,
  });
  return changedFields(work(before), work(after));
}

/** @throws Problem technician-not-found; technician-away */
async function technicianForWork(tx: Handle, technicianId: string): Promise<Technician> {
  const { technicians } = await readShopSettings(tx);
  const technician = technicians.find(({ id }) => id === technicianId);
  const refusal = (message: string) => ({ errors: [{ path: 'technicianId', message }] });
  if (!technician) throw new Problem('technician-not-found', refusal('Please select a technician'));
  if (technician.isAway) {
    const message = `${technician.name} is away. Please select another technician.`;
    throw new Problem('technician-away', { detail: message, ...refusal(message) });
  }
  return technician;
}

/**
 * Gives a repair to a technician; one that is at the bench already only from the one who has it.
 *
 * @throws Problem technician-not-found, technician-away, repair-not-found, repair-status
 */
export async function assignRepair(
  { database, clock }: Deps,
  reference: string,
  technicianId: string,
  fromTechnicianId: string | null,
): Promise<Repair> {
  const at = isoTime(clock());
  return database.transact(async (tx) => {
    const { id, name } = await technicianForWork(tx, technicianId);
    const patch = { assigned_to: id, assigned_watchmaker: name, updated_at: at };
    const before = await lockTicket(tx, reference);
    const isAccepted = before.status === 'estimate-accepted';
    const repair = await (fromTechnicianId === null
      ? takeAction(tx, reference, isAccepted ? 'assign-accepted' : 'assign', patch)
      : takeAction(tx, reference, 'reassign', patch, { assigned_to: fromTechnicianId }));
    if (fromTechnicianId === null && isAccepted) {
      await updateCurrent(tx, repair.ticketNumber, { status: 'assigned' }, ['accepted']);
    }
    await noteRepair(tx, repair, at, {
      kind: fromTechnicianId === null ? 'repair-assigned' : 'repair-reassigned',
      data: { technician: name, ...workChanges(before, repair) },
    });
    return repair;
  });
}

/** Begins work. @throws Problem repair-not-found, repair-status */
export function startRepair({ database, clock }: Deps, reference: string): Promise<Repair> {
  const at = isoTime(clock());
  return database.transact(async (tx) => {
    const before = await lockTicket(tx, reference);
    const repair = await takeAction(tx, reference, 'start', { updated_at: at });
    const data = workChanges(before, repair);
    await noteRepair(tx, repair, at, { kind: 'repair-started', data });
    return repair;
  });
}

/** Where the customer can open the completion photo; found before the ticket is completed. */
async function completionPhoto(
  deps: Deps,
  reference: string,
): Promise<{ url: string; link: string } | null> {
  const { status, completedPhotoUrl: url } = await getRepair(deps.database.read, reference);
  if (url === null || !isAllowed('complete', status)) return null;
  const link = await reachableLink(deps, url);
  return link === null ? null : { url, link };
}

/**
 * Completes a repair, or closes one whose estimate was declined, and notifies the customer.
 *
 * @throws Problem repair-not-found, repair-status
 */
export async function completeRepair(
  deps: Deps,
  reference: string,
  notes: string | null,
  outcome: 'approved' | 'declined',
): Promise<WithSms> {
  const { database } = deps;
  const isDeclined = outcome === 'declined';
  const photo = isDeclined ? null : await completionPhoto(deps, reference);
  const at = isoTime(deps.clock());
  const bodyFor = (shop: ShopSettings['shop'], done: Repair) => {
    const about = textSubject(done);
    if (isDeclined) return composeText(shop, { kind: 'done-declined', ...about });
    // Another photo may have taken its place meanwhile.
    return photo?.url === done.completedPhotoUrl
      ? composeText(shop, { kind: 'done-photo', ...about, photoUrl: photo.link })
      : composeText(shop, { kind: 'done', ...about });
  };
  const { repair, prepared } = await database.transact(async (tx) => {
    const before = await lockTicket(tx, reference);
    const done = await takeAction(tx, reference, isDeclined ? 'complete-declined' : 'complete', {
      completed_at: at,
      completion_notes: notes ?? (isDeclined ? declinedCompletionNote : null),
      is_unrepaired: isDeclined ? 1 : 0,
      is_handed_out: 0,
      pickup_reminders: 0,
      updated_at: at,
    });
    const from = [isDeclined ? ('declined' as const) : ('assigned' as const)];
    await updateCurrent(tx, done.ticketNumber, { status: 'completed' }, from);
    const { shop } = await readShopSettings(tx);
    const text = await prepareCustomerText(tx, done, 'done', bodyFor(shop, done), at);
    const data = { outcome, ...workChanges(before, done) };
    await noteRepair(tx, done, at, { kind: 'repair-completed', data });
    return { repair: done, prepared: text };
  });
  const sms = await deliverCustomerText(deps, prepared);
  return { repair: { ...repair, smsSent: repair.smsSent || sms.state === 'sent' }, sms };
}

/**
 * Deletes a repair with its estimates, texts and photos, with a way back
 * (docs/decisions/history-and-deletion.md).
 *
 * @throws Problem repair-not-found
 */
export async function deleteRepair({ database, clock }: Deps, reference: string): Promise<void> {
  const at = isoTime(clock());
  await database.transact(async (tx) => {
    const repair = await lockTicket(tx, reference);
    const { repairId, ticketNumber } = repair;
    await updateTicket(tx, ticketNumber, { deleted_at: at });
    const data = changedFields({ deleted: false }, { deleted: true });
    await noteRepair(tx, repair, at, { kind: 'repair-deleted', repairId, data });
  });
}
