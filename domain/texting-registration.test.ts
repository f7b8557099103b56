import { describe, expect, it } from 'vitest';
import { defaultShopSettings } from './shop-settings.ts';
import { registrationTexts } from './texting-registration.ts';

describe('the texts for a registration', () => {
  const settings = {
    ...defaultShopSettings,
    shop: { ...defaultShopSettings.shop, name: 'Zoë’s Watches' },
  };
  const texts = registrationTexts(settings);

  it('name the shop, each under the field that it is for', () => {
    expect(texts.map(({ title }) => title)).toEqual([
      'Campaign description',
      'Sample message 1',
      'Sample message 2',
      'Sample message 3',
      'How customers opt in',
      'Privacy policy for your website',
    ]);
    for (const { text } of texts) expect(text).toMatch(/Zo[ëe][’']s Watches/);
  });

  it('have samples as the shop sends them, with how to stop', () => {
    const samples = texts.filter(({ title }) => title.startsWith('Sample'));
    for (const { text } of samples) expect(text).toContain('STOP');
    expect(samples[1]?.text).toContain('$185.00');
  });

  it('quote what customers agree to, and promise what carriers ask of a privacy policy', () => {
    const [optIn, privacy] = texts.slice(-2);
    expect(optIn?.text).toContain('I agree to get texts about my repairs from Zoë’s Watches');
    expect(privacy?.text).toContain('do not share your phone number');
    expect(privacy?.text).toContain('Reply STOP to opt out and HELP for help');
    for (const { text } of texts) expect(text).not.toContain('{');
  });
});
