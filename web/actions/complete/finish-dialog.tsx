import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Repair } from '../../../domain/api-answers.ts';
import { centsFromDollars, formatDollars } from '../../../domain/money.ts';
import { agreedPrice } from '../../../domain/payments.ts';
import { isAllowed } from '../../../domain/repair-status.ts';
import { type PriceMode, typedFrom } from '../../../domain/tax.ts';
import { CallProblem, call, isUnsure } from '../../data/call.ts';
import { isChangedMeanwhile } from '../../data/changed-meanwhile.ts';
import type { ActionProps } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { putRepair, refreshRepairs } from '../../data/repair-cache.ts';
import { showRepairProblem } from '../../data/repair-problem.ts';
import { usePriceMode } from '../../data/shop-settings.ts';
import { repairLine } from '../../parts/repair/repair-summary.tsx';
import { movedOnWords } from '../../parts/repair/status-badge.tsx';
import { type Finish, FinishForm } from './finish-form.tsx';
import { showFinished } from './finishing.ts';

const typedPriceOf = (repair: Repair, mode: PriceMode): string => {
  const cents = centsFromDollars(typedFrom(agreedPrice(repair) ?? Number.NaN, mode));
  return cents === null ? '' : formatDollars(cents);
};

/** Finishes a pending repair while its customer waits. */
export function FinishDialog({ open, onClose, repair }: ActionProps) {
  const { ticketNumber } = repair;
  /** A colleague may take a deposit meanwhile: then finishing is refused once, and the deposit shown. */
  const [seen, setSeen] = useState(repair);
  const awayReason = useAwayReason();
  const mode = usePriceMode();
  const finishing = useMutation({
    mutationFn: (body: Finish) => call('finishWhileWaiting', { params: { ticketNumber }, body }),
    onSuccess: ({ repair: done }, { holdSeconds }) => {
      putRepair(done);
      showFinished(done, holdSeconds);
      onClose();
    },
    onError: (error) => {
      if (isChangedMeanwhile(error)) setSeen(error.document.repair as Repair);
      else if (!(error instanceof CallProblem && error.errors.length > 0))
        showRepairProblem(error, undefined, 'in-place');
    },
    onSettled: refreshRepairs,
  });
  const { error, isPending, isSuccess } = finishing;
  const isPossible = isAllowed('finish-while-waiting', repair.status);
  /** The same request again says whether it was this one that finished it. */
  const mayBeDone = isUnsure(error) && !isPossible;

  return (
    <FinishForm
      open={open}
      onClose={onClose}
      description={repairLine(repair)}
      ticket={seen}
      price={typedPriceOf(seen, mode)}
      stored={agreedPrice(seen)}
      notes={seen.completionNotes ?? ''}
      pending={isPending}
      isDone={isSuccess}
      mayBeDone={mayBeDone}
      error={error}
      disabledReason={isPossible || isPending || mayBeDone ? awayReason : movedOnWords(repair)}
      onFinish={finishing.mutate}
    />
  );
}
