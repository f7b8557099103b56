import { useMutation, useQueryClient } from '@tanstack/react-query';
import RotateCw from 'lucide/rotate-cw';
import { useId, useState } from 'react';
import type { Message, Repair } from '../../domain/api-answers.ts';
import { formatPhone } from '../../domain/phone.ts';
import { call } from '../api/call.ts';
import { refreshRepairs } from '../repairs/repair-cache.ts';
import { showRepairProblem } from '../repairs/repair-problem.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { isolated } from '../ui/isolated.ts';
import { toasts } from '../ui/toasts.ts';
import { QuotedText } from './quoted-text.tsx';
import { sentToast } from './sms-toast.ts';

/** Sends a text that did not arrive again, to the customer's number of today. */
export function ResendText({ message, repair }: { message: Message; repair: Repair }) {
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
