import { randomBytes } from 'node:crypto';
import { Problem } from '../../domain/problems.ts';
import type { Database } from '../database/database.ts';
import type { Http } from '../http/operations.ts';
import type { InboundActions } from './inbound.ts';
import type { TextSender } from './sender.ts';
import { listMessages, messageRow, toMessage } from './store.ts';

interface Parts {
  database: Database;
  inbound: InboundActions;
  sender: TextSender;
}

export function textRoutes(http: Http, { database, inbound, sender }: Parts): void {
  http.handle('listMessages', async ({ query }) => await listMessages(database.read, query));

  http.handle('simulateReply', async ({ body }) => {
    if (!sender.isSimulated) throw new Problem('simulator-off');
    const id = await inbound.receive({
      sid: `SM${randomBytes(16).toString('hex')}`,
      from: body.from,
      body: body.body,
      mediaCount: 0,
      optOutType: undefined,
    });
    const message = await messageRow(database.read, id);
    if (!message) throw new Error('A received text is not stored');
    return { message: toMessage(message) };
  });
}
