import {
  type RepairAction,
  type RepairStatus,
  statusAfter,
  statusAfterEstimateDeleted,
} from '../../domain/repair-status.ts';
import type { EstimatesTable, RepairTicketsTable } from '../../server/database/tables.ts';

/** A ticket's events, oldest first, played again through the one transition table. */

export interface PlayedEvent {
  at: string;
  kind: string;
  actor: string;
  data: string;
}

type EstimateStand = Pick<EstimatesTable, 'status' | 'response_status'> & { isCurrent: boolean };

interface Stand {
  status: RepairStatus;
  isSameDay: boolean;
  assignedTo: string | null;
  completedAt: string | null;
  estimates: Map<string, EstimateStand>;
  /** When the ticket itself last changed. */
  changedAt: string;
  /** Estimates whose text turned up after the ticket had moved on: they never spoke for it. */
  tooLate: ReadonlySet<string>;
}

/** @throws when an event says what the table refuses */
function move(stand: Stand, action: RepairAction): void {
  const next = statusAfter(action, stand.status);
  if (next === null || next === 'gone') throw new Error(`${action} refused in ${stand.status}`);
  stand.status = next;
}

function current(stand: Stand): EstimateStand | undefined {
  return [...stand.estimates.values()].find(({ isCurrent }) => isCurrent);
}

function hand(stand: Stand, event: PlayedEvent, data: Record<string, unknown>): void {
  const { before, after } = data as Record<'before' | 'after', { assignedTo?: string | null }>;
  // Back to whom had it before the estimate: then only the status has changed.
  const { assignedTo = stand.assignedTo } = before;
  if (assignedTo !== stand.assignedTo) throw new Error(`${event.kind} from another technician`);
  stand.assignedTo = after.assignedTo ?? stand.assignedTo;
  const estimate = current(stand);
  if (event.kind === 'repair-reassigned') move(stand, 'reassign');
  else if (stand.status === 'pending') move(stand, 'assign');
  else {
    if (estimate?.status !== 'accepted') throw new Error('assigned without an accepted estimate');
    estimate.status = 'assigned';
    move(stand, 'assign-accepted');
  }
}

function send(stand: Stand, id: string, replaced: unknown): void {
  if (stand.tooLate.has(id)) {
    if (replaced !== null) throw new Error('an estimate that came too late replaced another');
    stand.estimates.set(id, { status: 'sent', response_status: 'pending', isCurrent: false });
    return;
  }
  const before = [...stand.estimates].find(([, { isCurrent }]) => isCurrent);
  if (replaced !== (before?.[0] ?? null)) throw new Error('another estimate was replaced');
  if (before) before[1].isCurrent = false;
  stand.estimates.set(id, { status: 'sent', response_status: 'pending', isCurrent: true });
  move(stand, 'send-estimate');
}

function answer(stand: Stand, id: string, said: 'accepted' | 'declined'): void {
  const estimate = stand.estimates.get(id);
  if (!estimate?.isCurrent) throw new Error('an estimate was answered that is not current');
  Object.assign(estimate, { status: said, response_status: said });
  move(stand, said === 'accepted' ? 'accept-estimate' : 'decline-estimate');
}

function remove(stand: Stand, id: string, status: unknown): void {
  const estimate = stand.estimates.get(id);
  if (!estimate) throw new Error('an unknown estimate was deleted');
  stand.estimates.delete(id);
  // Another has taken its place meanwhile: that one speaks for the ticket.
  if (!estimate.isCurrent) {
    if (status !== null) throw new Error('an estimate that was replaced moved its ticket');
    return;
  }
  const back = statusAfterEstimateDeleted(stand.status, stand.assignedTo !== null);
  if (back === null || status !== back) throw new Error('deleted to another status');
  stand.status = back;
}

function complete(stand: Stand, at: string, isDeclined: boolean): void {
  const estimate = current(stand);
  if (estimate?.status === (isDeclined ? 'declined' : 'assigned')) estimate.status = 'completed';
  stand.completedAt = at;
  move(stand, isDeclined ? 'complete-declined' : 'complete');
}

type Play = (stand: Stand, event: PlayedEvent, data: Record<string, unknown>) => void;

