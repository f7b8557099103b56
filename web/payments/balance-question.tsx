import { lazy, Suspense, useState } from 'react';
import type { Repair } from '../../domain/api-answers.ts';
import { formatPrice } from '../../domain/money.ts';
import { useRepair } from '../repairs/ticket-dialog.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { openBalance } from './open-balance.tsx';

const TakePaymentDialog = lazy(async () => ({
  default: (await import('./take-payment-dialog.tsx')).TakePaymentDialog,
}));

type Leaving = Pick<
  Repair,
  'ticketNumber' | 'status' | 'balance' | 'isWaitingForPickup' | 'collectedAt'
>;

/**
 * Watches that leave the shop with something still to be paid: asked about once.
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
  const list = owing.map(({ ticketNumber, dollars }) => `${ticketNumber} ${formatPrice(dollars)}`);
  return (
    <>
      <ConfirmDialog
        open={open}
        title={`Balance ${formatPrice(sumOf(owing))} is open`}
        description={owing.length > 1 ? list.join(' · ') : undefined}
        tone="primary"
        confirmLabel="Take payment"
        other={{ label: 'Collect anyway', run: onCollect }}
        onConfirm={() => {
          onClose();
          setPaying(first?.ticketNumber ?? null);
          setIsPaying(true);
        }}
        onClose={onClose}
      />
      {data && (
        <Suspense fallback={null}>
          <TakePaymentDialog
            key={data.repair.id}
            open={isPaying}
            repair={data.repair}
            onClose={() => setIsPaying(false)}
          />
        </Suspense>
      )}
    </>
  );
}

const owingOf = (leaving: readonly Leaving[]) =>
  leaving.flatMap((each) => {
    const dollars = openBalance(each);
    return dollars === null ? [] : [{ ticketNumber: each.ticketNumber, dollars }];
  });

/** Of cents: dollars as such do not add up exactly. */
const sumOf = (owing: readonly { dollars: number }[]) =>
  owing.reduce((sum, { dollars }) => sum + Math.round(dollars * 100), 0) / 100;

/** Whether any of them is not paid for in full. */
export const isOwed = (leaving: readonly Leaving[]): boolean => owingOf(leaving).length > 0;
