import type { Checked } from '../../domain/api.ts';
import type { Repair } from '../../domain/api-answers.ts';
import type { Part } from '../../domain/api-parts.ts';
import { editedFields, hasValues } from '../../domain/edits.ts';
import { pickFields } from '../../domain/field-list.ts';
import type { EventOf } from '../../domain/history.ts';
import { type PartEvents, type PartValues, partFields } from '../../domain/parts.ts';
import { Problem } from '../../domain/problems.ts';
import { isoTime } from '../base/clock.ts';
import { requireVersionSeen } from '../base/version.ts';
import { dialectOf } from '../database/dialect.ts';
import type { Handle } from '../database/tables.ts';
import { recordTicketTableEvent } from '../history/ticket-table-event.ts';
import type { Deps } from '../ports/deps.ts';
import { lockOwnTicket } from '../repairs/store.ts';
import { deletePart, findPart, insertPart, updatePart } from './store.ts';

/** What staff record about the parts that a repair needs. */

interface Written {
  part: Part;
  repair: Repair;
}

const valuesOf = (part: PartValues) => pickFields(partFields, part);

/** Unlike other rows, a part is in the way of undoing a completion for which the customer waited. */
const recordPartEvent = (
  tx: Handle,
  before: Repair,
  at: string,
  event: EventOf<keyof PartEvents>,
) => recordTicketTableEvent(tx, before, at, event, 'payment or part');

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
  const repair = await lockOwnTicket(tx, (await getPart(tx, id)).ticketNumber);
  const part = await getPart(tx, id);
  requireVersionSeen(ifMatch, part.updatedAt, { part, repair });
  return { part, repair };
}

/**
 * Records a part that a repair needs. Repeating the same `partId` with the same content returns the existing part.
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
      const isRepeat = hasValues(existing, { ticketNumber, ...values });
      if (isRepeat) return { part: existing, repair: before, isRepeat };
      throw new Problem('part-id-taken', { extra: { repair: before } });
    }
    const at = isoTime(clock());
    await insertPart(tx, { id: partId, ticketNumber }, values, at);
    const part = await getPart(tx, partId);
    const repair = await recordPartEvent(tx, before, at, {
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
    const { next, changes } = editedFields(valuesOf(before.part), edit);
    if (changes === null) return before;
    const at = isoTime(clock());
    await updatePart(tx, id, next, at);
    const repair = await recordPartEvent(tx, before.repair, at, {
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
    return recordPartEvent(tx, repair, isoTime(clock()), {
      kind: 'part-removed',
      data: { partId: id, description: part.description, before: valuesOf(part), after: null },
    });
  });
}
