import type { Deps } from '../ports/deps.ts';
import { answerAdded, type Http } from '../ports/http.ts';
import { addWarranty, changeWarranty, removeWarranty } from './actions.ts';

export function warrantyRoutes(http: Http, deps: Deps): void {
  http.handle('addWarranty', async ({ params, body, reply }) =>
    answerAdded(reply, await addWarranty(deps, params.ticketNumber, body)),
  );

  http.handle(
    'changeWarranty',
    async ({ params, body, request }) =>
      await changeWarranty(deps, params.id, body, request.headers['if-match']),
  );

  http.handle('removeWarranty', async ({ params, request }) => ({
    repair: await removeWarranty(deps, params.id, request.headers['if-match']),
  }));
}
