import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import Check from 'lucide/check';
import NotebookPen from 'lucide/notebook-pen';
import Send from 'lucide/send';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Repair } from '../../../domain/api-answers.ts';
import { replaceableAcceptance } from '../../../domain/estimate-answers.ts';
import { lengthFault, limits } from '../../../domain/field-list.ts';
import { isolated } from '../../../domain/isolated.ts';
import { formatPrice } from '../../../domain/money.ts';
import { isAllowed } from '../../../domain/repair-status.ts';
import { typedFrom } from '../../../domain/tax.ts';
import { justSentQuestion } from '../../../domain/text-delivery.ts';
import { checkLines, type TypedLine } from '../../../domain/typed-lines.ts';
import { CallProblem, call } from '../../data/call.ts';
import { newId } from '../../data/new-id.ts';
import { type ActionProps, useActionsOn } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { estimatePreviewQuery } from '../../data/queries.ts';
import { useRepair } from '../../data/repair.ts';
import { refreshRepairs } from '../../data/repair-cache.ts';
import { repairProblem, showRepairProblem } from '../../data/repair-problem.ts';
import { usePriceMode } from '../../data/shop-settings.ts';
import { toasts } from '../../data/toasts.ts';
import { textObstacle } from '../../parts/client/text-obstacle.ts';
import { useWithheld } from '../../parts/client/withheld.ts';
import { useRested } from '../../parts/list/search-results.tsx';
import { amountHint, checkEstimate, checkTotal } from '../../parts/repair/estimate-check.ts';
import { recordEstimateLabel, sendEstimateLabel } from '../../parts/repair/estimate-steps.ts';
import { repairStatusLabel } from '../../parts/repair/status-badge.tsx';
import { NoTextNotice } from '../../parts/text/no-text.tsx';
import { noDraft, tried, typed } from '../../parts/text/text-draft.ts';
import { TextPreview } from '../../parts/text/text-preview.tsx';
import { Banner, ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog, FormButtons } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { MoneyField, TextArea, TextField } from '../../ui/text-field.tsx';
import { EstimateLines, useEstimatePrice } from './estimate-price.tsx';
import { EstimateRecipient } from './estimate-recipient.tsx';
import { type SendFailure, sendFailure } from './send-failure.ts';

/** Only a convenience: if the text can't be fetched, nothing is said, and sending says what is wrong. */
function EstimatePreview({
  repair,
  amount,
  work,
  lines,
  note,
}: {
  repair: Repair;
  amount: string;
  work: string;
  lines: readonly TypedLine[];
  note: string | null;
}) {
  const rested = useRested(amount);
  const restedWork = useRested(work);
  const restedLines = useRested(lines);
  const mode = usePriceMode();
  const total = restedLines.length === 0 ? null : checkLines(restedLines, mode);
  const sent = total !== null && 'dollars' in total ? total : null;
  const check =
    sent === null
      ? checkEstimate(rested, repair.customerPhone, mode)
      : checkTotal(sent.dollars, repair.customerPhone);
  const withheld = useWithheld(repair);
  const isSendable =
    repair.optedOutAt === null &&
    withheld === undefined &&
    isAllowed('send-estimate', repair.status);
  const isFit =
    isSendable && faultOfWork(restedWork) === undefined && (total === null || sent !== null);
  const dollars = isFit && 'dollars' in check ? check.dollars : null;
  const { data, isError } = useQuery({
    ...estimatePreviewQuery(
      repair.ticketNumber,
      dollars ?? 0,
      restedWork.trim() || null,
      sent?.lines ?? null,
    ),
    enabled: dollars !== null,
    placeholderData: keepPreviousData,
  });
  if (dollars === null || data === undefined || isError) return null;
  return <TextPreview preview={data} note={note} />;
}

/** Long enough to read that it was sent (specification, section 9). */
const closeAfterMs = 1_500;

