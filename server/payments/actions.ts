import type { Checked } from '../../domain/api.ts';
import type { Repair } from '../../domain/api-answers.ts';
import type { Payment } from '../../domain/api-payments.ts';
import { balanceChange } from '../../domain/balance-change.ts';
import { changesOf, type FieldChanges } from '../../domain/edits.ts';
import type { EventOf } from '../../domain/history.ts';
import { centsFromDollars, dollarsFromCents } from '../../domain/money.ts';
import type { PaymentEvents } from '../../domain/payment-table.ts';
import { agreedPrice, paymentEffect, paymentRefusal, voidRefusal } from '../../domain/payments.ts';
import { Problem } from '../../domain/problems.ts';
import { type TaxedSum, taxOfPayment, taxOfTicket } from '../../domain/ticket-tax.ts';
import { isoTime } from '../base/clock.ts';
import { dialectOf } from '../database/dialect.ts';
import type { Handle } from '../database/tables.ts';
import { actingNow } from '../history/acting.ts';
import { recordRepairEvent } from '../history/record.ts';
import type { Deps } from '../ports/deps.ts';
import { keepUndoable } from '../repairs/completion-store.ts';
import { getRepair, lockOwnTicket, updateTicket } from '../repairs/store.ts';
import { readTaxRate } from '../settings/tax.ts';
import {
  changeOpenTax,
  findPayment,
  insertPayment,
  markVoided,
  paymentRowsOf,
  paymentsOfTicket,
  sumOf,
} from './store.ts';

/** What staff record about a customer's payments. */

type NewPayment = Checked<'takePayment', 'body'>;

interface Paid {
  payment: Payment;
  repair: Repair;
}

const inCents = (dollars: number) => centsFromDollars(dollars) ?? 0;

const amountOf = ({ kind, amount }: Pick<Payment, 'kind' | 'amount'>) => ({
  kind,
  amountCents: inCents(amount),
});

type PaymentContent = Omit<NewPayment, 'paymentId' | 'seenBalance'>;

const contentOf = ({ kind, method, amount, note }: PaymentContent) =>
  JSON.stringify({ kind, method, amount, note });

const isSamePayment = (stored: Payment, ticketNumber: string, given: PaymentContent) =>
  stored.ticketNumber === ticketNumber && contentOf(stored) === contentOf(given);

/** Makes the ticket say what its payments come to now. */
async function keepPaid(
  tx: Handle,
  before: Repair,
  at: string,
  eventOf: (changes: FieldChanges) => EventOf<keyof PaymentEvents>,
): Promise<Repair> {
  const { ticketNumber } = before;
  const { paid } = sumOf(await paymentRowsOf(tx, ticketNumber));
  await updateTicket(tx, ticketNumber, { paid_cents: paid, updated_at: at });
  await keepUndoable(tx, before, at);
  const repair = await getRepair(tx, ticketNumber);
  await recordRepairEvent(tx, repair, at, eventOf(changesOf(before, repair, ['paid'])));
  return repair;
}

async function getPayment(tx: Handle, id: string): Promise<Payment> {
  const payment = await findPayment(tx, id);
  if (!payment) throw new Problem('payment-not-found');
  return payment;
}

/**
 * Records a deposit, a payment or a refund. Repeating the same `paymentId` with the same content returns the
 * existing payment.
 *
 * @throws Problem repair-not-found, repair-status, payment-id-taken; changed-meanwhile if the
 *   balance is no longer the one that was seen; payment-refused if more would be given back than
 *   was paid
 */
export function takePayment(
  { database, clock }: Deps,
  reference: string,
  { paymentId, seenBalance, ...input }: NewPayment,
): Promise<Paid & { isRepeat: boolean }> {
  return database.transact(async (tx) => {
    await dialectOf(tx).lock(tx, `payment ${paymentId}`);
    const before = await lockOwnTicket(tx, reference);
    const { ticketNumber } = before;
    const existing = await findPayment(tx, paymentId);
    if (existing && isSamePayment(existing, ticketNumber, input)) {
      return { payment: existing, repair: before, isRepeat: true };
    }
    if (seenBalance !== undefined && seenBalance !== before.balance) {
      throw new Problem('changed-meanwhile', {
        detail: balanceChange(seenBalance, before.balance),
        extra: { seenBalance, repair: before, payments: await paymentsOfTicket(tx, ticketNumber) },
      });
    }
    const taken = await recordPayment(tx, before, { paymentId, ...input }, isoTime(clock()));
    return { ...taken, isRepeat: false };
  });
}

