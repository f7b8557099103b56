import type { Repair } from '../../domain/api-answers.ts';
import { statusUnassigned } from '../../domain/repair-status.ts';
import { dialectOf } from '../database/dialect.ts';
import type { Handle } from '../database/tables.ts';
import { readShopSettings, technicianKey } from '../settings/store.ts';

/** Who has a repair that is open again: nobody where its technician is not used anymore. */

/** Whoever makes the technician unused meanwhile waits, and then counts the repair. */
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

export const nobody = { assigned_to: null, assigned_watchmaker: null };

/** What changes on a ticket that is open again: a repair at a bench that is not used would not be seen. */
export const offUnusedBench = async (tx: Handle, ticket: Pick<Repair, 'assignedTo' | 'status'>) =>
  (await isHolderUnused(tx, ticket))
    ? { ...nobody, status: statusUnassigned(ticket.status) }
    : undefined;
