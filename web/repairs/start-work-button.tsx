import { useMutation, useQueryClient } from '@tanstack/react-query';
import Play from 'lucide-react/icons/play';
import type { Repair } from '../../domain/api-answers.ts';
import { call } from '../api/call.ts';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { toasts } from '../ui/toasts.ts';
import { putRepair, refreshRepairs } from './repair-cache.ts';
import { showRepairProblem } from './repair-problem.ts';

export function StartWorkButton({
  repair: { ticketNumber },
  ...rest
}: { repair: Repair } & Pick<ButtonProps, 'variant'>) {
  const queryClient = useQueryClient();
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
    <Button {...rest} icon={Play} pending={starting.isPending} onClick={() => starting.mutate()}>
      Start work
    </Button>
  );
}
