import type { Database } from '../database/database.ts';
import type { Http } from '../http/operations.ts';
import { countOverview } from './overview.ts';

export function overviewRoutes(http: Http, { database }: { database: Database }): void {
  http.handle('getOverview', async () => await countOverview(database.read));
}
