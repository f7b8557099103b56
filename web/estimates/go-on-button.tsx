import { useMutation } from '@tanstack/react-query';
import type { Estimate } from '../../domain/api-answers.ts';
import { formatPrice } from '../../domain/money.ts';
import { call } from '../data/call.ts';
import { putRepair, refreshRepairs } from '../data/repair-cache.ts';
import { showRepairProblem } from '../repairs/repair-problem.ts';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { useSinglePress } from '../ui/press.ts';
import { isolated } from '../ui/text.tsx';
import { toasts } from '../ui/toasts.ts';

/** Nothing where no earlier price was accepted, or nobody has the watch. */
export function GoOn({ estimate }: { estimate: Estimate }) {
  const { repairId, assignedTo, acceptedBefore } = estimate;
  if (!acceptedBefore || assignedTo === null) return null;
  return <GoOnButton ticketNumber={repairId} accepted={acceptedBefore} />;
}

/** The customer declined more work: what they accepted before is done at its price. */
export function GoOnButton({
  ticketNumber,
  accepted: { id: estimateId, estimatePrice },
  ...rest
}: { ticketNumber: string; accepted: NonNullable<Estimate['acceptedBefore']> } & Pick<
  ButtonProps,
  'disabledReason' | 'reasonId'
>) {
  const press = useSinglePress();
  const price = formatPrice(estimatePrice);
  const goingOn = useMutation({
    mutationFn: () =>
      call('POST /api/repairs/{ticketNumber}/go-on', {
        params: { ticketNumber },
        body: { estimateId },
      }),
    onSuccess: ({ repair }) => {
      putRepair(repair);
      toasts.show({
        kind: 'success',
        title: `The work goes on at ${price}`,
        detail: `${ticketNumber} is with ${isolated(repair.assignedWatchmaker ?? '')}`,
      });
    },
    onError: (error) => showRepairProblem(error),
    onSettled: refreshRepairs,
  });
  return (
    <Button
      {...rest}
      pending={goingOn.isPending}
      onClick={() => {
        if (press.take()) goingOn.mutate(undefined, { onSettled: press.release });
      }}
    >
      Go on at {price}
    </Button>
  );
}
