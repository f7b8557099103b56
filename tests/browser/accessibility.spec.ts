import type { Page } from '@playwright/test';
import { axeFindings, expectAccessible } from './axe.ts';
import { button, chooseFromMenu, dialog } from './locators.ts';
import {
  desk,
  missedLinks,
  overflowing,
  phone,
  tablet,
  tooSmall,
  touchTarget,
} from './measures.ts';
import { often, recordPrints } from './prints.ts';
import { onEveryScreen, test } from './screens.ts';
import { expect } from './shop.ts';
import { type Stop, walk } from './tab-walk.ts';

async function expectWalkable(page: Page): Promise<void> {
  const dialogs = page.locator('[role="dialog"][data-open], [role="alertdialog"][data-open]');
  const isModal = (await dialogs.count()) > 0;
  const stops = await walk(page, 'Tab');
  const named = (some: Stop[]) => some.map(({ name, place }) => `${name}: ${place}`);
  expect(stops.length).toBeGreaterThan(0);
  const unseen = stops.filter(({ isSeen }) => !isSeen);
  expect.soft(named(unseen), 'without a mark, or off the screen').toEqual([]);
  const outside = stops.filter(({ isInDialog }) => !isInDialog);
  if (isModal) expect.soft(named(outside), 'left the dialog').toEqual([]);
}

/** Movement would be measured halfway: a dialog that is still fading in has no contrast yet. */
test.use({ data: 'longest', contextOptions: { reducedMotion: 'reduce' }, hasTouch: true });

/** A tablet is between a phone and a desktop in size: there, one screen of each kind is enough. */
const onTablet = [
  'overview pending',
  'overview estimates',
  'repairs',
  'repairs as rows',
  'new repair',
  'clients',
  'technicians',
  'details pending',
  'data',
];

/** One of each kind; the long run has them all. */
const inGate = [
  'login',
  'overview pending',
  'new repair',
  'clients',
  'technicians',
  'details pending',
];

test.describe('accessible with the longest values, in both themes, by touch and by keyboard', () => {
  onEveryScreen(
    async ({ page, name }) => {
      for (const size of onTablet.includes(name) ? [phone, tablet, desk] : [phone, desk]) {
        await page.setViewportSize(size);
        expect.soft(await overflowing(page), `${size.width} px`).toEqual([]);
        if (size !== phone) continue;
        expect.soft(await tooSmall(page, touchTarget)).toEqual([]);
        expect.soft(await missedLinks(page), 'links that a finger would miss').toEqual([]);
      }
      await expectAccessible(page);
      await expectWalkable(page);
    },
    (name) => inGate.includes(name),
  );
});

test.describe('printing is accessible', () => {
  test('in the print window', { tag: '@long' }, async ({ page, context, shop }) => {
    // Without a dialog to wait for, the window would close at once.
    await recordPrints(context);
    await page.goto(`/?ticket=${shop.pending.ticketNumber}`);
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      button(dialog(page, shop.pending.ticketNumber), 'Print ticket').click(),
    ]);
    await expect(button(popup, 'Print again')).toBeVisible();
    expect(await axeFindings(popup)).toEqual([]);
  });

  test('while a ticket is printed from the page', { tag: '@long' }, async ({
    page,
    context,
    shop,
  }) => {
    const prints = await recordPrints(context);
    await page.goto(`/?ticket=${shop.pending.ticketNumber}`);
    await chooseFromMenu(dialog(page, shop.pending.ticketNumber), 'Print without a pop-up');
    await expect.poll(() => prints, often).toHaveLength(1);
    await expectAccessible(page);
  });
});
