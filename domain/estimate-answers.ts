import { isAllowed, type RepairAction, type RepairStatus } from './repair-status.ts';

/** An estimate's life. Source: specification, section 4, "Estimate states". */

export const estimateStatuses = ['sent', 'accepted', 'declined', 'assigned', 'completed'] as const;
export type EstimateStatus = (typeof estimateStatuses)[number];

export const responseStatuses = ['pending', 'sent', 'accepted', 'declined'] as const;
export type ResponseStatus = (typeof responseStatuses)[number];

/** The estimates list holds these; the others have been acted on. */
export const listedEstimateStatuses: readonly EstimateStatus[] = ['sent', 'accepted', 'declined'];

/** The note on a repair that is completed because its estimate was declined (section 4, to the letter). */
export const declinedCompletionNote = 'Completed from estimates tab - declined';

/**
 * The customer's answer counts if there is one, else the estimate's own status.
 *
 * @param estimate values as stored; unknown ones are passed through
 */
export function effectiveStatus(estimate: { status: string; responseStatus: string }): string {
  return estimate.responseStatus && estimate.responseStatus !== 'pending'
    ? estimate.responseStatus
    : estimate.status;
}

const labels = new Map([
  ['pending', 'Awaiting Response'],
  ['sent', 'Awaiting Response'],
  ['accepted', 'Accepted'],
  ['declined', 'Declined'],
]);

/** The label of an effective status; what is not known is shown as "Unknown (value)". */
export const effectiveStatusLabel = (status: string): string =>
  labels.get(status) ?? `Unknown (${status})`;

/** As {@link effectiveStatusLabel}; one that was replaced or has expired no longer waits for an answer. */
export function estimateLabel(estimate: {
  status: string;
  responseStatus: string;
  isExpired: boolean;
  isReplaced: boolean;
}): string {
  const label = effectiveStatusLabel(effectiveStatus(estimate));
  if (label !== 'Awaiting Response') return label;
  if (estimate.isReplaced) return 'Replaced by a newer estimate';
  return estimate.isExpired ? 'Expired' : label;
}

/**
 * If no rule could interpret a text, staff may record it as what the customer may have meant. Shop
 * decision (docs/decisions/texts.md, "Recorded replies").
 */

export const recordableAnswers = ['accepted', 'declined'] as const;
export type RecordableAnswer = (typeof recordableAnswers)[number];

/** How a customer may be given an estimate, and answer it, without a text. */
export const answerWays = ['phone', 'counter', 'paper'] as const;
export type AnswerWay = (typeof answerWays)[number];

export const isAnswerWay = (way: unknown): way is AnswerWay =>
  answerWays.some((each) => each === way);

/** After "given" or "accepted". */
export const answerWayWords: Readonly<Record<AnswerWay, string>> = {
  phone: 'by phone',
  counter: 'in person',
  paper: 'on paper',
};

const actionOf: Readonly<Record<RecordableAnswer, RepairAction>> = {
  accepted: 'accept-estimate',
  declined: 'decline-estimate',
};

/**
 * The estimate that the customer has accepted, while another may still replace it: until a technician
 * is assigned.
 *
 * @returns its id; null if nothing accepted would be replaced
 */
export function replaceableAcceptance(ticket: {
  status: string;
  estimateId: string | null;
}): string | null {
  return ticket.status === ('estimate-accepted' satisfies RepairStatus) ? ticket.estimateId : null;
}

/** Which answers can be recorded on a ticket's estimate, by the ticket's status. */
export function answersFor(status: string): RecordableAnswer[] {
  return recordableAnswers.filter((answer) => isAllowed(actionOf[answer], status));
}

/**
 * Which answers a text may be recorded as; times are ISO 8601.
 *
 * @param estimate the ticket's current one; one sent after the text cannot be meant
 * @param status the ticket's
 */
export function answersForReply(
  text: { direction: string; createdAt: string },
  estimate: { sentAt: string } | null,
  status: string,
): RecordableAnswer[] {
  if (text.direction !== 'inbound' || estimate === null || estimate.sentAt > text.createdAt) {
    return [];
  }
  return answersFor(status);
}
