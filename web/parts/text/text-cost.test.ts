import { describe, expect, it } from 'vitest';
import { composeManualText, previewOf } from '../../../domain/texts.ts';
import { changeWords, costWords, hasOptOutNotice, segmentWords } from './text-cost.ts';

const shop = { name: 'Harbor Watch Repair', phone: '(212) 555-0100' };
const preview = (words: string, withNotice = false) =>
  previewOf(composeManualText(shop, words, withNotice));

describe('segmentWords', () => {
  it.each([
    [0, 'Billed as 0 texts'],
    [1, 'Billed as 1 text'],
    [2, 'Billed as 2 texts'],
    [7, 'Billed as 7 texts'],
  ])('%i', (segments, words) => expect(segmentWords(segments)).toBe(words));
});

describe('costWords', () => {
  it('counts the text as it goes out, with the shop’s name and the notice', () => {
    expect(costWords(preview('Hi'))).toBe('Billed as 1 text · 23 characters');
    expect(costWords(preview('Hi', true))).toBe('Billed as 1 text · 40 characters');
    expect(costWords(preview('x'.repeat(140)))).toBe('Billed as 2 texts · 161 characters');
  });
});

describe('changeWords', () => {
  it.each([
    'It is ready.',
    ' It is ready. ',
    'Price: 5 € [with strap]\nThank you, Zoë?'.replace('ë', 'è'),
  ])('is silent where “%s” goes out as typed', (words) =>
    expect(changeWords(words, preview(words))).toBeNull(),
  );

  it('reports what goes out in plain letters', () => {
    expect(changeWords('It’s ready', preview('It’s ready'))).toMatch(/sent as plain characters/);
  });

  it('reports what makes it expensive', () => {
    expect(changeWords('Ready 👍', preview('Ready 👍'))).toMatch(/more than double/);
  });
});

describe('hasOptOutNotice', () => {
  const told = {
    direction: 'outbound',
    phone: '+12125550101',
    state: 'delivered',
    body: 'Shop: we have your watch. STOP to opt out.',
  } as const;

  it('is true after a text of ours that was accepted for this phone and has the notice', () => {
    expect(hasOptOutNotice([told], '+12125550101')).toBe(true);
  });

  it.each([
    ['to another phone', { phone: '+12125550102' }],
    ['that failed', { state: 'failed' }],
    ['that may or may not have been sent', { state: 'unknown' }],
    ['from the customer', { direction: 'inbound' }],
    ['that does not say it', { body: 'Shop: ready.' }],
  ] as const)('is false after a text %s', (_what, other) => {
    expect(hasOptOutNotice([{ ...told, ...other }], '+12125550101')).toBe(false);
  });
});
