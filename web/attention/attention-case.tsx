import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import CircleX from 'lucide-react/icons/circle-x';
import MessageSquareWarning from 'lucide-react/icons/message-square-warning';
import PhoneCall from 'lucide-react/icons/phone-call';
import type { AttentionCase } from '../../domain/api-answers.ts';
import type { AttentionReason } from '../../domain/attention.ts';
import { formatPhone, phoneLink } from '../../domain/phone.ts';
import { repairQuery } from '../api/queries.ts';
import type { ItemPlace } from '../dashboard/placed-item.tsx';
import { TicketLink } from '../repairs/ticket-link.tsx';
import { QuotedText } from '../texts/quoted-text.tsx';
import { TextActions } from '../texts/text-actions.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { contactClasses } from '../ui/contact-classes.ts';
import { TimeAgo } from '../ui/date-time.tsx';
import type { Icon } from '../ui/icon.ts';
import { useHandling } from './handling.ts';

const looks: Record<AttentionReason, { icon: Icon; classes: string }> = {
  'not-delivered': { icon: CircleX, classes: 'text-danger-ink' },
  unsettled: { icon: CircleQuestionMark, classes: 'text-amber-ink' },
  unclear: { icon: CircleQuestionMark, classes: 'text-amber-ink' },
  'changed-mind': { icon: MessageSquareWarning, classes: 'text-amber-ink' },
  'moved-on': { icon: PhoneCall, classes: 'text-danger-ink' },
  'opted-out': { icon: PhoneCall, classes: 'text-amber-ink' },
  'answered-while-opted-out': { icon: PhoneCall, classes: 'text-amber-ink' },
  expired: { icon: MessageSquareWarning, classes: 'text-amber-ink' },
};

/** One thing that staff should look at: what happened, with whom, and what to do. */
export function AttentionCaseItem({ place, one }: { place: ItemPlace; one: AttentionCase }) {
  const handling = useHandling();
  const { icon: IconPart, classes } = looks[one.reason];
  const titleId = `attention-${one.id}`;
  return (
    <li {...place} aria-labelledby={titleId} className="flex gap-3 border-t px-4 py-3">
      <IconPart aria-hidden="true" size={16} className={classNames('mt-1 shrink-0', classes)} />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p id={titleId} className="font-medium">
            {one.happened}
          </p>
          <span className="text-ink-muted text-sm">
            <TimeAgo iso={one.at} />
          </span>
        </div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <bdi className="min-w-0 break-words">{one.customerName ?? 'Not in the directory'}</bdi>
          <a href={phoneLink(one.phone)} className={classNames(contactClasses, 'figures')}>
            {formatPhone(one.phone)}
          </a>
          {one.ticketNumber !== null && <TicketLink ticketNumber={one.ticketNumber} />}
        </p>
        <div className="text-sm">
          <QuotedText body={one.message.body} />
        </div>
        <p className="text-ink-muted text-sm">{one.advice}</p>
        <div className="flex flex-wrap gap-2">
          {one.ticketNumber !== null && <CaseActions one={one} ticketNumber={one.ticketNumber} />}
          <Button icon={Check} aria-describedby={titleId} onClick={() => handling.mutate(one.id)}>
            Mark as handled
          </Button>
        </div>
      </div>
    </li>
  );
}

/** What can be done depends on how the ticket stands now. */
function CaseActions({ one, ticketNumber }: { one: AttentionCase; ticketNumber: string }) {
  const { message } = one;
  const mayBeActed = message.canResend || message.direction === 'inbound';
  const { data } = useQuery({ ...repairQuery(ticketNumber), enabled: mayBeActed });
  return data && <TextActions message={message} repair={data.repair} />;
}
