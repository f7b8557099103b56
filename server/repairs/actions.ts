import type { Checked } from '../../domain/api.ts';
import type { Repair, SmsResult } from '../../domain/api-answers.ts';
import { changedFields, changesOf, isVersionSeen } from '../../domain/edits.ts';
import { pickFields, toColumns } from '../../domain/field-list.ts';
import { photoNameFromUrl } from '../../domain/photos.ts';
import { Problem } from '../../domain/problems.ts';
import { type RepairValues, repairFields } from '../../domain/repair-fields.ts';
import type { Technician } from '../../domain/shop-settings.ts';
import type { MessageKind } from '../../domain/text-kinds.ts';
import { isoTime } from '../base/clock.ts';
import { requireVersionSeen } from '../base/version.ts';
import { dialectOf } from '../database/dialect.ts';
import type { Handle } from '../database/tables.ts';
import { updateCurrent } from '../estimates/store.ts';
import { recordRepairEvent } from '../history/record.ts';
import { discardPhotos } from '../photos/actions.ts';
import type { Deps } from '../ports/deps.ts';
import type { OutgoingText } from '../ports/text-sender.ts';
import { readShopSettings, technicianKey } from '../settings/store.ts';
import { stopHeldText } from '../texts/held-texts.ts';
import { deliverSoon, resultOfRefusal, sendableTo } from '../texts/sending.ts';
import { prepareText } from '../texts/store.ts';
import { checkPromise, datesOfSwitched } from './promises.ts';
import { getRepair, lockTicket, refreshSearchText, takeAction, updateTicket } from './store.ts';
import { readUndoState, writeLastAssignment, writeSameDaySwitch } from './undo-state.ts';
import { isHolderUnused, lockHolder, noTechnician } from './unused-technician.ts';
import { keyColumns } from './watch-store.ts';

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
  isHeld = false,
): Promise<OutgoingText | SmsResult> {
  try {
    const phone = await sendableTo(tx, repair);
    const { ticketNumber } = repair;
    return await prepareText(tx, { kind, ticketNumber, phone, body, isHeld }, at);
  } catch (error) {
    if (error instanceof Problem) return resultOfRefusal(error);
    throw error;
  }
}

export const deliverCustomerText = async (deps: Deps, prepared: OutgoingText | SmsResult) =>
  'state' in prepared ? prepared : deliverSoon(deps, prepared);

/**
 * @param ifMatch the version that was seen (domain/edits.ts)
 * @throws Problem repair-not-found, repair-status; changed-meanwhile with the ticket as it is now;
 *   validation-failed for a date that cannot be promised
 */
export async function editRepair(
  deps: Deps,
  reference: string,
  { isSameDay, completionNotes, completedPhotoUrl, ...fields }: Checked<'editRepair', 'body'>,
  ifMatch?: string,
): Promise<Repair> {
  const { database } = deps;
  const now = deps.clock();
  const at = isoTime(now);
  const { repair, photo } = await database.transact(async (tx) => {
    const { clientId } = await getRepair(tx, reference);
    // The ticket's search line contains the client's name and phone.
    await dialectOf(tx).lockClients(tx, [clientId]);
    const before = await lockTicket(tx, reference);
    requireVersionSeen(ifMatch, before.updatedAt, { repair: before });
    // The flag and the fields are two actions: each is checked against the ticket's status.
    const isSwitched = isSameDay !== undefined && isSameDay !== before.isSameDay;
    const switched = isSwitched
      ? await switchSameDay(tx, before, isSameDay, fields.expectedOn !== undefined, now)
      : before;
    const photo = await editCompletion(tx, before, { completionNotes, completedPhotoUrl }, at);
    const given = Object.entries(fields).filter(([, value]) => value !== undefined);
    if (given.length === 0) return { repair: await getRepair(tx, reference), photo };
    const stored = pickFields(repairFields, switched);
    const next: RepairValues = { ...stored, ...Object.fromEntries(given) };
    // One that has passed meanwhile may stay.
    if (next.expectedOn !== stored.expectedOn) await checkPromise(tx, now, next.expectedOn);
    const edited = await takeAction(tx, reference, 'edit', {
      ...toColumns(repairFields, next),
      ...keyColumns(next),
      first_expected_on: switched.firstExpectedOn ?? next.expectedOn,
      updated_at: at,
    });
    await refreshSearchText(tx, { ticket_number: edited.ticketNumber });
    await recordRepairEvent(tx, edited, at, {
      kind: 'repair-edited',
      data: changedFields(stored, next),
    });
    return { repair: edited, photo };
  });
  if (photo !== null) await discardPhotos(deps, [photo]);
  return repair;
}

