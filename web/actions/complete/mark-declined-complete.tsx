import { useMutation } from '@tanstack/react-query';
import type { CompletionSms, Repair } from '../../../domain/api-answers.ts';
import { call } from '../../data/call.ts';
import { refreshRepairs } from '../../data/repair-cache.ts';
import { showRepairProblem } from '../../data/repair-problem.ts';
import { useHoldSeconds } from '../../data/shop-settings.ts';
import { toasts } from '../../data/toasts.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { useSinglePress } from '../../ui/press.ts';

/**
 * The customer declined: the watch goes back as it is. Says how it went; never fails.
 *
 * @returns whether it is complete
 */
export async function completeDeclined(
  ticketNumber: string,
  holdSeconds: number,
): Promise<boolean> {
  try {
    // The server writes the specification's note.
    const completed = await call('completeRepair', {
      params: { ticketNumber },
      body: { outcome: 'declined', holdSeconds },
    });
    await offerUndo(completed, holdSeconds);
    return true;
  } catch (error) {
    showRepairProblem(error, 'Error completing repair');
    return false;
  } finally {
    await refreshRepairs();
  }
}

/** None of it is on the first screen. */
async function offerUndo(
  completed: { repair: Repair; sms: CompletionSms },
  holdSeconds: number,
): Promise<void> {
  try {
    const { offerUndoOfDeclined } = await import('./undo-completion.ts');
    offerUndoOfDeclined(completed, holdSeconds);
  } catch {
    toasts.show({ kind: 'success', title: 'Repair marked as complete!' });
  }
}

export function MarkDeclinedComplete({
  ticketNumber,
  ...rest
}: { ticketNumber: string } & Pick<ButtonProps, 'disabledReason' | 'reasonId'>) {
  const press = useSinglePress();
  const holdSeconds = useHoldSeconds();
  const completing = useMutation({
    mutationFn: () => completeDeclined(ticketNumber, holdSeconds),
    onSuccess: (isComplete) => {
      if (!isComplete) press.release();
    },
  });

  return (
    <Button
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
