import { describe, expect, it } from 'vitest';
import { differentNames, isOfItsTicket, sharedPhoneText } from './shared-phone.ts';

const ticketNumber = 'WH123456ABC';

it.each([
  [
    'names its ticket',
    { body: 'Is wh123456abc ready?', meaning: 'UNCLEAR', attention: 'unclear' },
    true,
  ],
  ['was applied', { body: 'ACCEPT', meaning: 'ACCEPT', attention: null }, true],
  ['changed an answer', { body: 'DECLINE', meaning: 'DECLINE', attention: 'changed-mind' }, true],
  [
    'could be meant for several',
    { body: 'ACCEPT', meaning: 'ACCEPT', attention: 'unclear' },
    false,
  ],
  ['asks', { body: 'How long?', meaning: 'UNCLEAR', attention: 'unclear' }, false],
  ['opts out', { body: 'STOP', meaning: 'STOP', attention: 'opted-out' }, false],
])('a text that %s', (_what, text, isCertain) => {
  expect(isOfItsTicket({ ...text, ticketNumber })).toBe(isCertain);
  expect(isOfItsTicket({ ...text, ticketNumber: null })).toBe(false);
});

describe('the names of those who share a phone', () => {
  it('are those of different people', () => {
    expect(
      differentNames(['Peter Miller', 'Kevin Walker', ' peter  miller', 'Peter Miller']),
    ).toEqual(['Peter Miller', 'Kevin Walker']);
    expect(differentNames([])).toEqual([]);
  });

  it('are two at most', () => {
    expect(sharedPhoneText(['Peter Miller', 'Kevin Walker'])).toBe(
      'the phone shared by Peter Miller and Kevin Walker',
    );
    expect(sharedPhoneText(['Ada', 'Bo', 'Cy', 'Di'])).toBe(
      'the phone shared by Ada, Bo and 2 more',
    );
  });
});
