import { previewOf } from '../../domain/manual-text.ts';
import type { Database } from '../database/database.ts';
import type { Http } from '../http/operations.ts';
import type { EstimateActions } from './actions.ts';
import { listEstimates } from './store.ts';

export function estimateRoutes(
  http: Http,
  { database, estimates }: { database: Database; estimates: EstimateActions },
): void {
  http.handle('listEstimates', async ({ query }) => await listEstimates(database.read, query));

  http.handle('sendEstimate', async ({ body, reply }) => {
    const { estimate, repair, isRepeat } = await estimates.send(body);
    if (!isRepeat) reply.code(201);
    return { estimate, repair };
  });

  http.handle('previewEstimate', async ({ body }) =>
    previewOf(await estimates.preview(body.repairId, body.amount)),
  );

  http.handle('deleteEstimate', async ({ params }) => {
    await estimates.remove(params.id);
  });
}
