import { formatPhone } from '../../../domain/phone.ts';

/** A US phone number that takes shape while it is typed, without the caret ever jumping. */

const countDigits = (text: string) => text.replace(/\D/g, '').length;

/** Ten digits or fewer as people write them: 212, (212) 555, (212) 555-0101. */
function shaped(digits: string): string {
  if (digits.length <= 3) return digits;
  const area = `(${digits.slice(0, 3)}) `;
  if (digits.length <= 6) return area + digits.slice(3);
  return `${area}${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/**
 * A number that is perhaps not yet whole. What is not a US number (another country's +, an extension,
 * too many digits) stays as it was typed.
 */
export function phoneSoFar(typed: string): string {
  if (!/^[\d\s().+-]*$/.test(typed)) return typed;
  const [, plus = '', rest = ''] = /^\s*(\+?)(.*)$/.exec(typed) ?? [];
  const digits = rest.replace(/\D/g, '');
  // No area code begins with 1: it is the country's.
  const country = digits.startsWith('1') ? `${plus}1` : '';
  if (plus !== '' && country === '') return typed;
  const local = country === '' ? digits : digits.slice(1);
  if (local.length > 10) return typed;
  if (country === '') return shaped(local);
  return local === '' ? country : `${country} ${shaped(local)}`;
}

export interface TypedText {
  text: string;
  /** Where the caret is, in characters from the start. */
  caret: number;
}

/** Right after the digit that the caret was after; at the end it stays at the end. */
function caretIn(shapedText: string, { text, caret }: TypedText): number {
  if (caret >= text.length) return shapedText.length;
  const before = countDigits(text.slice(0, caret));
  if (before === 0) return Math.min(caret, shapedText.search(/\d|$/));
  let seen = 0;
  for (let at = 0; at < shapedText.length; at += 1) {
    if (/\d/.test(shapedText.charAt(at))) seen += 1;
    if (seen === before) return at + 1;
  }
  return shapedText.length;
}

export function afterTyping(typed: TypedText): TypedText {
  const text = phoneSoFar(typed.text);
  return text === typed.text ? typed : { text, caret: caretIn(text, typed) };
}

/** Seven digits lack their area code: the first three must not look like one. */
export function afterLeaving(text: string): string {
  const typed = text.trim();
  const digits = typed.replace(/\D/g, '');
  const isLocal = digits.length === 7 && /^[\d\s().-]+$/.test(typed);
  return isLocal ? `${digits.slice(0, 3)}-${digits.slice(3)}` : formatPhone(typed);
}
