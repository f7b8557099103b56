import { sql } from 'kysely';
import type { Client } from '../../domain/api-answers.ts';
import { clientSearchLine, searchTerms } from '../../domain/search-text.ts';
import { afterCursor, type Page, type PageRequest, pageOf } from '../database/page.ts';
import { prepared } from '../database/prepared.ts';
import { containsText } from '../database/search.ts';
import type { ClientsTable, Handle } from '../database/tables.ts';

export interface ClientFields {
  name: string;
  email: string;
  phone: string;
  address: string | null;
}

const emailKey = (email: string) => email.toLowerCase();

function toClient(row: ClientsTable): Client {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    address: row.address,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export async function insertClient(
  tx: Handle,
  id: string,
  client: ClientFields,
  at: string,
): Promise<void> {
  await insertRow(tx, {
    id,
    name: client.name,
    email: client.email,
    email_key: emailKey(client.email),
    phone: client.phone,
    address: client.address,
    search_text: clientSearchLine(client),
    created_at: at,
    updated_at: at,
    deleted_at: null,
  });
}

const insertRow = prepared<ClientsTable>((db, client) =>
  db.insertInto('clients').values({
    id: client.id,
    name: client.name,
    email: client.email,
    email_key: client.email_key,
    phone: client.phone,
    address: client.address,
    search_text: client.search_text,
    created_at: client.created_at,
    updated_at: client.updated_at,
    deleted_at: client.deleted_at,
  }),
);

/** @returns whether there was such a client, not deleted */
export async function updateClient(
  tx: Handle,
  id: string,
  client: ClientFields,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('clients')
    .set({
      ...client,
      email_key: emailKey(client.email),
      search_text: clientSearchLine(client),
      updated_at: at,
    })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Marks a client as deleted. @returns whether there was such a client, not deleted */
export async function softDeleteClient(tx: Handle, id: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('clients')
    .set({ deleted_at: at, updated_at: at })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** A client that is not deleted. */
export async function findClient(db: Handle, id: string): Promise<Client | undefined> {
  const row = await db
    .selectFrom('clients')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row && toClient(row);
}

/** The newest client with the e-mail, case ignored, that is not deleted. */
export async function findClientByEmail(db: Handle, email: string): Promise<Client | undefined> {
  const { rows } = await selectByEmail(db, { key: emailKey(email) });
  return rows[0] && toClient(rows[0]);
}

const selectByEmail = prepared<{ key: string }, ClientsTable>((db, { key }) =>
  db
    .selectFrom('clients')
    .selectAll()
    .where('email_key', '=', key)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(sql.lit(1)),
);

/** Clients that are not deleted, newest first. */
export async function listClients(
  db: Handle,
  filter: PageRequest & { q?: string | undefined },
): Promise<Page<Client>> {
  let query = db.selectFrom('clients').selectAll().where('deleted_at', 'is', null);
  for (const term of searchTerms(filter.q ?? '')) {
    query = query.where(containsText('search_text', term));
  }
  const rows = await query
    .where(afterCursor(['id'], filter.cursor))
    .orderBy('id', 'desc')
    .limit(filter.limit + 1)
    .execute();
  return pageOf(rows, filter.limit, (row) => [row.id], toClient);
}

export async function countClients(db: Handle): Promise<number> {
  const row = await db
    .selectFrom('clients')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Whether any client's phone, deleted or not, is this one (+1 and ten digits). */
export async function isClientPhone(db: Handle, phone: string): Promise<boolean> {
  const row = await db
    .selectFrom('clients')
    .select('id')
    .where(containsText('search_text', phone.slice(-10)))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
