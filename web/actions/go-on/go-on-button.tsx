import { useMutation } from '@tanstack/react-query';
import type { Estimate, Repair } from '../../../domain/api-answers.ts';
import { isolated } from '../../../domain/isolated.ts';
import { formatPrice } from '../../../domain/money.ts';
import { goingOn, isAllowed } from '../../../domain/repair-status.ts';
import { call } from '../../data/call.ts';
import { useAwayReason } from '../../data/outage.ts';
import { putRepair, refreshRepairs } from '../../data/repair-cache.ts';
import { showRepairProblem } from '../../data/repair-problem.ts';
import { toasts } from '../../data/toasts.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { useSinglePress } from '../../ui/press.ts';

type Away = Pick<ButtonProps, 'disabledReason' | 'reasonId'>;

type Accepted = NonNullable<Estimate['acceptedBefore']>;

/** @returns the price at which the work can continue after a decline; null if it cannot */
export const goesOnAt = (repair: Repair, estimates: readonly Estimate[]): Accepted | null =>
  isAllowed(goingOn(repair.assignedTo !== null), repair.status)
    ? (estimates.find(({ isReplaced }) => !isReplaced)?.acceptedBefore ?? null)
    : null;

export const goOnLabel = ({ estimatePrice }: Accepted) =>
  `Proceed at ${formatPrice(estimatePrice)}`;

/** Says how it went; never fails. */
export async function goOn(
  ticketNumber: string,
  { id: estimateId, estimatePrice }: Accepted,
): Promise<void> {
  try {
    const { repair } = await call('goOn', {
      params: { ticketNumber },
      body: { estimateId },
    });
    putRepair(repair);
    toasts.show({
      kind: 'success',
      title: `Work proceeds at ${formatPrice(estimatePrice)}`,
      detail:
        repair.assignedWatchmaker === null
          ? `${ticketNumber}: assign a technician`
          : `${ticketNumber} is with ${isolated(repair.assignedWatchmaker)}`,
    });
  } catch (error) {
    showRepairProblem(error);
  } finally {
    await refreshRepairs();
  }
}

/** Nothing if no earlier price was accepted. */
export function GoOn({
  estimate: { repairId, acceptedBefore },
  ...rest
}: { estimate: Estimate } & Away) {
  if (!acceptedBefore) return null;
  return <GoOnButton {...rest} ticketNumber={repairId} accepted={acceptedBefore} />;
}

/** The customer declined more work: what they accepted before is done at its price. */
export function GoOnButton({
  ticketNumber,
  accepted,
  ...rest
}: { ticketNumber: string; accepted: Accepted } & Away) {
  const press = useSinglePress();
  const awayReason = useAwayReason();
  const goingOn = useMutation({ mutationFn: () => goOn(ticketNumber, accepted) });
  return (
    <Button
      disabledReason={awayReason}
      {...rest}
      pending={goingOn.isPending}
      onClick={() => {
        if (press.take()) goingOn.mutate(undefined, { onSettled: press.release });
      }}
    >
      {goOnLabel(accepted)}
    </Button>
  );
}
