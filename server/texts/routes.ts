import { randomBytes } from 'node:crypto';
import { Problem } from '../../domain/problems.ts';
import type { Database } from '../database/database.ts';
import type { Http } from '../http/operations.ts';
import { shownMessage } from './conversation-store.ts';
import type { InboundActions } from './inbound.ts';
import type { TextSender } from './sender.ts';

interface Parts {
  database: Database;
  inbound: InboundActions;
  sender: TextSender;
}

export function textRoutes(http: Http, { database, inbound, sender }: Parts): void {
  http.handle('simulateReply', async ({ body }) => {
    if (!sender.isSimulated) throw new Problem('simulator-off');
    const id = await inbound.receive({
      sid: `SM${randomBytes(16).toString('hex')}`,
      from: body.from,
      body: body.body,
      mediaCount: 0,
      optOutType: undefined,
    });
    return { message: await shownMessage(database.read, id) };
  });
}
