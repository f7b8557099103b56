import ThumbsDown from 'lucide/thumbs-down';
import ThumbsUp from 'lucide/thumbs-up';
import type { RepairRow } from '../../../domain/api-answers.ts';
import { answeredStatuses } from '../../../domain/attention.ts';
import {
  answersFor,
  answerWays,
  answerWayWords,
  type RecordableAnswer,
} from '../../../domain/estimate-answers.ts';
import { textFault } from '../../../domain/phone.ts';
import type { TextWishes } from '../../../domain/text-consent.ts';
import type { ActionName } from '../../data/open-action.ts';
import type { Icon } from '../../ui/classes.ts';
import { withheldNow } from '../client/withheld.ts';

const looks: Record<RecordableAnswer, { dialog: ActionName; label: string; icon: Icon }> = {
  accepted: { dialog: 'record-accepted', label: 'Accepted', icon: ThumbsUp },
  declined: { dialog: 'record-declined', label: 'Declined', icon: ThumbsDown },
};

const byStaff = 'by phone or in person';

/** The answers that can be recorded for a ticket's estimate, with the dialog for each. */
export const recordableSteps = (status: string) =>
  answersFor(status).map((answer) => ({
    ...looks[answer],
    longLabel: `${looks[answer].label} ${byStaff}`,
  }));

/** After an ACCEPT another price needs another answer: staff should know what they replace. */
export const sendEstimateLabel = (status: string): string =>
  status === answeredStatuses.accepted ? 'Replace price' : 'Send estimate';

/** Whether a text may reach the customer, judging by the number, the last text to it and their wishes. */
export const isTextable = ({
  customerPhone,
  optedOutAt,
  numberFails,
  ...wishes
}: Pick<RepairRow, 'customerPhone' | 'optedOutAt' | 'numberFails'> &
  Partial<TextWishes>): boolean =>
  textFault(customerPhone) === null &&
  !optedOutAt &&
  !numberFails &&
  withheldNow(wishes) === undefined;

/** The label for recording one given without a text, beside {@link sendEstimateLabel}. */
export const recordEstimateLabel = (status: string): string =>
  status === answeredStatuses.accepted ? 'Record new price' : 'Record estimate';

const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** The ways to be given a price, and to answer, without a text, to choose from. */
export const wayChoices = answerWays.map((value) => ({
  value,
  label: capitalized(answerWayWords[value]),
}));
