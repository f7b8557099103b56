import { useMutation, useMutationState } from '@tanstack/react-query';
import CalendarClock from 'lucide/calendar-clock';
import Check from 'lucide/check';
import CircleCheck from 'lucide/circle-check';
import CircleQuestionMark from 'lucide/circle-question-mark';
import CircleX from 'lucide/circle-x';
import MessageSquareWarning from 'lucide/message-square-warning';
import PhoneCall from 'lucide/phone-call';
import Undo2 from 'lucide/undo-2';
import type { AttentionCase } from '../../../domain/api-texts.ts';
import { answeredStatuses, type CaseReason, casesClosedBy } from '../../../domain/attention.ts';
import { dateText } from '../../../domain/calendar-date.ts';
import { formatPrice } from '../../../domain/money.ts';
import { formatPhone, phoneLink } from '../../../domain/phone.ts';
import { promiseState } from '../../../domain/promised-date.ts';
import { isAllowed } from '../../../domain/repair-status.ts';
import { MarkDeclinedComplete } from '../../actions/complete/mark-declined-complete.tsx';
import { GoOn } from '../../actions/go-on/go-on-button.tsx';
import { call } from '../../data/call.ts';
import { showFailure } from '../../data/failure-toast.ts';
import { useActionsOn } from '../../data/open-action.ts';
import { refreshRepairs } from '../../data/repair-cache.ts';
import { toasts } from '../../data/toasts.ts';
import type { ItemPlace } from '../../parts/list/placed-item.tsx';
import { recordableSteps } from '../../parts/repair/estimate-steps.ts';
import { PromiseMark } from '../../parts/repair/promise.tsx';
import { StartWorkButton } from '../../parts/repair/repair-actions.tsx';
import { TicketLink } from '../../parts/repair/ticket-link.tsx';
import { whoseCase } from '../../parts/text/whose-text.ts';
import { TimeAgo } from '../../parts/time/date-time.tsx';
import { useToday } from '../../parts/time/shop-calendar.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames, contactClasses, type Icon } from '../../ui/classes.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { onPhone, useMedia } from '../../ui/scroll.ts';

const mutationKey = ['handle-attention'];

/** Takes a case off the list. It is gone at once, and comes back where that did not work. */
function useHandling() {
  return useMutation({
    mutationKey,
    mutationFn: (id: string) => call('handleAttention', { params: { id } }),
    onSuccess: ({ message: { id, attentionHandledAt } }) => {
      if (attentionHandledAt === null) return;
      toasts.show({
        kind: 'success',
        title: 'Marked as handled',
        action: { label: 'Undo', run: () => void undoHandling(id, attentionHandledAt) },
      });
    },
    onError: (error) => showFailure(error, 'Couldn’t mark as handled'),
    // Under way until the list has been read again: until then it would still hold the case.
    onSettled: refreshRepairs,
  });
}

async function undoHandling(id: string, handledAt: string): Promise<void> {
  try {
    await call('undoHandled', { params: { id }, body: { handledAt } });
  } catch (error) {
    showFailure(error as Error, 'Couldn’t undo');
  }
  await refreshRepairs();
}

/** @returns the cases that are being taken off the list */
export function useHandledNow(): ReadonlySet<unknown> {
  return new Set(
    useMutationState({
      filters: { mutationKey, status: 'pending' },
      select: ({ state }) => state.variables,
    }),
  );
}

