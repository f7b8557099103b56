/**
 * What can be done with a repair, and when: the one table that tells the screens which buttons to
 * show and the server whether to act. Source: specification, section 4, and the shop decisions
 * on what it leaves open (docs/decisions/states.md).
 */

export const repairStatuses = [
  'pending',
  'assigned',
  'in-progress',
  'completed',
  'ready',
  'estimate-sent',
  'estimate-accepted',
  'estimate-declined',
] as const;

export type RepairStatus = (typeof repairStatuses)[number];

/** @returns whether a stored status is one of ours: a ticket in another program's can only be deleted */
export function isKnownStatus(status: string): status is RepairStatus {
  const known: readonly string[] = repairStatuses;
  return known.includes(status);
}

interface Transition {
  readonly from: readonly RepairStatus[];
  /** The status afterwards; 'same' keeps it; 'gone' removes the ticket. */
  readonly to: RepairStatus | 'same' | 'gone';
}

export const transitions = {
  /**
   * After the estimate's text was accepted for sending, or the estimate was recorded without a text; it
   * replaces an accepted price as well.
   */
  'send-estimate': {
    from: [
      'pending',
      'assigned',
      'in-progress',
      'estimate-sent',
      'estimate-accepted',
      'estimate-declined',
    ],
    to: 'estimate-sent',
  },
  /** The customer's ACCEPT, even as a change of mind until staff act. */
  'accept-estimate': { from: ['estimate-sent', 'estimate-declined'], to: 'estimate-accepted' },
  /** The customer's DECLINE, even as a change of mind until a technician is assigned. */
  'decline-estimate': { from: ['estimate-sent', 'estimate-accepted'], to: 'estimate-declined' },
  /** A technician gets a repair that had none. */
  assign: { from: ['pending'], to: 'assigned' },
  /** The same after an accepted estimate. */
  'assign-accepted': { from: ['estimate-accepted'], to: 'assigned' },
  /** Right after a wrong press: the repair goes back to where it was. */
  'undo-assign': { from: ['assigned'], to: 'pending' },
  'undo-assign-accepted': { from: ['assigned'], to: 'estimate-accepted' },
  /** To another technician. */
  reassign: { from: ['assigned', 'in-progress'], to: 'same' },
  start: { from: ['assigned'], to: 'in-progress' },
  complete: { from: ['assigned', 'in-progress'], to: 'completed' },
  /** Mark Complete after a decline: the watch goes back unrepaired. */
  'complete-declined': { from: ['estimate-declined'], to: 'completed' },
  /** Assigned, done, paid and picked up at once, while the customer waits. */
  'finish-while-waiting': { from: ['pending'], to: 'completed' },
  /** The watch leaves the shop. */
  collect: { from: ['completed', 'ready'], to: 'same' },
  'undo-collect': { from: ['completed', 'ready'], to: 'same' },
  /** Back to the technician who had it. */
  reopen: { from: ['completed'], to: 'in-progress' },
  /** Nobody had it. */
  'reopen-unassigned': { from: ['completed'], to: 'pending' },
  /** Closed after a decline: nobody may work on what the customer has declined. */
  'reopen-declined': { from: ['completed'], to: 'estimate-declined' },
  /** The customer declined more work, and an earlier price was accepted: that one holds again. */
  'go-on': { from: ['estimate-declined'], to: 'assigned' },
  /** Nobody had it. */
  'go-on-unassigned': { from: ['estimate-declined'], to: 'estimate-accepted' },
  /** The customer declined more work, or didn't answer: the repair continues at the earlier accepted price. */
  'resume-in-progress': { from: ['estimate-sent', 'estimate-accepted'], to: 'in-progress' },
  'resume-assigned': { from: ['estimate-sent', 'estimate-accepted'], to: 'assigned' },
  /** No technician had been assigned at the earlier accepted price. */
  'resume-accepted': { from: ['estimate-sent', 'estimate-accepted'], to: 'estimate-accepted' },
  'toggle-same-day': { from: ['pending'], to: 'same' },
  /** Correcting the watch, the request or the price. */
  edit: {
    from: [
      'pending',
      'assigned',
      'in-progress',
      'estimate-sent',
      'estimate-accepted',
      'estimate-declined',
    ],
    to: 'same',
  },
  /** Correcting the note or the photo of what is done. */
  'edit-completion': { from: ['completed', 'ready'], to: 'same' },
  delete: { from: repairStatuses, to: 'gone' },
} as const satisfies Record<string, Transition>;

export type RepairAction = keyof typeof transitions;

export const repairActions = Object.keys(transitions) as readonly RepairAction[];

/** @returns whether the action may be taken on a ticket in that status, known or not */
export function isAllowed(action: RepairAction, status: string): boolean {
  const from: readonly string[] = transitions[action].from;
  return from.includes(status) || action === 'delete';
}

/**
 * @returns the status after the action; 'gone' when the ticket is deleted; null when the action is
 *   refused in that status
 */
export function statusAfter<Status extends string>(
  action: RepairAction,
  status: Status,
): Status | RepairStatus | 'gone' | null {
  if (!isAllowed(action, status)) return null;
  const { to } = transitions[action];
  return to === 'same' ? status : to;
}

/**
 * The status of a ticket once its open estimate is deleted: back at the bench when a technician has
 * it, else back in the queue. Shop decision.
 *
 * @returns null when the ticket does not wait for an estimate and stays as it is
 */
export function statusAfterEstimateDeleted(
  status: string,
  isAssigned: boolean,
): RepairStatus | null {
  const waits: readonly string[] = ['estimate-sent', 'estimate-accepted', 'estimate-declined'];
  if (!waits.includes(status)) return null;
  return isAssigned ? 'assigned' : 'pending';
}

/** The status of an open ticket once no one has it. Shop decision. */
export const statusUnassigned = (status: string): string =>
  status === 'assigned' || status === 'in-progress' ? 'pending' : status;

/** Which way a completed ticket is reopened. Shop decision. */
export function reopening(ticket: {
  isAssigned: boolean;
  wasDeclined: boolean;
}): 'reopen' | 'reopen-unassigned' | 'reopen-declined' {
  if (ticket.wasDeclined) return 'reopen-declined';
  return ticket.isAssigned ? 'reopen' : 'reopen-unassigned';
}

/** How a repair continues at the price accepted earlier. Shop decision. */
export function goingOn(isAssigned: boolean): 'go-on' | 'go-on-unassigned' {
  return isAssigned ? 'go-on' : 'go-on-unassigned';
}

/** @returns whether a ticket in that status, known or not, is in the "open" lists: not completed */
export function isOpen(status: string): boolean {
  return status !== 'completed' && status !== 'ready';
}

/** Our statuses of the "open" lists. */
export const openStatuses: readonly RepairStatus[] = repairStatuses.filter(isOpen);

/** What lists can be filtered by: `other` stands for every status that is not one of ours. */
export const statusFilters = [...repairStatuses, 'other'] as const;
export type StatusFilter = (typeof statusFilters)[number];

/** What finds every ticket that is not completed. */
export const openFilters: readonly StatusFilter[] = [...openStatuses, 'other'];

/** Which statuses each of the overview's counts adds up. */
export const overviewStatuses = {
  pending: ['pending'],
  sameDay: ['pending', 'assigned'],
  inProgress: ['assigned', 'in-progress'],
  completed: ['completed', 'ready'],
} as const satisfies Record<string, readonly RepairStatus[]>;
