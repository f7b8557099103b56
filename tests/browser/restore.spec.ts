import { copyFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { button, dialog, field, repairCard, tab } from './locators.ts';
import { overflowing, screenSizes } from './measures.ts';
import {
  cutOff,
  inAWhile,
  reconnect,
  takeInOffline,
  ticketsOf,
  walkIn,
} from './offline-intakes.ts';
import { type Product, startProduct } from './product.ts';
import { expect, loggedOut, test } from './shop.ts';
import { Staff } from './staff.ts';

/** A shop of its own: all who are logged in to it are logged out. */
async function ownShop(): Promise<{ product: Product; staff: Staff; backupName: string }> {
  const product = await startProduct();
  const staff = await Staff.logIn(product.url);
  await staff.takeIn({ customerName: 'Before Backup' });
  await staff.backUp();
  await staff.takeIn({ customerName: 'After Backup' });
  const [backupName = ''] = await readdir(join(product.dataDir, 'backups'));
  return { product, staff, backupName };
}

async function openPage(browser: Browser, product: Product): Promise<Page> {
  const staff = await Staff.logIn(product.url);
  const context = await browser.newContext({
    baseURL: product.url,
    storageState: staff.browserState(),
  });
  return context.newPage();
}

async function logIn(page: Page, product: Product): Promise<void> {
  await field(page, 'Password').fill(product.password);
  await button(page, 'Login').click();
  await expect(tab(page, 'Overview')).toBeVisible();
}

test.use({ storageState: loggedOut });

test('a backup is restored in at most five presses, and everyone logs in to the shop as it was', {
  tag: '@long',
}, async ({ browser }) => {
  const { product } = await ownShop();
  const page = await openPage(browser, product);
  let presses = 0;
  await page.exposeFunction('notePress', () => {
    presses += 1;
  });
  await page.addInitScript(() => {
    const pressed = () => (window as unknown as { notePress: () => void }).notePress();
    addEventListener('pointerdown', pressed, { capture: true });
  });
  const other = await openPage(browser, product);
  await other.goto('/?tab=new-repair');
  await field(other, 'Customer name').fill('Half typed');

  await page.goto('/');
  await page.getByRole('link', { name: 'Backups' }).click();
  const list = page.getByRole('list', { name: 'Last backups' });
  await list.getByRole('button', { name: /^Restore the backup from / }).click();
  const restoring = dialog(page, 'Restore a backup');
  await expect(restoring).toContainText('1 repair, 1 client, 1 text, 0 photos');
  for (const words of [
    'Everything in this shop is replaced by what is in the backup.',
    'First, today’s shop is backed up. If that fails, nothing is replaced.',
    'Then everyone logs in again, with today’s password.',
    'Texts that were due before now are not sent.',
  ]) {
    await expect(restoring).toContainText(words);
  }
  await expectAccessible(page);
  await field(restoring, 'Shop password').fill('not the password');
  await page.keyboard.press('Enter');
  await expect(field(restoring, 'Shop password')).toHaveAccessibleDescription(/Invalid password/);
  await field(restoring, 'Shop password').fill(product.password);
  await button(restoring, 'Replace the shop').click();
  // The shop is backed up, closed and opened again: on a busy machine that takes a while.
  await expect(page.getByText(/^Restored: the shop as of /)).toBeVisible({ timeout: 60_000 });
  expect(presses).toBeLessThanOrEqual(5);
  await logIn(page, product);
  await page.goto('/?tab=repairs');
  await expect(page.getByText('Before Backup').first()).toBeVisible();
  await expect(page.getByText('After Backup')).toHaveCount(0);
  await page.goto('/?tab=shop&section=settings&page=access');
  await expect(page.getByText(/^Backup restored: the shop as of /)).toBeVisible();

  // Others log in again as well, and what was being typed is there.
  await expect(other.getByText('Your session has ended.')).toBeVisible();
  await logIn(other, product);
  await expect(field(other, 'Customer name')).toHaveValue('Half typed');
  await page.context().close();
  await other.context().close();
  await product.stop();
});

test('a file is uploaded, and no one has to guess what it is', { tag: '@long' }, async ({
  browser,
}) => {
  const { product, backupName } = await ownShop();
  const page = await openPage(browser, product);
  await page.goto('/?tab=shop&section=data');
  const choose = page.getByLabel('Backup to restore');
  const whole = await readFile(join(product.dataDir, 'backups', backupName));
  await choose.setInputFiles({
    name: 'cut-off.backup',
    mimeType: 'application/octet-stream',
    buffer: whole.subarray(0, whole.length - 2048),
  });
  const restoring = dialog(page, 'Restore a backup');
  await expect(restoring).toContainText('The backup is incomplete: it is cut off.');
  await button(restoring, 'Close').last().click();
  await expect(restoring).toBeHidden();
  expect(await readdir(join(product.dataDir, 'uploads'))).toEqual([]);

  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: /^Download the backup from / }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(backupName);
  const path = join(product.dataDir, 'downloaded.backup');
  await copyFile(await download.path(), path);
  expect(await readFile(path)).toEqual(whole);
  await choose.setInputFiles(path);
  await expect(restoring).toContainText('1 repair, 1 client');
  for (const size of screenSizes) {
    await page.setViewportSize(size);
    expect.soft(await overflowing(page), `${size.width} px`).toEqual([]);
  }
  await button(restoring, 'Cancel').click();
  await expect(restoring).toBeHidden();
  await expect.poll(() => readdir(join(product.dataDir, 'uploads'))).toEqual([]);

  // One whose check takes a long time.
  await page.route(/\/api\/backups\/upload-/, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { share: 0.5, contents: null } })
      : route.fallback(),
  );
  await choose.setInputFiles(path);
  await expect(restoring.getByRole('progressbar', { name: 'Checking the file' })).toBeVisible();
  await button(restoring, 'Cancel').click();
  await expect(restoring).toBeHidden();
  await expect.poll(() => readdir(join(product.dataDir, 'uploads'))).toEqual([]);
  await page.context().close();
  await product.stop();
});

