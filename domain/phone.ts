/** Phone numbers as text and on the screen. Source: specification, section 5, "Phone normalisation". */

/**
 * The specification's normalisation, as it stands: strip all but digits; 10 digits get +1; 11 that
 * start with 1 get +; anything else gets +1 in front all the same.
 */
export function normalisePhone(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits.length === 11 && digits.startsWith('1') ? `+${digits}` : `+1${digits}`;
}

/** What stands before an extension, as a pattern that the interface's description can show. */
export const extensionSign = String.raw`(?:[xX]|[eE][xX][tT]\.?|#)`;

/** What is dialled after the number; its digits are not part of the number. */
const extension = new RegExp(String.raw`\s*${extensionSign}\s*\d+$`);

/** @returns whether the phone, without spaces around it, ends in an extension */
export const hasExtension = (phone: string) => extension.test(phone);

/**
 * @returns what identifies a phone, so that "(212) 555-0101" and "+1 212 555 0101" are one. Another
 *   country's number keeps its plus: "+47 92 34 56 78" is not Arkansas's 479-234-5678. A key's key is
 *   the key itself
 */
export function phoneKey(phone: string): string {
  const typed = phone.normalize('NFKC');
  const digits = typed.replace(/\D/g, '');
  if (digits.length === 11 && digits.startsWith('1')) return digits.slice(1);
  return typed.includes('+') ? `+${digits}` : digits;
}

/**
 * A phone as texts and opt-outs are filed under it: +1 and the digits, however it was typed. Another
 * country's number keeps its own code: under the specification's rule it would become a stranger's
 * American number, and answer for that stranger.
 *
 * @returns the empty text where there is no digit
 */
export function filedPhone(phone: string): string {
  const key = phoneKey(phone.trim().replace(extension, ''));
  if (!/\d/.test(key)) return '';
  return key.startsWith('+') ? key : normalisePhone(key);
}

/** @returns whether a normalised number is +1 and exactly 10 digits: only then a text may go out */
export function isNormalisedUsPhone(normalised: string): boolean {
  return /^\+1\d{10}$/.test(normalised);
}

/** @returns whether the phone has 10 or 11 digits (section 5, "Send estimate") */
export function hasUsPhoneDigits(phone: string): boolean {
  const count = phone.replace(/\D/g, '').length;
  return count === 10 || count === 11;
}

/**
 * A phone for a link that dials it: US numbers as +1 and ten digits, others as they were typed, with
 * nothing in between.
 */
export function phoneLink(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  if (phone.includes('+')) return `tel:+${digits}`;
  return hasUsPhoneDigits(phone) ? `tel:${normalisePhone(phone)}` : `tel:${digits}`;
}

/**
 * A phone for reading: US numbers as (212) 555-0101, anything else as it was typed.
 * Safe to call on every keystroke: a number that is not yet whole stays as it is.
 */
export function formatPhone(phone: string): string {
  if (!/^[\d\s().+-]+$/.test(phone)) return phone;
  const digits = phone.replace(/\D/g, '');
  const hasCountryCode = digits.length === 11 && digits.startsWith('1');
  // After a plus the first digits are a country's, so ten of them are no American number.
  if (phone.includes('+') && !hasCountryCode) return phone;
  const local = hasCountryCode ? digits.slice(1) : digits;
  // No area code begins with 0 or 1: ten such digits are a number on its way to eleven.
  if (!/^[2-9]\d{9}$/.test(local)) return phone;
  return `(${local.slice(0, 3)}) ${local.slice(3, 6)}-${local.slice(6)}`;
}
