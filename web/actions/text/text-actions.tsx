import { useMutation, useQuery } from '@tanstack/react-query';
import RotateCw from 'lucide/rotate-cw';
import ThumbsDown from 'lucide/thumbs-down';
import ThumbsUp from 'lucide/thumbs-up';
import { useId, useState } from 'react';
import type { Estimate, Message, Repair } from '../../../domain/api-answers.ts';
import type { AttentionReason } from '../../../domain/attention.ts';
import { answersForReply, type RecordableAnswer } from '../../../domain/estimate-answers.ts';
import { isolated } from '../../../domain/isolated.ts';
import { formatPrice } from '../../../domain/money.ts';
import { formatPhone, phoneKey } from '../../../domain/phone.ts';
import { call } from '../../data/call.ts';
import { latestEstimatesQuery } from '../../data/queries.ts';
import { putRepair, refreshRepairs } from '../../data/repair-cache.ts';
import { showRepairProblem } from '../../data/repair-problem.ts';
import { toasts } from '../../data/toasts.ts';
import { QuotedText } from '../../parts/text/text-preview.tsx';
import { recordedToast, sentToast } from '../../parts/text/text-words.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/choice-fields.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';

/** Cases that recording closes. In the others the answer has been applied, or there is none. */
const settledByRecording: readonly (AttentionReason | null)[] = [
  'unclear',
  'expired',
  'answered-while-opted-out',
  'answered-by-text',
];

type Reply = Pick<
  Message,
  'direction' | 'createdAt' | 'ticketNumber' | 'meaning' | 'attention' | 'attentionHandledAt'
>;

/** The answers to offer for a text: only if its case is open, or it was not understood and nothing has come since. */
export function offeredAnswers(
  message: Reply,
  repair: Repair,
  isLatest: boolean,
): RecordableAnswer[] {
  const isOpenCase =
    message.attentionHandledAt === null && settledByRecording.includes(message.attention);
  const isUnclear = isLatest && message.meaning === 'UNCLEAR' && repair.status === 'estimate-sent';
  if (message.ticketNumber !== repair.ticketNumber || !(isOpenCase || isUnclear)) return [];
  const { estimateSentAt } = repair;
  const estimate = estimateSentAt === null ? null : { sentAt: estimateSentAt };
  return answersForReply(message, estimate, repair.status);
}

/** The estimates of a phone that a text may be the answer to, its own ticket's first. */
export function answerableEstimates(
  message: { phone: string; createdAt: string; ticketNumber: string | null },
  answer: RecordableAnswer,
  estimates: readonly Estimate[],
): Estimate[] {
  const meant = estimates.filter(
    ({ customerPhone, sentAt, status }) =>
      phoneKey(customerPhone) === message.phone &&
      sentAt <= message.createdAt &&
      (status === 'sent' || status === (answer === 'accepted' ? 'declined' : 'accepted')),
  );
  const isOwn = ({ repairId }: Estimate) => repairId === message.ticketNumber;
  return [...meant.filter(isOwn), ...meant.filter((each) => !isOwn(each))];
}

export function TextActions({
  message,
  repair,
  isLatest = false,
  isCompact = false,
}: {
  message: Message;
  repair: Repair;
  isLatest?: boolean;
  /** On a line with other buttons: recording an answer shows only its icon. */
  isCompact?: boolean;
}) {
  const wordsId = useId();
  const answers = offeredAnswers(message, repair, isLatest);
  if (!message.canResend && answers.length === 0) return null;
  return (
    <>
      {message.canResend && <ResendText {...{ message, repair, wordsId, isCompact }} />}
      {answers.length > 0 && <RecordReply {...{ message, repair, answers, wordsId, isCompact }} />}
      <span id={wordsId} className="sr-only">
        “{message.body}”
      </span>
    </>
  );
}

interface ActionProps {
  message: Message;
  repair: Repair;
  /** What says which text is meant. */
  wordsId: string;
  isCompact: boolean;
}

/** Something that is done about a text, after a confirmation. */
function useTextAction<Given, Done>(
  mutationFn: (given: Given) => Promise<Done>,
  onSuccess: (done: Done, given: Given) => void,
) {
  const [asks, setAsks] = useState(false);
  const doing = useMutation({
    mutationFn,
    onSuccess,
    onError: (error) => showRepairProblem(error),
    onSettled: () => {
      setAsks(false);
      return refreshRepairs();
    },
  });
  return {
    doing,
    ask: () => setAsks(true),
    question: {
      open: asks,
      tone: 'primary',
      pending: doing.isPending,
      onClose: () => setAsks(false),
    } as const,
  };
}

