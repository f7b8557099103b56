import { useMutation } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { useAwayReason } from '../../data/outage.ts';
import { refreshRepairs } from '../../data/repair-cache.ts';
import { showRepairProblem } from '../../data/repair-problem.ts';
import { holdSecondsNow } from '../../data/shop-settings.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { useSinglePress } from '../../ui/press.ts';
import { offerUndoOfDeclined } from './undo-completion.ts';

/**
 * The customer declined: the watch goes back as it is. Says how it went; never fails.
 *
 * @returns whether it is complete
 */
export async function completeDeclined(ticketNumber: string): Promise<boolean> {
  const holdSeconds = holdSecondsNow();
  try {
    // The server writes the specification's note.
    const completed = await call('completeRepair', {
      params: { ticketNumber },
      body: { outcome: 'declined', holdSeconds },
    });
    offerUndoOfDeclined(completed, holdSeconds);
    return true;
  } catch (error) {
    showRepairProblem(error, 'Error completing repair');
    return false;
  } finally {
    await refreshRepairs();
  }
}

export function MarkDeclinedComplete({
  ticketNumber,
  ...rest
}: { ticketNumber: string } & Pick<ButtonProps, 'disabledReason' | 'reasonId'>) {
  const press = useSinglePress();
  const awayReason = useAwayReason();
  const completing = useMutation({
    mutationFn: () => completeDeclined(ticketNumber),
    onSuccess: (isComplete) => {
      if (!isComplete) press.release();
    },
  });

  return (
    <Button
      disabledReason={awayReason}
      {...rest}
      variant="primary"
      pending={completing.isPending}
      onClick={() => {
        if (press.take()) completing.mutate();
      }}
    >
      Mark Complete
    </Button>
  );
}
