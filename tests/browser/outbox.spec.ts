import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cameraPhoto } from '../fixtures/camera-photos.ts';
import { expectAccessible } from './axe.ts';
import { chromiumFlags, chromiumPath } from './chromium.ts';
import { button, dialog, field, question, tab, toast } from './locators.ts';
import {
  cutOff,
  delivered,
  fillIn,
  inAWhile,
  kept,
  notice,
  photoFile,
  provisional,
  reconnect,
  reportNetwork,
  soon,
  takeInOffline,
  ticketsOf,
  type WalkIn,
  walkIn,
} from './offline-intakes.ts';
import { printedPages } from './printed-pages.ts';
import { recordPrints } from './prints.ts';
import { password, startProduct } from './product.ts';
import { expect, test } from './shop.ts';
import { Staff } from './staff.ts';
import { expectToast, recordToasts } from './toasts.ts';

/** How repairs that were taken in without the server get delivered: each once, in order. */

/** Movement would be measured halfway: a dialog that is still fading in has no contrast yet. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('an intake that is cut off in the middle becomes one ticket, with its photo and one text', async ({
  page,
  context,
  complaints,
  staff,
}) => {
  test.slow();
  complaints.expect(/^failed POST .*\/api\/repairs /);
  complaints.tolerate(/^failed \w+ .*\/api\//);
  const prints = await recordPrints(context);
  const one = walkIn('Harriet');
  await page.goto('/?tab=new-repair');
  await fillIn(page, one);
  await field(page, 'Initial photo').setInputFiles(photoFile(await cameraPhoto()));
  await expect(page.getByRole('img', { name: /Initial photo/ })).toBeVisible();
  // The shop's words for the printed ticket have been loaded by then.
  await expect(page.getByRole('banner').getByRole('heading')).not.toHaveText('Watch repair');

  // The server takes it in; nobody here hears about that.
  await page.route('**/api/repairs', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    await cutOff(page);
    await route.abort('connectionreset');
  });
  await button(page, 'Create repair').click();
  await expectToast(
    page,
    /^Database error Saving to local storage only Saved in this browser\. It will be sent automatically\./,
  );
  await expect(toast(page)).toHaveAttribute('data-toast', 'info');
  expect(await ticketsOf(staff, one)).toHaveLength(1);
  await expect(kept(page)).toContainText('Provisional number');
  const number = (await provisional(kept(page)).textContent()) ?? '';
  await expect(button(kept(page), 'Print ticket')).toBeFocused();
  await expect(notice(page)).toHaveText('1 repair in this browser only');

  await expectAccessible(page);
  await button(kept(page), 'Print without a pop-up').click();
  await expect.poll(() => prints.length).toBe(1);
  await page.emulateMedia({ media: 'print' });
  const paper = page.locator('.ticket');
  await expect(paper.getByRole('heading', { name: number })).toBeVisible();
  await expect(paper.getByText('Provisional: ticket number to follow')).toBeVisible();
  await expect(paper.getByText(one.issue)).toBeVisible();
  await expect(paper.getByRole('img')).toHaveCount(0);
  expect(printedPages(await page.pdf({ preferCSSPageSize: true }))).toHaveLength(1);
  await page.emulateMedia({ media: 'screen' });

  await button(page.getByRole('banner'), 'Show').click();
  const list = dialog(page, 'Waiting to sync');
  const item = list.getByRole('listitem').filter({ hasText: one.customerName });
  await expect(item).toContainText(number);
  await expect(item).toContainText('With photo');
  await expect(item).toContainText('Waiting to sync');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await button(page, 'Logout').click();
  const leaving = question(page, 'Log out with 1 repair not synced?');
  await expect(leaving).toContainText(one.customerName);
  await button(leaving, 'Stay logged in').click();

  await reconnect(page);
  await soon(page, (quickly) => expect(delivered(page)).toBeVisible(quickly));
  const [repair, ...others] = await ticketsOf(staff, one);
  expect(others).toEqual([]);
  const ticketNumber = repair?.ticketNumber ?? '';
  await expect(delivered(page).getByText(ticketNumber, { exact: true })).toBeVisible();
  await expect(delivered(page)).toContainText('Reprint this ticket');
  await expect
    .poll(async () => (await staff.repair(ticketNumber)).repair.initialPhotoUrl, inAWhile)
    .not.toBeNull();
  const { messages, events } = await staff.repair(ticketNumber);
  expect(messages.map(({ kind }) => kind)).toEqual(['created']);
  const kinds = events.map(({ kind }) => kind);
  expect(kinds).toEqual([...new Set(kinds)]);
  await expect(page.getByRole('banner').getByText('1 ticket to reprint')).toBeVisible();
  await button(delivered(page), 'Print ticket').click();
  await expect.poll(() => prints.at(-1)?.title).toBe(`Ticket ${ticketNumber}`);
  await expect(page.getByRole('banner').getByText('to reprint')).toBeHidden();
});