/** What ends a case that is none of a text: the next step of its ticket. */
function TicketStep({ one: { reason, ticketNumber, status, estimate } }: { one: AttentionCase }) {
  const { open, opening } = useActionsOn(ticketNumber ?? '');
  if (ticketNumber === null || status === null) return null;
  if (status === answeredStatuses.declined) {
    return (
      <span className="flex flex-wrap gap-1.5">
        <MarkDeclinedComplete ticketNumber={ticketNumber} />
        {estimate && <GoOn estimate={estimate} />}
      </span>
    );
  }
  if (reason === 'part-late') {
    return (
      <Button pending={opening !== null} onClick={() => void open('promise')}>
        Change date
      </Button>
    );
  }
  if (isAllowed('start', status)) {
    return <StartWorkButton repair={{ ticketNumber }} variant="primary" />;
  }
  if (isAllowed('assign', status) || isAllowed('assign-accepted', status)) {
    return (
      <Button variant="primary" pending={opening !== null} onClick={() => void open('assign')}>
        Assign
      </Button>
    );
  }
  const steps = isAllowed('complete', status)
    ? [{ dialog: 'complete' as const, label: 'Complete' }]
    : recordableSteps(status);
  return (
    <span className="flex flex-wrap gap-1.5">
      {steps.map(({ dialog, label }) => (
        <Button key={dialog} pending={opening === dialog} onClick={() => void open(dialog)}>
          {label}
        </Button>
      ))}
    </span>
  );
}

/** Much code that few cases need: the lists come first. */
async function loadActions() {
  await new Promise((resolve) => setTimeout(resolve, 500));
  return import('./case-reply.tsx');
}
const { Part: CaseReply } = lazyPart(
  async () => (await loadActions()).CaseReply,
  <span className="h-control min-w-44 flex-1" />,
);
const { Part: CaseTextActions } = lazyPart(async () => (await loadActions()).CaseTextActions);

const looks: Record<CaseReason, { icon: Icon; classes: string }> = {
  'not-delivered': { icon: CircleX, classes: 'text-late' },
  unsettled: { icon: CircleQuestionMark, classes: 'text-soon' },
  unclear: { icon: CircleQuestionMark, classes: 'text-soon' },
  'changed-mind': { icon: MessageSquareWarning, classes: 'text-soon' },
  'moved-on': { icon: PhoneCall, classes: 'text-late' },
  'opted-out': { icon: PhoneCall, classes: 'text-soon' },
  'answered-while-opted-out': { icon: PhoneCall, classes: 'text-soon' },
  expired: { icon: MessageSquareWarning, classes: 'text-soon' },
  'limit-reached': { icon: MessageSquareWarning, classes: 'text-soon' },
  'answered-while-unsettled': { icon: CircleQuestionMark, classes: 'text-soon' },
  'answered-unsent': { icon: PhoneCall, classes: 'text-late' },
  'answered-by-text': { icon: MessageSquareWarning, classes: 'text-soon' },
  accepted: { icon: CircleCheck, classes: 'text-good' },
  declined: { icon: Undo2, classes: 'text-soon' },
  'not-begun': { icon: CalendarClock, classes: 'text-soon' },
  'part-late': { icon: CalendarClock, classes: 'text-soon' },
  quiet: { icon: CalendarClock, classes: 'text-soon' },
};

const isNamed = ({ customerName, message }: AttentionCase) =>
  customerName !== null || message?.sharedBy !== undefined;

/** What it is and whose, in as few words as can be read in passing. */
function caseTitle(one: AttentionCase, today: string) {
  const { reason, happened, estimate, expectedOn, part } = one;
  const who = whoseCase(one);
  if (reason === 'unclear') return `Question from ${who}`;
  if (reason === 'not-begun' && expectedOn !== null) {
    return `Due ${dateText(expectedOn, today)}: not started`;
  }
  if (expectedOn !== null && part?.expectedOn != null) {
    return `Due ${dateText(expectedOn, today)}: part expected ${dateText(part.expectedOn, today)}`;
  }
  if (reason !== 'accepted' && reason !== 'declined') return happened;
  return `${who} ${reason}${estimate === null ? '' : ` ${formatPrice(estimate.estimatePrice)}`}`;
}

interface CaseProps {
  place: ItemPlace;
  one: AttentionCase;
  /** Everything about it; otherwise no more lines than there is room for. */
  isWhole: boolean;
  /** It has left the list, and stays only for the answer that is being written. */
  isGone: boolean;
  onAnswering: (isAnswering: boolean) => void;
}

