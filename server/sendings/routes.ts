import type { Deps } from '../ports/deps.ts';
import { answerAdded, type Http } from '../ports/http.ts';
import { shopDay } from '../settings/calendar.ts';
import { addSending, changeSending, removeSending } from './actions.ts';
import { listSendings } from './store.ts';

export function sendingRoutes(http: Http, deps: Deps): void {
  const { database, clock } = deps;

  http.handle('listSendings', async ({ query }) => {
    const { today } = await shopDay(database.read, clock());
    return listSendings(database.read, query, today);
  });

  http.handle('addSending', async ({ params, body, reply }) =>
    answerAdded(reply, await addSending(deps, params.ticketNumber, body)),
  );

  http.handle(
    'changeSending',
    async ({ params, body, request }) =>
      await changeSending(deps, params.id, body, request.headers['if-match']),
  );

  http.handle('removeSending', async ({ params, request }) => ({
    repair: await removeSending(deps, params.id, request.headers['if-match']),
  }));
}
