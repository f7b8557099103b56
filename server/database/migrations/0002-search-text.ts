import type { Kysely, Migration } from 'kysely';
import { clientSearchLine, repairSearchLine } from '../../../domain/search-text.ts';
import type { Tables } from '../tables.ts';

/** Enough to be quick, few enough to hold in memory however large the shop. */
const batchSize = 500;

/** Row by row of a table, those with the smallest ids first. */
async function inBatches<Row extends { id: string }>(
  read: (after: string) => Promise<Row[]>,
  work: (row: Row) => Promise<void>,
): Promise<void> {
  let after = '';
  for (;;) {
    const rows = await read(after);
    for (const row of rows) await work(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) return;
    after = last.id;
  }
}

async function refreshClients(db: Kysely<Tables>): Promise<void> {
  await inBatches(
    (after) =>
      db
        .selectFrom('clients')
        .select(['id', 'name', 'email', 'phone', 'address', 'search_text'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(batchSize)
        .execute(),
    async ({ id, search_text, ...client }) => {
      const line = clientSearchLine(client);
      if (line === search_text) return;
      await db.updateTable('clients').set({ search_text: line }).where('id', '=', id).execute();
    },
  );
}

async function refreshTickets(db: Kysely<Tables>): Promise<void> {
  await inBatches(
    (after) =>
      db
        .selectFrom('repair_tickets as ticket')
        .innerJoin('clients as client', 'client.id', 'ticket.client_id')
        .select([
          'ticket.id',
          'ticket.ticket_number as ticketNumber',
          'client.name as customerName',
          'client.phone as customerPhone',
          'ticket.watch_brand as watchBrand',
          'ticket.watch_model as watchModel',
          'ticket.serial_number as serialNumber',
          'ticket.search_text',
        ])
        .where('ticket.id', '>', after)
        .orderBy('ticket.id')
        .limit(batchSize)
        .execute(),
    async ({ id, search_text, ...ticket }) => {
      const line = repairSearchLine(ticket);
      if (line === search_text) return;
      await db
        .updateTable('repair_tickets')
        .set({ search_text: line })
        .where('id', '=', id)
        .execute();
    },
  );
}

/** Serial and reference numbers are found however they are written: so are those stored before. */
export const searchText: Migration = {
  async up(db: Kysely<Tables>): Promise<void> {
    await refreshClients(db);
    await refreshTickets(db);
  },
};
