import type { Repair } from '../../domain/api-answers.ts';
import { statusUnassigned } from '../../domain/repair-status.ts';
import { dialectOf } from '../database/dialect.ts';
import type { Handle } from '../database/tables.ts';
import { readShopSettings, technicianKey } from '../settings/store.ts';

/** Who has a repair that is open again: no one if its technician is marked “Not used” by now. */

/** Someone who marks the technician “Not used” in the meantime waits for this, and then counts the repair. */
export async function lockHolder(tx: Handle, { assignedTo }: Pick<Repair, 'assignedTo'>) {
  if (assignedTo !== null) await dialectOf(tx).lock(tx, technicianKey(assignedTo));
}

export async function isHolderUnused(
  tx: Handle,
  { assignedTo }: Pick<Repair, 'assignedTo'>,
): Promise<boolean> {
  const { technicians } = await readShopSettings(tx);
  return technicians.some(({ id, isUnused }) => isUnused && id === assignedTo);
}

export const noTechnician = { assigned_to: null, assigned_watchmaker: null };

/** What changes on a ticket that is open again: no one would see a repair of an unused technician. */
export const withoutUnusedTechnician = async (
  tx: Handle,
  ticket: Pick<Repair, 'assignedTo' | 'status'>,
) =>
  (await isHolderUnused(tx, ticket))
    ? { ...noTechnician, status: statusUnassigned(ticket.status) }
    : undefined;
