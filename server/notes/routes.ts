import type { Deps } from '../ports/deps.ts';
import { answerAdded, type Http } from '../ports/http.ts';
import { addNote } from './actions.ts';

export function noteRoutes(http: Http, deps: Deps): void {
  http.handle('addNote', async ({ params, body, reply }) =>
    answerAdded(reply, await addNote(deps, params.ticketNumber, body)),
  );
}
