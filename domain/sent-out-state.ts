import type { RepairRow } from './api-answers.ts';
import type { Sending } from './api-sendings.ts';
import { daysBetween } from './calendar-date.ts';
import { isolated } from './isolated.ts';
import { isOpen } from './repair-status.ts';

/** The state of a watch that is sent out, from its dates alone. */
export type SendingState = 'planned' | 'out' | 'back';

export function sendingState({
  sentOn,
  receivedOn,
}: Pick<Sending, 'sentOn' | 'receivedOn'>): SendingState {
  if (receivedOn !== null) return 'back';
  return sentOn === null ? 'planned' : 'out';
}

type Watch = Pick<RepairRow, 'status' | 'isWaitingForPickup' | 'sentOut'>;

/** Who has the watch now; null if the shop or the customer has it. */
export const outNow = ({ status, isWaitingForPickup, sentOut }: Watch): Watch['sentOut'] =>
  isOpen(status) || isWaitingForPickup ? sentOut : null;

/**
 * How long it has been out: "for 12 days".
 *
 * @param sentOn a date on the calendar
 * @param today in the shop's time zone
 * @returns null on the day it was sent, and before
 */
export function outFor(sentOn: string, today: string): string | null {
  const days = daysBetween(sentOn, today);
  if (days < 1) return null;
  return `for ${days} ${days === 1 ? 'day' : 'days'}`;
}

/** Where it is and for how long: "Out at Kirk Dial for 12 days". @param today in the shop's time zone */
export const outWords = (
  { sentTo, sentOn }: NonNullable<RepairRow['sentOut']>,
  today: string,
): string => ['Out at', isolated(sentTo), outFor(sentOn, today)].filter(Boolean).join(' ');
