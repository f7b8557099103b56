import { useMutation } from '@tanstack/react-query';
import Check from 'lucide/check';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Repair } from '../../../domain/api-answers.ts';
import {
  type AnswerWay,
  type RecordableAnswer,
  replaceableAcceptance,
} from '../../../domain/estimate-answers.ts';
import { lengthFault, limits } from '../../../domain/field-list.ts';
import { isolated } from '../../../domain/isolated.ts';
import { formatPrice } from '../../../domain/money.ts';
import { isAllowed } from '../../../domain/repair-status.ts';
import { CallProblem, call, isUnsure } from '../../data/call.ts';
import { newId } from '../../data/new-id.ts';
import type { ActionProps } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { putRepair, refreshRepairs } from '../../data/repair-cache.ts';
import { repairProblem, showRepairProblem } from '../../data/repair-problem.ts';
import { usePriceMode } from '../../data/shop-settings.ts';
import { toasts } from '../../data/toasts.ts';
import { EstimatePaperButton } from '../../parts/print/estimate-paper-button.tsx';
import { amountHint, checkAmount } from '../../parts/repair/estimate-check.ts';
import { wayChoices } from '../../parts/repair/estimate-steps.ts';
import { repairLine } from '../../parts/repair/repair-summary.tsx';
import { movedOnWords } from '../../parts/repair/status-badge.tsx';
import { noDraft, tried, typed } from '../../parts/text/text-draft.ts';
import { Banner, ProblemBanner } from '../../ui/banner.tsx';
import { Dialog, DialogClose, FormButtons } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Segments } from '../../ui/segments.tsx';
import { MoneyField, TextArea, TextField } from '../../ui/text-field.tsx';
import { EstimateLines, useEstimatePrice } from './estimate-price.tsx';
import { ReplacedEstimate } from './estimate-recipient.tsx';

type Answered = RecordableAnswer | 'open';

const answers = [
  { value: 'open', label: 'Open' },
  { value: 'accepted', label: 'Accepted' },
  { value: 'declined', label: 'Declined' },
] as const;

