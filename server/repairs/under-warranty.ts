import type { RunningWarranty } from '../../domain/api-warranties.ts';
import { isSameSerial } from '../../domain/serial-number.ts';
import type { Handle } from '../database/tables.ts';
import type { ShopDay } from '../settings/calendar.ts';
import { runningWarranties } from '../warranties/store.ts';
import { listRepairs } from './list.ts';

/** A watch has been here a few times; a serial such as 1 finds thousands. */
const newestTickets = 100;

/** The warranties that have not ended of watches with a serial number, among the newest tickets that it finds. */
export async function warrantiesOfSerial(
  db: Handle,
  serial: string,
  day: ShopDay,
): Promise<RunningWarranty[]> {
  if (!isSameSerial(serial, serial)) return [];
  const found = await listRepairs(db, { q: serial, limit: newestTickets }, async () => day);
  const tickets = found.items.filter(({ serialNumber }) => isSameSerial(serialNumber, serial));
  return runningWarranties(
    db,
    tickets.map(({ ticketNumber }) => ticketNumber),
    day.today,
  );
}
