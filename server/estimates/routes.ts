import { previewOf } from '../../domain/texts.ts';
import type { Deps } from '../ports/deps.ts';
import type { Http } from '../ports/http.ts';
import { shopMonth } from '../settings/calendar.ts';
import { shownMessage } from '../texts/conversation-store.ts';
import { acceptedSince, listAcceptedSince } from './accepted.ts';
import { answerEstimate, recordReply } from './recorded-replies.ts';
import { recordEstimate } from './recording.ts';
import { previewEstimate, sendEstimate } from './sending.ts';
import { listEstimates } from './store.ts';
import { deleteEstimate } from './transitions.ts';

export function estimateRoutes(http: Http, deps: Deps): void {
  const { read } = deps.database;

  http.handle('listEstimates', async ({ query }) => {
    if (query.accepted === undefined) return await listEstimates(read, query);
    const { startedAt } = await shopMonth(read, deps.clock());
    return await listAcceptedSince(read, startedAt, query);
  });

  http.handle('countEstimates', async () => {
    const { since, startedAt } = await shopMonth(read, deps.clock());
    return { acceptedThisMonth: { since, ...(await acceptedSince(read, startedAt)) } };
  });

  http.handle('sendEstimate', async ({ body, reply }) => {
    const { estimate, repair, isRepeat } = await sendEstimate(deps, body);
    if (!isRepeat) reply.code(201);
    return { estimate, repair };
  });

  http.handle('recordEstimate', async ({ body, reply }) => {
    const { estimate, repair, isRepeat } = await recordEstimate(deps, body);
    if (!isRepeat) reply.code(201);
    return { estimate, repair };
  });

  http.handle('previewEstimate', async ({ body }) => previewOf(await previewEstimate(deps, body)));

  http.handle('deleteEstimate', async ({ params }) => {
    await deleteEstimate(deps, params.id);
  });

  http.handle(
    'answerEstimate',
    async ({ params, body }) => await answerEstimate(deps, params.id, body),
  );

  http.handle('recordReply', async ({ params, body }) => {
    const { id } = params;
    const recorded = await recordReply(deps, id, body.answer, body.ticketNumber || null);
    return { ...recorded, message: await shownMessage(read, id) };
  });
}