test('one of two tabs delivers, each repair once and in order', { tag: '@long' }, async ({
  page,
  context,
  complaints,
  staff,
}) => {
  test.slow();
  complaints.expect(/^failed POST .*\/api\/repairs /);
  complaints.tolerate(/^failed \w+ .*\/api\//);
  const other = await context.newPage();
  await page.goto('/?tab=new-repair');
  await other.goto('/?tab=new-repair');
  await expect(button(other, 'Create repair')).toBeVisible();
  await expect(button(page, 'Create repair')).toBeVisible();
  await cutOff(page, other);
  await expect(
    page.getByText('No connection. The repair will be saved in this browser'),
  ).toBeVisible();
  const all = [walkIn('Ida'), walkIn('Jane'), walkIn('Kate')];
  const [first, second, third] = all as [WalkIn, WalkIn, WalkIn];
  await takeInOffline(page, first);
  await takeInOffline(other, second);
  await button(page, 'Create New Repair').click();
  await takeInOffline(page, third);
  await button(page, 'Create New Repair').click();
  // The rules of the counter hold without the server, too.
  await page.waitForTimeout(2_000);
  await fillIn(page, third);
  await button(page, 'Create repair').click();
  await expect(page.getByRole('main').getByText('Duplicate submission detected')).toBeVisible();
  for (const each of [page, other]) await expect(notice(each)).toContainText('3 repairs');

  const answered: string[] = [];
  context.on('response', (response) => {
    const request = response.request();
    if (request.method() !== 'POST' || !request.url().endsWith('/api/repairs')) return;
    const { customerName } = request.postDataJSON() as { customerName: string };
    answered.push(`${response.status()} ${customerName}`);
  });
  await Promise.all([
    page.unrouteAll({ behavior: 'ignoreErrors' }),
    other.unrouteAll({ behavior: 'ignoreErrors' }),
  ]);
  // Slow enough for the other tab to come along while one is under way.
  await context.route('**/api/repairs', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const response = await route.fetch();
    await reportNetwork(page, other);
    await page.waitForTimeout(500);
    await route.fulfill({ response });
  });
  await reportNetwork(page, other);
  for (const each of [page, other]) await expect(notice(each)).toBeHidden(inAWhile);
  await expect(delivered(other)).toBeVisible();
  expect(answered).toEqual(all.map(({ customerName }) => `201 ${customerName}`));
  for (const one of all) expect(await ticketsOf(staff, one)).toHaveLength(1);
});

