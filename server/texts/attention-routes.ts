import type { Database } from '../database/database.ts';
import type { Http } from '../http/operations.ts';
import type { AttentionActions } from './attention.ts';
import { listAttention } from './attention-store.ts';
import { shownMessage } from './conversation-store.ts';

export function attentionRoutes(
  http: Http,
  { database, attention }: { database: Database; attention: AttentionActions },
): void {
  http.handle('listAttention', async ({ query }) => await listAttention(database.read, query));

  http.handle('handleAttention', async ({ params }) => {
    await attention.handle(params.id);
    return { message: await shownMessage(database.read, params.id) };
  });
}
