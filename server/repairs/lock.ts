import type { Repair } from '../../domain/api-answers.ts';
import type { Dialect } from '../database/dialect.ts';
import type { Handle } from '../database/tables.ts';
import { getRepair, storedReference } from './store.ts';

/**
 * Locks tickets until the transaction ends. What changes a ticket, its estimates, its photos or the
 * cases of its texts locks the ticket before it reads what it acts on; otherwise history would tell of
 * a `before` that a colleague has just changed, and of two answers the wrong one would count.
 *
 * Locks are taken in one order everywhere, so that no two transactions wait for each other:
 * 1. keys, by `dialect.lock`: a request's own id, then the customer's phone
 * 2. rows of clients, by `dialect.holdClients`
 * 3. rows of tickets, by this function, all that are needed in one call
 * 4. every other row, the shop's counts among them; last of all the end of the change log
 *
 * SQLite has one writer at a time and needs none of this.
 *
 * @param references ticket numbers or repair ids, deleted tickets among them; null is passed over
 */
export async function lockTickets(
  tx: Handle,
  dialect: Dialect,
  references: readonly (string | null)[],
): Promise<void> {
  const known = references.filter((reference) => reference !== null);
  if (known.length > 0) await dialect.holdTickets(tx, known.map(storedReference));
}

/**
 * {@link lockTickets} for one ticket.
 *
 * @returns the repair as it stands, and stays until the transaction ends
 * @throws Problem repair-not-found
 */
export async function lockTicket(tx: Handle, dialect: Dialect, reference: string): Promise<Repair> {
  await lockTickets(tx, dialect, [reference]);
  return getRepair(tx, reference);
}
