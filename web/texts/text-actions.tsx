import { useMutation, useQueryClient } from '@tanstack/react-query';
import RotateCw from 'lucide/rotate-cw';
import { useId, useState } from 'react';
import type { Message, Repair } from '../../domain/api-answers.ts';
import type { AttentionReason } from '../../domain/attention.ts';
import { answersForReply, type RecordableAnswer } from '../../domain/estimate-answers.ts';
import { formatPhone } from '../../domain/phone.ts';
import { call } from '../data/call.ts';
import { refreshRepairs } from '../data/repair-cache.ts';
import { showRepairProblem } from '../repairs/repair-problem.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { isolated } from '../ui/text.tsx';
import { toasts } from '../ui/toasts.ts';
import { BookReply } from './book-reply.tsx';
import { sentToast } from './sms-toast.ts';
import { QuotedText } from './text-preview.tsx';

/** Cases that a booking closes. In the others the answer has been applied, or there is none. */
const settledByBooking: readonly (AttentionReason | null)[] = [
  'unclear',
  'expired',
  'answered-while-opted-out',
];

type Reply = Pick<
  Message,
  'direction' | 'createdAt' | 'ticketNumber' | 'meaning' | 'attention' | 'attentionHandledAt'
>;

/**
 * The answers that staff are offered to book a text as: where its case is open, and while the
 * estimate still waits, where it was not understood and nothing has come since.
 *
 * @param repair the text's ticket as it stands
 * @param isLatest whether it is the last that the customer wrote about the ticket
 */
export function offeredAnswers(
  message: Reply,
  repair: Repair,
  isLatest: boolean,
): RecordableAnswer[] {
  const isOpenCase =
    message.attentionHandledAt === null && settledByBooking.includes(message.attention);
  const isUnread = isLatest && message.meaning === 'UNCLEAR' && repair.status === 'estimate-sent';
  if (message.ticketNumber !== repair.ticketNumber || !(isOpenCase || isUnread)) return [];
  const { estimateSentAt } = repair;
  const estimate = estimateSentAt === null ? null : { sentAt: estimateSentAt };
  return answersForReply(message, estimate, repair.status);
}

/** Sends a text that did not arrive again, to the customer's number of today. */
function ResendText({ message, repair }: { message: Message; repair: Repair }) {
  const queryClient = useQueryClient();
  const [asks, setAsks] = useState(false);
  const toldId = useId();
  const sending = useMutation({
    mutationFn: () => call('POST /api/messages/{id}/resend', { params: { id: message.id } }),
    onSuccess: ({ sms }) => toasts.show(sentToast(sms, 'Text sent again')),
    onError: (error) => showRepairProblem(error),
    onSettled: () => {
      setAsks(false);
      return refreshRepairs(queryClient);
    },
  });
  const number = formatPhone(repair.customerPhone);
  return (
    <>
      <Button
        icon={RotateCw}
        aria-describedby={toldId}
        pending={sending.isPending && !asks}
        onClick={() => setAsks(true)}
      >
        Resend
      </Button>
      <span id={toldId} className="sr-only">
        “{message.body}”
      </span>
      <ConfirmDialog
        open={asks}
        title={`Send this text again to ${number}?`}
        description={
          <div className="flex flex-col gap-2">
            <p>
              {isolated(repair.customerName)} gets it once more
              {message.kind === 'estimate' ? ', as the estimate of this ticket' : ''}.
            </p>
            <QuotedText body={message.body} />
          </div>
        }
        confirmLabel="Send again"
        tone="primary"
        pending={sending.isPending}
        onConfirm={() => sending.mutate()}
        onClose={() => setAsks(false)}
      />
    </>
  );
}

/** What staff can do about a text of a ticket; nothing where there is nothing to do. */
export function TextActions({
  message,
  repair,
  isLatest = false,
}: {
  message: Message;
  repair: Repair;
  /** The last that the customer wrote. */
  isLatest?: boolean;
}) {
  const answers = offeredAnswers(message, repair, isLatest);
  return (
    <>
      {message.canResend && <ResendText message={message} repair={repair} />}
      {answers.length > 0 && <BookReply message={message} repair={repair} answers={answers} />}
    </>
  );
}
