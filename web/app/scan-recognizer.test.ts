import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Heard,
  longestPauseMs,
  scanMsPerCharacter,
  scanRecognizer,
} from './scan-recognizer.ts';

interface Key {
  key: string;
  afterMs: number;
  isEditable?: boolean;
}

function hearAll(keys: readonly Key[]): Heard[] {
  const { hear } = scanRecognizer();
  let at = 1_000;
  return keys.map(({ key, afterMs, isEditable = false }) => {
    at += afterMs;
    return hear({ key, at, isEditable });
  });
}

const typed = (text: string, afterMs: number, isEditable = false): Key[] =>
  [...text, 'Enter'].map((key) => ({ key, afterMs, isEditable }));

const last = (heard: readonly Heard[]) => heard.at(-1);

const ticketNumbers = fc.stringMatching(/^WH(\d{6}|\d{13})[A-Z]{3}$/);
const paces = fc.integer({ min: 0, max: scanMsPerCharacter });

describe('a scan', () => {
  it('is any ticket number at a scanner’s pace, in upper or lower case, in a field or outside', () => {
    fc.assert(
      fc.property(
        ticketNumbers,
        fc.infiniteStream(fc.boolean()),
        paces,
        fc.boolean(),
        fc.constantFrom('', ' '),
        (ticketNumber, capitals, pace, isEditable, around) => {
          const cased = [...ticketNumber]
            .map((each) => (capitals.next().value ? each : each.toLowerCase()))
            .join('');
          const heard = hearAll(typed(`${around}${cased}${around}`, pace, isEditable));
          expect(last(heard)).toEqual({ kind: 'ticket', ticketNumber });
        },
      ),
    );
  });

  it('may come with the Shift and caps lock keys that make its capitals', () => {
    fc.assert(
      fc.property(ticketNumbers, paces, (ticketNumber, pace) => {
        const keys = typed(ticketNumber, pace).flatMap((stroke) => [
          { key: 'CapsLock', afterMs: 0 },
          { key: 'Shift', afterMs: 0 },
          stroke,
        ]);
        expect(last(hearAll(keys))).toEqual({ kind: 'ticket', ticketNumber });
      }),
    );
  });

  it('may follow what someone typed, after a pause or directly after another key', () => {
    const scan = typed('WH123456ABC', 10);
    const pause = { key: 'x', afterMs: 500 };
    const [first, ...rest] = scan;
    const later = [{ key: first?.key ?? '', afterMs: longestPauseMs + 1 }, ...rest];
    const found = { kind: 'ticket', ticketNumber: 'WH123456ABC' };
    expect(last(hearAll([pause, ...later]))).toEqual(found);
    expect(last(hearAll([{ key: 'ArrowDown', afterMs: 0 }, ...scan]))).toEqual(found);
    expect(last(hearAll([...scan, ...later]))).toEqual(found);
    expect(last(hearAll([pause, { key: 'Backspace', afterMs: 5 }, ...scan]))).toEqual(found);
    const code = 'xWH123456ABC';
    expect(last(hearAll([pause, ...scan]))).toEqual({ kind: 'other-code', code });
  });

  it('forgives one hiccup, but not a longer pause', () => {
    const withPause = (afterMs: number) =>
      typed('WH123456ABC', 10).map((stroke, index) =>
        index === 5 ? { ...stroke, afterMs } : stroke,
      );
    expect(last(hearAll(withPause(longestPauseMs)))).toMatchObject({ kind: 'ticket' });
    const cutInTwo = last(hearAll(withPause(longestPauseMs + 1)));
    expect(cutInTwo).toEqual({ kind: 'other-code', code: '456ABC' });
  });

  it('ends once: a second Enter is its echo, a later one is a person’s', () => {
    const scan = typed('WH123456ABC', 5);
    expect(last(hearAll([...scan, { key: 'Enter', afterMs: 20 }]))).toEqual({ kind: 'echo' });
    const later = { key: 'Enter', afterMs: longestPauseMs + 1 };
    expect(last(hearAll([...scan, later]))).toEqual({ kind: 'nothing' });
  });

  it('of something else is reported outside a field and is left to the field inside one', () => {
    const code = '4006381333931';
    expect(last(hearAll(typed(code, 8)))).toEqual({ kind: 'other-code', code });
    expect(last(hearAll(typed(code, 8, true)))).toEqual({ kind: 'nothing' });
    expect(last(hearAll(typed('abc', 8)))).toEqual({ kind: 'nothing' });
  });
});

describe('a person', () => {
  it('never scans, no matter what is typed at a person’s pace', () => {
    const slower = fc.integer({ min: scanMsPerCharacter + 1, max: 400 });
    fc.assert(
      fc.property(
        ticketNumbers,
        fc.infiniteStream(slower),
        fc.boolean(),
        (text, gaps, isEditable) => {
          const keys = typed(text, 0, isEditable).map((stroke) => ({
            ...stroke,
            afterMs: gaps.next().value ?? 0,
          }));
          // One gap fewer than characters and Enter: on average that is not yet slower.
          const extra = { ...keys.slice(-1)[0], key: 'Enter', afterMs: 2 * scanMsPerCharacter };
          expect(last(hearAll([...keys.slice(0, -1), extra]))).toEqual({ kind: 'nothing' });
        },
      ),
    );
  });

  it('scans nothing that is not a whole ticket number, at any pace', () => {
    const keys = fc.array(
      fc.record({
        key: fc.oneof(
          fc.constantFrom('W', 'H', 'w', 'h', '1', 'A', 'Enter', 'Shift', 'Tab', 'Backspace', ' '),
          fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme' }),
        ),
        afterMs: fc.integer({ min: 0, max: 200 }),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(keys, (strokes) => {
        let line = '';
        for (const [index, heard] of hearAll(strokes).entries()) {
          const { key, afterMs } = strokes[index] ?? { key: '', afterMs: 0 };
          if (afterMs > longestPauseMs && key !== 'Shift') line = '';
          if (heard.kind === 'ticket') expect(line.trim().toUpperCase()).toBe(heard.ticketNumber);
          if (heard.kind === 'first') line = '';
          if (heard.kind === 'first' || heard.kind === 'more') line += key;
        }
      }),
    );
  });

  it('presses a first key after each pause, which may be a shortcut', () => {
    const kinds = (...keys: [string, number][]) =>
      hearAll(keys.map(([key, afterMs]) => ({ key, afterMs }))).map(({ kind }) => kind);
    const after = longestPauseMs + 1;
    expect(kinds(['n', after], ['n', after])).toEqual(['first', 'first']);
    expect(kinds(['1', after], ['n', 20])).toEqual(['first', 'more']);
    expect(kinds(['Shift', after], ['?', 20])).toEqual(['nothing', 'first']);
  });
});
