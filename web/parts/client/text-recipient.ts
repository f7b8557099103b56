import type { Repair } from '../../../domain/api-answers.ts';
import { useWithheld } from './withheld.ts';

/** Who a text about a ticket goes to, for the composer. */
export function useTextRecipient(repair: Repair) {
  const { customerPhone: phone, optedOutAt, customerLanguage: language } = repair;
  const withheld = useWithheld(repair);
  return { phone, optedOutAt, language, withheld };
}