/**
 * Switches the same-day flag, and the date promised with it.
 *
 * @param keepsDate whether another date is given along with it
 * @throws Problem repair-status
 */
async function switchSameDay(
  tx: Handle,
  before: Repair,
  isSameDay: boolean,
  keepsDate: boolean,
  now: number,
): Promise<Repair> {
  const at = isoTime(now);
  const dates = keepsDate ? before : await datesOfSwitched(tx, before, isSameDay, now);
  const repair = await takeAction(tx, before.ticketNumber, 'toggle-same-day', {
    is_same_day: isSameDay ? 1 : 0,
    expected_on: dates.expectedOn,
    first_expected_on: dates.firstExpectedOn,
    same_day_switch: isSameDay ? writeSameDaySwitch(changedFields({ ...before }, dates)) : null,
    updated_at: at,
  });
  const data = {
    isSameDay,
    ...changesOf(before, repair, ['isSameDay', 'expectedOn', 'firstExpectedOn']),
  };
  await recordRepairEvent(tx, repair, at, { kind: 'repair-same-day', data });
  return repair;
}

/**
 * Edits a completion's note, or removes its photo.
 *
 * @returns the name of a photo that its ticket no longer names
 * @throws Problem repair-status
 */
async function editCompletion(
  tx: Handle,
  before: Repair,
  given: Pick<Checked<'editRepair', 'body'>, 'completionNotes' | 'completedPhotoUrl'>,
  at: string,
): Promise<string | null> {
  const { completionNotes, completedPhotoUrl } = before;
  const stored = { completionNotes, completedPhotoUrl };
  const next = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as Partial<typeof stored>;
  if (Object.keys(next).length === 0) return null;
  const whole = { ...stored, ...next };
  const repair = await takeAction(tx, before.ticketNumber, 'edit-completion', {
    completion_notes: whole.completionNotes,
    completed_photo_url: whole.completedPhotoUrl,
    updated_at: at,
  });
  const data = changedFields(stored, whole);
  await recordRepairEvent(tx, repair, at, { kind: 'repair-completion-edited', data });
  const isSame = whole.completedPhotoUrl === completedPhotoUrl;
  return isSame ? null : photoNameFromUrl(completedPhotoUrl ?? '');
}

/** What the work on a ticket changes. */
export const workFields = [
  'status',
  'assignedTo',
  'assignedWatchmaker',
  'completionNotes',
] as const satisfies (keyof Repair)[];

/** @throws Problem technician-not-found; technician-away */
export async function technicianForWork(
  tx: Handle,
  technicianId: string,
  path = 'technicianId',
): Promise<Technician> {
  // Someone who marks the technician “Not used” in the meantime waits for this, and then counts the repair.
  await dialectOf(tx).lock(tx, technicianKey(technicianId));
  const { technicians } = await readShopSettings(tx);
  const technician = technicians.find(({ id }) => id === technicianId);
  const refusal = (message: string) => ({ errors: [{ path, message }] });
  if (!technician) throw new Problem('technician-not-found', refusal('Please select a technician'));
  if (technician.isAway || technician.isUnused) {
    const why = technician.isUnused ? 'is marked “Not used”' : 'is away';
    const message = `${technician.name} ${why}. Please select another technician.`;
    throw new Problem('technician-away', { detail: message, ...refusal(message) });
  }
  return technician;
}

