import { justSentQuestion, secondsSinceSent } from '../../domain/just-sent.ts';
import { centsFromDollars } from '../../domain/money.ts';
import { Problem } from '../../domain/problems.ts';
import type { Dialect } from '../database/dialect.ts';
import type { Handle } from '../database/tables.ts';
import { getRepair } from '../repairs/store.ts';
import { isFailedState, messageOfRequest, messageRow, releaseRequest } from '../texts/store.ts';
import { currentEstimateOf, hasEstimateOfText } from './store.ts';

/** Whether an estimate that is to be sent has been sent already. */

/**
 * Asks before the price that an open estimate has is texted a second time within two minutes.
 *
 * @throws Problem estimate-just-sent
 */
export async function askIfJustSent(
  tx: Handle,
  ticketNumber: string,
  priceCents: number,
  now: number,
): Promise<void> {
  const current = await currentEstimateOf(tx, ticketNumber);
  if (!current) return;
  const { customerName, estimatePrice, isExpired, sentAt, status } = current.estimate;
  const isSame = centsFromDollars(estimatePrice) === priceCents;
  if (!isSame || isExpired || status !== 'sent') return;
  const seconds = secondsSinceSent(sentAt, now);
  const text = await messageRow(tx, current.messageId);
  if (seconds === null || isFailedState(text?.state ?? '')) return;
  throw new Problem('estimate-just-sent', {
    detail: justSentQuestion(customerName, seconds),
    extra: { customerName, secondsAgo: seconds },
  });
}

/**
 * The text that an id asked for before; one that was definitely not sent gives its id free.
 *
 * @throws Problem repair-not-found, message-id-taken, and while nobody knows whether it was sent
 *   estimate-in-flight, sms-unknown
 */
export async function askedBefore(
  tx: Handle,
  dialect: Dialect,
  reference: string,
  estimateId: string,
): Promise<string | null> {
  await dialect.lock(tx, `text ${estimateId}`);
  const earlier = await messageOfRequest(tx, estimateId);
  if (!earlier) return null;
  const { ticketNumber } = await getRepair(tx, reference);
  if (earlier.kind !== 'estimate' || earlier.ticket_number !== ticketNumber) {
    throw new Problem('message-id-taken');
  }
  if (earlier.state === 'sending') throw new Problem('estimate-in-flight');
  if (earlier.state === 'unknown') throw new Problem('sms-unknown');
  if (isFailedState(earlier.state) && !(await hasEstimateOfText(tx, earlier.id))) {
    await releaseRequest(tx, estimateId);
    return null;
  }
  return earlier.id;
}
