import type { Estimate } from '../../domain/api-answers.ts';
import type { RecordableAnswer } from '../../domain/estimate-answers.ts';
import { phoneKey } from '../../domain/phone.ts';

/**
 * The estimates of a phone that a text may have been the answer to, the text's own ticket first.
 *
 * @param message the text
 * @param estimates as listed
 */
export function answerableEstimates(
  message: { phone: string; createdAt: string; ticketNumber: string | null },
  answer: RecordableAnswer,
  estimates: readonly Estimate[],
): Estimate[] {
  const meant = estimates.filter(
    ({ customerPhone, sentAt, status }) =>
      phoneKey(customerPhone) === message.phone &&
      sentAt <= message.createdAt &&
      (status === 'sent' || status === (answer === 'accepted' ? 'declined' : 'accepted')),
  );
  const isOwn = ({ repairId }: Estimate) => repairId === message.ticketNumber;
  return [...meant.filter(isOwn), ...meant.filter((each) => !isOwn(each))];
}
