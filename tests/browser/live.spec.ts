import type { Page } from '@playwright/test';
import {
  button,
  chooseFromMenu,
  dialog,
  estimateCard,
  repairCard,
  tab,
  technician,
  toast,
} from './locators.ts';
import { expect, test } from './shop.ts';
import { expectToast } from './toasts.ts';

/** What another computer does is seen before the next poll. In milliseconds. */
const soon = { timeout: 4_500 };

test('what one computer does, the other shows at once, and of two who assign at once, one wins', async ({
  page,
  secondPage,
  complaints,
  staff,
}) => {
  await test.step('what one computer does, the other shows at once', async () => {
    const repair = await staff.takeIn();
    const listening = secondPage.waitForResponse((answer) => answer.url().includes('/api/events'));
    await Promise.all([page.goto('/'), secondPage.goto('/'), listening]);
    const here = repairCard(page, repair.ticketNumber);
    const there = repairCard(secondPage, repair.ticketNumber);
    await expect(there).toBeVisible();

    await chooseFromMenu(here, 'Same day');
    await expect(there).toContainText('Same day', soon);

    await chooseFromMenu(here, 'Assign');
    const assigning = dialog(page, 'Assign repair');
    await technician(assigning, 'David').check();
    await button(assigning, 'Assign').click();
    await expect(there).toBeHidden(soon);
    await tab(secondPage, 'Assigned').click();
    await expect(there).toContainText('David');

    await staff.start(repair);
    await expect(there).toContainText('In Progress', soon);

    const fresh = await staff.takeIn();
    await tab(secondPage, 'Pending').click();
    await expect(repairCard(secondPage, fresh.ticketNumber)).toBeVisible(soon);
  });

  await test.step('of two who assign at once, one wins and the other is notified', async () => {
    complaints.expect(/^409 POST .*\/assign$/);
    const repair = await staff.takeIn();
    const pages = [page, secondPage];
    const technicians = ['Ana', 'Ben'];
    // Both press before either hears about the other.
    let arrived = 0;
    const { promise: both, resolve: letGo } = Promise.withResolvers<void>();
    for (const each of pages) {
      await each.route(/\/assign$/, async (route) => {
        arrived += 1;
        if (arrived === 2) letGo();
        await both;
        await route.continue();
      });
      await each.goto('/');
      await chooseFromMenu(repairCard(each, repair.ticketNumber), 'Assign');
    }
    await Promise.all(
      pages.map(async (each, index) => {
        const assigning = dialog(each, 'Assign repair');
        await technician(assigning, technicians[index] ?? '').check();
        await button(assigning, 'Assign').click();
      }),
    );
    const said = (each: Page) =>
      Promise.any([
        expectToast(each, 'Repair assigned to technician!'),
        dialog(each, 'Assign repair').getByText('The ticket has moved on').innerText(),
      ]);
    const told = await Promise.all(pages.map(said));
    const won = told.findIndex((text) => text.includes('Repair assigned to technician!'));
    expect(won, told.join(' | ')).not.toBe(-1);
    // In the dialog, and not in a message as well.
    expect(told[1 - won]).toContain('The ticket has moved on');
    const messages = await pages[1 - won]?.evaluate(() => window.saidByToasts);
    expect(JSON.stringify(messages)).not.toContain('moved on');
    const { repair: stored } = await staff.repair(repair.ticketNumber);
    expect(stored.assignedWatchmaker).toBe(technicians[won]);
  });
});

test('what is pressed stays where it is until it is released', async ({ page, staff }) => {
  const repair = await staff.takeIn();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  let isHeld = false;
  let underWay = 0;
  await page.route(/\/api\/repairs\?/, async (route) => {
    if (isHeld) {
      await answered;
      await route.continue();
      return;
    }
    underWay += 1;
    await route.fulfill({ response: await route.fetch() });
    underWay -= 1;
  });
  await page.goto('/');
  const card = repairCard(page, repair.ticketNumber);
  await expect(card).toBeVisible();
  isHeld = true;
  // What the page asked for as it opened could otherwise be answered late, and show the next repair.
  await expect.poll(() => underWay).toBe(0);
  // It comes in above, and pushes the others to the side.
  const next = await staff.takeIn();
  await button(card, 'Send estimate').hover();
  await page.mouse.down();
  const known = page.waitForResponse((response) => response.url().includes('/api/repairs?'));
  answer();
  await known;
  await page.waitForTimeout(200);
  await expect(repairCard(page, next.ticketNumber)).toHaveCount(0);
  await page.mouse.up();
  await expect(dialog(page, 'Send estimate')).toContainText(repair.ticketNumber);
  const numbers = page.locator('a[data-ticket]').filter({ hasText: next.ticketNumber });
  await expect(numbers).toHaveCount(1);
});

test('messages appear one at a time, each for its own duration', { tag: '@long' }, async ({
  page,
  staff,
}) => {
  const repair = await staff.takeIn();
  await staff.sendEstimate(repair, 75);
  await page.goto('/?sub=estimates');
  await expect(estimateCard(page, repair.ticketNumber)).toContainText('Awaiting Response');
  await button(page, 'Refresh').click();
  await expectToast(page, /Estimates refreshed!/);
  await staff.reply(repair, 'decline');
  await expectToast(page, /declined/i);
  await button(page, 'Refresh').click();
  await expectToast(page, /Estimates refreshed!/);
  await expect(toast(page)).toHaveCount(0);
});

test('a server that is down is reported quietly, and everything comes back automatically', async ({
  page,
  context,
  complaints,
  staff,
}) => {
  complaints.expect(/^failed GET .*\/api\//);
  // Screens that may be needed next are fetched while there is nothing else to do.
  complaints.tolerate(/^failed GET .*\/assets\//);
  const repair = await staff.takeIn();
  await page.goto('/');
  await expect(repairCard(page, repair.ticketNumber)).toBeVisible();
  await context.setOffline(true);
  // In the page's flow: a floating notice would cover what people want to press.
  const notice = page.getByRole('banner').getByText('No connection to the shop’s server.');
  await expect(notice).toBeVisible({ timeout: 15_000 });
  await expect(repairCard(page, repair.ticketNumber)).toBeVisible();
  await context.setOffline(false);
  await expect(notice).toBeHidden({ timeout: 15_000 });
  const fresh = await staff.takeIn();
  await expect(repairCard(page, fresh.ticketNumber)).toBeVisible(soon);
});
