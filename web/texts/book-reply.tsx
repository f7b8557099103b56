import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import ThumbsDown from 'lucide/thumbs-down';
import ThumbsUp from 'lucide/thumbs-up';
import { type ReactNode, useId, useState } from 'react';
import type { Estimate, Message, Repair } from '../../domain/api-answers.ts';
import type { RecordableAnswer } from '../../domain/estimate-answers.ts';
import { formatPrice } from '../../domain/money.ts';
import { phoneKey } from '../../domain/phone.ts';
import { call } from '../data/call.ts';
import { latestEstimatesQuery } from '../data/queries.ts';
import { putRepair, refreshRepairs } from '../data/repair-cache.ts';
import { showRepairProblem } from '../repairs/repair-problem.ts';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/choice-fields.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { isolated } from '../ui/text.tsx';
import { toasts } from '../ui/toasts.ts';
import { bookedToast } from './sms-toast.ts';
import { QuotedText } from './text-preview.tsx';

/**
 * The estimates of a phone that a text may have been the answer to, the text's own ticket first.
 *
 * @param message the text
 * @param estimates as listed
 */
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

const icons = { accepted: ThumbsUp, declined: ThumbsDown };

/** Staff read a text that no rule could, and book it as the answer that it is. */
export function BookReply({
  message,
  repair,
  answers,
}: {
  message: Message;
  repair: Repair;
  answers: readonly RecordableAnswer[];
}) {
  const queryClient = useQueryClient();
  /** Stays while the question closes. */
  const [asked, setAsked] = useState<RecordableAnswer>('accepted');
  const [asks, setAsks] = useState(false);
  /** Which ticket is meant, where the phone has several estimates; null for the text's own. */
  const [named, setNamed] = useState<string | null>(null);
  const { data: listed } = useQuery({ ...latestEstimatesQuery, enabled: asks });
  const others = answerableEstimates(message, asked, listed?.items ?? []);
  const ticketNumber = named ?? repair.ticketNumber;
  const toldId = useId();
  const booking = useMutation({
    mutationFn: (answer: RecordableAnswer) =>
      call('POST /api/messages/{id}/book', {
        params: { id: message.id },
        body: { answer, ticketNumber },
      }),
    onSuccess: (booked, answer) => {
      putRepair(queryClient, booked.repair);
      toasts.show(bookedToast(answer, booked.sms));
    },
    onError: (error) => showRepairProblem(error),
    onSettled: () => {
      setAsks(false);
      return refreshRepairs(queryClient);
    },
  });
  return (
    <>
      {answers.map((answer) => (
        <Button
          key={answer}
          icon={icons[answer]}
          aria-describedby={toldId}
          pending={booking.isPending && !asks && booking.variables === answer}
          onClick={() => {
            if (booking.isPending) return;
            setAsked(answer);
            setNamed(null);
            setAsks(true);
          }}
        >
          Book as {answer}
        </Button>
      ))}
      <span id={toldId} className="sr-only">
        “{message.body}”
      </span>
      <ConfirmDialog
        open={asks}
        title={`Book this text as ${asked}?`}
        description={
          <WhatFollows
            message={message}
            repair={repair}
            estimate={others.find(({ repairId }) => repairId === ticketNumber)}
          >
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
          </WhatFollows>
        }
        confirmLabel={`Book as ${asked}`}
        tone="primary"
        pending={booking.isPending}
        onConfirm={() => booking.mutate(asked)}
        onClose={() => setAsks(false)}
      />
    </>
  );
}

function WhatFollows({
  message,
  repair,
  estimate,
  children,
}: {
  message: Message;
  repair: Repair;
  /** The one that is meant; the ticket's own until the list is there. */
  estimate: Estimate | undefined;
  /** The choice of another one. */
  children: ReactNode;
}) {
  const { customerName, optedOutAt } = repair;
  const { estimatePrice, watchBrand, watchModel } = estimate ?? repair;
  const ticketNumber = estimate?.repairId ?? repair.ticketNumber;
  const name = isolated(customerName);
  return (
    <div className="flex flex-col gap-2">
      <QuotedText body={message.body} />
      {children}
      <p>
        It counts as the answer to the estimate
        {estimatePrice !== null && ` of ${formatPrice(estimatePrice)}`} for{' '}
        {isolated(`${watchBrand} ${watchModel}`)}, ticket {ticketNumber}. The history says that
        staff booked it.
      </p>
      <p>
        {optedOutAt === null
          ? `${name} gets the confirmation by text.`
          : `${name} wants no texts, so no confirmation goes out: phone them.`}
      </p>
    </div>
  );
}
