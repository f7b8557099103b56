import { useMutation } from '@tanstack/react-query';
import { call } from '../data/call.ts';
import { refreshRepairs } from '../data/repair-cache.ts';
import { useHoldSeconds } from '../data/shop-settings.ts';
import { showRepairProblem } from '../repairs/repair-problem.ts';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { useSinglePress } from '../ui/press.ts';
import { toasts } from '../ui/toasts.ts';

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
    // Nothing of it is on the first screen.
    onSuccess: async (completed) => {
      try {
        const { offerUndoOfDeclined } = await import('../repairs/held-completion.ts');
        offerUndoOfDeclined(completed, holdSeconds);
      } catch {
        toasts.show({ kind: 'success', title: 'Repair marked as complete!' });
      }
    },
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