/** @returns a function that finds the tax in a payment on this ticket from what was paid before */
async function taxFinder(tx: Handle, ticket: Repair) {
  const price = agreedPrice(ticket);
  const rate = await readTaxRate(tx);
  const tax = taxOfTicket(ticket, rate);
  const priced =
    price === null || tax === null ? null : { price: inCents(price), tax: inCents(tax.tax) };
  return (paid: TaxedSum, effect: number) => {
    const cents = taxOfPayment(paid, effect, priced, rate);
    const thousandths = tax?.taxThousandths ?? rate;
    return { tax_cents: cents, tax_thousandths: cents === 0 ? null : thousandths };
  };
}

/**
 * Recomputes the tax shares of the payments after a voided one, as if it had never been made. What a closed
 * day has counted keeps its tax: the next payment makes up for it.
 */
async function shareTaxAgain(tx: Handle, ticket: Repair, voidedId: string): Promise<void> {
  const rows = await paymentRowsOf(tx, ticket.ticketNumber);
  const taxIn = await taxFinder(tx, ticket);
  const first = rows.findIndex(({ id }) => id === voidedId);
  for (const [index, row] of rows.entries()) {
    if (index < first || row.voided_at !== null || row.closed_day !== null) continue;
    const effect = paymentEffect({ kind: row.kind, amountCents: row.amount_cents });
    const tax = taxIn(sumOf(rows.slice(0, index)), effect);
    if (tax.tax_cents === row.tax_cents) continue;
    row.tax_cents = tax.tax_cents;
    await changeOpenTax(tx, row.id, tax);
  }
}

/** For the history: left out if it is 0. */
const taxData = (tax: number) => (tax === 0 ? {} : { tax });

/**
 * Records a payment on a ticket that is locked, and whose balance is the one that was seen. Its id is
 * locked as well.
 *
 * @throws Problem payment-id-taken, payment-refused
 */
export async function recordPayment(
  tx: Handle,
  before: Repair,
  { paymentId, ...input }: Omit<NewPayment, 'seenBalance'>,
  at: string,
): Promise<Paid> {
  if (await findPayment(tx, paymentId)) {
    throw new Problem('payment-id-taken', { extra: { repair: before } });
  }
  const message = paymentRefusal(inCents(before.paid), amountOf(input));
  if (message !== null) {
    throw new Problem('payment-refused', {
      errors: [{ path: 'amount', message }],
      extra: { repair: before },
    });
  }
  const { kind, method, note } = input;
  const taxIn = await taxFinder(tx, before);
  const paid = sumOf(await paymentRowsOf(tx, before.ticketNumber));
  const tax = taxIn(paid, paymentEffect(amountOf(input)));
  await insertPayment(tx, {
    id: paymentId,
    ticket_number: before.ticketNumber,
    kind,
    method,
    amount_cents: inCents(input.amount),
    ...tax,
    note,
    at,
    ...actingNow(),
    voided_at: null,
    void_reason: null,
    closed_day: null,
  });
  const repair = await keepPaid(tx, before, at, (changes) => ({
    kind: 'payment-taken',
    data: { paymentId, ...input, ...taxData(dollarsFromCents(tax.tax_cents)), ...changes },
  }));
  return { payment: await getPayment(tx, paymentId), repair };
}

/**
 * Voids a payment: it stays, and no longer counts. The same reason again changes nothing.
 *
 * @throws Problem payment-not-found, repair-status, payment-voided; payment-refused if it was
 *   given back already
 */
export function voidPayment({ database, clock }: Deps, id: string, reason: string): Promise<Paid> {
  return database.transact(async (tx) => {
    const { ticketNumber } = await getPayment(tx, id);
    const before = await lockOwnTicket(tx, ticketNumber);
    const payment = await getPayment(tx, id);
    if (payment.voidedAt !== null) {
      if (payment.voidReason === reason) return { payment, repair: before };
      throw new Problem('payment-voided', { extra: { repair: before, payment } });
    }
    const detail = voidRefusal(inCents(before.paid), amountOf(payment));
    if (detail !== null) {
      throw new Problem('payment-refused', { detail, extra: { repair: before } });
    }
    const repair = await recordVoid(tx, before, payment, reason, isoTime(clock()));
    return { payment: await getPayment(tx, id), repair };
  });
}

/**
 * Voids a payment that counts, on a ticket that is locked. The tax shares of the payments after it are
 * computed again.
 *
 * @returns the ticket without it
 */
export async function recordVoid(
  tx: Handle,
  before: Repair,
  { id, kind, method, amount, tax }: Payment,
  reason: string,
  at: string,
): Promise<Repair> {
  await markVoided(tx, id, at, reason);
  await shareTaxAgain(tx, before, id);
  return keepPaid(tx, before, at, (changes) => ({
    kind: 'payment-voided',
    data: { paymentId: id, kind, method, amount, ...taxData(tax), reason, ...changes },
  }));
}
