import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { ticketTableNames } from '../../domain/ticket-tables.ts';
import { sqliteDialect } from '../database/dialect.ts';
import { migrate } from '../database/migrate.ts';
import { kyselyOn } from '../database/sqlite-driver.ts';

it('names every table whose rows go with their ticket, and payments, which outlive it', async () => {
  const database = new DatabaseSync(':memory:');
  await migrate(kyselyOn<unknown>(database), sqliteDialect);
  const ofTickets = database
    .prepare(
      `select tables.name from sqlite_master as tables
       join pragma_foreign_key_list(tables.name) as reference
       where tables.type = 'table' and reference."from" = 'ticket_number'`,
    )
    .all();
  database.close();
  // Completions are kept by completing, and nobody types them in.
  const named = ['completions', ...ticketTableNames];
  expect([...ofTickets.map(({ name }) => name), 'payments'].sort()).toEqual(named.sort());
});
