import { useState } from 'react';
import type { Repair } from '../../../domain/api-answers.ts';
import { formatPrice } from '../../../domain/money.ts';
import { balanceLabel } from '../../../domain/payments.ts';
import { loadAction } from '../../data/open-action.ts';
import { useRepair } from '../../data/repair.ts';
import { openBalance, openBalanceAction } from '../../parts/money/open-balance.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';

const { Part: TakePaymentDialog } = lazyPart(() => loadAction('take-payment'));

type Leaving = Pick<
  Repair,
  'ticketNumber' | 'status' | 'balance' | 'isWaitingForPickup' | 'collectedAt'
>;

/**
 * Watches that leave the shop with a balance or a refund due: asked about once.
 *
 * @param onCollect they leave, paid or not
 */
export function BalanceQuestion({
  open,
  leaving,
  onCollect,
  onClose,
}: {
  open: boolean;
  leaving: readonly Leaving[];
  onCollect: () => void;
  onClose: () => void;
}) {
  const [paying, setPaying] = useState<string | null>(null);
  const [isPaying, setIsPaying] = useState(false);
  const { data } = useRepair(paying);
  const owing = owingOf(leaving);
  const [first] = owing;
  const list = owing.map(({ ticketNumber, dollars }) => `${ticketNumber} ${wordsOf(dollars)}`);
  return (
    <>
      <ConfirmDialog
        open={open}
        title={titleOf(owing.map(({ dollars }) => dollars))}
        description={owing.length > 1 ? list.join(' · ') : undefined}
        tone="primary"
        confirmLabel={openBalanceAction(first?.dollars ?? 0)}
        other={{
          label: owing.some(({ dollars }) => dollars > 0) ? 'Hand over unpaid' : 'Hand over anyway',
          run: onCollect,
        }}
        onConfirm={() => {
          onClose();
          setPaying(first?.ticketNumber ?? null);
          setIsPaying(true);
        }}
        onClose={onClose}
      />
      {data && (
        <TakePaymentDialog
          key={data.repair.id}
          open={isPaying}
          repair={data.repair}
          onClose={() => setIsPaying(false)}
        />
      )}
    </>
  );
}

const owingOf = (leaving: readonly Leaving[]) =>
  leaving.flatMap((each) => {
    const dollars = openBalance(each);
    return dollars === null ? [] : [{ ticketNumber: each.ticketNumber, dollars }];
  });

const wordsOf = (dollars: number) => `${balanceLabel(dollars)} ${formatPrice(Math.abs(dollars))}`;

/** In cents: dollars do not add up exactly. */
const sumOf = (amounts: readonly number[]) =>
  amounts.reduce((sum, dollars) => sum + Math.round(dollars * 100), 0) / 100;

/** What is due for one watch is not offset against a refund for another. */
function titleOf(amounts: readonly number[]): string {
  const open = sumOf(amounts.filter((dollars) => dollars > 0));
  const back = sumOf(amounts.filter((dollars) => dollars < 0));
  return [
    ...(open > 0 ? [`${formatPrice(open)} is due`] : []),
    ...(back < 0 ? [wordsOf(back)] : []),
  ].join(' · ');
}

/** Whether any of them has a balance or a refund due. */
export const isOwed = (leaving: readonly Leaving[]): boolean => owingOf(leaving).length > 0;
