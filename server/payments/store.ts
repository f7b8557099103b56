import type { Payment } from '../../domain/api-payments.ts';
import { dollarsFromCents } from '../../domain/money.ts';
import { paidCents } from '../../domain/payments.ts';
import type { TaxedSum } from '../../domain/ticket-tax.ts';
import { prepared } from '../database/prepared.ts';
import type { Handle, PaymentsTable } from '../database/tables.ts';

export const toPayment = (row: PaymentsTable): Payment => ({
  id: row.id,
  ticketNumber: row.ticket_number,
  kind: row.kind,
  method: row.method,
  amount: dollarsFromCents(row.amount_cents),
  tax: dollarsFromCents(row.tax_cents),
  taxThousandths: row.tax_thousandths,
  note: row.note,
  at: row.at,
  session: row.session,
  initials: row.initials,
  voidedAt: row.voided_at,
  voidReason: row.void_reason,
});

/** As exported. */
export const paymentRecord = (row: PaymentsTable) => ({
  ...toPayment(row),
  taxPercent: row.tax_thousandths === null ? null : row.tax_thousandths / 1000,
});

/** All payments of a ticket, oldest first, the voided ones too. */
export async function paymentsOfTicket(db: Handle, ticketNumber: string): Promise<Payment[]> {
  return (await paymentRowsOf(db, ticketNumber)).map(toPayment);
}

const selectOfTicket = prepared<{ ticketNumber: string }, PaymentsTable>((db, { ticketNumber }) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('ticket_number', '=', ticketNumber)
    .orderBy('at')
    .orderBy('id'),
);

/** The rows of a ticket's payments, oldest first, the voided ones too. */
export const paymentRowsOf = async (db: Handle, ticketNumber: string): Promise<PaymentsTable[]> =>
  (await selectOfTicket(db, { ticketNumber })).rows;

/** The sum of payments, and the tax in it, in cents. */
export function sumOf(rows: readonly PaymentsTable[]): TaxedSum {
  const paid = paidCents(
    rows.map((row) => ({
      kind: row.kind,
      amountCents: row.amount_cents,
      isVoided: row.voided_at !== null,
    })),
  );
  const tax = rows.reduce((sum, row) => (row.voided_at === null ? sum + row.tax_cents : sum), 0);
  return { paid, tax };
}

/** A payment, whether or not its ticket is deleted. */
export async function findPayment(db: Handle, id: string): Promise<Payment | undefined> {
  const row = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toPayment(row);
}

export const insertPayment = (tx: Handle, row: PaymentsTable) =>
  tx.insertInto('payments').values(row).execute();

export const markVoided = (tx: Handle, id: string, at: string, reason: string) =>
  tx
    .updateTable('payments')
    .set({ voided_at: at, void_reason: reason })
    .where('id', '=', id)
    .execute();

/** Of a payment that no closing has counted yet. */
export const changeOpenTax = (
  tx: Handle,
  id: string,
  tax: Pick<PaymentsTable, 'tax_cents' | 'tax_thousandths'>,
) =>
  tx
    .updateTable('payments')
    .set(tax)
    .where('id', '=', id)
    .where('closed_day', 'is', null)
    .execute();
