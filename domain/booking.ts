import { isAllowed, type RepairAction } from './repair-status.ts';

/**
 * Staff read a customer's text that no rule could interpret, and book it as the answer that it is.
 * Only what the customer can have meant may be booked. Shop decision (docs/decisions/texts.md,
 * "Booking").
 */

export const bookableAnswers = ['accepted', 'declined'] as const;
export type BookableAnswer = (typeof bookableAnswers)[number];

/** How a customer may answer without a text. */
export const answerWays = ['phone', 'counter'] as const;
export type AnswerWay = (typeof answerWays)[number];

const actionOf: Readonly<Record<BookableAnswer, RepairAction>> = {
  accepted: 'accept-estimate',
  declined: 'decline-estimate',
};

/**
 * Which answers can be booked on a ticket's estimate: the other way round, too, until staff act on it.
 *
 * @param status the ticket's
 */
export function answersFor(status: string): BookableAnswer[] {
  return bookableAnswers.filter((answer) => isAllowed(actionOf[answer], status));
}

/**
 * Which answers a text may be booked as.
 *
 * @param text the text; times are ISO 8601
 * @param estimate the one that speaks for the ticket now; null when none does. One that was sent after
 *   the text cannot have been meant. One that has run out may be honoured
 * @param status the ticket's
 */
export function bookingChoices(
  text: { direction: string; createdAt: string },
  estimate: { sentAt: string } | null,
  status: string,
): BookableAnswer[] {
  if (text.direction !== 'inbound' || estimate === null || estimate.sentAt > text.createdAt) {
    return [];
  }
  return answersFor(status);
}
