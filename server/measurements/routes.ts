import type { Deps } from '../ports/deps.ts';
import { answerAdded, type Http } from '../ports/http.ts';
import { addMeasurement, changeMeasurement, removeMeasurement } from './actions.ts';
import { lastOfCaliber } from './store.ts';

export function measurementRoutes(http: Http, deps: Deps): void {
  http.handle('findLiftAngle', async ({ query }) => {
    const found = await lastOfCaliber(deps.database.read, query.caliber);
    const { liftAngle = null, beatsPerHour = null } = found?.timing ?? {};
    if (found === undefined || liftAngle === null) return { last: null };
    const { ticketNumber, measuredOn } = found;
    return { last: { ticketNumber, measuredOn, liftAngle, beatsPerHour } };
  });

  http.handle('addMeasurement', async ({ params, body, reply }) =>
    answerAdded(reply, await addMeasurement(deps, params.ticketNumber, body)),
  );

  http.handle(
    'changeMeasurement',
    async ({ params, body, request }) =>
      await changeMeasurement(deps, params.id, body, request.headers['if-match']),
  );

  http.handle('removeMeasurement', async ({ params, request }) => ({
    repair: await removeMeasurement(deps, params.id, request.headers['if-match']),
  }));
}