const resend = (id: string) => call('resendText', { params: { id } });

/** Resends a text that did not arrive, to the customer's current number. */
function ResendText({ message, repair, wordsId, isCompact }: ActionProps) {
  const { doing, ask, question } = useTextAction(resend, ({ sms }) =>
    toasts.show(sentToast(sms, 'Text resent')),
  );
  return (
    <>
      <Button
        icon={RotateCw}
        aria-describedby={wordsId}
        pending={doing.isPending && !question.open}
        onClick={ask}
      >
        <span className={isCompact ? 'max-sm:sr-only' : undefined}>Resend</span>
      </Button>
      <ConfirmDialog
        {...question}
        title={`Resend this text to ${formatPhone(repair.customerPhone)}?`}
        description={
          <div className="flex flex-col gap-2">
            <p>
              {isolated(repair.customerName)} will get it
              {message.kind === 'estimate' ? ', as the estimate for this ticket' : ''}.
            </p>
            <QuotedText body={message.body} />
          </div>
        }
        confirmLabel="Resend"
        onConfirm={() => doing.mutate(message.id)}
      />
    </>
  );
}

const icons = { accepted: ThumbsUp, declined: ThumbsDown };

/** Staff read a text that no rule could interpret, and record the answer that it gives. */
function RecordReply({
  message,
  repair,
  answers,
  wordsId,
  isCompact,
}: ActionProps & { answers: readonly RecordableAnswer[] }) {
  const [asked, setAsked] = useState<RecordableAnswer>('accepted');
  /** Which ticket is meant, if the phone has several estimates; null for the text's own. */
  const [named, setNamed] = useState<string | null>(null);
  const ticketNumber = named ?? repair.ticketNumber;
  const { doing, ask, question } = useTextAction(
    (answer: RecordableAnswer) =>
      call('recordReply', {
        params: { id: message.id },
        body: { answer, ticketNumber },
      }),
    (recorded, answer) => {
      putRepair(recorded.repair);
      toasts.show(recordedToast(answer, recorded.sms));
    },
  );
  const { data: listed } = useQuery({ ...latestEstimatesQuery, enabled: question.open });
  const others = answerableEstimates(message, asked, listed?.items ?? []);
  // Until the list has loaded, the ticket's own.
  const meant = others.find(({ repairId }) => repairId === ticketNumber) ?? repair;
  const { estimatePrice, watchBrand, watchModel } = meant;
  const name = isolated(repair.customerName);
  return (
    <>
      {answers.map((answer) => (
        <Button
          key={answer}
          icon={icons[answer]}
          title={isCompact ? `Record as ${answer}` : undefined}
          aria-describedby={wordsId}
          pending={doing.isPending && !question.open && doing.variables === answer}
          onClick={() => {
            if (doing.isPending) return;
            setAsked(answer);
            setNamed(null);
            ask();
          }}
        >
          <span className={isCompact ? 'sr-only' : undefined}>Record as {answer}</span>
        </Button>
      ))}
      <ConfirmDialog
        {...question}
        title={`Record this text as ${asked}?`}
        description={
          <div className="flex flex-col gap-2">
            <QuotedText body={message.body} />
            {others.length > 1 && (
              <SelectField
                label="Estimate"
                value={ticketNumber}
                onChange={({ target }) => setNamed(target.value)}
              >
                {others.map(({ id, repairId, watchBrand, watchModel, estimatePrice }) => (
                  <option key={id} value={repairId}>
                    {repairId} · {formatPrice(estimatePrice)} · {watchBrand} {watchModel}
                  </option>
                ))}
              </SelectField>
            )}
            <p>
              It counts as the answer to the estimate
              {estimatePrice !== null && ` of ${formatPrice(estimatePrice)}`} for{' '}
              {isolated(`${watchBrand} ${watchModel}`)}, ticket {ticketNumber}. The history will
              show that staff recorded it.
            </p>
            <p>
              {repair.optedOutAt === null
                ? `${name} will get the confirmation by text.`
                : `${name} opted out of texts, so no confirmation will be sent: call them.`}
            </p>
          </div>
        }
        confirmLabel={`Record as ${asked}`}
        onConfirm={() => doing.mutate(asked)}
      />
    </>
  );
}
