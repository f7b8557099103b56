import { type Kysely, sql } from 'kysely';

/**
 * The lines of an estimate, as JSON; null for a bare amount. An estimate of more work names the accepted one
 * that holds again unless it is accepted, and the ticket's status before. A payment keeps the rate of its
 * tax: for those before this, the one that was settled, else today's.
 */
export const priceLines = {
  async up(db: Kysely<unknown>): Promise<void> {
    const statuses = "'assigned', 'in-progress', 'estimate-accepted'";
    for (const [table, column] of [
      ['estimates', 'lines text'],
      ['estimates', 'further_to text'],
      ['estimates', `further_status text check (further_status in (${statuses}))`],
      ['payments', 'tax_thousandths integer'],
    ]) {
      await sql.raw(`alter table ${table} add column ${column}`).execute(db);
    }
    await sql`update payments set tax_thousandths = ${await rateNow(db)} where tax_cents <> 0`.execute(
      db,
    );
    await sql`update payments set tax_thousandths = coalesce(
        (select estimate.tax_thousandths from estimates as estimate
          where estimate.repair_id = payments.ticket_number and estimate.replaced_at is null
            and estimate.accepted_at is not null),
        (select ticket.tax_thousandths from repair_tickets as ticket
          where ticket.ticket_number = payments.ticket_number),
        tax_thousandths) where tax_cents <> 0`.execute(db);
  },
};

/** The shop's rate; 0 in a store without settings. */
async function rateNow(db: Kysely<unknown>): Promise<number> {
  const { rows } = await sql<{
    value: string;
  }>`select value from settings where key = 'shop-settings'`.execute(db);
  const stored = JSON.parse(rows[0]?.value ?? '{}') as { settings?: { taxThousandths?: number } };
  return stored.settings?.taxThousandths ?? 0;
}
