const digitsOf = (text: string) => text.replace(/\D/g, '');

/** What is dialed after the number; its digits are not part of the number. */
const extension = /\s*(?:[xX]|[eE][xX][tT]\.?|#)\s*\d{1,8}$/;

/**
 * What identified a phone as of migration 0013: +1 and the digits, without its extension. Another
 * country's number keeps its own code.
 *
 * @returns the empty text where there is no digit
 */
export function phoneKey(phone: string): string {
  const number = phone.normalize('NFKC').trim().replace(extension, '');
  const digits = digitsOf(number);
  if (digits === '') return '';
  const hasCode = number.includes('+') || (digits.length === 11 && digits.startsWith('1'));
  return hasCode ? `+${digits}` : `+1${digits}`;
}
