import { readFile } from 'node:fs/promises';
import type { Locator, Route } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { button, dialog, field, question, tab } from './locators.ts';
import { overflowing, phone } from './measures.ts';
import { recordPrints } from './prints.ts';
import { startProduct } from './product.ts';
import { expect, loggedOut, test } from './shop.ts';
import { Staff } from './staff.ts';
import { expectToast, recordToasts } from './toasts.ts';

/** The day's money, closing a day, and tax. In its own shop, because the sums cover all its payments. */

test.use({ storageState: loggedOut, contextOptions: { reducedMotion: 'reduce' } });

const news = /\/api\/money\?/;
// An answer: while the server can't be reached, Close can't be pressed.
const unread = (route: Route) => route.fulfill({ status: 503 });

test('the day’s money is two presses away, adds up, and is closed with the cash that was counted', async ({
  browser,
  complaints,
}) => {
  complaints.tolerate(/^503 GET .*\/api\/money\?/);
  complaints.expect(/^409 POST .*\/api\/closed-days$/);
  const own = await startProduct();
  const staff = await Staff.logIn(own.url, own.password);
  const context = await browser.newContext({
    baseURL: own.url,
    storageState: staff.browserState(),
    acceptDownloads: true,
  });
  await complaints.watch(context);
  await recordToasts(context);
  const prints = await recordPrints(context);
  const page = await context.newPage();
  const colleague = await context.newPage();
  const rows = page.getByRole('list', { name: 'Payments' }).getByRole('listitem');
  const cash = page.getByRole('complementary', { name: 'Cash' });

  await test.step('prices are typed before tax, and the customer is told what they pay', async () => {
    await staff.changeSettings({
      taxThousandths: 10_000,
      pricesIncludeTax: false,
      cashFloat: 150,
    });
    await page.goto('/?tab=new-repair');
    await field(page, 'Repair price').fill('12000');
    await expect(field(page, 'Repair price')).toHaveAccessibleDescription(
      '$13,200.00 with 10% tax.',
    );
    await field(page, 'Repair price').fill('');
    const repair = await staff.takeIn({ customerName: 'Loïc L’Écuyer' });
    await page.goto(`/?ticket=${repair.ticketNumber}`);
    const ticket = dialog(page, repair.ticketNumber);
    await button(ticket, 'Send estimate').first().click();
    const sending = dialog(page, 'Send estimate');
    await field(sending, 'Estimate amount').fill('350');
    await expect(sending).toContainText('$385.00 with 10% tax.');
    await expect(sending).toContainText('$385.00');
    await button(sending, 'Send estimate').click();
    await expectToast(page, 'Estimate sent successfully!');
    await expect(ticket).toContainText('includes $35.00 tax (10%)');
    await staff.reply(repair, 'ACCEPT');
    await expect(ticket.getByRole('region', { name: 'Payments' })).toContainText(
      'includes $35.00 tax (10%)',
    );
    const deposit = { kind: 'deposit', method: 'cash', amount: 100 } as const;
    await staff.takePayment(repair, deposit);
    await staff.takePayment(repair, { kind: 'refund', method: 'cash', amount: 20 });
    const twice = await staff.takePayment(repair, { method: 'card', amount: 305 });
    await staff.voidPayment(twice, 'Taken twice');
    await staff.takePayment(repair, { method: 'card', amount: 305 });
    const expensive = await staff.takeIn({
      customerName: 'Pine Street Jewelers',
      repairPrice: 12_450.5,
    });
    await staff.takePayment(expensive, { method: 'check', amount: 12_450.5 });
  });

  await test.step('the overview leads there in two presses; rows lead to their tickets', async () => {
    await page.goto('/');
    await expect(tab(page, 'Overview')).toBeVisible();
    let presses = 0;
    const press = async (target: Locator) => {
      presses += 1;
      await target.click();
    };
    await press(button(page, 'Menu'));
    await press(page.getByRole('menuitem', { name: 'Money', exact: true }));
    const sums = page.getByRole('region', { name: 'Money' });
    await expect(sums).toContainText('Total$12,835.50');
    expect(presses).toBeLessThanOrEqual(2);
    await expect(sums).toContainText(/Cash\$80\.00.*Card\$305\.00.*Check\$12,450\.50/);
    await expect(sums).toContainText('deposits $100.00 · refunds -$20.00 · tax (10%) $1,166.86');
    await expect(sums).toContainText('Not included: $305.00 voided.');
    await expect(rows).toHaveCount(5);
    await expect(rows.first()).toContainText(/Pine Street Jewelers.*\$12,450\.50/);
    await expectAccessible(page);
    await rows.first().getByText('Pine Street Jewelers').click();
    await expect(page).toHaveURL(/ticket=WH/);
    await page.goBack();
  });

  await test.step('a week and other days; a span that ends before it begins says what is wrong', async () => {
    await page.getByRole('radio', { name: 'Week' }).click({ force: true });
    await expect(page).toHaveURL(/span=week/);
    await expect(rows).toHaveCount(5);
    await button(page, 'Earlier').click();
    await expect(page.getByText('No payments', { exact: true })).toBeVisible();
    await page.getByRole('radio', { name: 'Custom' }).click({ force: true });
    await expect(page).toHaveURL(/span=span/);
    const before = page.url();
    await field(page, 'First day').fill('2099-01-01');
    await expect(page.getByText('The last day can’t be before the first')).toBeVisible();
    expect(page.url()).toBe(before);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const steps = await page.evaluate(() => history.length);
    await field(page, 'First day').focus();
    await page.keyboard.type('01022025');
    await expect(page).toHaveURL(/span=span\+2025-01-02/);
    // A custom span has none before it.
    await expect(button(page, 'Earlier')).toBeHidden();
    expect(asked.filter((url) => /from=[01]/.test(url))).toEqual([]);
    expect(await page.evaluate(() => history.length)).toBe(steps);
    await page.goto('/?tab=shop&section=money');
  });

  await test.step('the CSV has the shop’s time, and money without commas', async () => {
    const downloading = page.waitForEvent('download');
    await button(page, 'CSV').click();
    const file = await downloading;
    expect(file.suggestedFilename()).toMatch(/^payments-\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await file.path(), 'utf8');
    expect(text).toContain(',Pine Street Jewelers,Payment,Check,12450.50,1131.86,');
    expect(text).toContain(',Refund,Cash,-20.00,-1.82,');
  });

  await test.step('the count is checked; of two people one wins, and the other sees both counts', async () => {
    await expect(cash).toContainText(
      /Float\$150\.00Cash in\$100\.00Cash out-\$20\.00Expected\$230\.00/,
    );
    const close = cash.getByRole('button', { name: /^Close / });
    await field(cash, 'Counted cash').fill('a lot');
    await close.click();
    await expect(field(cash, 'Counted cash')).toHaveAccessibleDescription(
      'Please enter a valid amount',
    );
    await field(cash, 'Counted cash').fill('228');
    await expect(cash).toContainText('Short by $2.00');
    await colleague.goto('/?tab=shop&section=money');
    const theirs = colleague.getByRole('complementary', { name: 'Cash' });
    await field(theirs, 'Counted cash').fill('230');
    await expect(theirs).toContainText('Exact');
    // This page must not learn yet that the other one has closed the day.
    await colleague.route(news, unread);
    await field(cash, 'Note').fill('Parking meter');
    await close.click();
    const asked = question(page, /^Close .* \$2\.00 short\?$/);
    await button(asked, 'Count again').click();
    await expect(asked).toBeHidden();
    await field(cash, 'Note').press('Enter');
    await expect(button(asked, 'Close the day')).toBeFocused();
    await page.keyboard.press('Enter');
    await expectToast(page, 'Closed ', 'Short by $2.00');
    await expect(cash).toContainText('Parking meter');

    await theirs.getByRole('button', { name: /^Close / }).click();
    await expect(theirs).toContainText('with $228.00 counted. You counted $230.00.');
    await colleague.unroute(news);
    await colleague.reload();
    await expect(theirs).toContainText('Short by $2.00');
  });

  await test.step('a later payment shows as such and changes no closed day; both are printed', async () => {
    const late = await staff.takeIn({ customerName: 'Andrew Bell', repairPrice: 40 });
    await staff.takePayment(late, { method: 'cash', amount: 40 });
    await expect(rows.first()).toContainText(/Andrew Bell.*after closing/);
    await expect(cash).toContainText('Total$12,835.50');
    await expect(cash).toContainText('Since then: $40.00');
    const opening = page.waitForEvent('popup');
    await button(page, 'Print').click();
    const popup = await opening;
    const sheet = popup.locator('.print-sheet');
    await expect(sheet).toContainText(
      /Expected\$230\.00Counted\$228\.00Differenceshort by \$2\.00/,
    );
    await expect(sheet).toContainText('After closing, not in the total$40.00');
    await expect.poll(() => prints.length).toBe(1);
    await popup.close();
    await page.setViewportSize(phone);
    expect(await overflowing(page)).toEqual([]);
    await expectAccessible(page);
  });

  await context.close();
  await own.stop();
});

