import type { Message, Repair, TicketEvent } from '../../../domain/api-answers.ts';
import { phoneKey } from '../../../domain/phone.ts';
import { isAboutNumber } from '../../../domain/text-delivery.ts';
import { untextableWords } from './client-fields.tsx';

const hasFailed = ({ state }: Message) => state === 'failed' || state === 'undelivered';

/**
 * @param messages of the ticket, newest first
 * @param withheld why the shop doesn't text the customer (withheld.ts)
 * @returns why no text will reach the customer, as far as is known; nothing if one may
 */
export function textObstacle(
  { customerPhone, optedOutAt }: Pick<Repair, 'customerPhone' | 'optedOutAt'>,
  messages: readonly Message[],
  withheld: string | undefined,
): string | undefined {
  if (withheld !== undefined) return withheld;
  if (customerPhone === '') return 'The customer has no phone number.';
  const fault = untextableWords(customerPhone);
  if (fault !== undefined) return fault;
  if (optedOutAt !== null) return 'The customer replied STOP.';
  const last = messages.find(
    ({ direction, phone }) => direction === 'outbound' && phone === phoneKey(customerPhone),
  );
  return last && hasFailed(last) && isAboutNumber(last.advice) ? (last.advice ?? '') : undefined;
}

/**
 * Whether the ticket was completed here and no text that may have arrived has gone out since. A
 * customer who waited for the watch needs none.
 */
export function wasNotTexted(
  { status, collectedAt }: Pick<Repair, 'status' | 'collectedAt'>,
  { messages, events }: { messages: readonly Message[]; events: readonly TicketEvent[] },
): boolean {
  const completed = events
    .filter(({ kind }) => kind === 'repair-completed')
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
    .at(-1);
  if (status !== 'completed' || completed === undefined) return false;
  if (completed.data.whileWaiting === true && collectedAt !== null) return false;
  return !messages.some(
    (message) =>
      message.direction === 'outbound' && message.createdAt >= completed.at && !hasFailed(message),
  );
}

/**
 * Whether staff can text the customer that the watch was dropped off: no text about the ticket has been sent or
 * tried, because none could be at intake, and one may arrive now.
 */
export const lacksDropOffText = (
  { status }: Pick<Repair, 'status'>,
  { messages, events }: { messages: readonly Message[]; events: readonly TicketEvent[] },
  obstacle: string | undefined,
): boolean =>
  status === 'pending' &&
  obstacle === undefined &&
  events.some(({ kind }) => kind === 'repair-created') &&
  messages.every(({ direction }) => direction === 'inbound');