const plays: Readonly<Record<string, Play>> = {
  'photo-added': () => undefined,
  // Whether it is deleted stands beside its status.
  'repair-deleted': () => undefined,
  'repair-restored': () => undefined,
  'repair-edited': (stand) => move(stand, 'edit'),
  'repair-same-day': (stand, _event, { isSameDay }) => {
    stand.isSameDay = isSameDay === true;
    move(stand, 'toggle-same-day');
  },
  'repair-assigned': hand,
  'repair-reassigned': hand,
  'repair-started': (stand) => move(stand, 'start'),
  'estimate-sent': (stand, _event, { estimateId, replaced }) =>
    send(stand, String(estimateId), replaced),
  'estimate-accepted': (stand, _event, { estimateId }) =>
    answer(stand, String(estimateId), 'accepted'),
  'estimate-declined': (stand, _event, { estimateId }) =>
    answer(stand, String(estimateId), 'declined'),
  'estimate-deleted': (stand, _event, { estimateId, status }) =>
    remove(stand, String(estimateId), status),
  'repair-completed': (stand, { at }, { outcome }) => complete(stand, at, outcome === 'declined'),
};

/** They are about a ticket's texts and estimates, and leave the ticket as it is. */
const besideTheTicket = new Set([
  'text-received',
  'text-sent',
  'text-resent',
  'attention-handled',
  'estimate-reminded',
  'estimate-expired',
]);

/** @returns whether the ticket itself changed */
function advance(stand: Stand, event: PlayedEvent): boolean {
  const play = plays[event.kind];
  if (!play) throw new Error(`unknown event ${event.kind}`);
  const data = JSON.parse(event.data) as Record<string, unknown>;
  play(stand, event, data);
  if (event.kind === 'repair-deleted') return false;
  return event.kind !== 'estimate-sent' || !stand.tooLate.has(String(data.estimateId));
}

/**
 * Whether everything happened one after the other, at moments that a test gave; or on a real clock,
 * where of two people who act at once the first to look at it may be the second to be written down.
 */
export type Moments = 'given' | 'real';

/**
 * @param events of one ticket, oldest first
 * @returns everything in which the ticket and its estimates do not stand as their events say
 */
export function replayProblems(
  ticket: RepairTicketsTable,
  estimates: readonly EstimatesTable[],
  events: readonly PlayedEvent[],
  moments: Moments = 'given',
): string[] {
  const [created, ...later] = events;
  if (created?.kind !== 'repair-created') return ['does not begin with its creation'];
  const stand: Stand = {
    status: 'pending',
    // Whether it was same-day at the beginning only the ticket says.
    isSameDay: ticket.is_same_day === 1,
    assignedTo: null,
    completedAt: null,
    estimates: new Map(),
    changedAt: created.at,
    tooLate: new Set(
      estimates.flatMap(({ id, created_at, replaced_at }) =>
        replaced_at === created_at ? [id] : [],
      ),
    ),
  };
  let last = created.at;
  try {
    for (const event of later) {
      if (moments === 'given' && event.at < last)
        throw new Error(`${event.kind} before what happened before`);
      last = event.at;
      if (besideTheTicket.has(event.kind)) continue;
      if (advance(stand, event)) stand.changedAt = event.at;
    }
  } catch (error) {
    return [String(error)];
  }
  const expected = {
    status: stand.status,
    is_same_day: stand.isSameDay ? 1 : 0,
    assigned_to: stand.assignedTo,
    completed_at: stand.completedAt,
    created_at: created.at,
    updated_at: stand.changedAt,
  };
  const problems = Object.entries(expected)
    .filter(([column, value]) => ticket[column as keyof typeof expected] !== value)
    .map(([column, value]) => `${column} should be ${value}`);
  const stored = new Map(
    estimates.map(({ id, status, response_status, replaced_at }): [string, EstimateStand] => [
      id,
      { status, response_status, isCurrent: replaced_at === null },
    ]),
  );
  const told = (each: Map<string, EstimateStand>) =>
    [...each]
      .map((entry) => JSON.stringify(entry))
      .toSorted()
      .join();
  if (told(stored) !== told(stand.estimates)) problems.push('its estimates are others');
  return problems;
}
