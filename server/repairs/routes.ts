import { deletedForGoodBefore } from '../../domain/deletion.ts';
import { isoTime } from '../base/clock.ts';
import { estimatesOfTicket } from '../estimates/store.ts';
import { goOn } from '../estimates/transitions.ts';
import { ticketEvents } from '../history/store.ts';
import type { Deps } from '../ports/deps.ts';
import { answerAdded, type Http } from '../ports/http.ts';
import { attentionLimits, shopDay } from '../settings/calendar.ts';
import { readShopSettings } from '../settings/store.ts';
import { textsOfTicket } from '../texts/conversation-store.ts';
import { sendHeldText } from '../texts/held-texts.ts';
import { assignRepair, deleteRepair, editRepair, startRepair, undoAssign } from './actions.ts';
import { completeRepair, reopenRepair, undoComplete } from './completion.ts';
import { completionAnswers } from './completion-store.ts';
import { countRepairs } from './counts.ts';
import {
  listDeleted,
  purgeClient,
  purgeRepair,
  restoreClient,
  restoreRepair,
} from './deletions.ts';
import { handOver } from './hand-over.ts';
import { createRepair, undoClientChanges } from './intake.ts';
import { listRepairs } from './list.ts';
import { moveRepair } from './moving.ts';
import { getOverview } from './overview.ts';
import { collectRepair, undoCollectRepair } from './pickup.ts';
import { getRepair, siblingsOf } from './store.ts';
import { rowsOfTicket } from './ticket-tables.ts';
import { finishWhileWaiting } from './while-waiting.ts';

export function repairRoutes(http: Http, deps: Deps): void {
  const { read } = deps.database;

  http.handle(
    'getOverview',
    async () => await getOverview(read, await attentionLimits(read, deps.clock())),
  );

  http.handle(
    'listRepairs',
    async ({ query }) => await listRepairs(read, query, () => shopDay(read, deps.clock())),
  );

  http.handle('countRepairs', async ({ query }) => {
    const { technicians } = await readShopSettings(read);
    const ids = technicians.map(({ id }) => id);
    return await countRepairs(read, query, ids, await shopDay(read, deps.clock()));
  });

  http.handle('createRepair', async ({ body, reply }) =>
    answerAdded(reply, await createRepair(deps, body)),
  );

  http.handle('undoClientChanges', async ({ params }) => ({
    client: await undoClientChanges(deps, params.ticketNumber),
  }));

  http.handle('getRepair', async ({ params }) => {
    const repair = await getRepair(read, params.ticketNumber);
    const { ticketNumber } = repair;
    const [siblings, estimates, messages, events, rows, completion] = await Promise.all([
      siblingsOf(read, repair),
      estimatesOfTicket(read, ticketNumber),
      textsOfTicket(read, ticketNumber),
      ticketEvents(read, ticketNumber),
      rowsOfTicket(read, ticketNumber),
      completionAnswers(read, ticketNumber),
    ]);
    return { repair, siblings, estimates, messages, events, ...rows, ...completion };
  });

  http.handle('editRepair', async ({ params, body, request }) => ({
    repair: await editRepair(deps, params.ticketNumber, body, request.headers['if-match']),
  }));

  http.handle('assignRepair', async ({ params, body }) => {
    const { technicianId, fromTechnicianId = null } = body;
    return {
      repair: await assignRepair(deps, params.ticketNumber, technicianId, fromTechnicianId),
    };
  });

  http.handle('undoAssign', async ({ params, request }) => ({
    repair: await undoAssign(deps, params.ticketNumber, request.headers['if-match']),
  }));

  http.handle('startRepair', async ({ params }) => ({
    repair: await startRepair(deps, params.ticketNumber),
  }));

  http.handle(
    'completeRepair',
    async ({ params, body }) => await completeRepair(deps, params.ticketNumber, body),
  );

  http.handle('finishWhileWaiting', async ({ params, body }) => ({
    repair: await finishWhileWaiting(deps, params.ticketNumber, body),
  }));

  http.handle('collectRepair', async ({ params, body }) => ({
    repair: await collectRepair(deps, params.ticketNumber, body),
  }));

  http.handle('handOver', ({ body }) => handOver(deps, body));

  http.handle('undoCollectRepair', ({ params, body }) =>
    undoCollectRepair(deps, params.ticketNumber, body.collectedAt),
  );

  http.handle('moveRepair', async ({ params, body }) => ({
    repair: await moveRepair(deps, params.ticketNumber, body),
  }));

  http.handle('undoComplete', async ({ params }) => ({
    repair: await undoComplete(deps, params.ticketNumber),
  }));

  http.handle('sendHeldText', ({ params }) => sendHeldText(deps, params.ticketNumber));

  http.handle('reopenRepair', async ({ params }) => ({
    repair: await reopenRepair(deps, params.ticketNumber),
  }));

  http.handle('goOn', async ({ params, body }) => ({
    repair: await goOn(deps, params.ticketNumber, body.estimateId),
  }));

  http.handle('deleteRepair', async ({ params }) => {
    await deleteRepair(deps, params.ticketNumber);
  });
}

export function deletionRoutes(http: Http, deps: Deps): void {
  http.handle('listDeleted', async ({ query }) => {
    const after = isoTime(deletedForGoodBefore(deps.clock()));
    return await listDeleted(deps.database.read, after, query);
  });

  http.handle(
    'restoreRepair',
    async ({ params }) => await restoreRepair(deps, params.ticketNumber),
  );

  http.handle('purgeRepair', async ({ params }) => {
    await purgeRepair(deps, params.ticketNumber);
  });

  http.handle('restoreClient', async ({ params }) => await restoreClient(deps, params.id));

  http.handle('purgeClient', async ({ params }) => {
    await purgeClient(deps, params.id);
  });
}