test('if the answer to Close is lost, the day says whether it is closed', { tag: '@long' }, async ({
  browser,
  complaints,
}) => {
  complaints.tolerate(/^503 GET .*\/api\/money\?/);
  complaints.expect(/^409 POST .*\/api\/closed-days$/, /^502 POST .*\/api\/closed-days$/);
  const own = await startProduct();
  const staff = await Staff.logIn(own.url, own.password);
  await staff.changeSettings({ cashFloat: 150 });
  const context = await browser.newContext({
    baseURL: own.url,
    storageState: staff.browserState(),
  });
  await complaints.watch(context);
  const page = await context.newPage();
  await page.goto('/?tab=shop&section=money');
  await button(page, 'Earlier').click();
  const cash = page.getByRole('complementary', { name: 'Cash' });
  await field(cash, 'Counted cash').fill('150');
  const closings = '**/api/closed-days';
  let isDone = false;
  await page.route(closings, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    if (isDone) await route.fetch();
    await route.fulfill({ status: 502, body: 'Bad gateway' });
  });
  const close = cash.getByRole('button', { name: /^Close / });
  await close.click();
  await expect(cash.getByRole('alert')).toContainText('We can’t tell whether the day was closed');
  isDone = true;
  await close.click();
  await expect(cash.getByRole('heading', { name: /^Closed (?!days)/ })).toBeVisible();
  await expect(cash.getByRole('alert')).toHaveCount(0);

  // The day before that: closed by the first try, and counted again before anyone could know.
  await button(page, 'Earlier').click();
  await field(cash, 'Counted cash').fill('150');
  await page.route(news, unread);
  await close.click();
  await expect(cash.getByRole('alert')).toContainText('We can’t tell whether the day was closed');
  await page.unroute(closings);
  await page.route(closings, async (route) => {
    if (route.request().method() === 'POST') await page.unroute(news);
    await route.continue();
  });
  await field(cash, 'Counted cash').fill('160');
  await close.click();
  await button(question(page, /\$10\.00 over\?$/), 'Close the day').click();
  await expect(cash.getByRole('alert')).toContainText('$160.00 was not recorded');

  await context.close();
  await own.stop();
});