test('a browser that is closed and opened again without the server delivers later', {
  tag: '@long',
}, async ({ playwright, complaints }) => {
  test.slow();
  complaints.tolerate(/ net::ERR_(CONNECTION_|EMPTY_|INCOMPLETE_)/, /^503 GET .*\/api\//);
  const product = await startProduct();
  const folder = await mkdtemp(join(tmpdir(), 'watch-repair-profile-'));
  const open = async () => {
    const context = await playwright.chromium.launchPersistentContext(folder, {
      executablePath: await chromiumPath(),
      args: chromiumFlags,
      chromiumSandbox: false,
      baseURL: product.url,
      serviceWorkers: 'allow',
      viewport: { width: 1440, height: 900 },
    });
    await complaints.watch(context);
    await recordToasts(context);
    return { context, page: context.pages()[0] ?? (await context.newPage()) };
  };

  const first = await open();
  await first.page.goto('/');
  await field(first.page, 'Password').fill(password);
  await button(first.page, 'Login').click();
  await expect(tab(first.page, 'Overview')).toBeVisible();
  await first.page.evaluate(() => navigator.serviceWorker.ready);
  // With the lists, the shop's own words for the printed ticket have been kept.
  await expect
    .poll(() => first.page.evaluate(() => localStorage.getItem('watch-repairs')), inAWhile)
    .not.toBeNull();
  await product.halt();

  await first.page.goto('/?tab=new-repair');
  await expect(button(first.page, 'Create repair')).toBeVisible(inAWhile);
  const one = walkIn('Olga');
  const number = await takeInOffline(first.page, one);
  const caches = await first.page.evaluate(async () => {
    const names = await window.caches.keys();
    const lists = names.map(async (name) => (await window.caches.open(name)).keys());
    return (await Promise.all(lists)).flat().map(({ url }) => new URL(url).pathname);
  });
  expect(caches.filter((path) => /^\/(api|photos|webhooks)\b/.test(path))).toEqual([]);
  const prints = await recordPrints(first.context);
  await first.page.reload();
  await expect(notice(first.page)).toHaveText('1 repair in this browser only');
  await button(first.page.getByRole('banner'), 'Show').click();
  await button(dialog(first.page, 'Waiting to sync'), 'Print ticket').click();
  await expect.poll(() => prints.map(({ title }) => title)).toEqual([`Ticket ${number}`]);
  await first.context.close();

  const second = await open();
  await second.page.goto('/');
  await expect(notice(second.page)).toHaveText('1 repair in this browser only', inAWhile);
  await product.resume();
  await expect(notice(second.page)).toBeHidden({ timeout: 60_000 });
  await button(second.page.getByRole('banner'), 'Show').click();
  const list = dialog(second.page, 'Waiting to sync');
  await expect(list.getByText('Reprint this ticket.')).toBeVisible();
  await expect(list).toContainText(number);
  await button(list, 'Done').click();
  await expect(list).toContainText('All changes are synced');
  await second.page.keyboard.press('Escape');
  await expect(second.page.getByText(one.customerName).first()).toBeVisible();
  const staff = await Staff.logIn(product.url);
  const [repair, ...others] = await ticketsOf(staff, one);
  expect(others).toEqual([]);
  await expect(second.page.getByText(repair?.ticketNumber ?? '').first()).toBeVisible();

  // Logged out with work that has not arrived; it does after the next login.
  await second.context.route('**/api/repairs', (route) =>
    route.request().method() === 'POST' ? route.abort('connectionrefused') : route.fallback(),
  );
  await second.page.goto('/?tab=new-repair');
  const late = walkIn('Petra');
  await takeInOffline(second.page, late);
  await button(second.page, 'Logout').click();
  await button(question(second.page, /^Log out with 1 repair/), 'Log out').click();
  await expect(field(second.page, 'Password')).toBeVisible();
  await expect(second.page.getByText('1 repair saved in this browser only')).toBeVisible();
  await expect(second.page.getByText(late.customerName)).toHaveCount(0);
  await second.context.unrouteAll({ behavior: 'ignoreErrors' });
  await field(second.page, 'Password').fill(password);
  await button(second.page, 'Login').click();
  await expect.poll(() => ticketsOf(staff, late), inAWhile).toHaveLength(1);
  await expect(notice(second.page)).toBeHidden();
  await second.context.close();
  await rm(folder, { recursive: true, force: true });
  await product.stop();
});
