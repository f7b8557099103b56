import type { FieldChanges } from './edits.ts';
import { plain, type StoredData, text, type WordsOf, withText } from './history-words.ts';
import { isolated } from './isolated.ts';
import { formatPrice } from './money.ts';
import {
  type PaymentKind,
  type PaymentMethod,
  paymentKindLabels,
  paymentKinds,
  paymentMethodLabels,
  paymentMethods,
} from './payments.ts';

/** What payments are in an export and in the history of their ticket. */

export const paymentTable = {
  about: 'What customers paid',
  exported: [
    ...['paymentId', 'ticketNumber', 'at', 'kind', 'method', 'amount', 'taxPercent', 'tax', 'note'],
    ...['session', 'initials', 'voidedAt', 'voidReason'],
  ],
  fields: {
    amount: { column: 'amount_cents', label: 'Amount', kind: 'price', isRequired: true },
    tax: { column: 'tax_cents', label: 'Tax', kind: 'price', isRequired: true },
  },
} as const;

interface RecordedPayment extends FieldChanges {
  paymentId: string;
  kind: PaymentKind;
  method: PaymentMethod;
  /** Dollars. */
  amount: number;
  /** Dollars; below 0 for a refund, and if earlier payments had too much. Absent in older events. */
  tax?: number;
}

export interface PaymentEvents {
  'payment-taken': RecordedPayment & { note: string | null };
  'payment-voided': RecordedPayment & { reason: string };
}

type Stored = StoredData<RecordedPayment>;

const titles: Readonly<Record<PaymentKind, string>> = {
  deposit: 'Deposit taken',
  payment: 'Payment taken',
  refund: 'Refunded',
};

/** e.g. "$25.00, cash, with $2.04 tax" */
function moneyOf({ kind, amount, method, tax }: Stored): string | null {
  if (typeof amount !== 'number') return null;
  const by = paymentMethods.find((known) => known === method);
  const money =
    by === undefined
      ? formatPrice(amount)
      : `${formatPrice(amount)}, ${paymentMethodLabels[by].toLowerCase()}`;
  return typeof tax === 'number' && tax !== 0
    ? `${money}, with ${formatPrice(kind === 'refund' ? -tax : tax)} tax`
    : money;
}

const kindOf = ({ kind }: Stored): PaymentKind =>
  paymentKinds.find((known) => known === kind) ?? 'payment';

export const paymentWords: WordsOf<PaymentEvents> = {
  'payment-taken': (data) =>
    plain(
      withText(`${titles[kindOf(data)]}:`, moneyOf(data)),
      text(data.note) && isolated(String(data.note)),
    ),
  'payment-voided': (data) =>
    plain(
      withText(`${paymentKindLabels[kindOf(data)]} voided:`, moneyOf(data)),
      text(data.reason) && withText('Reason:', data.reason),
    ),
};