/**
 * Assigns a repair to a technician; one that is at the bench already, only if `fromTechnicianId` has it.
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
    const before = await lockTicket(tx, reference);
    const { status, assignedTo, assignedWatchmaker } = before;
    const replaced = { status, assignedTo, assignedWatchmaker };
    const patch = {
      assigned_to: id,
      assigned_watchmaker: name,
      // A reassignment is undone by another one.
      last_assignment: fromTechnicianId === null ? writeLastAssignment({ replaced }) : null,
      updated_at: at,
    };
    const isAccepted = status === 'estimate-accepted';
    const repair = await (fromTechnicianId === null
      ? takeAction(tx, reference, isAccepted ? 'assign-accepted' : 'assign', patch)
      : takeAction(tx, reference, 'reassign', patch, { assigned_to: fromTechnicianId }));
    if (fromTechnicianId === null && isAccepted) {
      await updateCurrent(tx, repair.ticketNumber, { status: 'assigned' }, ['accepted']);
    }
    await recordRepairEvent(tx, repair, at, {
      kind: fromTechnicianId === null ? 'repair-assigned' : 'repair-reassigned',
      data: { technician: name, ...changesOf(before, repair, workFields) },
    });
    return repair;
  });
}

/**
 * Undoes an assignment before anything else has been done with the ticket: it goes back to its earlier
 * technician, if any. Repeating it changes nothing.
 *
 * @param ifMatch the version that the assignment left (domain/edits.ts): without it nothing is undone, as
 *   the assignment could be a colleague's
 * @throws Problem repair-not-found, repair-status; changed-meanwhile with the ticket as it is now
 */
export function undoAssign(
  { database, clock }: Deps,
  reference: string,
  ifMatch: string | undefined,
): Promise<Repair> {
  const at = isoTime(clock());
  return database.transact(async (tx) => {
    const before = await lockTicket(tx, reference);
    const { ticketNumber } = before;
    const { lastAssignment } = await readUndoState(tx, ticketNumber);
    const was = lastAssignment?.replaced;
    if (was === null) return before;
    if (ifMatch === undefined || !isVersionSeen(ifMatch, before.updatedAt)) {
      throw new Problem('changed-meanwhile', { extra: { repair: before } });
    }
    if (was === undefined) throw new Problem('repair-status', { extra: { repair: before } });
    const isAccepted = was.status === 'estimate-accepted';
    await lockHolder(tx, was);
    const isUnused = await isHolderUnused(tx, was);
    const repair = await takeAction(
      tx,
      reference,
      isAccepted ? 'undo-assign-accepted' : 'undo-assign',
      {
        assigned_to: was.assignedTo,
        assigned_watchmaker: was.assignedWatchmaker,
        ...(isUnused && noTechnician),
        last_assignment: writeLastAssignment({ replaced: null }),
        updated_at: at,
      },
    );
    if (isAccepted) await updateCurrent(tx, ticketNumber, { status: 'accepted' }, ['assigned']);
    const data = changesOf(before, repair, workFields);
    await recordRepairEvent(tx, repair, at, { kind: 'repair-assignment-undone', data });
    return repair;
  });
}

/** Begins work. @throws Problem repair-not-found, repair-status */
export function startRepair({ database, clock }: Deps, reference: string): Promise<Repair> {
  const at = isoTime(clock());
  return database.transact(async (tx) => {
    const before = await lockTicket(tx, reference);
    const repair = await takeAction(tx, reference, 'start', { updated_at: at });
    const data = changesOf(before, repair, workFields);
    await recordRepairEvent(tx, repair, at, { kind: 'repair-started', data });
    return repair;
  });
}

/**
 * Deletes a repair with its estimates, texts and photos; it can be restored
 * (docs/decisions/history-and-deletion.md).
 *
 * @throws Problem repair-not-found
 */
export async function deleteRepair({ database, clock }: Deps, reference: string): Promise<void> {
  const at = isoTime(clock());
  await database.transact(async (tx) => {
    const repair = await lockTicket(tx, reference);
    const { repairId, ticketNumber } = repair;
    const messageId = await stopHeldText(tx, ticketNumber, 'deleted', at);
    await updateTicket(tx, ticketNumber, { deleted_at: at, held_until: null });
    const data = { messageId, ...changedFields({ deleted: false }, { deleted: true }) };
    await recordRepairEvent(tx, repair, at, { kind: 'repair-deleted', repairId, data });
  });
}
