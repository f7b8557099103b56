import { clientEvents } from '../history/store.ts';
import type { Deps } from '../ports/deps.ts';
import type { Http } from '../ports/http.ts';
import { createClient, deleteClient, editClient } from './actions.ts';
import { getClient, listClients } from './store.ts';

export function clientRoutes(http: Http, deps: Deps): void {
  const { read } = deps.database;

  http.handle('listClients', async ({ query }) => await listClients(read, query));

  http.handle('createClient', async ({ body }) => ({ client: await createClient(deps, body) }));

  http.handle('getClient', async ({ params }) => ({ client: await getClient(read, params.id) }));

  http.handle('listClientEvents', async ({ params }) => {
    await getClient(read, params.id);
    return { items: await clientEvents(read, params.id) };
  });

  http.handle('editClient', async ({ params, body, request }) => ({
    client: await editClient(deps, params.id, body, request.headers['if-match']),
  }));

  http.handle('deleteClient', async ({ params }) => {
    await deleteClient(deps, params.id);
  });
}
