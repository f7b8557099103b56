import type { Checked } from '../../domain/api.ts';
import type { Repair } from '../../domain/api-answers.ts';
import type { Part } from '../../domain/api-parts.ts';
import { changedFields, isVersionSeen } from '../../domain/edits.ts';
import { pickFields } from '../../domain/field-list.ts';
import type { EventOf } from '../../domain/history.ts';
import { type PartEvents, type PartValues, partFields } from '../../domain/parts.ts';
import { Problem } from '../../domain/problems.ts';
import { isoTime } from '../base/clock.ts';
import { dialectOf } from '../database/dialect.ts';
import type { Handle } from '../database/tables.ts';
import { recordRepairEvent } from '../history/record.ts';
import type { Deps } from '../ports/deps.ts';
import { keepUndoable } from '../repairs/completion-store.ts';
import { getRepair, lockOwnTicket, updateTicket } from '../repairs/store.ts';
import { deletePart, findPart, insertPart, updatePart } from './store.ts';

/** What staff record about the parts that a repair needs. */

interface Written {
  part: Part;
  repair: Repair;
}

const valuesOf = (part: PartValues) => pickFields(partFields, part);

/** The ticket has changed with its part: it is not quiet, and the screens fetch it again. */
async function noteOnTicket(
  tx: Handle,
  before: Repair,
  at: string,
  event: EventOf<keyof PartEvents>,
): Promise<Repair> {
  const { ticketNumber } = before;
  await updateTicket(tx, ticketNumber, { updated_at: at });
  await keepUndoable(tx, before, at);
  const repair = await getRepair(tx, ticketNumber);
  await recordRepairEvent(tx, repair, at, event);
  return repair;
}

/** @throws Problem part-not-found */
async function getPart(tx: Handle, id: string): Promise<Part> {
  const part = await findPart(tx, id);
  if (!part) throw new Problem('part-not-found');
  return part;
}

/**
 * A part and its ticket, locked.
 *
 * @param ifMatch the version that was seen (domain/edits.ts)
 * @throws Problem part-not-found, repair-not-found, repair-status; changed-meanwhile with the part and
 *   the ticket as they are now
 */
async function lockPart(tx: Handle, id: string, ifMatch: string | undefined): Promise<Written> {
  const { ticketNumber } = await getPart(tx, id);
  const repair = await lockOwnTicket(tx, ticketNumber);
  const part = await getPart(tx, id);
  if (isVersionSeen(ifMatch, part.updatedAt)) return { part, repair };
  throw new Problem('changed-meanwhile', { extra: { part, repair } });
}

/**
 * Records a part that a repair needs. The same `partId` with the same content answers with the part
 * that exists.
 *
 * @throws Problem repair-not-found, repair-status, part-id-taken
 */
export function addPart(
  { database, clock }: Deps,
  reference: string,
  { partId, ...values }: Checked<'addPart', 'body'>,
): Promise<Written & { isRepeat: boolean }> {
  return database.transact(async (tx) => {
    await dialectOf(tx).lock(tx, `part ${partId}`);
    const before = await lockOwnTicket(tx, reference);
    const { ticketNumber } = before;
    const existing = await findPart(tx, partId);
    if (existing) {
      const { after } = changedFields(valuesOf(existing), values);
      const isSame = existing.ticketNumber === ticketNumber && Object.keys(after).length === 0;
      if (isSame) return { part: existing, repair: before, isRepeat: true };
      throw new Problem('part-id-taken', { extra: { repair: before } });
    }
    const at = isoTime(clock());
    await insertPart(tx, { id: partId, ticketNumber }, values, at);
    const part = await getPart(tx, partId);
    const repair = await noteOnTicket(tx, before, at, {
      kind: 'part-added',
      data: { partId, description: part.description, before: null, after: valuesOf(part) },
    });
    return { part, repair, isRepeat: false };
  });
}

/** Changes a part; the same again changes nothing. @throws Problem as for {@link lockPart} */
export function changePart(
  { database, clock }: Deps,
  id: string,
  edit: Checked<'changePart', 'body'>,
  ifMatch?: string,
): Promise<Written> {
  return database.transact(async (tx) => {
    const before = await lockPart(tx, id, ifMatch);
    const stored = valuesOf(before.part);
    const given = Object.entries(edit).filter(([, value]) => value !== undefined);
    const next: PartValues = { ...stored, ...Object.fromEntries(given) };
    const changes = changedFields({ ...stored }, { ...next });
    if (Object.keys(changes.after).length === 0) return before;
    const at = isoTime(clock());
    await updatePart(tx, id, next, at);
    const repair = await noteOnTicket(tx, before.repair, at, {
      kind: 'part-changed',
      data: { partId: id, description: next.description, ...changes },
    });
    return { part: await getPart(tx, id), repair };
  });
}

/** Removes a part; its history stays. @throws Problem as for {@link lockPart} */
export function removePart(
  { database, clock }: Deps,
  id: string,
  ifMatch?: string,
): Promise<Repair> {
  return database.transact(async (tx) => {
    const { part, repair } = await lockPart(tx, id, ifMatch);
    await deletePart(tx, id);
    return noteOnTicket(tx, repair, isoTime(clock()), {
      kind: 'part-removed',
      data: { partId: id, description: part.description, before: valuesOf(part), after: null },
    });
  });
}
