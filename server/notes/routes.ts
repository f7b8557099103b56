import type { Deps } from '../ports/deps.ts';
import type { Http } from '../ports/http.ts';
import { addNote } from './actions.ts';

export function noteRoutes(http: Http, deps: Deps): void {
  http.handle('addNote', async ({ params, body, reply }) => {
    const { isRepeat, ...added } = await addNote(deps, params.ticketNumber, body);
    if (!isRepeat) reply.code(201);
    return added;
  });
}
