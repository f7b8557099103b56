import { dialectOf } from '../database/dialect.ts';
import type { Handle, MessagesTable } from '../database/tables.ts';
import { lockTickets } from '../repairs/store.ts';
import { ticketsOfPhone } from './phone-store.ts';
import { messageRow } from './store.ts';

/**
 * Locks a text with all that depends on its outcome, before its own row: its ticket, and what its
 * customer is texting right now. A text from staff, or the answer that waits for an estimate, handles what the
 * phone has asked about any ticket.
 *
 * @returns the text as it is now
 */
export async function lockText(
  tx: Handle,
  message: MessagesTable | undefined,
): Promise<MessagesTable | undefined> {
  if (!message) return undefined;
  const { id, kind, phone, ticket_number: ticketNumber } = message;
  await dialectOf(tx).lock(tx, `phone ${phone}`);
  const isAnyTicket = kind === 'manual' || kind === 'estimate';
  const others = isAnyTicket ? await ticketsOfPhone(tx, phone) : [];
  await lockTickets(tx, [ticketNumber, ...others]);
  return messageRow(tx, id);
}
