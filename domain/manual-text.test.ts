import { describe, expect, it } from 'vitest';
import { limits } from './fields.ts';
import { composeManualText, isProviderSid, previewOf } from './manual-text.ts';

const shop = { name: 'Watch Repair Shop', phone: '(212) 555-0100' };

describe('composeManualText', () => {
  it('says who writes, and how to opt out where nobody has said so', () => {
    expect(composeManualText(shop, ' Your strap is here. ', false)).toBe(
      'Watch Repair Shop: Your strap is here.',
    );
    expect(composeManualText(shop, 'Your strap is here.', true)).toBe(
      'Watch Repair Shop: Your strap is here. STOP to opt out.',
    );
  });

  it('keeps lines, makes quotes plain, and never drops a word', () => {
    expect(composeManualText(shop, 'It’s here:\n– strap', false)).toBe(
      "Watch Repair Shop: It's here:\n- strap",
    );
    expect(composeManualText(shop, 'Часы готовы 🙂', false)).toBe(
      'Watch Repair Shop: Часы готовы 🙂',
    );
  });

  it('never costs more than four segments in the plain alphabet, nor the ten of the provider', () => {
    const longest = { ...shop, name: 'W'.repeat(60) };
    const cost = (letter: string) =>
      previewOf(composeManualText(longest, letter.repeat(limits.manualText), true));
    expect(cost('x')).toMatchObject({ encoding: 'GSM-7', segments: 4 });
    expect(cost('Ж').segments).toBeLessThanOrEqual(10);
  });
});

describe('previewOf', () => {
  it('counts as the encoding does', () => {
    expect(previewOf('5 €')).toEqual({
      body: '5 €',
      encoding: 'GSM-7',
      characters: 4,
      segments: 1,
    });
    expect(previewOf('x'.repeat(161))).toMatchObject({ characters: 161, segments: 2 });
    expect(previewOf('🙂')).toMatchObject({ encoding: 'UCS-2', characters: 2, segments: 1 });
  });
});

it('knows the provider’s ids by their beginning', () => {
  expect(['SM1', 'MM1', 'sm1', 'AC1', ' SM1', ''].map(isProviderSid)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
