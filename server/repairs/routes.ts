import type { Database } from '../database/database.ts';
import { estimatesOfTicket } from '../estimates/store.ts';
import type { Http } from '../http/operations.ts';
import { ticketEvents } from '../shop/history/store.ts';
import { textsOfTicket } from '../texts/conversation-store.ts';
import type { RepairActions } from './actions.ts';
import { listRepairs } from './list.ts';
import { getRepair } from './store.ts';

interface Parts {
  database: Database;
  repairs: RepairActions;
}

export function repairRoutes(http: Http, { database, repairs }: Parts): void {
  const { read, dialect } = database;

  http.handle('listRepairs', async ({ query }) => await listRepairs(read, dialect.search, query));

  http.handle('createRepair', async ({ body, reply }) => {
    const { isRepeat, ...taken } = await repairs.takeIn(body);
    if (!isRepeat) reply.code(201);
    return taken;
  });

  http.handle('undoClientChanges', async ({ params }) => ({
    client: await repairs.undoClientChanges(params.ticketNumber),
  }));

  http.handle('getRepair', async ({ params }) => {
    const repair = await getRepair(read, params.ticketNumber);
    const { ticketNumber } = repair;
    const [estimates, messages, events] = await Promise.all([
      estimatesOfTicket(read, ticketNumber),
      textsOfTicket(read, ticketNumber),
      ticketEvents(read, ticketNumber),
    ]);
    return { repair, estimates, messages, events };
  });

  http.handle('editRepair', async ({ params, body, request }) => ({
    repair: await repairs.edit(params.ticketNumber, body, request.headers['if-match']),
  }));

  http.handle('assignRepair', async ({ params, body }) => ({
    repair: await repairs.assign(
      params.ticketNumber,
      body.technicianId,
      body.fromTechnicianId ?? null,
    ),
  }));

  http.handle('startRepair', async ({ params }) => ({
    repair: await repairs.start(params.ticketNumber),
  }));

  http.handle(
    'completeRepair',
    async ({ params, body }) =>
      await repairs.complete(params.ticketNumber, body.notes, body.outcome),
  );

  http.handle('deleteRepair', async ({ params }) => {
    await repairs.remove(params.ticketNumber);
  });
}
