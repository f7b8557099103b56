import { expectAccessible } from './axe.ts';
import { button, dialog } from './locators.ts';
import { desk, overflowing, phone } from './measures.ts';
import { expect, test } from './shop.ts';

/** The first morning: there is no data, and nothing is set up. */

test.use({ isConfigured: false, contextOptions: { reducedMotion: 'reduce' } });

const screens: readonly { name: string; address: string; text: string }[] = [
  { name: 'pending', address: '/', text: 'No pending repairs' },
  { name: 'same day', address: '/?sub=same-day', text: 'No same-day repairs' },
  { name: 'estimates', address: '/?sub=estimates', text: 'No estimates waiting' },
  { name: 'assigned', address: '/?sub=assigned', text: 'No repairs on the bench' },
  { name: 'completed', address: '/?sub=completed', text: 'No completed repairs' },
  { name: 'repairs', address: '/?tab=repairs', text: 'No repairs yet' },
  { name: 'clients', address: '/?tab=clients', text: 'No clients yet' },
  { name: 'technicians', address: '/?tab=technicians', text: 'Technician 6' },
  {
    name: 'technician',
    address: '/?tab=technicians&technician=technician-1',
    text: 'Nothing on the bench',
  },
];

test('an empty shop says so in each list that is empty, and everywhere that it has no name yet', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/');
  await button(dialog(page, 'Set up your shop'), 'Later').click();
  for (const { name, address, text } of screens) {
    await test.step(name, async () => {
      await page.goto(address);
      await expect(page.getByText(text).first()).toBeVisible();
      await expect(
        page.getByText('The shop has no name yet. Tickets and texts show a placeholder.'),
      ).toBeVisible();
      await expectAccessible(page);
      for (const size of [phone, desk]) {
        await page.setViewportSize(size);
        expect.soft(await overflowing(page), `${name}, ${size.width} px`).toEqual([]);
      }
    });
  }
});
