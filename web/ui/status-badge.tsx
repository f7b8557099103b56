import type { ReactNode } from 'react';
import type { Repair } from '../../domain/api-answers.ts';
import { effectiveStatusLabel } from '../../domain/estimate-answers.ts';
import { isKnownStatus, type RepairStatus } from '../../domain/repair-status.ts';
import { classNames } from './classes.ts';
import { keysOf, type ShortcutName } from './shortcuts.ts';

const inks = {
  dim: 'text-ink-muted',
  accent: 'text-accent',
  work: 'text-work',
  good: 'text-good',
  soon: 'text-soon',
  late: 'text-late',
};

type Ink = keyof typeof inks;

/** How far along: not begun or come to nothing, on its way, agreed upon, there. */
type Fill = 'hollow' | 'half' | 'check' | 'full';

const ring = <circle cx="4" cy="4" r="3.25" fill="none" stroke="currentColor" strokeWidth="1.5" />;

const shapes: Record<Fill, ReactNode> = {
  hollow: ring,
  half: (
    <>
      {ring}
      <path d="M4 0a4 4 0 0 0 0 8z" fill="currentColor" />
    </>
  ),
  check: <path d="M.75 4.5 3 6.75 7.25 1.5" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  full: <circle cx="4" cy="4" r="4" fill="currentColor" />,
};

interface Look {
  ink: Ink;
  fill: Fill;
  label: string;
}

/** Our own words are shorter and stay on one line; what another program stored may be of any length. */
const longestOnOneLine = 24;

/** A mark and a word: never a colour alone. */
export function Badge({ ink, fill, label }: Look) {
  return (
    <span
      className={classNames(
        'inline-flex w-fit items-baseline gap-2',
        label.length <= longestOnOneLine ? 'shrink-0 sm:whitespace-nowrap' : 'wrap-anywhere',
      )}
    >
      <svg aria-hidden="true" viewBox="0 0 8 8" className={`size-2 shrink-0 ${inks[ink]}`}>
        {shapes[fill]}
      </svg>
      {label}
    </span>
  );
}

const repairLooks: Record<RepairStatus, Look> = {
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

const unrepaired: Look = { ink: 'dim', fill: 'hollow', label: 'Returned unrepaired' };

const repairLook = (status: string): Look =>
  isKnownStatus(status) ? repairLooks[status] : { ...unknown, label: status.trim() || 'No status' };

/** Where a repair stands; the words are the same everywhere. */
export function StatusBadge({ status, isUnrepaired }: Pick<Repair, 'status' | 'isUnrepaired'>) {
  return <Badge {...(isUnrepaired ? unrepaired : repairLook(status))} />;
}

export const repairStatusLabel = (status: string): string => repairLook(status).label;

const waits = { ink: 'soon', fill: 'half' } as const;

const responseLooks: Readonly<Record<string, Omit<Look, 'label'>>> = {
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

/** A word that marks one among its like: thin, outlined, in the ink of its meaning. */
export function Flag({ ink = 'dim', label }: { ink?: Ink; label: string }) {
  return (
    <span
      className={`inline-block w-fit shrink-0 whitespace-nowrap rounded-sm border border-current px-1 text-sm ${inks[ink]}`}
    >
      {label}
    </span>
  );
}

export function SameDayBadge() {
  return <Flag ink="soon" label="Same day" />;
}

export function KeyCaps({ of: name }: { of: ShortcutName }) {
  return (
    <span className="inline-flex shrink-0 gap-1">
      {keysOf(name).map((key) => (
        <kbd
          key={key}
          className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-current/40 px-1 font-sans text-sm leading-none"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
