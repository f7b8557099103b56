import { ticketNumberPattern } from '../../domain/ticket-number.ts';

/**
 * Tells a barcode scanner from a person. A scanner is a keyboard that types what it reads and presses
 * Enter; only its pace gives it away.
 */

/**
 * A pause this long ends what belongs together. A scanner sends a character every 1 to 30 ms; a
 * wireless one hiccups now and then, which this limit forgives. People type single pairs of letters
 * this fast, so that alone proves nothing.
 */
export const longestPauseMs = 100;

/**
 * What a scan takes at most for each character, on average. The fastest typists need about 60 ms for
 * a letter of a sentence that they know, and twice that for a number among letters.
 */
export const scanMsPerCharacter = 50;

/** Anything shorter is not a barcode: someone leaned on the keys. */
const shortestCode = 4;

const ticketNumberInAnyCase = new RegExp(ticketNumberPattern, 'i');

/** Sent before and between capitals; the character itself comes as another key. */
const soundless = new Set(['Shift', 'CapsLock']);

interface Stroke {
  /** As `KeyboardEvent.key`. */
  key: string;
  /** When it was pressed, in milliseconds since some fixed moment. */
  at: number;
  isEditable: boolean;
}

/**
 * What a keystroke means, given all that came before it:
 * - `first`: a character after a pause; a person's, or the beginning of a scan
 * - `more`: a character too close behind another to stand on its own
 * - `ticket`: the Enter after a scanned ticket number
 * - `other-code`: the Enter after something else that was scanned, outside of a field
 * - `echo`: a second Enter of a scanner that ends its lines with two
 * - `nothing`: any other key
 */
export type Heard =
  | { kind: 'first' | 'more' | 'echo' | 'nothing' }
  | { kind: 'ticket'; ticketNumber: string }
  | { kind: 'other-code'; code: string };

/** @returns a listener for one keyboard; it must be given every keystroke in order of time */
export function scanRecognizer(): { hear: (stroke: Stroke) => Heard } {
  let text = '';
  let firstAt = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  let scannedAt = Number.NEGATIVE_INFINITY;

  function end(at: number, isEditable: boolean): Heard {
    const code = text.trim();
    const isScan = code !== '' && at - firstAt <= text.length * scanMsPerCharacter;
    text = '';
    if (!isScan) return { kind: 'nothing' };
    if (ticketNumberInAnyCase.test(code)) {
      scannedAt = at;
      return { kind: 'ticket', ticketNumber: code.toUpperCase() };
    }
    // In a field it is input for the field, such as a serial number.
    if (isEditable || code.length < shortestCode) return { kind: 'nothing' };
    scannedAt = at;
    return { kind: 'other-code', code };
  }

  return {
    hear({ key, at, isEditable }) {
      if (soundless.has(key)) return { kind: 'nothing' };
      if (at - lastAt > longestPauseMs) text = '';
      lastAt = at;
      if (key === 'Enter') {
        if (text === '' && at - scannedAt <= longestPauseMs) return { kind: 'echo' };
        return end(at, isEditable);
      }
      const isCharacter = [...key].length === 1;
      if (!isCharacter) {
        text = '';
        return { kind: 'nothing' };
      }
      if (text === '') firstAt = at;
      text += key;
      return { kind: text === key ? 'first' : 'more' };
    },
  };
}
