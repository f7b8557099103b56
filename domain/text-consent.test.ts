import { expect, it } from 'vitest';
import { defaultShopSettings } from './shop-settings.ts';
import { consentSentence, withheldReason } from './text-consent.ts';

const texting = (onlyWithConsent: boolean) => ({
  texts: { ...defaultShopSettings.texts, asksForConsent: true, onlyWithConsent },
});

it('no one who asked not to be is texted; with “Text only with consent”, only those who have agreed', () => {
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

it('a copy kept by an older version says nothing', () => {
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
