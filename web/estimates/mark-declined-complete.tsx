import { useMutation } from '@tanstack/react-query';
import type { CompletionSms } from '../../domain/api-answers.ts';
import { call } from '../data/call.ts';
import { refreshRepairs } from '../data/repair-cache.ts';
import { completedToast } from '../repairs/completed-toast.ts';
import { offerUndo, useHoldSeconds } from '../repairs/held-completion.ts';
import { showRepairProblem } from '../repairs/repair-problem.ts';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { useSinglePress } from '../ui/press.ts';
import type { ToastMessage } from '../ui/toasts.ts';

/** The customer said no: the watch goes back as it is. */
export function MarkDeclinedComplete({
  ticketNumber,
  ...rest
}: { ticketNumber: string } & Pick<ButtonProps, 'disabledReason' | 'reasonId'>) {
  const press = useSinglePress();
  const holdSeconds = useHoldSeconds();
  const completing = useMutation({
    // The server writes the specification's note.
    mutationFn: () =>
      call('POST /api/repairs/{ticketNumber}/complete', {
        params: { ticketNumber },
        body: { outcome: 'declined', holdSeconds },
      }),
    onSuccess: (completed) =>
      offerUndo(completed, holdSeconds, declinedToast(completed.sms), declinedToast),
    onError: (error) => showRepairProblem(error, 'Error completing repair'),
    onSettled: refreshRepairs,
  });

  return (
    <Button
      {...rest}
      variant="primary"
      pending={completing.isPending}
      onClick={() => {
        if (press.take()) completing.mutate(undefined, { onError: press.release });
      }}
    >
      Mark Complete
    </Button>
  );
}

/** A customer who was not notified is named as for any other completion. */
function declinedToast(sms: CompletionSms): ToastMessage {
  return sms.state === 'sent'
    ? { kind: 'success', title: 'Repair marked as complete!' }
    : completedToast(sms);
}