/** An estimate that the customer was given without a text. */
export function RecordEstimateDialog({ open, onClose, repair, begun }: ActionProps) {
  const amountField = useRef<HTMLInputElement>(null);
  const workField = useRef<HTMLInputElement>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const notesField = useRef<HTMLTextAreaElement>(null);
  /** Carries the id under which the server takes another try for the same estimate. */
  const attempt = useRef(noDraft);
  const [work, setWork] = useState(begun?.estimate?.work ?? '');
  const [notes, setNotes] = useState(begun?.estimate?.notes ?? '');
  const [answeredBy, setAnsweredBy] = useState('');
  const [told, setTold] = useState<AnswerWay>(repair.customerPhone === '' ? 'counter' : 'phone');
  const [answer, setAnswer] = useState<Answered>('open');
  /** After the first refusal every change is judged at once. */
  const [isJudged, setIsJudged] = useState(false);
  /** What the next press is based on: it replaces no price that has been accepted since. */
  const [seen, setSeen] = useState(repair);
  const [opened] = useState(repair);
  const awayReason = useAwayReason();
  const priceMode = usePriceMode();
  const price = useEstimatePrice(repair, begun?.estimate?.amount ?? '', begun?.estimate?.lines);
  const { amount, setAmount, lines, checked } = price;
  const linesArea = useRef<HTMLDivElement>(null);
  const sentLines = checked !== null && 'lines' in checked ? checked.lines : null;
  const hasLineFault = checked !== null && 'faults' in checked;
  const check =
    checked !== null && 'dollars' in checked
      ? checkAmount(checked.dollars.toFixed(2))
      : checkAmount(amount, priceMode);
  const faults = {
    amount: 'message' in check ? check.message : undefined,
    work: lengthFault('Work', work, limits.estimateWork),
    answeredBy: lengthFault('Answered by', answeredBy, limits.name),
    notes: lengthFault('Staff notes', notes, limits.estimateNotes),
  };

  const recording = useMutation({
    mutationFn: (dollars: number) => {
      const wanted = {
        repairId: repair.ticketNumber,
        amount: dollars,
        work: work.trim() || null,
        notes: notes.trim() || null,
        lines: sentLines,
        told,
        answer: answer === 'open' ? null : answer,
        answeredBy: answer === 'open' ? null : answeredBy.trim() || null,
      };
      attempt.current = tried(typed(attempt.current, JSON.stringify(wanted), newId));
      const { messageId: estimateId } = attempt.current;
      const replacesAccepted = replaceableAcceptance(seen);
      return call('recordEstimate', { body: { ...wanted, estimateId, replacesAccepted } });
    },
    onSuccess: ({ estimate, repair: after }) => {
      putRepair(after);
      if (estimate.told === 'paper') return;
      toasts.show({
        kind: 'success',
        title: `Estimate recorded: ${formatPrice(estimate.estimatePrice)}`,
        detail: after.ticketNumber,
      });
      onClose();
    },
    onError: (error) => {
      showRepairProblem(error, undefined, 'in-place');
      if (error instanceof CallProblem && 'repair' in error.document) {
        setSeen(error.document.repair as Repair);
      }
    },
    onSettled: refreshRepairs,
  });
  const { isPending, isSuccess, data } = recording;
  const onPaper = data?.estimate.told === 'paper' ? data : null;
  const accepted = replaceableAcceptance(repair);
  const acceptedPrice = formatPrice(repair.estimatePrice ?? 0);
  /** Its answer was lost: the same request again says whether the ticket has this estimate. */
  const mayBeRecorded = isUnsure(recording.error) && repair.estimateId !== opened.estimateId;
  const isAcceptedMeanwhile =
    !isPending &&
    !isSuccess &&
    !mayBeRecorded &&
    accepted !== null &&
    accepted !== replaceableAcceptance(opened);

  function submit() {
    if (isPending || isSuccess) return;
    flushSync(() => setIsJudged(true));
    if (hasLineFault) {
      linesArea.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    if (faults.amount !== undefined) return amountField.current?.focus();
    if (faults.work !== undefined) return workField.current?.focus();
    if (answer !== 'open' && faults.answeredBy !== undefined) return nameField.current?.focus();
    if (faults.notes !== undefined) return notesField.current?.focus();
    if ('dollars' in check) recording.mutate(check.dollars);
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={onPaper ? 'Estimate recorded' : titleFor(seen)}
      description={repairLine(repair)}
      dirty={
        !isSuccess &&
        !mayBeRecorded &&
        (price.isChanged || `${amount}${work}${notes}${answeredBy}` !== '')
      }
      size={lines.length === 0 || onPaper ? 'medium' : 'widest'}
      busy={isPending}
      initialFocus={amountField}
      onSubmit={onPaper ? undefined : submit}
      alert={
        isAcceptedMeanwhile ? (
          <Banner
            tone="warning"
            title={`${isolated(repair.customerName)} accepted ${acceptedPrice} in the meantime.`}
          >
            Another estimate would replace that price.
          </Banner>
        ) : (
          <ProblemBanner problem={repairProblem(recording.error)} />
        )
      }
      footer={
        onPaper ? (
          <>
            <DialogClose>Done</DialogClose>
            <EstimatePaperButton {...onPaper} variant="primary" />
          </>
        ) : (
          <FormButtons
            pending={isPending}
            disabledReason={
              isPending || isSuccess || mayBeRecorded || isAllowed('send-estimate', repair.status)
                ? awayReason
                : movedOnWords(repair)
            }
          >
            {submitLabel('dollars' in check && !hasLineFault ? check.dollars : null, answer)}
          </FormButtons>
        )
      }
    >
      {onPaper ? (
        <Banner
          tone="info"
          icon={Check}
          title={`${formatPrice(onPaper.estimate.estimatePrice)} on paper`}
        >
          Print it for the customer to sign. No text was sent.
        </Banner>
      ) : (
        <div className="flex flex-col gap-4">
          <ReplacedEstimate repair={seen} />
          <div
            className={
              lines.length === 0 ? 'grid gap-4 sm:grid-cols-[11rem_minmax(0,1fr)]' : 'contents'
            }
          >
            {lines.length === 0 && (
              <MoneyField
                ref={amountField}
                label="Estimate amount"
                value={amount}
                onChange={(event) => setAmount(event.target.value)}
                maxLength={20}
                error={isJudged ? faults.amount : undefined}
                hint={amountHint(repair, check, priceMode)}
              />
            )}
            <TextField
              ref={workField}
              label="Work"
              optional
              value={work}
              onChange={(event) => setWork(event.target.value)}
              error={faults.work}
            />
          </div>
          <EstimateLines price={price} work={work} isJudged={isJudged} areaRef={linesArea} />
          {isJudged && checked !== null && !hasLineFault && (
            <FieldError id="total-fault">{faults.amount}</FieldError>
          )}
          <Choice legend="Given" choices={wayChoices} value={told} onChange={setTold} />
          <Choice legend="Answer" choices={answers} value={answer} onChange={setAnswer} />
          {answer !== 'open' && (
            <TextField
              ref={nameField}
              label="Answered by"
              optional
              autoComplete="off"
              value={answeredBy}
              onChange={(event) => setAnsweredBy(event.target.value)}
              error={faults.answeredBy}
              hint={`If it was not ${isolated(repair.customerName)}.`}
            />
          )}
          <TextArea
            ref={notesField}
            label="Staff notes"
            optional
            rows={2}
            value={notes}
            onChange={(event) => setNotes(event.target.value)}
            error={faults.notes}
            hint="Internal note; not on paper."
          />
          <p className="text-ink-muted text-sm">No text is sent.</p>
        </div>
      )}
    </Dialog>
  );
}

const titleFor = (seen: Repair) =>
  replaceableAcceptance(seen) === null ? 'Record estimate' : 'Replace accepted price';

/** What the press records, in full: it may authorize the work. */
function submitLabel(dollars: number | null, answer: Answered): string {
  const price = dollars === null ? 'estimate' : formatPrice(dollars);
  return answer === 'open' ? `Record ${price}` : `Record ${price} as ${answer}`;
}

function Choice<Value extends string>({
  legend,
  choices,
  value,
  onChange,
}: {
  legend: string;
  choices: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  return (
    <div className="flex flex-col gap-1">
      <span aria-hidden="true" className="font-medium">
        {legend}
      </span>
      <Segments
        legend={legend}
        segments={choices}
        value={value}
        onChange={(chosen) => chosen && onChange(chosen)}
      />
    </div>
  );
}
