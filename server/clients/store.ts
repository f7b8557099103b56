import { type SqlBool, sql } from 'kysely';
import type { Checked } from '../../domain/api.ts';
import type { Client } from '../../domain/api-answers.ts';
import { type ClientDetails, clientFields } from '../../domain/client-fields.ts';
import { fromColumns, toColumns } from '../../domain/field-list.ts';
import { isEmailAddress } from '../../domain/field-schemas.ts';
import { phoneKey } from '../../domain/phone.ts';
import { Problem } from '../../domain/problems.ts';
import { clientSearchLine } from '../../domain/search-lines.ts';
import { likeliestFirst, searchTerms } from '../../domain/search-text.ts';
import { dialectOf } from '../database/dialect.ts';
import { isChanged, isFound } from '../database/found.ts';
import { afterCursor, type Page, pageOf, pageOfFound } from '../database/page.ts';
import { prepared } from '../database/prepared.ts';
import { searchNewest, searchSimilar } from '../database/search.ts';
import type { ClientsTable, Handle } from '../database/tables.ts';

const emailKey = (email: string) => email.toLowerCase();

function clientRows(db: Handle) {
  return db
    .selectFrom('clients as client')
    .leftJoin('phones as phone', 'phone.phone', 'client.phone_key')
    .selectAll('client')
    .select('phone.opted_out_at')
    .where('client.deleted_at', 'is', null);
}

type ClientRow = ClientsTable & { opted_out_at: string | null };

function toClient(row: ClientRow): Client {
  return {
    id: row.id,
    ...fromColumns(clientFields, row),
    optedOutAt: row.opted_out_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

const typedColumns = (client: ClientDetails) => ({
  ...toColumns(clientFields, client),
  phone_key: phoneKey(client.phone),
  email_key: emailKey(client.email),
  search_text: clientSearchLine(client),
});

export async function insertClient(
  tx: Handle,
  id: string,
  client: ClientDetails,
  at: string,
  updatedAt: string = at,
): Promise<void> {
  await insertRow(tx, {
    id,
    ...typedColumns(client),
    created_at: at,
    updated_at: updatedAt,
    deleted_at: null,
    purged_at: null,
  });
}

const insertRow = prepared<ClientsTable>((db, client) => db.insertInto('clients').values(client));

/** @returns whether there was such a client, not deleted */
export async function updateClient(
  tx: Handle,
  id: string,
  client: ClientDetails,
  at: string,
): Promise<boolean> {
  return isChanged(
    tx
      .updateTable('clients')
      .set({ ...typedColumns(client), updated_at: at })
      .where('id', '=', id)
      .where('deleted_at', 'is', null),
  );
}

/** A client that is not deleted. */
export async function findClient(db: Handle, id: string): Promise<Client | undefined> {
  const row = await clientRows(db).where('client.id', '=', id).executeTakeFirst();
  return row && toClient(row);
}

/** Like {@link findClient}. @throws Problem client-not-found */
export async function getClient(db: Handle, id: string): Promise<Client> {
  const client = await findClient(db, id);
  if (!client) throw new Problem('client-not-found');
  return client;
}

/** The client whose visit it is, while they are in the directory. */
export async function clientOfVisit(db: Handle, visitId: string): Promise<Client | undefined> {
  const { rows } = await selectOfVisit(db, { visitId });
  return rows[0] && toClient(rows[0]);
}

const selectOfVisit = prepared<{ visitId: string }, ClientRow>((db, { visitId }) =>
  clientRows(db)
    .innerJoin('repair_tickets as ticket', 'ticket.client_id', 'client.id')
    .where('ticket.visit_id', '=', visitId)
    .limit(sql.lit(1)),
);

/** No more than this many share an email or a phone. */
const maxWithOne = 100;

/**
 * The newest clients with the email, case ignored, that are not deleted; the newest first. Those with
 * what is not an address ("none") have nothing in common.
 */
export async function clientsByEmail(db: Handle, email: string): Promise<Client[]> {
  if (!isEmailAddress(email)) return [];
  const { rows } = await selectByEmail(db, { key: emailKey(email) });
  return rows.map(toClient);
}

const selectByEmail = prepared<{ key: string }, ClientRow>((db, { key }) =>
  clientRows(db)
    .where('client.email_key', '=', key)
    .orderBy('client.id', 'desc')
    .limit(sql.lit(maxWithOne)),
);

/** The newest clients with the phone that are not deleted; the newest first. */
export async function clientsByPhone(db: Handle, phone: string): Promise<Client[]> {
  const key = phoneKey(phone);
  if (key === '') return [];
  const { rows } = await selectByPhone(db, { key });
  return rows.map(toClient);
}

const selectByPhone = prepared<{ key: string }, ClientRow>((db, { key }) =>
  clientRows(db)
    .where('client.phone_key', '=', key)
    .orderBy('client.id', 'desc')
    .limit(sql.lit(maxWithOne)),
);

type ClientFilter = Checked<'listClients', 'query'>;

/** Clients that are not deleted, newest first; within a page of search results, the likeliest first. */
export async function listClients(
  db: Handle,
  { cursor, limit, q = '', similar }: ClientFilter,
): Promise<Page<Client>> {
  const terms = searchTerms(q);
  const newest = clientRows(db).orderBy('client.id', 'desc');
  if (terms.length === 0) {
    const rows = await newest
      .where(afterCursor(['client.id'], cursor))
      .limit(sql.lit(limit + 1))
      .execute();
    return pageOf(rows, limit, (row) => [row.id], toClient);
  }
  const condition = sql<SqlBool>`clients.deleted_at is null
    and ${afterCursor(['clients.id'], cursor)}`;
  const search = {
    table: 'clients' as const,
    terms,
    newest: (most: number) => sql`(select id, search_text from clients where ${condition}
      order by id desc limit ${sql.lit(most)})`,
    condition,
  };
  const ids = similar
    ? await searchSimilar(db, { ...search, limit })
    : await searchNewest(db, dialectOf(db).search, { ...search, limit: limit + 1 });
  const rowsOf = (shown: readonly string[]) => newest.where('client.id', 'in', shown).execute();
  const found = ids.map((id) => ({ id }));
  const page = await pageOfFound(found, limit, ({ id }) => [id], rowsOf, toClient);
  // Within the page: the next one continues from the oldest id, as without a search.
  return { ...page, items: likeliestFirst(page.items, terms, ({ name }) => [name]) };
}

/** Whether this is the phone (as texts are filed) of any client, deleted or not. */
export const isClientPhone = (db: Handle, phone: string): Promise<boolean> =>
  isFound(db.selectFrom('clients').select('id').where('phone_key', '=', phone).limit(1));