export function SendEstimateDialog({ open, onClose, repair }: ActionProps) {
  const amountField = useRef<HTMLInputElement>(null);
  const workField = useRef<HTMLInputElement>(null);
  const notesField = useRef<HTMLTextAreaElement>(null);
  /** Carries the id by which the server recognizes a retry as the same estimate. */
  const attempt = useRef(noDraft);
  const priceMode = usePriceMode();
  /**
   * The ticket's price is offered, selected: typing replaces it. If a price was accepted, the field starts
   * empty: the new one must differ.
   */
  const offered = () =>
    repair.repairPrice === null || replaceableAcceptance(repair) !== null
      ? ''
      : typedFrom(repair.repairPrice, priceMode).toFixed(2);
  const [proposal, setProposal] = useState(offered);
  const price = useEstimatePrice(repair, proposal);
  const { amount, setAmount, lines, checked, before } = price;
  const linesArea = useRef<HTMLDivElement>(null);
  const [work, setWork] = useState('');
  const [notes, setNotes] = useState('');
  /** After the first refusal every change is judged at once. */
  const [isJudged, setIsJudged] = useState(false);
  const [failure, setFailure] = useState<SendFailure | null>(null);
  /** The ticket as it was when it was sent: news that arrives meanwhile would say that it replaces itself. */
  const [submitted, setSubmitted] = useState<Repair | null>(null);
  /** What the next press is based on: it replaces no price that has been accepted since. */
  const [seen, setSeen] = useState(repair);
  const [opened] = useState(repair);
  /** Asked if the same estimate went out a moment ago. The words stay while the question closes. */
  const [question, setQuestion] = useState('');
  const [asks, setAsks] = useState(false);
  const { customerName, ticketNumber } = repair;
  const check =
    checked !== null && 'dollars' in checked
      ? checkTotal(checked.dollars, repair.customerPhone)
      : checkEstimate(amount, repair.customerPhone, priceMode);
  const sentLines = checked !== null && 'lines' in checked ? checked.lines : null;
  const { data: ticket } = useRepair(open ? ticketNumber : null);
  const withheld = useWithheld(repair);
  const obstacle = textObstacle(repair, ticket?.messages ?? [], withheld);
  const fault = isJudged && 'message' in check ? check : null;

  const workFault = faultOfWork(work);
  const notesFault = lengthFault('Staff notes', notes, limits.estimateNotes);
  const awayReason = useAwayReason();
  const sending = useMutation({
    mutationFn: ({ dollars, again }: { dollars: number; again: boolean }) => {
      const wanted = {
        repairId: ticketNumber,
        amount: dollars,
        work: work.trim() || null,
        notes: notes.trim() || null,
        lines: sentLines,
      };
      attempt.current = tried(typed(attempt.current, JSON.stringify(wanted), newId));
      const { messageId: estimateId } = attempt.current;
      const replacesAccepted = replaceableAcceptance(seen);
      const body = { ...wanted, estimateId, replacesAccepted, again };
      return call('sendEstimate', { body });
    },
    onError: (error) => {
      if (error instanceof CallProblem && error.code === 'estimate-just-sent') {
        setQuestion(questionIn(error));
        setAsks(true);
        return;
      }
      if (hasMovedOn(error)) {
        showRepairProblem(error, undefined, 'in-place');
        if ('repair' in error.document) setSeen(error.document.repair as Repair);
        return;
      }
      const known = sendFailure(error);
      toasts.show(known.toast);
      setFailure(known);
    },
    // Not waited for: the question can be answered, and the button pressed again, at once.
    onSettled: () => {
      void refreshRepairs();
    },
  });
  /** The answer was lost, and now the ticket has what was sent. */
  const hasArrived =
    failure?.tone === 'warning' &&
    repair.estimateId !== submitted?.estimateId &&
    'dollars' in check &&
    isEstimateOf(repair, { dollars: check.dollars, work, notes });
  const isSent = sending.isSuccess || hasArrived;
  const isOnItsWay = isSent || sending.isPending;
  const label = sendEstimateLabel(seen.status);
  /** No text can arrive, so the customer is given the price in another way. */
  const mustTell =
    obstacle !== undefined && !isOnItsWay && isAllowed('send-estimate', repair.status);
  const { open: openNext, opening } = useActionsOn(repair);
  const accepted = replaceableAcceptance(repair);
  const acceptedPrice = formatPrice(repair.estimatePrice ?? 0);
  const isAcceptedMeanwhile =
    !isOnItsWay && accepted !== null && accepted !== replaceableAcceptance(opened);

  const finish = useEffectEvent(() => {
    toasts.show({
      kind: 'success',
      title: 'Estimate sent successfully!',
      detail: `SMS sent to ${isolated(customerName)}. Repair moved to estimates tab.`,
    });
    return setTimeout(() => onClose(), closeAfterMs);
  });
  useEffect(() => {
    if (!isSent) return;
    const timer = finish();
    return () => clearTimeout(timer);
  }, [isSent]);

  function submit(again: boolean) {
    if (isOnItsWay) return;
    setFailure(null);
    if (checked !== null && 'faults' in checked) {
      flushSync(() => setIsJudged(true));
      linesArea.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    setIsJudged('message' in check);
    if ('message' in check) {
      if (check.field === 'amount') amountField.current?.focus();
      return;
    }
    if (workFault !== undefined) return workField.current?.focus();
    if (notesFault !== undefined) return notesField.current?.focus();
    setSubmitted(repair);
    sending.mutate({ dollars: check.dollars, again });
  }

  function forget() {
    setProposal(offered);
    price.forget(offered());
    setWork('');
    setNotes('');
    setIsJudged(false);
    setFailure(null);
    setSubmitted(null);
    attempt.current = noDraft;
    sending.reset();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={forget}
      title={replaceableAcceptance(seen) === null ? 'Send estimate' : 'Replace accepted price'}
      description={`${ticketNumber} · ${isolated(repair.watchBrand)} ${isolated(repair.watchModel)}`}
      dirty={!isSent && (price.isChanged || work !== '' || notes !== '')}
      size={lines.length === 0 ? 'medium' : 'widest'}
      busy={sending.isPending}
      initialFocus={amountField}
      onSubmit={() => submit(false)}
      alert={
        failure && !isSent ? (
          <Banner tone={failure.tone}>
            <strong className="block font-semibold">{failure.headline}</strong>
            {failure.advice && <p className="mt-1 text-sm">{failure.advice}</p>}
          </Banner>
        ) : isAcceptedMeanwhile ? (
          <Banner
            tone="warning"
            title={`${isolated(customerName)} accepted ${acceptedPrice} in the meantime.`}
          >
            Another estimate would replace that price.
          </Banner>
        ) : (
          hasMovedOn(sending.error) && <ProblemBanner problem={repairProblem(sending.error)} />
        )
      }
      footer={
        <FormButtons
          variant={mustTell ? 'secondary' : 'primary'}
          close={isSent ? 'Close' : 'Cancel'}
          icon={isSent ? Check : Send}
          pending={sending.isPending}
          disabledReason={
            isSent ? undefined : (reasonNotToSend(repair, failure, withheld) ?? awayReason)
          }
          other={
            mustTell && (
              <Button
                block
                variant="primary"
                icon={NotebookPen}
                pending={opening !== null}
                onClick={() =>
                  openNext('record-estimate', { estimate: { amount, work, notes, lines } })
                }
              >
                {recordEstimateLabel(seen.status)}
              </Button>
            )
          }
        >
          {isSent ? 'Sent' : label}
        </FormButtons>
      }
    >
      <div className="flex flex-col gap-4">
        <EstimateRecipient
          repair={(isOnItsWay && submitted) || repair}
          phoneError={fault?.field === 'phone' ? fault.message : undefined}
        />
        {obstacle !== undefined && !isOnItsWay && (
          <NoTextNotice repair={repair} reason={obstacle} isEditable />
        )}
        {lines.length === 0 && (
          <MoneyField
            ref={amountField}
            label="Estimate amount"
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
            onFocus={({ target }) => {
              if (amount === proposal) target.select();
            }}
            readOnly={isOnItsWay}
            maxLength={20}
            error={fault?.field === 'amount' ? fault.message : undefined}
            hint={amountHint(repair, check, priceMode)}
          />
        )}
        <EstimateLines
          price={price}
          work={work}
          isJudged={isJudged}
          readOnly={isOnItsWay}
          areaRef={linesArea}
        />
        {checked !== null && fault?.field === 'amount' && (
          <FieldError id="total-fault">{fault.message}</FieldError>
        )}
        <TextField
          ref={workField}
          label="Work"
          optional
          value={work}
          onChange={(event) => setWork(event.target.value)}
          readOnly={isOnItsWay}
          error={workFault ?? errorAt('work', sending.error)}
          hint="Shown after the watch name in the text. For example: new crown and gasket."
        />
        <TextArea
          ref={notesField}
          label="Staff notes"
          optional
          value={notes}
          onChange={(event) => setNotes(event.target.value)}
          readOnly={isOnItsWay}
          error={notesFault}
          hint="Internal note; not part of the text."
        />
        {!isOnItsWay && (
          <EstimatePreview
            repair={repair}
            amount={amount}
            work={work}
            lines={lines}
            note={before && ifDeclined(before.estimatePrice, repair)}
          />
        )}
        {isSent && (
          <Banner tone="info" icon={Check} title="Estimate sent">
            to <bdi>{customerName}</bdi>.
          </Banner>
        )}
      </div>
      <ConfirmDialog
        open={asks}
        title={question}
        tone="primary"
        confirmLabel="Send again"
        cancelLabel="Don’t send"
        onConfirm={() => {
          setAsks(false);
          submit(true);
        }}
        onClose={() => {
          setAsks(false);
          onClose();
        }}
      />
    </Dialog>
  );
}

/** What happens if more work is declined. */
function ifDeclined(price: number, { assignedWatchmaker }: Repair): string {
  const whom = assignedWatchmaker === null ? '' : ` with ${isolated(assignedWatchmaker)}`;
  return `If declined, the repair continues at ${formatPrice(price)}${whom}.`;
}

const isEstimateOf = (
  { estimatePrice, estimateWork, estimateNotes }: Repair,
  { dollars, work, notes }: { dollars: number; work: string; notes: string },
) =>
  estimatePrice === dollars &&
  (estimateWork ?? '') === work.trim() &&
  (estimateNotes ?? '') === notes.trim();

const faultOfWork = (work: string) => lengthFault('Work', work, limits.estimateWork);

/** The ticket has moved on since the dialog was opened: the screen behind it shows its state. */
const movedOn: readonly string[] = ['repair-status', 'repair-not-found', 'not-logged-in'];

const hasMovedOn = (error: Error | null): error is CallProblem =>
  error instanceof CallProblem && movedOn.includes(error.code);

/** What the server has against a field of the form. */
const errorAt = (field: string, error: Error | null) =>
  error instanceof CallProblem
    ? error.errors.find(({ path }) => path === field)?.message
    : undefined;

function questionIn({ document }: CallProblem): string {
  return justSentQuestion(isolated(String(document.customerName)), Number(document.secondsAgo));
}

function reasonNotToSend(
  repair: Repair,
  failure: SendFailure | null,
  withheld: string | undefined,
): string | undefined {
  if (failure?.mustNotRepeat) return 'Wait until we know whether the last text was sent.';
  if (repair.optedOutAt !== null) return 'The customer replied STOP: call them.';
  if (withheld !== undefined) return withheld;
  if (!isAllowed('send-estimate', repair.status)) {
    return `The ticket is “${repairStatusLabel(repair.status)}”, so no estimate can be sent now.`;
  }
  return undefined;
}
