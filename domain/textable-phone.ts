import parsePhoneNumber, { type NumberType } from 'libphonenumber-js/max';
import { hasUsPhoneDigits, isNormalisedUsPhone, normalisePhone } from './phone.ts';

/**
 * What may be a customer's mobile (in America a number does not tell it from a landline); toll-free
 * and premium-rate numbers are not. Personal numbers stay
 * in: the provider's own test numbers (500-555-00xx) are among them.
 */
const textableTypes: readonly (NumberType | undefined)[] = [
  'FIXED_LINE_OR_MOBILE',
  'PERSONAL_NUMBER',
];

/** Digits that would run into the number when all other signs are stripped. */
const extension = /(?:x|ext\.?|#)\s*\d+$/i;

/**
 * The number a text may go to. The specification's rule alone passes 0000000000 and would turn a
 * Norwegian number into a stranger's American one, so the numbering plan has the last word.
 * Source: specification, section 5; shop decision on valid, textable numbers.
 *
 * @param phone as stored
 * @returns the number as +1 and ten digits, or null when no text may be sent
 */
export function textablePhone(phone: string): string | null {
  const typed = phone.normalize('NFKC').trim();
  if (!hasUsPhoneDigits(typed) || extension.test(typed)) return null;
  const normalised = normalisePhone(typed);
  if (!isNormalisedUsPhone(normalised)) return null;
  // A plus says that a country's code follows, wherever it stands: "(+47) 92 34 56 78".
  if (typed.includes('+') && `+${typed.replace(/\D/g, '')}` !== normalised) return null;
  const parsed = parsePhoneNumber(normalised);
  if (!parsed?.isValid() || parsed.country !== 'US') return null;
  return textableTypes.includes(parsed.getType()) ? normalised : null;
}
