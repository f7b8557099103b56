import type { Database } from '../database/database.ts';
import type { Http } from '../http/operations.ts';
import { listMessages, shownMessage } from './conversation-store.ts';
import type { ConversationActions } from './conversations.ts';

interface Parts {
  database: Database;
  conversations: ConversationActions;
}

export function conversationRoutes(http: Http, { database, conversations }: Parts): void {
  const { read } = database;

  http.handle('listMessages', async ({ query }) => await listMessages(read, query));

  http.handle('sendText', async ({ params, body, reply }) => {
    const { id, sms, isRepeat } = await conversations.write(
      params.ticketNumber,
      body.messageId,
      body.body,
    );
    if (!isRepeat) reply.code(201);
    return { message: await shownMessage(read, id), sms };
  });

  http.handle('replyToText', async ({ params, body, reply }) => {
    const { id, sms, isRepeat } = await conversations.answer(params.id, body.messageId, body.body);
    if (!isRepeat) reply.code(201);
    return { message: await shownMessage(read, id), sms };
  });

  http.handle('resendText', async ({ params, reply }) => {
    const { id, sms, isRepeat } = await conversations.sendAgain(params.id);
    if (!isRepeat) reply.code(201);
    return { message: await shownMessage(read, id), sms };
  });
}
