import { expect, it } from 'vitest';
import { defaultShopSettings } from './shop-settings.ts';
import { consentSentence, withheldReason } from './text-consent.ts';

const texting = (onlyWithConsent: boolean) => ({
  texts: { ...defaultShopSettings.texts, asksForConsent: true, onlyWithConsent },
});

it('nobody is texted who asked not to be; with consent alone, only who has agreed', () => {
  for (const noTexts of [null, false, true]) {
    for (const agreed of [null, false, true]) {
      const wishes = { customerNoTexts: noTexts, customerAgreedToTexts: agreed };
      const usual = noTexts === true ? 'not-wanted' : null;
      expect([wishes, withheldReason(wishes, texting(false))]).toEqual([wishes, usual]);
      const strict = usual ?? (agreed === true ? null : 'not-agreed');
      expect([wishes, withheldReason(wishes, texting(true))]).toEqual([wishes, strict]);
    }
  }
});

it('a copy that an older version kept says nothing', () => {
  expect(withheldReason({}, texting(false))).toBeNull();
  expect(withheldReason({}, texting(true))).toBe('not-agreed');
});

it('the sentence names the shop', () => {
  const { texts, shop } = defaultShopSettings;
  const named = { texts, shop: { ...shop, name: 'Harbor & Sons $&' } };
  expect(consentSentence(named)).toMatch(
    /^I agree to get texts about my repairs from Harbor & Sons \$& at/,
  );
  const own = { ...texts, consentWording: 'Texts? {shop}, {shop}.' };
  expect(consentSentence({ texts: own, shop: { ...shop, name: 'Bell' } })).toBe(
    'Texts? Bell, Bell.',
  );
});