export function AttentionCaseItem({ place, one, isWhole, ...answering }: CaseProps) {
  const { icon: IconPart, classes } = looks[one.reason];
  const today = useToday();
  const titleId = `attention-${one.id}`;
  const words = one.message?.body ?? one.estimate?.customerReply ?? null;
  return (
    <li {...place} aria-labelledby={titleId} className="flex min-w-0 gap-3 border-t py-3">
      <IconPart aria-hidden="true" size={16} className={classNames('mt-1 shrink-0', classes)} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex items-baseline justify-between gap-x-4">
          <p id={titleId} className={classNames('min-w-0 font-medium', clamp(isWhole))}>
            {caseTitle(one, today)}
          </p>
          {one.reason === 'not-begun' || one.reason === 'part-late' ? (
            <Lateness one={one} today={today} />
          ) : (
            <span className="shrink-0 text-ink-muted text-sm">
              <TimeAgo iso={one.at} />
            </span>
          )}
        </div>
        <p className="flex min-w-0 flex-wrap items-center gap-x-3 text-sm">
          {one.ticketNumber !== null && <TicketLink ticketNumber={one.ticketNumber} />}
          <a href={phoneLink(one.phone)} className={classNames(contactClasses, 'figures')}>
            {formatPhone(one.phone)}
          </a>
          <bdi className={classNames('min-w-0 text-ink-muted', clamp(isWhole))}>
            {one.estimate === null
              ? isNamed(one)
                ? one.reason !== 'unclear' && whoseCase(one)
                : 'Not in the directory'
              : `${one.estimate.watchBrand} ${one.estimate.watchModel}`}
          </bdi>
        </p>
        {one.part && (
          <p className={classNames('min-w-0 text-sm', clamp(isWhole))}>
            <bdi>{one.part.description}</bdi>
            {one.part.supplier !== null && (
              <>
                {' from '}
                <bdi>{one.part.supplier}</bdi>
              </>
            )}
          </p>
        )}
        {words !== null && (
          <blockquote
            dir="auto"
            className={classNames(
              'break-words text-sm',
              isWhole && 'whitespace-pre-line',
              clamp(isWhole),
            )}
          >
            {words === '' ? <em>Empty message</em> : `“${words}”`}
          </blockquote>
        )}
        <div className="mt-1 flex flex-wrap items-start gap-2">
          <CaseActions {...{ one, titleId, isWhole, ...answering }} />
        </div>
      </div>
    </li>
  );
}

/** The title has the date that was promised. */
function Lateness({ one, today }: { one: AttentionCase; today: string }) {
  const repair = { expectedOn: one.expectedOn, status: one.status ?? '' };
  return promiseState(repair, today) && <PromiseMark repair={repair} />;
}

const clamp = (isWhole: boolean) => (isWhole ? 'break-words' : 'line-clamp-1');

function CaseActions({
  one,
  titleId,
  isWhole,
  isGone,
  ...answering
}: Omit<CaseProps, 'place'> & { titleId: string }) {
  const handling = useHandling();
  const hasRoom = !useMedia(onPhone);
  const { message, reason } = one;
  const handle = () => handling.mutate(one.id);
  const isAnswerable = casesClosedBy.text.some((each) => each === reason);
  const advice = (!isAnswerable || isWhole) && (
    <p
      className={classNames(
        'min-w-0 basis-56 self-center text-ink-muted text-sm',
        isWhole ? 'grow basis-full' : 'line-clamp-2 grow',
      )}
    >
      {one.advice}
    </p>
  );
  if (message === null) {
    return (
      <>
        {advice}
        <TicketStep one={one} />
      </>
    );
  }
  return (
    <>
      {advice}
      {isAnswerable && (
        <CaseReply {...{ one, message, isGone, ...answering }} name={whoseCase(one)} />
      )}
      {one.ticketNumber !== null && (
        <CaseTextActions message={message} ticketNumber={one.ticketNumber} />
      )}
      {isGone ? null : isWhole || hasRoom ? (
        <Button icon={Check} aria-describedby={titleId} onClick={handle}>
          Mark as handled
        </Button>
      ) : (
        <IconButton
          icon={Check}
          label="Mark as handled"
          aria-describedby={titleId}
          onClick={handle}
        />
      )}
    </>
  );
}
