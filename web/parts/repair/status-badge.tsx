import type { Repair } from '../../../domain/api-answers.ts';
import { effectiveStatusLabel } from '../../../domain/estimate-answers.ts';
import { isolated } from '../../../domain/isolated.ts';
import { isKnownStatus, type RepairStatus } from '../../../domain/repair-status.ts';
import { Badge, type BadgeLook, Flag } from '../../ui/badge.tsx';

const repairLooks: Record<RepairStatus, BadgeLook> = {
  pending: { ink: 'dim', fill: 'hollow', label: 'Pending' },
  assigned: { ink: 'accent', fill: 'half', label: 'Assigned' },
  'in-progress': { ink: 'work', fill: 'full', label: 'In Progress' },
  completed: { ink: 'good', fill: 'full', label: 'Completed' },
  ready: { ink: 'good', fill: 'half', label: 'Ready' },
  'estimate-sent': { ink: 'soon', fill: 'half', label: 'Estimate Sent' },
  'estimate-accepted': { ink: 'good', fill: 'check', label: 'Estimate Accepted' },
  'estimate-declined': { ink: 'late', fill: 'hollow', label: 'Estimate Declined' },
};

/** What another program stored is shown as it is. */
const unknown = { ink: 'dim', fill: 'hollow' } as const;

const unrepaired: BadgeLook = { ink: 'dim', fill: 'hollow', label: 'Returned unrepaired' };

const repairLook = (status: string): BadgeLook =>
  isKnownStatus(status) ? repairLooks[status] : { ...unknown, label: status.trim() || 'No status' };

/** The status of a repair; the words are the same everywhere. */
export function StatusBadge({
  status,
  isUnrepaired,
  isMark = false,
}: Pick<Repair, 'status' | 'isUnrepaired'> & { isMark?: boolean }) {
  return <Badge {...(isUnrepaired ? unrepaired : repairLook(status))} isMark={isMark} />;
}

export const repairStatusLabel = (status: string): string => repairLook(status).label;

/** Why something can't be done to a repair that has moved on meanwhile. */
export function movedOnWords({ status, assignedWatchmaker }: Repair): string {
  const holder = assignedWatchmaker === null ? '' : `, with ${isolated(assignedWatchmaker)}`;
  return `The ticket is now “${repairStatusLabel(status)}”${holder}.`;
}

const waits = { ink: 'soon', fill: 'half' } as const;

const responseLooks: Readonly<Record<string, Omit<BadgeLook, 'label'>>> = {
  pending: waits,
  sent: waits,
  accepted: { ink: 'good', fill: 'check' },
  declined: { ink: 'late', fill: 'hollow' },
};

/** What the customer answered; takes the estimate's effective status (domain/estimate-answers.ts). */
export function ResponseBadge({ status }: { status: string }) {
  return <Badge {...(responseLooks[status] ?? unknown)} label={effectiveStatusLabel(status)} />;
}

/** No text reaches the customer until they reply START. */
export function OptedOutBadge() {
  return <Badge ink="late" fill="hollow" label="Replied STOP" />;
}

export function SameDayBadge() {
  return <Flag ink="soon" label="Same day" />;
}
