import { useMutation } from '@tanstack/react-query';
import Check from 'lucide/check';
import { useState } from 'react';
import type { Sending } from '../../../domain/api-sendings.ts';
import type { AttentionCase } from '../../../domain/api-texts.ts';
import { answeredStatuses, casesClosedBy } from '../../../domain/attention.ts';
import { formatPhone, phoneLink } from '../../../domain/phone.ts';
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
import { StartWorkButton } from '../../parts/repair/repair-actions.tsx';
import { opensItsTicket, TicketLink } from '../../parts/repair/ticket-link.tsx';
import { whoseCase } from '../../parts/text/whose-text.ts';
import { Button } from '../../ui/button.tsx';
import { classNames, reachClasses } from '../../ui/classes.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { CaseDetails, CaseHeading } from './case-details.tsx';
import { CaseIcon, CaseTime } from './case-words.tsx';
import { handlingKey } from './handled-cases.ts';

/** Takes a case off the list. It is gone at once, and comes back if that did not work. */
function useHandling() {
  return useMutation({
    mutationKey: handlingKey,
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

/** What ends a case that is not about a text: the next step of its ticket. */
function TicketStep({
  one: { reason, ticketNumber, status, estimate, part, sending, expectedOn },
}: {
  one: AttentionCase;
}) {
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
  const isOverdue = sending?.expectedOn != null && sending.expectedOn <= (expectedOn ?? '9');
  if (isOverdue) return <OverdueSending sending={sending} />;
  const lateOn = part?.expectedOn ?? sending?.expectedOn;
  if (reason === 'part-late' || reason === 'back-late') {
    return (
      <Button
        pending={opening !== null}
        onClick={() => void open('promise', lateOn ? { notBefore: lateOn } : {})}
      >
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

const { Part: SendingDialog } = lazyPart(
  async () => (await import('../../actions/sendings/sending-dialog.tsx')).SendingDialog,
);

/** It should be back already: staff ask whoever has it for another date. */
function OverdueSending({ sending }: { sending: Sending }) {
  /** Counts openings, so that each starts with current data. */
  const [opening, setOpening] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        onClick={() => {
          setOpening(opening + 1);
          setIsOpen(true);
        }}
      >
        Update
      </Button>
      {opening > 0 && (
        <SendingDialog
          key={opening}
          open={isOpen}
          onClose={() => setIsOpen(false)}
          ticketNumber={sending.ticketNumber}
          about={sending.ticketNumber}
          sending={sending}
        />
      )}
    </>
  );
}

/** A lot of code that few cases need: the lists come first. */
async function loadActions() {
  await new Promise((resolve) => setTimeout(resolve, 500));
  return import('./case-reply.tsx');
}
const { Part: CaseReply } = lazyPart(
  async () => (await loadActions()).CaseReply,
  <span className="h-control min-w-24 flex-1" />,
);
const { Part: CaseTextActions } = lazyPart(async () => (await loadActions()).CaseTextActions);
const { Part: CasePictures } = lazyPart(async () => (await loadActions()).CasePictures);

interface CaseProps {
  place: ItemPlace;
  one: AttentionCase;
  /** It has left the list, and stays only for the answer that is being written. */
  isGone: boolean;
  onAnswering: (isAnswering: boolean) => void;
}

/**
 * Customer, ticket, when, what happened, their words, and what can be done: in one line if there is room, else
 * in two, on a phone one below the other. Pressing the words shows them in full; on a phone it opens the ticket,
 * as pressing anything else does that is not a button or a link.
 */
export function AttentionCaseItem({ place, one, onAnswering, ...answering }: CaseProps) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  const [isAnswering, setIsAnswering] = useState(false);
  const { id, reason, message, ticketNumber, phone } = one;
  const isAnswerable = message !== null && casesClosedBy.text.some((each) => each === reason);
  const titleId = `attention-${id}`;
  const cut = isUnfolded ? 'whitespace-pre-line break-words' : 'truncate';
  return (
    <li
      {...place}
      {...opensItsTicket}
      aria-labelledby={`${titleId}-who ${titleId}`}
      className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-3 py-2 sm:grid-cols-[auto_15.5rem_minmax(0,1fr)_auto] lg:grid-cols-[auto_14.5rem_6rem_minmax(0,1fr)_auto] lg:py-1 @6xl:grid-cols-[auto_11rem_14.5rem_6rem_minmax(0,1fr)_auto] desk:@6xl:py-0.5 desk:[&_.contents>button]:min-h-7 desk:[&_.contents>button]:py-0"
    >
      <CaseIcon reason={reason} />
      <p id={`${titleId}-who`} className="min-w-0 col-start-2 truncate font-medium">
        <bdi>{whoseCase(one)}</bdi>
      </p>
      <p className="figures flex min-w-0 items-center gap-x-1.5 max-sm:flex-wrap max-sm:justify-between col-start-2 row-start-3 text-ink-muted text-sm sm:row-start-2 @6xl:col-start-3 @6xl:row-start-1">
        {ticketNumber !== null && <TicketLink ticketNumber={ticketNumber} isQuiet />}
        <a
          href={phoneLink(phone)}
          className={classNames(
            'whitespace-nowrap underline-offset-2 hover:text-ink hover:underline',
            ticketNumber !== null && 'max-sm:hidden',
            reachClasses,
          )}
        >
          {formatPhone(phone)}
        </a>
        <span className="whitespace-nowrap sm:hidden">
          <CaseTime one={one} />
        </span>
      </p>
      <button
        type="button"
        aria-expanded={isUnfolded}
        onClick={() => setIsUnfolded(!isUnfolded)}
        className={classNames(
          'col-start-2 row-start-2 min-w-0 rounded text-left sm:col-start-3 sm:row-span-2 sm:row-start-1 lg:col-start-4 @6xl:col-start-5 @6xl:row-end-2',
          !isUnfolded && '@6xl:truncate',
          ticketNumber !== null && 'max-sm:pointer-events-none',
        )}
      >
        <span id={titleId} className={classNames('block', cut, !isUnfolded && '@6xl:inline')}>
          <CaseHeading one={one} />
        </span>{' '}
        <span
          className={classNames(
            'block text-ink-muted text-sm',
            cut,
            !isUnfolded && '@6xl:ml-2 @6xl:inline',
          )}
        >
          <span className="max-sm:hidden lg:hidden">
            <CaseTime one={one} />
            {' · '}
          </span>
          <CaseDetails one={one} isWhole={isUnfolded} />
        </span>
      </button>
      <span className="col-start-3 row-span-2 row-start-1 text-ink-muted text-sm max-lg:hidden @6xl:col-start-4 @6xl:row-end-2">
        <CaseTime one={one} />
      </span>
      {message?.pictures && (
        <div className="-col-end-1 col-start-2 row-start-4 py-1 sm:row-start-3">
          <CasePictures message={message} />
        </div>
      )}
      <div
        className={classNames(
          'flex min-w-0 items-center justify-end gap-1.5',
          isAnswering
            ? '-col-end-1 col-start-2 row-start-4 flex-wrap pb-1'
            : 'sm:-col-start-2 sm:row-span-2 sm:row-start-1 sm:*:[form]:w-24 lg:*:[form]:w-44 @6xl:row-end-2 desk:@6xl:[&_textarea]:min-h-7 desk:@6xl:[&_textarea]:py-[0.1875rem] desk:@6xl:[&>span.h-control]:h-7',
          isAnswerable
            ? 'max-sm:-col-end-1 max-sm:col-start-2 max-sm:row-start-5 max-sm:mt-1.5'
            : 'max-sm:col-start-3 max-sm:row-span-3 max-sm:row-start-1',
        )}
      >
        <CaseActions
          {...{ one, titleId, isAnswerable, isAnswering, ...answering }}
          onAnswering={(isNow) => {
            setIsAnswering(isNow);
            onAnswering(isNow);
          }}
        />
      </div>
    </li>
  );
}

function CaseActions({
  one,
  titleId,
  isGone,
  isAnswerable,
  isAnswering,
  onAnswering,
}: Omit<CaseProps, 'place'> & { titleId: string; isAnswerable: boolean; isAnswering: boolean }) {
  const handling = useHandling();
  const { message } = one;
  if (message === null) return <TicketStep one={one} />;
  return (
    <>
      {isAnswerable && (
        <CaseReply {...{ one, message, isGone, onAnswering }} name={whoseCase(one)} />
      )}
      {one.ticketNumber !== null && (
        <CaseTextActions
          message={message}
          ticketNumber={one.ticketNumber}
          isCompact={!isAnswering}
        />
      )}
      {!isGone && (
        <Button
          icon={Check}
          title="Mark as handled"
          aria-describedby={`${titleId}-who ${titleId}`}
          onClick={() => handling.mutate(one.id)}
        >
          <span className={isAnswering ? undefined : 'max-lg:sr-only'}>Mark as handled</span>
        </Button>
      )}
    </>
  );
}
