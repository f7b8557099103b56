import { describe, expect, it } from 'vitest';
import {
  asTicketNumber,
  freeTicketNumber,
  shownTicketNumber,
  ticketNumberCandidate,
  ticketNumberPattern,
} from './ticket-number.ts';

const now = 1_763_702_123_456;
const first = () => 0;
const last = (below: number) => below - 1;

/** Gives the numbers one after the other, and starts over at the end. */
function inTurn(...numbers: number[]) {
  let asked = 0;
  return (below: number) => (numbers[asked++ % numbers.length] ?? 0) % below;
}

describe('ticketNumberCandidate', () => {
  it('is WH, the last 6 digits of the timestamp, 3 capitals', () => {
    expect(ticketNumberCandidate(now, first)).toBe('WH123456AAA');
    expect(ticketNumberCandidate(now, last)).toBe('WH123456ZZZ');
    expect(ticketNumberCandidate(now, inTurn(0, 1, 2))).toBe('WH123456ABC');
  });

  it('keeps leading zeros and pads short timestamps', () => {
    expect(ticketNumberCandidate(1_763_702_000_042, first)).toBe('WH000042AAA');
    expect(ticketNumberCandidate(7, first)).toBe('WH000007AAA');
    expect(ticketNumberCandidate(0, first)).toBe('WH000000AAA');
    expect(ticketNumberCandidate(now + 0.75, first)).toBe('WH123456AAA');
  });

  it('never uses I or O, but uses all other letters', () => {
    const seen = new Set(
      Array.from({ length: 24 }, (_, index) => ticketNumberCandidate(now, () => index).at(-1)),
    );
    expect([...seen].join('')).toBe('ABCDEFGHJKLMNPQRSTUVWXYZ');
  });
});

describe('freeTicketNumber', () => {
  it('takes the first that is free, and looks no further', async () => {
    const asked: string[] = [];
    const free = await freeTicketNumber(now, inTurn(0, 0, 0, 0, 0, 1, 0, 0, 2), async (number) => {
      asked.push(number);
      return number !== 'WH123456AAC';
    });
    expect(free).toBe('WH123456AAC');
    expect(asked).toEqual(['WH123456AAA', 'WH123456AAB', 'WH123456AAC']);
  });

  it.each([
    ['finds the one that is free at the 100th try', 100, 300, 'WH123456AAA'],
    ['asks 100 times, then falls back to the whole timestamp', 101, 303, 'WH1763702123456AAA'],
  ])('%s, with new letters for each', async (_what, freeAt, letters, found) => {
    let asked = 0;
    let drawn = 0;
    const number = await freeTicketNumber(
      now,
      () => {
        drawn += 1;
        return 0;
      },
      async () => {
        asked += 1;
        return asked < freeAt;
      },
    );
    expect([number, asked, drawn]).toEqual([found, 100, letters]);
    expect(number).toMatch(ticketNumberPattern);
  });

  it('pads a short timestamp in the fallback', async () => {
    expect(await freeTicketNumber(7, first, async () => true)).toBe('WH0000000000007AAA');
  });
});

it.each(['WH123456AB', 'WH12345ABC', 'wh123456ABC', 'WH123456abc', 'WH123456ABC ', 'XWH123456ABC'])(
  '%s is not a ticket number',
  (text) => {
    expect(text).not.toMatch(ticketNumberPattern);
  },
);

describe('asTicketNumber', () => {
  it.each([
    ['wh123456abc', 'WH123456ABC'],
    ['WH1763702123456AAA', 'WH1763702123456AAA'],
    ['3f2504e0', '3f2504e0'],
    ['TK-42', 'TK-42'],
    ['old-17b', 'old-17b'],
  ])('%s is stored as %s', (typed, stored) => {
    expect(asTicketNumber(typed)).toBe(stored);
  });
});

describe('shownTicketNumber', () => {
  const uuid = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

  it.each([
    [{ ticketNumber: 'WH123456ABC', id: uuid }, 'WH123456ABC'],
    [{ ticketNumber: 'WH123456ABC', id: '42' }, 'WH123456ABC'],
    [{ ticketNumber: null, id: '42' }, 'TK-42'],
    [{ ticketNumber: '', id: '123456789' }, 'TK-123456789'],
    [{ id: '7' }, 'TK-7'],
    [{ ticketNumber: null, id: uuid }, '3f2504e0'],
    [{ ticketNumber: '', id: uuid }, '3f2504e0'],
    [{ ticketNumber: ' ', id: uuid }, '3f2504e0'],
    [{ id: 'abc' }, 'abc'],
  ])('%j shows %s', (repair, shown) => {
    expect(shownTicketNumber(repair)).toBe(shown);
  });
});
