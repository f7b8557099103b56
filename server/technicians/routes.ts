import { isOpen } from '../../domain/repair-status.ts';
import type { Technician } from '../../domain/shop-config.ts';
import type { Database } from '../database/database.ts';
import type { Http } from '../http/operations.ts';
import { countByTechnician } from '../overview/store.ts';

export function technicianRoutes(
  http: Http,
  { database, technicians }: { database: Database; technicians: readonly Technician[] },
): void {
  http.handle('listTechnicians', async () => {
    const counts = await countByTechnician(database.read);
    return {
      items: technicians.map((technician) => {
        const own = counts.filter(({ technicianId }) => technicianId === technician.id);
        const sum = (wanted: typeof own) => wanted.reduce((total, { count }) => total + count, 0);
        const activeRepairs = sum(own.filter(({ status }) => isOpen(status)));
        const total = sum(own);
        return {
          ...technician,
          activeRepairs,
          active: activeRepairs,
          total,
          done: total - activeRepairs,
        };
      }),
    };
  });
}
