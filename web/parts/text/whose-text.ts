import type { Message } from '../../../domain/api-answers.ts';
import type { AttentionCase } from '../../../domain/api-texts.ts';
import { isolated } from '../../../domain/isolated.ts';
import { formatPhone } from '../../../domain/phone.ts';
import { sharedPhoneText } from '../../../domain/shared-phone.ts';

/** @returns e.g. "the phone shared by Ada and Bo"; null if it is clear who wrote the text */
export const sharersWords = ({ sharedBy }: Pick<Message, 'sharedBy'>): string | null =>
  sharedBy === undefined ? null : sharedPhoneText(sharedBy.map(isolated));

type Case = Pick<AttentionCase, 'customerName' | 'phone' | 'message'>;

/** Whose case it is: a name, several if a phone is shared, else the number. */
export const whoseCase = ({ customerName, phone, message }: Case): string =>
  (message && sharersWords(message)) ?? isolated(customerName ?? formatPhone(phone));
