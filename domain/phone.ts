/** Phone numbers as text and on the screen. Source: specification, section 5, "Phone normalisation". */

const digitsOf = (text: string) => text.replace(/\D/g, '');

/**
 * The specification's normalization, to the letter: strip all but digits; 10 digits get +1; 11 that
 * start with 1 get +; anything else gets +1 in front anyway.
 */
export function normalizePhone(phone: string): string {
  const digits = digitsOf(phone);
  return digits.length === 11 && digits.startsWith('1') ? `+${digits}` : `+1${digits}`;
}

/** An extension; its digits are not part of the number. */
const extension = String.raw`(?:[xX]|[eE][xX][tT]\.?|#)\s*\d{1,8}`;
const endsInExtension = new RegExp(String.raw`\s*${extension}$`);

/** At least 3 digits with the symbols people write between them, and perhaps an extension. */
export const phonePattern = new RegExp(
  String.raw`^\(?\+?(?:[\s()./-]*\d){3}[\d\s()./-]*(?:${extension})?$`,
);

function split(phone: string): { number: string; extension: string } {
  const typed = phone.normalize('NFKC').trim();
  const number = typed.replace(endsInExtension, '');
  return { number, extension: digitsOf(typed.slice(number.length)) };
}

/**
 * What identifies a phone wherever one is stored or looked up: +1 and the digits, without its
 * extension. Another country's number keeps its own code, or it would be a stranger's American one.
 *
 * @returns an empty string if there is no digit. A key's key is the key itself
 */
export function phoneKey(phone: string): string {
  const { number } = split(phone);
  const digits = digitsOf(number);
  if (digits === '') return '';
  return number.includes('+') ? `+${digits}` : normalizePhone(digits);
}

/** @returns whether both are one phone and extension, however each was typed */
export function isSamePhone(one: string, other: string): boolean {
  return phoneKey(one) === phoneKey(other) && split(one).extension === split(other).extension;
}

/** @returns whether the phone has 10 or 11 digits (section 5, "Send estimate") */
export function hasUsPhoneDigits(phone: string): boolean {
  const count = digitsOf(phone).length;
  return count === 10 || count === 11;
}

/** +1, then an area code and an exchange of three digits, neither beginning with 0 or 1. */
const planNumber = /^\+1[2-9]\d{2}[2-9]\d{6}$/;

/** The fault of a number with too few or too many digits. */
export const needsTenDigits = 'it needs ten digits';

function recipient(phone: string): { to: string } | { fault: string } {
  const { number, extension } = split(phone);
  // A plus says that a country's code follows, wherever it is: "(+47) 92 34 56 78".
  const hasPlus = number.includes('+');
  if (hasPlus && !digitsOf(number).startsWith('1')) return { fault: 'its country code is not +1' };
  // Its digits would run into the number when all other characters are stripped.
  if (extension !== '') return { fault: 'it has an extension' };
  const to = normalizePhone(number);
  if (!/^\+1\d{10}$/.test(to) || (hasPlus && to !== `+${digitsOf(number)}`)) {
    return { fault: needsTenDigits };
  }
  return planNumber.test(to) ? { to } : { fault: 'no area code or exchange begins with 0 or 1' };
}

/**
 * The number a text may go to: any that can belong to the North American plan, including those of Canada,
 * those of the territories and toll-free ones. Whether it takes texts is up to the provider.
 * Source: specification, section 5, "Phone normalisation"; shop decision on what cannot be a number.
 *
 * @param phone as stored
 * @returns the phone's key, +1 and ten digits, or null when no text may be sent
 */
export function textablePhone(phone: string): string | null {
  const result = recipient(phone);
  return 'to' in result ? result.to : null;
}

/**
 * @param phone as typed
 * @returns why no text may go to it, to be read after "Texts cannot reach this number:"; null when
 *   one may
 */
export function textFault(phone: string): string | null {
  const result = recipient(phone);
  return 'fault' in result ? result.fault : null;
}

/**
 * A phone for a link that dials it: US numbers as +1 and ten digits, others as they were typed, with
 * nothing in between and without the extension.
 */
export function phoneLink(phone: string): string {
  const { number } = split(phone);
  const isWhole = number.includes('+') || hasUsPhoneDigits(number);
  return `tel:${isWhole ? phoneKey(number) : digitsOf(number)}`;
}

/**
 * A phone for reading: US numbers as (212) 555-0101, anything else as it was typed.
 * Safe to call on every keystroke: a number that is not yet whole stays as it is.
 */
export function formatPhone(phone: string): string {
  if (!/^[\d\s().+-]+$/.test(phone)) return phone;
  const digits = digitsOf(phone);
  const hasCountryCode = digits.length === 11 && digits.startsWith('1');
  // After a plus, the first digits are a country's, so ten digits are not an American number.
  if (phone.includes('+') && !hasCountryCode) return phone;
  const local = hasCountryCode ? digits.slice(1) : digits;
  // No area code begins with 0 or 1: ten such digits are a number on its way to eleven.
  if (!/^[2-9]\d{9}$/.test(local)) return phone;
  return `(${local.slice(0, 3)}) ${local.slice(3, 6)}-${local.slice(6)}`;
}
