import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { Problem } from '../../domain/problems.ts';
import type { Deps } from '../ports/deps.ts';
import type { Http } from '../ports/http.ts';
import { attentionLimits } from '../settings/calendar.ts';
import { handleAttention, undoHandled } from './attention.ts';
import { listAttention } from './attention-list.ts';
import { listMessages, shownMessage } from './conversation-store.ts';
import { sendDropOffText } from './drop-off-text.ts';
import { receiveText } from './inbound.ts';
import { fetchTextPicture } from './pictures.ts';
import {
  replyToText,
  resendText,
  type Sent,
  sendCompletion,
  sendSms,
  sendText,
} from './staff-texts.ts';

/** What the simulated phone sends with its texts: files, unlike all else here. */
export function simulatorRoutes(http: Http, { texting }: Pick<Deps, 'texting'>): void {
  http.handle('simulatePicture', async ({ request }) => {
    const { simulator } = await texting.current();
    if (!simulator) throw new Problem('simulator-off');
    if (!Buffer.isBuffer(request.body) || request.body.length === 0) {
      throw new Problem('photo-unreadable');
    }
    return { mediaId: await simulator.keep(request.body) };
  });
}

export function textRoutes(http: Http, deps: Deps): void {
  const { read } = deps.database;

  http.handle('listMessages', async ({ query }) => await listMessages(read, query));

  const answerOf = async ({ id, sms, isRepeat }: Sent, reply: FastifyReply) => {
    if (!isRepeat) reply.code(201);
    return { message: await shownMessage(read, id), sms };
  };

  http.handle('sendText', async ({ params, body, reply }) =>
    answerOf(await sendText(deps, params.ticketNumber, body), reply),
  );

  http.handle('sendDropOffText', async ({ params, reply }) =>
    answerOf(await sendDropOffText(deps, params.ticketNumber), reply),
  );

  http.handle('replyToText', async ({ params, body, reply }) =>
    answerOf(await replyToText(deps, params.id, body), reply),
  );

  http.handle('resendText', async ({ params, reply }) =>
    answerOf(await resendText(deps, params.id), reply),
  );

  http.handle('simulateReply', async ({ body }) => {
    const sender = await deps.texting.current();
    if (!sender.isSimulated) throw new Problem('simulator-off');
    const { media = [] } = body;
    const sid = `${media.length > 0 ? 'MM' : 'SM'}${randomBytes(16).toString('hex')}`;
    const { id, answered } = await receiveText(deps, {
      sid,
      from: body.from,
      body: body.body,
      mediaCount: media.length,
      mediaIds: media,
      optOutType: undefined,
    });
    await answered;
    return { message: await shownMessage(read, id) };
  });

  http.handle('fetchTextPicture', async ({ params: { id, position } }) => {
    await fetchTextPicture(deps, { message_id: id, position });
    return { message: await shownMessage(read, id) };
  });

  http.handle('sendSms', ({ body }) => sendSms(deps, body));
  http.handle('sendCompletion', ({ body }) => sendCompletion(deps, body));

  http.handle(
    'listAttention',
    async ({ query }) =>
      await listAttention(read, query, await attentionLimits(read, deps.clock())),
  );

  http.handle('handleAttention', async ({ params }) => {
    await handleAttention(deps, params.id);
    return { message: await shownMessage(read, params.id) };
  });

  http.handle('undoHandled', async ({ params, body }) => {
    await undoHandled(deps, params.id, body.handledAt);
    return { message: await shownMessage(read, params.id) };
  });
}
