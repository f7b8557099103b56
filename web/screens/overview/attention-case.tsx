import { useMutation } from '@tanstack/react-query';
import Check from 'lucide/check';
import { useState } from 'react';
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
import { TicketLink } from '../../parts/repair/ticket-link.tsx';
import { whoseCase } from '../../parts/text/whose-text.ts';
import { Button } from '../../ui/button.tsx';
import { classNames, contactClasses } from '../../ui/classes.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { CaseIcon, CaseTitle, CaseWords } from './case-words.tsx';
import { handlingKey } from './handled-cases.ts';

/** Takes a case off the list. It is gone at once, and comes back where that did not work. */
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
const { Part: CasePictures } = lazyPart(async () => (await loadActions()).CasePictures);

interface CaseProps {
  place: ItemPlace;
  one: AttentionCase;
  /** It has left the list, and stays only for the answer that is being written. */
  isGone: boolean;
  onAnswering: (isAnswering: boolean) => void;
}

/** One line, with what can be done at its end; pressing the words shows them in full. */
export function AttentionCaseItem({ place, one, ...answering }: CaseProps) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  const titleId = `attention-${one.id}`;
  const cut = isUnfolded ? 'whitespace-pre-line break-words' : 'truncate';
  return (
    <li
      {...place}
      aria-labelledby={titleId}
      className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1 px-3 py-1 max-lg:py-2.5 sm:grid-cols-[auto_minmax(0,1fr)_auto] lg:flex desk:[&_.contents>button]:min-h-7 desk:[&_.contents>button]:py-0"
    >
      <CaseIcon reason={one.reason} />
      <p id={titleId} className={classNames('min-w-0 font-medium lg:max-w-80', cut)}>
        <CaseTitle one={one} />
      </p>
      <p className="flex shrink-0 items-center gap-x-3 text-sm max-sm:col-start-2 pointer-coarse:max-lg:*:-my-2">
        {one.ticketNumber !== null && <TicketLink ticketNumber={one.ticketNumber} />}
        <a href={phoneLink(one.phone)} className={classNames(contactClasses, 'figures')}>
          {formatPhone(one.phone)}
        </a>
      </p>
      <button
        type="button"
        aria-expanded={isUnfolded}
        onClick={() => setIsUnfolded(!isUnfolded)}
        className={classNames(
          'min-h-6 min-w-0 flex-1 basis-40 rounded text-left text-ink-muted text-sm hover:text-ink max-lg:-col-end-1 max-lg:col-start-2 pointer-coarse:min-h-11 pointer-coarse:max-lg:-my-1.5',
          cut,
        )}
      >
        <CaseWords one={one} hasAdvice />
      </button>
      <div className="flex flex-wrap items-center justify-end gap-1.5 max-lg:-col-end-1 max-lg:col-start-2 max-lg:justify-start lg:max-w-[50%]">
        <CaseActions {...{ one, titleId, ...answering }} />
      </div>
    </li>
  );
}

function CaseActions({
  one,
  titleId,
  isGone,
  ...answering
}: Omit<CaseProps, 'place'> & { titleId: string }) {
  const handling = useHandling();
  const { message, reason } = one;
  if (message === null) return <TicketStep one={one} />;
  const isAnswerable = casesClosedBy.text.some((each) => each === reason);
  return (
    <>
      {message.pictures && <CasePictures message={message} />}
      {isAnswerable && (
        <CaseReply {...{ one, message, isGone, ...answering }} name={whoseCase(one)} />
      )}
      {one.ticketNumber !== null && (
        <CaseTextActions message={message} ticketNumber={one.ticketNumber} />
      )}
      {!isGone && (
        <Button icon={Check} aria-describedby={titleId} onClick={() => handling.mutate(one.id)}>
          Mark as handled
        </Button>
      )}
    </>
  );
}
