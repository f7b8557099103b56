import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { operations } from '../../domain/api.ts';
import type { Repair } from '../../domain/api-answers.ts';
import { dataFiles } from '../../server/base/config.ts';
import { rowsInSqlite } from '../harness/stored-rows.ts';
import { cutOff, inAWhile, keptQueries, listsWith, storedList } from './kept-copies.ts';
import {
  button,
  createRepair,
  dialog,
  estimateCard,
  field,
  repairCard,
  tab,
  toast,
} from './locators.ts';
import { type Product, password } from './product.ts';
import { expect, loggedOut, test } from './shop.ts';
import { newPhone } from './staff.ts';
import { expectToast } from './toasts.ts';

/** As another program does it; the shop's own tables don't allow such a status. */
async function storeStatus(product: Product, repair: Repair, status: string): Promise<void> {
  const rows = rowsInSqlite(dataFiles.database(product.dataDir));
  await rows.run('pragma ignore_check_constraints = on');
  await rows.run('update repair_tickets set status = ? where id = ?', status, repair.id);
  await rows.close();
}

const notice = (page: Page) => page.getByRole('banner').getByText('You’re offline.');

test('every tab, and what was opened, can be read while the server is down', {
  tag: '@long',
}, async ({ page, context, complaints, product, staff }) => {
  test.slow();
  complaints.expect(/^failed GET .*\/api\//);
  complaints.tolerate(/^failed (POST|DELETE) .*\/api\//);
  const surname = `Blackwell-${randomUUID().slice(0, 6)}`;
  const pending = await staff.takeIn({ customerName: `Emily ${surname}`, watchBrand: 'Zenith' });
  const sameDay = await staff.takeIn({ customerName: `Anna ${surname}`, isSameDay: true });
  const assigned = await staff.takeIn({ customerName: `Ellen ${surname}` });
  await staff.assign(assigned, 'ana');
  const completed = await staff.takeIn({ customerName: `Elizabeth ${surname}` });
  await staff.assign(completed, 'ben');
  await staff.complete(completed, 'New mainspring');
  const accepted = await staff.takeIn({ customerName: `Antoinette ${surname}` });
  await staff.sendEstimate(accepted, 210);
  await staff.reply(accepted, 'ACCEPT');
  const sent = await staff.takeIn({ customerName: `Marian ${surname}` });
  await staff.sendEstimate(sent, 95.5);
  const foreign = await staff.takeIn({ customerName: `Charlotte ${surname}` });
  await storeStatus(product, foreign, 'waiting-for-parts');
  // A status that another program has stored: as it is, and nothing to do but delete it.
  await page.goto(`/?tab=repairs&ticket=${foreign.ticketNumber}`);
  const opened = dialog(page, foreign.ticketNumber);
  await expect(opened).toContainText('waiting-for-parts');
  await expect(button(opened, 'More')).toBeVisible();
  await expect(
    opened.getByRole('button', { name: /assign|estimate|complete|^edit$|start/i }),
  ).toHaveCount(0);
  // Rows, which must not take the place of what is whole.
  await page.goto(`/?tab=clients&client=${pending.clientId}`);
  await expect(page.getByRole('list', { name: 'The client’s repairs' })).toContainText(
    pending.ticketNumber,
  );
  await page.goto(`/?tab=technicians&ticket=${pending.ticketNumber}`);
  await expect(dialog(page, pending.ticketNumber)).toContainText(pending.customerName);

  await expect
    .poll(() => listsWith(page, pending.ticketNumber), inAWhile)
    .toEqual(['watch-repairs']);
  await expect.poll(() => listsWith(page, pending.customerEmail), inAWhile).toContain('clients');
  await expect.poll(() => keptQueries(page), inAWhile).toContain('"Finn"');
  expect(await listsWith(page, assigned.ticketNumber)).toEqual(['watch-repairs']);
  expect(await listsWith(page, accepted.ticketNumber)).toEqual(['watch-repairs']);
  expect(await listsWith(page, completed.ticketNumber)).toEqual(['completed-repairs']);
  expect(await listsWith(page, sent.ticketNumber), 'it left the open list').toEqual([]);
  const answers = operations.listRepairs.responses[200].shape.items;
  const rows = JSON.parse((await storedList(page, 'watch-repairs')) ?? '') as Repair[];
  expect(answers.parse(rows)).toEqual(rows);
  const times = rows.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted().toReversed());
  expect(await keptQueries(page), 'no texts').not.toContain('"direction"');

  await cutOff(context);
  await page.goto('/?sub=pending');
  await expectToast(page, 'Database error', 'Using local data only');
  await expect(notice(page)).toBeVisible();
  await button(page, 'Close notification').click();
  await expect(repairCard(page, pending.ticketNumber)).toBeVisible();
  await expect(repairCard(page, assigned.ticketNumber)).toBeHidden();
  await expect(page.getByRole('list', { name: 'Counts' })).toContainText('Pending');
  await expect(page.getByText(/^Needs attention: available again/)).toBeVisible();
  await tab(page, 'Same Day').click();
  await expect(repairCard(page, sameDay.ticketNumber)).toBeVisible();
  await expect(repairCard(page, pending.ticketNumber)).toBeHidden();
  await tab(page, 'Estimates').click();
  await expect(estimateCard(page, sent.ticketNumber)).toContainText('$95.50');
  await expect(estimateCard(page, sent.ticketNumber)).toContainText('Awaiting Response');
  await expect(estimateCard(page, accepted.ticketNumber)).toContainText('Accepted');
  await tab(page, 'Assigned').click();
  await expect(repairCard(page, assigned.ticketNumber)).toContainText('Ana');
  await tab(page, 'Completed').click();
  await expect(repairCard(page, completed.ticketNumber)).toBeVisible();
  await tab(page, 'Technicians').click();
  await expect(page.getByRole('heading', { name: 'Finn' })).toBeVisible();
  await tab(page, 'Clients').click();
  await expect(page.getByText(pending.customerEmail).first()).toBeVisible();
  await tab(page, 'Repairs').click();
  await expect(repairCard(page, completed.ticketNumber)).toBeVisible();
  await expect(repairCard(page, foreign.ticketNumber)).toContainText('waiting-for-parts');

  // What was opened is there, and says what is missing; so does a search.
  const link = (ticketNumber: string) =>
    page.getByRole('link', { name: ticketNumber }).or(button(page, ticketNumber)).first();
  await link(pending.ticketNumber).click();
  const copied = dialog(page, pending.ticketNumber);
  await expect(copied).toContainText(pending.customerName);
  await expect(copied.getByText('Available again when the shop’s server is back.')).toHaveCount(3);
  await expect(
    copied.getByText('Not available while the shop’s server can’t be reached.').first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await link(assigned.ticketNumber).click();
  // What was not opened is made from the list's row.
  const notOpened = dialog(page, assigned.ticketNumber);
  await expect(notOpened).toContainText(assigned.customerName);
  await expect(notOpened).toContainText(assigned.issue);
  await expect(
    notOpened.getByText('Not available while the shop’s server can’t be reached.').first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await link(accepted.ticketNumber).click();
  await expect(dialog(page, accepted.ticketNumber)).toContainText('$210.00 accepted');
  await page.keyboard.press('Escape');
  await tab(page, 'Search').click();
  await field(page, 'Search repairs and clients').fill(surname);
  await expect(page.getByText('This will be shown again when it is back.')).toHaveCount(2);
  await expect(toast(page), 'said once').toHaveCount(0);
  await expect(notice(page)).toBeVisible();

  await context.unroute('**/api/**');
  await expect(notice(page)).toBeHidden(inAWhile);
  await expect(page.getByRole('list', { name: 'Repairs found' })).toContainText(
    pending.ticketNumber,
    inAWhile,
  );
  await staff.deleteRepair(pending);
  await expect.poll(() => listsWith(page, pending.ticketNumber), inAWhile).toEqual([]);
  await expect.poll(() => keptQueries(page), inAWhile).not.toContain(pending.ticketNumber);
});

test('a list that is broken is removed, and so is what another build has kept', {
  tag: '@long',
}, async ({ page, context, complaints, staff }) => {
  test.slow();
  complaints.expect(/^503 GET .*\/api\//);
  const repair = await staff.takeIn();
  await page.goto('/?tab=clients');
  await expect
    .poll(() => listsWith(page, repair.ticketNumber), inAWhile)
    .toEqual(['watch-repairs']);
  // A proxy that still answers in front of a product that doesn't.
  await context.route('**/api/**', (route) =>
    route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Unavailable</h1>' }),
  );
  await page.evaluate(() => {
    localStorage.setItem('watch-repairs', '[{"id":');
    localStorage.setItem('clients', 'null');
    localStorage.setItem('theme', '{"mauve":');
  });
  await page.goto('/?tab=repairs');
  await expect(repairCard(page, repair.ticketNumber)).toBeVisible();
  await expect(notice(page)).toBeVisible();
  await expect(page.locator('html')).toHaveClass(/light/);
  // Removed; with the next write they again hold what the browser keeps.
  for (const key of ['watch-repairs', 'clients'] as const) {
    const list = () => storedList(page, key).then((text) => JSON.parse(text ?? '[]') as unknown);
    await expect.poll(list, inAWhile).toEqual(expect.any(Array));
  }

  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('local-copies');
        opening.onsuccess = () => {
          const store = opening.result.transaction('queries', 'readwrite').objectStore('queries');
          const reading = store.getAll();
          reading.onsuccess = () => {
            for (const row of reading.result) store.put({ ...row, build: 'another' });
          };
          store.transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );
  await page.reload();
  await expect(page.getByText('Couldn’t load the repairs')).toBeVisible();
  await expect(notice(page)).toBeHidden();
  await page.evaluate(() => localStorage.setItem('isAuthenticated', '{"yes":1}'));
  await page.goto('/');
  await expect(field(page, 'Password')).toBeVisible();
});

test('a server that does not answer is not waited for, and its late answer is shown', {
  tag: '@long',
}, async ({ page, context, staff }) => {
  test.slow();
  const repair = await staff.takeIn();
  await page.goto('/?tab=repairs');
  await expect
    .poll(() => listsWith(page, repair.ticketNumber), inAWhile)
    .toEqual(['watch-repairs']);
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await context.route('**/api/**', async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await page.reload();
  await expect(repairCard(page, repair.ticketNumber)).toBeVisible(inAWhile);
  await expect(notice(page)).toBeVisible();
  const fresh = await staff.takeIn();
  letGo();
  await expect(repairCard(page, fresh.ticketNumber)).toBeVisible(inAWhile);
  await expect(notice(page)).toBeHidden(inAWhile);
});

for (const [name, forbid] of [
  [
    'forbidden',
    () =>
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      }),
  ],
  [
    'full',
    () => {
      IDBObjectStore.prototype.put = function put() {
        // Ends what was begun, too.
        this.transaction.abort();
        throw new DOMException('The disk is full.', 'QuotaExceededError');
      };
    },
  ],
] as const) {
  test.describe(`if the browser’s storage is ${name}`, () => {
    test.use({ storageState: loggedOut });

    const tag = name === 'full' ? '@long' : [];
    test('the product works and says so once', { tag }, async ({ page }) => {
      await page.addInitScript(forbid);
      await page.goto('/?tab=new-repair');
      await field(page, 'Password').fill(password);
      await button(page, 'Login').click();
      await field(page, 'Customer name').fill(`Rita ${name}`);
      await field(page, 'Email').fill(`rita.${randomUUID().slice(0, 6)}@mail.example`);
      await field(page, 'Phone').fill(newPhone());
      await field(page, 'Watch brand').fill('Zenith');
      await field(page, 'Watch model').fill('Elite');
      await field(page, 'Request').fill('Stops at night');
      await expectToast(page, 'This browser can’t keep a local copy');
      await button(page, 'Close notification').click();
      const ticketNumber = await createRepair(page);
      await tab(page, 'Overview').click();
      await expect(repairCard(page, ticketNumber)).toBeVisible();
      await tab(page, 'Repairs').click();
      await expect(repairCard(page, ticketNumber)).toBeVisible();
      await expect(page.getByText('This browser can’t keep a local copy')).toBeHidden();
    });
  });
}

test('if local storage is nearly full, the lists hold the newest that fit', {
  tag: '@long',
}, async ({ page, staff }) => {
  for (let number = 0; number < 8; number += 1) {
    await staff.takeIn({ issue: `Number ${number}. ${'It stops now and then. '.repeat(60)}` });
  }
  const newest = await staff.takeIn();
  await page.goto('/404');
  await page.evaluate(() => {
    let size = 0;
    for (let step = 4 * 1024 * 1024; step >= 1; step = Math.floor(step / 2)) {
      try {
        localStorage.setItem('filler', 'x'.repeat(size + step));
        size += step;
      } catch {
        // Too much: half of it next.
      }
    }
    localStorage.setItem('filler', 'x'.repeat(size - 12_000));
  });
  await page.goto('/');
  await expect
    .poll(() => listsWith(page, newest.ticketNumber), inAWhile)
    .toEqual(['watch-repairs']);
  const rows = JSON.parse((await storedList(page, 'watch-repairs')) ?? '') as Repair[];
  expect(rows[0]?.ticketNumber).toBe(newest.ticketNumber);
  expect(rows.length).toBeLessThan(9);
});
