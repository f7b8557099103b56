import type { Technician } from '../../domain/shop-config.ts';
import type { Database } from '../database/database.ts';
import type { Http } from '../http/operations.ts';
import { countByTechnician } from '../repairs/overview.ts';

export function technicianRoutes(
  http: Http,
  { database, technicians }: { database: Database; technicians: readonly Technician[] },
): void {
  http.handle('listTechnicians', async () => {
    const counts = await countByTechnician(
      database.read,
      technicians.map(({ id }) => id),
    );
    return {
      items: technicians.map((technician) => {
        const { active = 0, done = 0 } = counts.find(({ id }) => id === technician.id) ?? {};
        return { ...technician, activeRepairs: active, active, total: active + done, done };
      }),
    };
  });
}
