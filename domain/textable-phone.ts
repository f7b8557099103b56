import { hasExtension, isNormalisedUsPhone, normalisePhone } from './phone.ts';

/** +1, then an area code and an exchange of three digits, neither beginning with 0 or 1. */
const planNumber = /^\+1[2-9]\d{2}[2-9]\d{6}$/;

function read(phone: string): { to: string } | { fault: string } {
  const typed = phone.normalize('NFKC').trim();
  const digits = typed.replace(/\D/g, '');
  // A plus says that a country's code follows, wherever it stands: "(+47) 92 34 56 78".
  const hasPlus = typed.includes('+');
  if (hasPlus && !digits.startsWith('1')) return { fault: 'its country code is not +1' };
  // Its digits would run into the number when all other signs are stripped.
  if (hasExtension(typed)) return { fault: 'it has an extension' };
  const to = normalisePhone(typed);
  if (!isNormalisedUsPhone(to) || (hasPlus && to !== `+${digits}`)) {
    return { fault: 'it needs ten digits' };
  }
  if (!planNumber.test(to)) return { fault: 'no area code or exchange begins with 0 or 1' };
  return { to };
}

/**
 * The number a text may go to: any that can be one of the North American plan, those of Canada, of
 * the territories and toll-free ones among them. Whether it takes texts is the provider's to say.
 * Source: specification, section 5, "Phone normalisation"; shop decision on what cannot be a number.
 *
 * @param phone as stored
 * @returns the number as +1 and ten digits, or null when no text may be sent
 */
export function textablePhone(phone: string): string | null {
  const result = read(phone);
  return 'to' in result ? result.to : null;
}

/**
 * @param phone as typed
 * @returns why no text may go to it, to be read after "Texts cannot reach this number:"; null when
 *   one may
 */
export function textFault(phone: string): string | null {
  const result = read(phone);
  return 'fault' in result ? result.fault : null;
}
