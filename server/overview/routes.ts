import { overviewStatuses, type RepairStatus } from '../../domain/repair-status.ts';
import { countAttention } from '../attention/store.ts';
import { countClients } from '../clients/store.ts';
import type { Database } from '../database/database.ts';
import { countListed } from '../estimates/store.ts';
import type { Http } from '../http/operations.ts';
import { countByStatus } from '../repairs/store.ts';

export function overviewRoutes(http: Http, { database }: { database: Database }): void {
  http.handle('getOverview', async () => {
    const [counts, estimates, totalClients, attention] = await Promise.all([
      countByStatus(database.read),
      countListed(database.read),
      countClients(database.read),
      countAttention(database.read),
    ]);
    const sum = (statuses: readonly RepairStatus[], which: 'all' | 'sameDay') =>
      statuses.reduce((total, status) => total + counts[status][which], 0);
    return {
      pending: sum(overviewStatuses.pending, 'all'),
      sameDay: sum(overviewStatuses.sameDay, 'sameDay'),
      inProgress: sum(overviewStatuses.inProgress, 'all'),
      completed: sum(overviewStatuses.completed, 'all'),
      estimates,
      totalClients,
      attention,
    };
  });
}
