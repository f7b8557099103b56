import Ban from 'lucide/ban';
import { useState } from 'react';
import type { Answer } from '../../../domain/api.ts';
import type { Repair } from '../../../domain/api-answers.ts';
import type { Payment } from '../../../domain/api-payments.ts';
import { formatPrice } from '../../../domain/money.ts';
import {
  agreedPrice,
  balanceLabel,
  paymentKindLabels,
  paymentMethodLabels,
} from '../../../domain/payments.ts';
import { isKnownStatus } from '../../../domain/repair-status.ts';
import { taxOfTicket, taxWords } from '../../../domain/ticket-tax.ts';
import { useActionsOn } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { usePriceMode } from '../../data/shop-settings.ts';
import { Price } from '../../parts/money/price.tsx';
import { ReceiptMenu } from '../../parts/print/receipt-printing.tsx';
import { DateAndTime } from '../../parts/time/date-time.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { classNames } from '../../ui/classes.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useAway } from './away.tsx';

const { Part: VoidPaymentDialog } = lazyPart(
  async () => (await import('../../actions/pay/void-payment-dialog.tsx')).VoidPaymentDialog,
);

type Paid = Pick<Answer<'getRepair'>, 'repair' | 'payments'>;

/** What the ticket costs, what was paid for it, and what is still open. */
export function TicketPayments({ repair, payments }: Paid) {
  const { open, opening } = useActionsOn(repair);
  const [voiding, setVoiding] = useState<Payment | null>(null);
  const [isVoiding, setIsVoiding] = useState(false);
  const { away, awayLine } = useAway();
  const isOurs = isKnownStatus(repair.status);
  return (
    <Section
      title="Payments"
      level={3}
      action={
        <div className="flex flex-wrap items-start gap-1.5">
          {payments.some(({ voidedAt }) => voidedAt === null) && (
            <ReceiptMenu repair={repair} payments={payments} />
          )}
          {isOurs && (
            <Button
              {...away}
              pending={opening === 'take-payment'}
              onClick={() => open('take-payment')}
            >
              Take payment
            </Button>
          )}
        </div>
      }
    >
      {isOurs && awayLine}
      <Sums repair={repair} isPaid={payments.length > 0 || repair.paid > 0} />
      {payments.length === 0 ? (
        <p className="text-ink-muted">
          {/* A copy made from a list has the sum only. */}
          {repair.paid > 0 ? 'Available again when the shop’s server is back.' : 'No payments yet.'}
        </p>
      ) : (
        <ol className="flex flex-col divide-y">
          {payments.map((payment) => (
            <PaymentItem
              key={payment.id}
              payment={payment}
              onVoid={
                isOurs
                  ? () => {
                      setVoiding(payment);
                      setIsVoiding(true);
                    }
                  : null
              }
            />
          ))}
        </ol>
      )}
      {voiding && (
        <VoidPaymentDialog
          key={voiding.id}
          open={isVoiding}
          payment={voiding}
          onClose={() => setIsVoiding(false)}
        />
      )}
    </Section>
  );
}

function Sums({ repair, isPaid }: { repair: Repair; isPaid: boolean }) {
  const { paid, balance } = repair;
  const price = agreedPrice(repair);
  const tax = taxOfTicket(repair, usePriceMode().taxThousandths);
  if (balance === null && !isPaid) return null;
  const sums: { label: string; dollars: number; more?: string | null }[] = [
    ...(balance === null || price === null
      ? []
      : [{ label: 'Price', dollars: price, more: taxWords(tax) }]),
    { label: 'Paid', dollars: paid },
    ...(balance === null ? [] : [{ label: balanceLabel(balance), dollars: Math.abs(balance) }]),
  ];
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {sums.map(({ label, dollars, more }) => (
        <div key={label} className="last:font-semibold">
          <dt className="font-normal text-ink-muted text-sm">{label}</dt>
          <dd>
            <Price dollars={dollars} />
          </dd>
          {more && <dd className="font-normal text-ink-muted text-sm">{more}</dd>}
        </div>
      ))}
    </dl>
  );
}

function PaymentItem({
  payment: { kind, method, amount, note, at, initials, voidedAt, voidReason },
  onVoid,
}: {
  payment: Payment;
  /** Null if it cannot be voided. */
  onVoid: (() => void) | null;
}) {
  const awayReason = useAwayReason();
  const isVoided = voidedAt !== null;
  const label = paymentKindLabels[kind];
  return (
    <li className="flex min-h-control items-start gap-x-2 py-1.5">
      <div className="min-w-0 flex-1 break-words">
        <p className={classNames('flex gap-x-4', isVoided && 'text-ink-muted line-through')}>
          <span className="min-w-0 flex-1">{label}</span>
          <Price dollars={kind === 'refund' ? -amount : amount} />
        </p>
        <p className="text-ink-muted text-sm">
          {paymentMethodLabels[method]} · <DateAndTime iso={at} />
          {initials !== null && (
            <>
              {' · '}
              <bdi>{initials}</bdi>
            </>
          )}
        </p>
        {note !== null && (
          <p dir="auto" className="text-left text-ink-muted text-sm">
            {note}
          </p>
        )}
        {isVoided && (
          <p className="text-sm">
            Voided <DateAndTime iso={voidedAt} />: <bdi>{voidReason}</bdi>
          </p>
        )}
      </div>
      <span className="-my-1.5 flex w-control shrink-0">
        {!isVoided && onVoid && (
          <IconButton
            icon={Ban}
            label={`Void ${label.toLowerCase()} of ${formatPrice(amount)}`}
            disabledReason={awayReason}
            onClick={onVoid}
          />
        )}
      </span>
    </li>
  );
}
