import { describe, expect, it } from 'vitest';
import { afterLeaving, afterTyping, phoneSoFar } from './phone-typing.ts';

/** `|` is the caret. */
function read(marked: string) {
  return { text: marked.replace('|', ''), caret: marked.indexOf('|') };
}

function typing(marked: string): string {
  const { text, caret } = afterTyping(read(marked));
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

describe('a phone number while it is typed', () => {
  it('takes shape digit by digit', () => {
    let shown = '';
    const seen = Array.from('2125550101', (digit) => {
      shown = phoneSoFar(shown + digit);
      return shown;
    });
    expect(seen).toEqual([
      '2',
      '21',
      '212',
      '(212) 5',
      '(212) 55',
      '(212) 555',
      '(212) 555-0',
      '(212) 555-01',
      '(212) 555-010',
      '(212) 555-0101',
    ]);
  });

  it('keeps the country code that someone types', () => {
    expect(phoneSoFar('1')).toBe('1');
    expect(phoneSoFar('12125550101')).toBe('1 (212) 555-0101');
    expect(phoneSoFar('+1 212 555')).toBe('+1 (212) 555');
  });

  it.each(['+47 92 34 56 78', '(212) 555-0101 x12', '212555010123', '+', 'call the office'])(
    'leaves "%s" alone',
    (typed) => {
      expect(phoneSoFar(typed)).toBe(typed);
    },
  );

  it('keeps the caret after the digit just typed or deleted', () => {
    expect(typing('2125|')).toBe('(212) 5|');
    // A digit typed into the middle.
    expect(typing('(2129|) 555-010')).toBe('(212) 9|55-5010');
    // A digit deleted in the middle.
    expect(typing('(21|) 555-0101')).toBe('(21|5) 550-101');
    // The space after the area code deleted: the next press deletes the digit before it.
    expect(typing('(212)|555-0101')).toBe('(212|) 555-0101');
    // The first digit deleted.
    expect(typing('(|12) 555-0101')).toBe('|1 (255) 501-01');
  });

  it('takes its usual form when the field is left', () => {
    expect(afterLeaving(' 1 (212) 555-0101 ')).toBe('(212) 555-0101');
    expect(afterLeaving('+47 92 34 56 78')).toBe('+47 92 34 56 78');
  });

  it('does not look as if it had an area code if it has none', () => {
    expect(phoneSoFar('5550182')).toBe('(555) 018-2');
    expect(afterLeaving('(555) 018-2')).toBe('555-0182');
    expect(afterLeaving('555 0182')).toBe('555-0182');
    expect(afterLeaving('(555) 018')).toBe('(555) 018');
    expect(afterLeaving('555-0182 x5')).toBe('555-0182 x5');
  });
});
