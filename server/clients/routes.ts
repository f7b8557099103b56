import { Problem } from '../../domain/problems.ts';
import type { Database } from '../database/database.ts';
import type { Http } from '../http/operations.ts';
import { clientEvents } from '../shop/history/store.ts';
import type { ClientActions } from './actions.ts';
import { findClient, listClients } from './store.ts';

export function clientRoutes(
  http: Http,
  { database, clients }: { database: Database; clients: ClientActions },
): void {
  http.handle(
    'listClients',
    async ({ query }) => await listClients(database.read, database.dialect.search, query),
  );

  http.handle('createClient', async ({ body }) => ({ client: await clients.add(body) }));

  http.handle('getClient', async ({ params }) => {
    const client = await findClient(database.read, params.id);
    if (!client) throw new Problem('client-not-found');
    return { client };
  });

  http.handle('listClientEvents', async ({ params }) => {
    const client = await findClient(database.read, params.id);
    if (!client) throw new Problem('client-not-found');
    return { items: await clientEvents(database.read, params.id) };
  });

  http.handle('editClient', async ({ params, body, request }) => ({
    client: await clients.edit(params.id, body, request.headers['if-match']),
  }));

  http.handle('deleteClient', async ({ params }) => {
    await clients.remove(params.id);
  });
}