test('a restore that ended with its process is reported in its dialog and later, and can be done again', {
  tag: '@long',
}, async ({ browser }) => {
  const { product, backupName } = await ownShop();
  const page = await openPage(browser, product);
  await page.goto('/?tab=shop&section=data');
  await page.getByRole('button', { name: /^Restore the backup from / }).click();
  const asking = dialog(page, 'Restore a backup');
  await field(asking, 'Shop password').fill(product.password);
  // Until its process ends, the server answers as it does while it backs up today's shop.
  const state = await (await page.request.get('/api/backups')).json();
  const backupAt = state.items[0].at;
  const json = { ...state, restoring: { backupAt, step: 'backing-up' } };
  await page.route('**/api/backups**', (route) => route.fulfill({ json }));
  await page.route('**/restore', (route) => route.fulfill({ status: 202, json }));
  await button(asking, 'Replace the shop').click();
  await expect(dialog(page, 'Restoring the backup')).toContainText('Backing up today’s shop');
  await product.halt();
  const store = new DatabaseSync(join(product.dataDir, 'shop.db'));
  const write = store.prepare(
    'insert into settings (key, value) values (?, ?) on conflict (key) do update set value = json_patch(value, excluded.value)',
  );
  const by = 'the process that ended';
  write.run('backups', JSON.stringify({ restore: { by, name: backupName, backupAt } }));
  write.run('restoring', JSON.stringify({ by, backupAt, step: 'backing-up' }));
  store.close();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await product.resume();
  const words = 'Nothing was replaced: the product was stopped during the restore';
  await expect(asking).toContainText(words);
  const later = await openPage(browser, product);
  await later.goto('/?tab=shop&section=data');
  await expect(later.getByText(words)).toBeVisible();
  await expectAccessible(later);
  await button(asking, 'Replace the shop').click();
  await expect(page.getByText(/^Restored: the shop as of /)).toBeVisible({ timeout: 60_000 });
  await page.context().close();
  await later.context().close();
  await product.stop();
});

test('while the shop is being restored, every screen says so and keeps what is typed', {
  tag: '@long',
}, async ({ browser }) => {
  const { product, staff } = await ownShop();
  const page = await openPage(browser, product);
  await page.goto('/');
  await expect(page.getByText('After Backup').first()).toBeVisible();
  await page.route('**/api/**', (route) =>
    route.fulfill({
      status: 503,
      headers: { 'content-type': 'application/problem+json', 'retry-after': '3' },
      body: JSON.stringify({
        code: 'shop-restoring',
        status: 503,
        title: 'The shop is being restored',
        detail: 'A backup is being restored, so nothing can be changed for a few minutes.',
      }),
    }),
  );
  await product.halt();
  await expect(page.getByText('The shop is being restored.')).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await product.resume();
  await expect(page.getByText('The shop is being restored.')).toBeHidden();
  await expect(repairCard(page, (await staff.takeIn({})).ticketNumber)).toBeVisible();
  await page.context().close();
  await product.stop();
});

test('what was taken in before a restore waits until staff have looked at it', {
  tag: '@long',
}, async ({ browser }) => {
  test.slow();
  const { product, staff, backupName } = await ownShop();
  const page = await openPage(browser, product);
  await page.goto('/?tab=new-repair');
  await expect(field(page, 'Customer name')).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('shop-store'))).toBe('');
  await cutOff(page);
  const kept = walkIn('Lena');
  await takeInOffline(page, kept);
  await staff.restore(backupName);
  await reconnect(page);
  await expect(page.getByText('Your session has ended.')).toBeVisible(inAWhile);
  await logIn(page, product);
  const waiting = page.getByRole('list', { name: 'Not synced' }).getByRole('listitem');
  await page.goto('/');
  await expect(waiting).toContainText('The shop was restored from a backup', inAWhile);
  await expect(page.getByText('Before Backup').first()).toBeVisible();
  const now = await Staff.logIn(product.url);
  expect(await ticketsOf(now, kept)).toEqual([]);
  await waiting.getByRole('button', { name: 'Send again' }).click();
  await expect.poll(async () => (await ticketsOf(now, kept)).length, inAWhile).toBe(1);
  await page.context().close();
  await product.stop();
});
