import { dayMs } from './clock.ts';

/** How long what was deleted can be restored. A shop decision (docs/decisions/history-and-deletion.md). */

export const keptDeletedDays = 30;

/** @returns the moment, in milliseconds; what was deleted at or before it can't be restored */
export function deletedForGoodBefore(now: number): number {
  return now - keptDeletedDays * dayMs;
}

/** @returns until when what was deleted at a moment can be brought back, in milliseconds */
export function keptUntil(deletedAt: number): number {
  return deletedAt + keptDeletedDays * dayMs;
}

/**
 * A photo that no ticket names may belong to a ticket that is being written, or the data may be an older
 * copy. @returns whether it is old enough that a ticket would name it by now
 */
export function isOldEnoughToSweep(storedAt: number, now: number): boolean {
  return now - storedAt > keptDeletedDays * dayMs;
}

/** What staff should know when a repair is restored. */
interface RestoredRepairFacts {
  hasOptedOut: boolean;
  /** Its estimate ran out while the repair was deleted. */
  hasExpired: boolean;
  isClientDeleted: boolean;
  /** The name of the technician who had it, if they have been marked “Not used” since. */
  unusedTechnician: string | null;
  /** A ticket that has been taken in for the same watch since the deletion. */
  sameWatch: string | null;
}

/** @returns what staff should know about a repair that they have brought back, one sentence each */
export function restoredRepairNotes(facts: RestoredRepairFacts): string[] {
  return [
    facts.sameWatch !== null &&
      `Ticket ${facts.sameWatch} was created for the same watch in the meantime.`,
    facts.unusedTechnician !== null &&
      `${facts.unusedTechnician} is marked “Not used”, so no one has the repair.`,
    facts.hasExpired && 'Its estimate has expired unanswered in the meantime.',
    facts.hasOptedOut && 'The customer replied STOP, so no text can be sent about it.',
    facts.isClientDeleted &&
      'Its client was deleted: the ticket keeps the details, the directory does not.',
  ].filter((note) => note !== false);
}

/** What staff should know when a client is restored. */
interface RestoredClientFacts {
  hasOptedOut: boolean;
  /** Another client in the directory has the email. */
  sameEmail: string | null;
}

/** @returns what staff should know about a client that they have brought back, one sentence each */
export function restoredClientNotes(facts: RestoredClientFacts): string[] {
  return [
    facts.sameEmail !== null &&
      `The directory has another client with the same email: ${facts.sameEmail}.`,
    facts.hasOptedOut && 'The client replied STOP, so no text can be sent to the phone.',
  ].filter((note) => note !== false);
}
