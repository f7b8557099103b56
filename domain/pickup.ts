import type { Repair } from './api-answers.ts';
import { isolated } from './isolated.ts';
import { isAllowed, isOpen } from './repair-status.ts';

/**
 * A watch that is done waits until it is picked up. Shop decision (docs/decisions/states.md,
 * "Pickup").
 */

/** Which of the repairs that are done are listed. */
export const pickupFilters = ['waiting', 'collected', 'all'] as const;
export type PickupFilter = (typeof pickupFilters)[number];

/** What a ticket says about its pickup, as the history compares it. */
export const pickupFields = [
  'collectedAt',
  'collectedBy',
  'collectedNote',
  'claimCheckSeen',
  'idSeen',
  'shippedBy',
  'trackingNumber',
  'insuredValue',
] as const satisfies readonly (keyof Repair)[];

/** A watch that no one picks up: texts this many days after its completion, and then no more. */
export const pickupReminderDays = [7, 30] as const;
export const maxPickupReminders = pickupReminderDays.length;

type Pickup = Pick<Repair, 'status' | 'collectedAt'>;

/** @returns whether a pickup can be recorded: even of what only counts as collected */
export const mayCollect = ({ status, collectedAt }: Pickup): boolean =>
  isAllowed('collect', status) && collectedAt === null;

/** @returns how a watch left, e.g. "picked up by Peter Whitfield"; null while it has not */
export function pickupWords({
  collectedAt,
  collectedBy,
  shippedBy,
}: Pick<Repair, 'collectedAt' | 'collectedBy' | 'shippedBy'>): string | null {
  if (collectedAt === null) return null;
  if (shippedBy) return `shipped by ${isolated(shippedBy)}`;
  return collectedBy === null ? 'picked up' : `picked up by ${isolated(collectedBy)}`;
}

/** @returns whether a recorded pickup can be undone */
export const mayUndoPickup = ({ status, collectedAt }: Pickup): boolean =>
  isAllowed('undo-collect', status) && collectedAt !== null;

/** @returns whether its watch can be a come-back: it is done, and has left the shop */
export const mayComeBack = ({
  status,
  isWaitingForPickup,
}: Pick<Repair, 'status' | 'isWaitingForPickup'>): boolean =>
  isAllowed('collect', status) && !isWaitingForPickup;

/**
 * Stored as a ticket's number of reminders if its watch was picked up before the shop recorded pickups here:
 * no one is reminded, and nothing is known about its payments until one is recorded.
 */
export const collectedBeforeRecords = maxPickupReminders + 1;

/** As it is stored. */
interface StoredPickup {
  status: string;
  is_handed_out: number;
  collected_at: string | null;
  pickup_reminders: number;
}

/** @returns whether a watch was picked up before the shop recorded that here */
export const isBeforeRecords = (ticket: StoredPickup): boolean =>
  !isOpen(ticket.status) &&
  ticket.is_handed_out === 1 &&
  (ticket.collected_at === null || ticket.pickup_reminders === collectedBeforeRecords);
