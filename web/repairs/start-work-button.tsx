import { useMutation, useQueryClient } from '@tanstack/react-query';
import Play from 'lucide/play';
import type { Repair } from '../../domain/api-answers.ts';
import { call } from '../api/call.ts';
import { useAwayReason } from '../live/away-reason.ts';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { useSinglePress } from '../ui/single-press.ts';
import { toasts } from '../ui/toasts.ts';
import { putRepair, refreshRepairs } from './repair-cache.ts';
import { showRepairProblem } from './repair-problem.ts';

export function StartWorkButton({
  repair: { ticketNumber },
  hasIcon,
  ...rest
}: { repair: Repair; hasIcon: boolean } & Pick<ButtonProps, 'variant'>) {
  const queryClient = useQueryClient();
  const press = useSinglePress();
  const awayReason = useAwayReason();
  const starting = useMutation({
    mutationFn: () => call('POST /api/repairs/{ticketNumber}/start', { params: { ticketNumber } }),
    onSuccess: ({ repair }) => {
      putRepair(queryClient, repair);
      toasts.show({ kind: 'success', title: 'Work started', detail: ticketNumber });
    },
    onError: (error) => showRepairProblem(error),
    onSettled: () => refreshRepairs(queryClient),
  });
  return (
    <Button
      {...rest}
      {...(hasIcon ? { icon: Play } : {})}
      pending={starting.isPending}
      disabledReason={awayReason}
      onClick={() => {
        if (press.take()) starting.mutate(undefined, { onSettled: press.release });
      }}
    >
      Start work
    </Button>
  );
}
