import CircleCheck from 'lucide/circle-check';
import CircleDashed from 'lucide/circle-dashed';
import CircleQuestionMark from 'lucide/circle-question-mark';
import Hourglass from 'lucide/hourglass';
import PackageCheck from 'lucide/package-check';
import Send from 'lucide/send';
import ThumbsDown from 'lucide/thumbs-down';
import ThumbsUp from 'lucide/thumbs-up';
import UserCheck from 'lucide/user-check';
import Wrench from 'lucide/wrench';
import Zap from 'lucide/zap';
import { effectiveStatusLabel } from '../../domain/estimate-answers.ts';
import { isKnownStatus, type RepairStatus } from '../../domain/repair-status.ts';
import type { Icon } from './classes.ts';
import { classNames } from './classes.ts';

const tones = {
  gray: 'bg-gray-soft text-gray-ink',
  blue: 'bg-blue-soft text-blue-ink',
  violet: 'bg-violet-soft text-violet-ink',
  green: 'bg-green-soft text-green-ink',
  teal: 'bg-teal-soft text-teal-ink',
  amber: 'bg-amber-soft text-amber-ink',
  red: 'bg-red-soft text-red-ink',
};

export type Tone = keyof typeof tones;

/** Our own words are shorter and stay on one line; what another program stored may be of any length. */
const longestOnOneLine = 24;

/** A colour, an icon and a word: never a colour alone. */
export function Badge({ tone, icon: IconPart, label }: { tone: Tone; icon: Icon; label: string }) {
  return (
    <span
      className={classNames(
        'inline-flex min-h-6 w-fit items-center gap-1.5 rounded px-2 font-medium text-xs',
        label.length <= longestOnOneLine ? 'shrink-0 sm:whitespace-nowrap' : 'py-1 wrap-anywhere',
        tones[tone],
      )}
    >
      <IconPart aria-hidden="true" size={14} className="shrink-0" />
      {label}
    </span>
  );
}

interface Look {
  tone: Tone;
  icon: Icon;
  label: string;
}

const repairLooks: Record<RepairStatus, Look> = {
  pending: { tone: 'gray', icon: CircleDashed, label: 'Pending' },
  assigned: { tone: 'blue', icon: UserCheck, label: 'Assigned' },
  'in-progress': { tone: 'violet', icon: Wrench, label: 'In Progress' },
  completed: { tone: 'green', icon: CircleCheck, label: 'Completed' },
  ready: { tone: 'teal', icon: PackageCheck, label: 'Ready' },
  'estimate-sent': { tone: 'amber', icon: Send, label: 'Estimate Sent' },
  'estimate-accepted': { tone: 'green', icon: ThumbsUp, label: 'Estimate Accepted' },
  'estimate-declined': { tone: 'red', icon: ThumbsDown, label: 'Estimate Declined' },
};

/** What another program stored is shown as it is. */
const repairLook = (status: string): Look =>
  isKnownStatus(status)
    ? repairLooks[status]
    : { tone: 'gray', icon: CircleQuestionMark, label: status.trim() || 'No status' };

/** Where a repair stands; the words are the same everywhere. */
export function StatusBadge({ status }: { status: string }) {
  return <Badge {...repairLook(status)} />;
}

/** The words of a repair's status, for a sentence or a filter. */
export const repairStatusLabel = (status: string): string => repairLook(status).label;

function responseLook(effectiveStatus: string): Omit<Look, 'label'> {
  switch (effectiveStatus) {
    case 'pending':
    case 'sent':
      return { tone: 'amber', icon: Hourglass };
    case 'accepted':
      return { tone: 'green', icon: ThumbsUp };
    case 'declined':
      return { tone: 'red', icon: ThumbsDown };
    default:
      return { tone: 'gray', icon: CircleQuestionMark };
  }
}

/** What the customer answered; takes the estimate's effective status (domain/estimate-answers.ts). */
export function ResponseBadge({ status }: { status: string }) {
  return <Badge {...responseLook(status)} label={effectiveStatusLabel(status)} />;
}

export function SameDayBadge() {
  return <Badge tone="amber" icon={Zap} label="Same day" />;
}
