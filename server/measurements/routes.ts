import type { Deps } from '../ports/deps.ts';
import type { Http } from '../ports/http.ts';
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

  http.handle('addMeasurement', async ({ params, body, reply }) => {
    const { isRepeat, ...added } = await addMeasurement(deps, params.ticketNumber, body);
    if (!isRepeat) reply.code(201);
    return added;
  });

  http.handle(
    'changeMeasurement',
    async ({ params, body, request }) =>
      await changeMeasurement(deps, params.id, body, request.headers['if-match']),
  );

  http.handle('removeMeasurement', async ({ params }) => ({
    repair: await removeMeasurement(deps, params.id),
  }));
}
