import type { Checked } from '../../domain/api.ts';
import type { Repair } from '../../domain/api-answers.ts';
import { changesOf, type FieldChanges } from '../../domain/edits.ts';
import { isolated } from '../../domain/isolated.ts';
import { moveWords } from '../../domain/places.ts';
import { fieldProblem, Problem } from '../../domain/problems.ts';
import { isoTime } from '../base/clock.ts';
import { dialectOf } from '../database/dialect.ts';
import type { Handle } from '../database/tables.ts';
import { recordRepairEvent } from '../history/record.ts';
import { ticketEvents } from '../history/store.ts';
import type { Deps } from '../ports/deps.ts';
import { readShopSettings } from '../settings/store.ts';
import { keepUndoable } from './completion-store.ts';
import { getRepair, lockOwnTicket, refreshSearchText, updateTicket } from './store.ts';

/** Who moved a watch last, and from where, as far as the history tells. */
async function lastMove(tx: Handle, { ticketNumber }: Repair) {
  const events = await ticketEvents(tx, ticketNumber);
  const moved = events.findLast(({ kind }) => kind === 'repair-moved');
  const { before = {} } = (moved?.data ?? {}) as Partial<FieldChanges>;
  return {
    initials: moved?.initials ?? null,
    from: typeof before.place === 'string' ? before.place : null,
  };
}

/**
 * Says where a watch is. The same place again changes nothing.
 *
 * @throws Problem repair-not-found, repair-status; moved-meanwhile with the ticket, if it is no longer at
 *   the place that was seen; validation-failed for a place that the shop doesn't have
 */
export function moveRepair(
  { database, clock }: Deps,
  reference: string,
  { place, seenPlace }: Checked<'moveRepair', 'body'>,
): Promise<Repair> {
  const at = isoTime(clock());
  return database.transact(async (tx) => {
    const { clientId } = await getRepair(tx, reference);
    // The ticket's search line contains the client's name and phone.
    await dialectOf(tx).lockClients(tx, [clientId]);
    const before = await lockOwnTicket(tx, reference);
    if (before.place === place) return before;
    const { ticketNumber } = before;
    const last = await lastMove(tx, before);
    if (before.place !== seenPlace) {
      const detail = `${last.initials ?? 'Someone else'} ${moveWords(last.from, before.place)} first. Nothing was changed.`;
      throw new Problem('moved-meanwhile', { detail, extra: { repair: before } });
    }
    const { places } = await readShopSettings(tx);
    // An undo restores a place that the shop may have taken out of its list since.
    if (place !== null && place !== last.from && !places.includes(place)) {
      throw fieldProblem('place', `${isolated(place)} is not one of the shop’s places`);
    }
    await updateTicket(tx, ticketNumber, { place, updated_at: at });
    await refreshSearchText(tx, { ticket_number: ticketNumber });
    if (before.heldUntil !== null) await keepUndoable(tx, before, at, 'note or move');
    const repair = await getRepair(tx, ticketNumber);
    const data = changesOf(before, repair, ['place']);
    await recordRepairEvent(tx, repair, at, { kind: 'repair-moved', data });
    return repair;
  });
}
