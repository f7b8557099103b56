import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Handle, Tables } from '../database/tables.ts';
import { isOfLiveTicket } from './store.ts';

/** Estimates that nobody has answered or been reminded of, sent in a span of ISO times, oldest first. */
export async function unremindedEstimates(
  db: Handle,
  span: { from: string; to: string },
): Promise<{ id: string; repair_id: string; texted_phone: string }[]> {
  return (
    db
      .selectFrom('estimates as estimate')
      .leftJoin('phones as phone', 'phone.phone', 'estimate.texted_phone')
      .select(['estimate.id', 'estimate.repair_id', 'estimate.texted_phone'])
      // A literal, so that the engine sees that the partial index fits.
      .where('estimate.status', '=', sql.lit('sent'))
      .where('estimate.replaced_at', 'is', null)
      .where('estimate.expired_at', 'is', null)
      .where('estimate.reminded_at', 'is', null)
      .where('estimate.sent_at', '>=', span.from)
      .where('estimate.sent_at', '<=', span.to)
      .where('phone.opted_out_at', 'is', null)
      // Not a join, which could as well begin with every ticket that has ever waited.
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('repair_tickets as ticket')
            .select('ticket.id')
            .whereRef('ticket.ticket_number', '=', 'estimate.repair_id')
            .where('ticket.status', '=', 'estimate-sent')
            .where('ticket.deleted_at', 'is', null),
        ),
      )
      .orderBy('estimate.sent_at')
      .limit(200)
      .execute()
  );
}

/**
 * Claims the one reminder of an estimate, if nobody has answered, replaced or reminded meanwhile.
 *
 * @returns the estimate's price when this call claimed it
 */
export async function claimReminder(
  tx: Handle,
  id: string,
  at: string,
): Promise<{ estimate_price_cents: number } | undefined> {
  return tx
    .updateTable('estimates')
    .set({ reminded_at: at })
    .where('id', '=', id)
    .where('status', '=', 'sent')
    .where('replaced_at', 'is', null)
    .where('expired_at', 'is', null)
    .where('reminded_at', 'is', null)
    .returning('estimate_price_cents')
    .executeTakeFirst();
}

/** All overdue estimates, or those of one phone or ticket. */
export type OverdueOf = { phone: string } | { ticketNumber: string } | null;

/** Estimates that wait and were sent so long ago. */
const isOverdue =
  (sentBefore: string, of: OverdueOf) =>
  (where: ExpressionBuilder<Tables, 'estimates'>): Expression<SqlBool> =>
    where.and([
      // A literal, so that the engine sees that the partial index fits.
      where('status', '=', sql.lit('sent')),
      where('replaced_at', 'is', null),
      where('expired_at', 'is', null),
      where('sent_at', '<=', sentBefore),
      isOfLiveTicket(where),
      ...(of !== null && 'phone' in of ? [where('texted_phone', '=', of.phone)] : []),
      ...(of !== null && 'ticketNumber' in of ? [where('repair_id', '=', of.ticketNumber)] : []),
    ]);

/** The tickets that {@link expireEstimates} would be about. */
export async function ticketsOfOverdue(
  db: Handle,
  sentBefore: string,
  of: OverdueOf,
): Promise<string[]> {
  const rows = await db
    .selectFrom('estimates')
    .select('repair_id')
    .where(isOverdue(sentBefore, of))
    .execute();
  return rows.map((row) => row.repair_id);
}

/**
 * Marks the estimates that have waited too long, of one phone or ticket where it is named.
 *
 * @param sentBefore ISO 8601, included
 */
export async function expireEstimates(
  tx: Handle,
  sentBefore: string,
  at: string,
  of: OverdueOf,
): Promise<{ id: string; repair_id: string }[]> {
  return tx
    .updateTable('estimates')
    .set({ expired_at: at })
    .where(isOverdue(sentBefore, of))
    .returning(['id', 'repair_id'])
    .execute();
}
