import type { Checked } from '../../domain/api.ts';
import type { Repair } from '../../domain/api-answers.ts';
import { isVersionSeen } from '../../domain/edits.ts';
import { Problem } from '../../domain/problems.ts';
import { isoTime } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import { requireVersionSeen } from '../base/version.ts';
import type { Handle } from '../database/tables.ts';
import { type NewChange, type NewEvent, record } from '../history/record.ts';
import type { Deps } from '../ports/deps.ts';
import { keepUndoable } from '../repairs/completion-store.ts';
import { getRepair, lockOwnTicket, lockTickets, updateTicket } from '../repairs/store.ts';
import {
  joinedByAnswer,
  repairsOfWatch,
  unanswered,
  watchAnswerOf,
} from '../repairs/watch-store.ts';
import { seenRepairs } from './seen.ts';
import { deleteEmptyWatch, insertWatch } from './store.ts';

/** Whether a watch was here before: staff's answers and their undo. */

interface Left {
  events: NewEvent[];
  changes: NewChange[];
}

type Ticket = Pick<Repair, 'id' | 'ticketNumber' | 'updatedAt' | 'heldUntil' | 'collectedAt'>;

const changed = ({ id, ticketNumber }: Ticket, what: string): NewChange => ({
  entity: 'repair',
  id,
  what,
  ticketNumber,
});

/**
 * Stores which watch a ticket is about. The tickets that staff named are joined to it unless they already have an
 * answer. The caller holds all of them (`lockTickets`).
 *
 * @param sameWatchAs the tickets that staff saw as one watch; empty if it is none of those seen
 * @returns what to record in the history; null if the answer no longer fits what is stored and nothing was written
 */
export async function answerFor(
  tx: Handle,
  ticket: Repair,
  sameWatchAs: readonly string[],
  now: number,
): Promise<Left | null> {
  const at = isoTime(now);
  const { ticketNumber } = ticket;
  const seen = await seenRepairs(tx, ticket, ticketNumber);
  const isNamed = (one: Repair) => sameWatchAs.includes(one.ticketNumber);
  const same = seen.find(({ repairs }) =>
    sameWatchAs.every((named) => repairs.some((one) => one.ticketNumber === named)),
  );
  if (sameWatchAs.length > 0 && same === undefined) return null;
  const joins = sameWatchAs.length > 0 ? same : undefined;
  const watchId = joins?.watchId ?? newId(now);
  if (joins?.watchId == null) await insertWatch(tx, watchId, at);
  const unasked = joins?.watchId === null ? joins.repairs.filter(isNamed) : [];
  const joined = [...unasked, ticket];
  for (const one of joined) {
    const patch = { watch_id: watchId, watch_answer_of: ticketNumber, updated_at: at };
    await updateTicket(tx, one.ticketNumber, patch);
    await keepUndoable(tx, one, at, 'note or move');
  }
  const all = [...(joins?.repairs.map((one) => one.ticketNumber) ?? []), ticketNumber];
  return {
    events: joined.map((one) => ({
      kind: 'watch-answered',
      actor: 'staff',
      ticketNumber: one.ticketNumber,
      data: {
        before: { watchId: null },
        after: { watchId },
        sameAs: all.filter((other) => other !== one.ticketNumber),
      },
    })),
    changes: joined.map((one) => changed(one, 'watch-answered')),
  };
}

/** Whether a ticket already has this answer: its watch has the tickets named, or, if none are named, no others. */
async function isAnswered(
  tx: Handle,
  { ticketNumber, watchId }: Repair,
  sameWatchAs: readonly string[],
): Promise<boolean> {
  if (watchId === null) return false;
  const others = (await repairsOfWatch(tx, watchId))
    .map((one) => one.ticketNumber)
    .filter((other) => other !== ticketNumber);
  return sameWatchAs.length === 0
    ? others.length === 0
    : sameWatchAs.every((one) => others.includes(one));
}

/**
 * Answers whether a ticket's watch was here before. The same answer again changes nothing; a different one is
 * refused until the first is undone.
 *
 * @param ifMatch the version that was seen (domain/edits.ts)
 * @throws Problem repair-not-found, repair-status; changed-meanwhile with the ticket as it is now, also if
 *   the tickets named are no longer one watch with its serial
 */
export function answerWatch(
  { database, clock }: Deps,
  reference: string,
  { sameWatchAs }: Checked<'answerWatch', 'body'>,
  ifMatch?: string,
): Promise<Repair> {
  const now = clock();
  return database.transact(async (tx) => {
    await lockTickets(tx, [reference, ...sameWatchAs]);
    const before = await lockOwnTicket(tx, reference);
    if (await isAnswered(tx, before, sameWatchAs)) return before;
    const isSeen = before.watchId === null && isVersionSeen(ifMatch, before.updatedAt);
    const left = isSeen ? await answerFor(tx, before, sameWatchAs, now) : null;
    if (left === null) throw new Problem('changed-meanwhile', { extra: { repair: before } });
    const repair = await getRepair(tx, before.ticketNumber);
    await record(tx, { at: isoTime(now), ...left });
    return repair;
  });
}

/**
 * Undoes the answer by which a ticket got its watch, for all tickets that got it that way. Repeating it
 * changes nothing.
 *
 * @param ifMatch the version that was seen (domain/edits.ts)
 * @throws Problem repair-not-found, repair-status; changed-meanwhile with the ticket as it is now
 */
export function undoWatchAnswer(
  { database, clock }: Deps,
  reference: string,
  ifMatch?: string,
): Promise<Repair> {
  const at = isoTime(clock());
  const joinedWith = async (tx: Handle, { ticketNumber, watchId }: Repair): Promise<Ticket[]> => {
    const answerOf = watchId && (await watchAnswerOf(tx, ticketNumber));
    return watchId && answerOf ? joinedByAnswer(tx, watchId, answerOf) : [];
  };
  return database.transact(async (tx) => {
    const seen = await joinedWith(tx, await getRepair(tx, reference));
    await lockTickets(tx, [reference, ...seen.map((one) => one.ticketNumber)]);
    const before = await lockOwnTicket(tx, reference);
    const { watchId, ticketNumber } = before;
    if (watchId === null) return before;
    requireVersionSeen(ifMatch, before.updatedAt, { repair: before });
    const joined = await joinedWith(tx, before);
    for (const one of joined) {
      await updateTicket(tx, one.ticketNumber, { ...unanswered, updated_at: at });
      await keepUndoable(tx, one, at, 'note or move');
    }
    await deleteEmptyWatch(tx, watchId);
    const repair = await getRepair(tx, ticketNumber);
    await record(tx, {
      at,
      events: joined.map((one) => ({
        kind: 'watch-answer-undone',
        actor: 'staff',
        ticketNumber: one.ticketNumber,
        data: { before: { watchId }, after: { watchId: null } },
      })),
      changes: joined.map((one) => changed(one, 'watch-answer-undone')),
    });
    return repair;
  });
}
