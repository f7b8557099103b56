import type { Deps } from '../ports/deps.ts';
import { answerAdded, type Http } from '../ports/http.ts';
import { shopDay } from '../settings/calendar.ts';
import { addPart, changePart, removePart } from './actions.ts';
import { listOrderedParts } from './store.ts';

export function partRoutes(http: Http, deps: Deps): void {
  http.handle('listOrderedParts', async ({ query }) => {
    const { today } = await shopDay(deps.database.read, deps.clock());
    return listOrderedParts(deps.database.read, query, today);
  });

  http.handle('addPart', async ({ params, body, reply }) =>
    answerAdded(reply, await addPart(deps, params.ticketNumber, body)),
  );

  http.handle(
    'changePart',
    async ({ params, body, request }) =>
      await changePart(deps, params.id, body, request.headers['if-match']),
  );

  http.handle('removePart', async ({ params, request }) => ({
    repair: await removePart(deps, params.id, request.headers['if-match']),
  }));
}
