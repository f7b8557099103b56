import { useState } from 'react';
import type { Repair } from '../../../domain/api-answers.ts';
import { formatPrice } from '../../../domain/money.ts';
import { balanceLabel } from '../../../domain/payments.ts';
import { loadAction } from '../../data/open-action.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';

const { Part: TakePaymentDialog } = lazyPart(() => loadAction('take-payment'));

/** A refund that is due is not paid out by handing over: the dialog says so, and the refund can be paid first. */
export function RefundsDue({
  leaving,
  onChanged,
}: {
  leaving: readonly Repair[];
  /** A dialog about the ticket's money was closed. */
  onChanged: (ticketNumber: string) => void;
}) {
  const [refunded, setRefunded] = useState<Repair | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {leaving
        .filter(({ balance }) => (balance ?? 0) < 0)
        .map((repair) => (
          <Banner
            key={repair.id}
            tone="warning"
            title={`${balanceLabel(-1)} ${formatPrice(-(repair.balance ?? 0))}`}
            action={
              <Button
                onClick={() => {
                  setRefunded(repair);
                  setIsOpen(true);
                }}
              >
                Refund
              </Button>
            }
          >
            {repair.ticketNumber}. Handing over doesn’t pay it out.
          </Banner>
        ))}
      {refunded && (
        <TakePaymentDialog
          key={refunded.updatedAt}
          open={isOpen}
          repair={refunded}
          onClose={() => {
            setIsOpen(false);
            onChanged(refunded.ticketNumber);
          }}
        />
      )}
    </>
  );
}
