import { describe, expect, it } from 'vitest';
import type { Client, Repair } from '../../../domain/api-answers.ts';
import { repairSearchLine } from '../../../domain/search-text.ts';
import { openPostgres } from '../../../server/database/postgres.ts';
import { shared, startApp } from '../../harness/app.ts';
import { cross, type HoldableDatabase, holdable } from '../../harness/crossing-work.ts';
import { createEmptyShop } from '../../harness/engine.ts';
import { minute } from '../../harness/settable-clock.ts';
import { newIntake, takeIn } from '../../harness/shop-fixtures.ts';
import { csvText, importFile } from '../../harness/transfers.ts';

describe('the line that a ticket is found by, on PostgreSQL', () => {
  let held: HoldableDatabase;
  const shop = shared(
    async () => {
      const storage = await createEmptyShop('postgres');
      held = holdable(await openPostgres(storage.databaseUrl ?? '', { warn: () => undefined }));
      return startApp('postgres', { storage, overrides: { database: held.database } });
    },
    ({ close }) => close(),
  );

  interface Customer {
    client: Client;
    repair: Repair;
  }
  type Deed = (customer: Customer) => Promise<unknown>;
  const rename: Deed = ({ client: { id, email, phone } }) =>
    shop.staff.call('editClient', {
      params: { id },
      body: { name: 'Renamed Person', email, phone },
    });
  const editSerial: Deed = ({ repair: { ticketNumber } }) =>
    shop.staff.call('editRepair', { params: { ticketNumber }, body: { serialNumber: 'SN-98765' } });
  const another = ({ client }: Customer) =>
    newIntake({
      customerName: client.name,
      customerEmail: client.email,
      customerPhone: client.phone,
      watchBrand: 'Another brand',
    });
  const takeInByEmail: Deed = (customer) =>
    shop.staff.call('createRepair', { body: another(customer) });
  const takeInChosen: Deed = (customer) =>
    shop.staff.call('createRepair', {
      body: { ...another(customer), clientId: customer.client.id },
    });
  const importRepair: Deed = ({ client }) =>
    importFile(
      shop.staff,
      'repairs',
      csvText(
        ['Name', 'Email', 'Phone', 'Brand', 'Model', 'Issue'],
        [client.name, client.email, client.phone, 'Imported brand', 'M', 'Stopped'],
      ),
    );

  const pairs: readonly (readonly [name: string, one: Deed])[] = [
    ['it is edited', editSerial],
    ['it is taken in for a known e-mail', takeInByEmail],
    ['it is taken in for a chosen client', takeInChosen],
    ['it is imported', importRepair],
  ];
  it.each(
    pairs.flatMap(([name, deed]) => [
      { name: `${name} while its client is renamed`, first: deed, second: rename },
      { name: `its client is renamed while ${name}`, first: rename, second: deed },
    ]),
  )('is right though $name', async ({ first, second }) => {
    const repair = await takeIn(shop);
    const { client } = await shop.staff.call('getClient', { params: { id: repair.clientId } });
    await shop.app.textsLeft();
    // A second intake for the same customer so soon would be refused.
    shop.clock.advance(minute);
    // Touches the session now, so that the transaction held next is not that write.
    await shop.staff.call('getSession');
    const customer = { client, repair };
    await cross(
      held,
      shop.rows,
      () => first(customer),
      () => second(customer),
    );
    // A text's outcome may be written by now; what the ticket is found by is none of its business.
    await shop.app.textsLeft();
    const rows = await shop.rows.run(
      `select repair_tickets.search_text, ticket_number, watch_brand, watch_model, serial_number, clients.name, clients.phone
       from repair_tickets join clients on clients.id = client_id where client_id = ?`,
      client.id,
    );
    expect(rows.length).toBe(first === editSerial || second === editSerial ? 1 : 2);
    for (const row of rows) {
      expect(row.search_text).toBe(
        repairSearchLine({
          ticketNumber: String(row.ticket_number),
          customerName: String(row.name),
          customerPhone: String(row.phone),
          watchBrand: String(row.watch_brand),
          watchModel: String(row.watch_model),
          serialNumber: row.serial_number === null ? null : String(row.serial_number),
        }),
      );
    }
  });
});
