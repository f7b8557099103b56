import { deletedForGoodBefore } from '../../domain/deletion.ts';
import { type Clock, isoTime } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Http } from '../http/operations.ts';
import { listDeleted } from './deletion-store.ts';
import type { DeletionActions } from './deletions.ts';

interface Parts {
  database: Database;
  deletions: DeletionActions;
  clock: Clock;
}

export function deletionRoutes(http: Http, { database, deletions, clock }: Parts): void {
  http.handle(
    'listDeleted',
    async ({ query }) =>
      await listDeleted(database.read, isoTime(deletedForGoodBefore(clock())), query),
  );

  http.handle(
    'restoreRepair',
    async ({ params }) => await deletions.restoreRepair(params.ticketNumber),
  );

  http.handle('purgeRepair', async ({ params }) => {
    await deletions.purgeRepair(params.ticketNumber);
  });

  http.handle('restoreClient', async ({ params }) => await deletions.restoreClient(params.id));

  http.handle('purgeClient', async ({ params }) => {
    await deletions.purgeClient(params.id);
  });
}
