import { isolated } from './isolated.ts';
import { isOpen } from './repair-status.ts';

/**
 * Where watches are: places that the shop names in its settings. A ticket has its place by name: what is
 * renamed or taken out of the list stays readable on the tickets of the watches that are there, and in
 * their history. Nothing but staff moves a watch. Shop decision (docs/decisions/states.md).
 */

export const maxPlaces = 30;

interface Placed {
  status: string;
  isWaitingForPickup: boolean;
  place: string | null;
  /** Who has it now; null if it is in the shop. */
  sentOut: object | null;
}

export const sentOutPlace = 'Sent out';

/** Where a watch is now; null if no one has said, or once the shop no longer has it. */
export function placeNow({ status, isWaitingForPickup, place, sentOut }: Placed): string | null {
  if (!isOpen(status) && !isWaitingForPickup) return null;
  return sentOut === null ? place : sentOutPlace;
}

/** What happened to a watch that was moved, as the rest of a sentence: "moved it from Safe to Tray 4". */
export function moveWords(from: string | null, to: string | null): string {
  if (to === null) return from === null ? 'moved it' : `took it out of ${isolated(from)}`;
  const where = `to ${isolated(to)}`;
  return from === null ? `moved it ${where}` : `moved it from ${isolated(from)} ${where}`;
}
