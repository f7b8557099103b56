import type { Page } from '@playwright/test';
import { pageNames, sectionNames, subTabNames, tabNames } from '../../web/data/address.ts';
import { desk, phone } from './measures.ts';
import { test } from './screens.ts';
import { expect } from './shop.ts';
import type { Staff } from './staff.ts';

/** Nothing moves on its own: what is being read or about to be pressed stays where it is. */

declare global {
  interface Window {
    /** What has moved without a press just before it, as browsers measure it. */
    shifts: { value: number; moved: string[] }[];
  }
}

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        const moved = entry.sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? '');
        window.shifts.push({ value: entry.value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

const most = 0.02;

/** Every tab, list of the overview, section of the shop and page of its settings. */
const everywhere = [
  ...tabNames.map((tab) => `/?tab=${tab}`),
  ...subTabNames.map((sub) => `/?sub=${sub}`),
  ...sectionNames.map((section) => `/?tab=shop&section=${section}`),
  ...pageNames.map((page) => `/?tab=shop&page=${page}`),
  '/?attention=all',
  '/?sub=estimates&accepted=this-month',
  '/?tab=search&q=Omega',
  '/?tab=technicians&technician=ana',
];

const ofEachKind = [
  '/',
  '/?sub=estimates',
  '/?tab=search&q=Omega',
  '/?tab=repairs',
  '/?tab=new-repair',
  '/?tab=clients',
  '/?tab=technicians',
  '/?tab=shop&section=data',
];

/** @returns a watch with two repairs, one of which waits for a part and one of which is sent out */
async function seenTwice(staff: Staff): Promise<string> {
  const serialNumber = `S${Date.now()}`;
  const first = await staff.takeIn({ serialNumber });
  const again = await staff.takeIn({ serialNumber });
  await staff.addPart(first, {});
  await staff.addSending(again, {});
  await staff.answerWatch(again, [first]);
  return (await staff.repair(again.ticketNumber)).repair.watchId ?? '';
}

// On a phone, a little pushes a lot.
for (const { width, height, shape, addresses } of [
  { ...phone, shape: 'cards', addresses: everywhere },
  { ...desk, shape: 'cards', addresses: ofEachKind },
  { ...desk, shape: 'rows', addresses: ['/?tab=repairs', '/?tab=technicians&technician=ana'] },
]) {
  test(`no screen moves while it loads, nor when something arrives, ${shape} at ${width} px`, {
    tag: '@long',
  }, async ({ page, shop, staff }) => {
    test.slow();
    await page.setViewportSize({ width, height });
    await watchShifts(page);
    await page.addInitScript((kept) => localStorage.setItem('repair-list-shape', kept), shape);
    const steady = async (where: string) => {
      // Anything late has arrived by then.
      await page.waitForTimeout(500);
      const shifts = await page.evaluate(() => window.shifts);
      const total = shifts.reduce((sum, { value }) => sum + value, 0);
      expect.soft(total, `${where}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(most);
    };
    const watch = await seenTwice(staff);
    for (const address of addresses) {
      await page.goto(address.replace('=watch', `=watch&watch=${watch}`));
      await expect(page.getByRole('tabpanel').last()).not.toBeEmpty();
      await steady(address);
    }
    await page.goto('/');
    await expect(page.getByRole('row').or(page.getByRole('article')).first()).toBeVisible();
    await staff.reply(shop.accepted, 'Can I come on Saturday?');
    const attention = page.getByRole('region', { name: /^Needs attention/ });
    await expect(attention.getByText(/^Question from/)).toBeVisible();
    await steady('a question that arrives');
  });
}
