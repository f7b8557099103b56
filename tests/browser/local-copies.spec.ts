import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { operations } from '../../domain/api.ts';
import type { Client, Repair } from '../../domain/api-answers.ts';
import { dataFiles } from '../../server/config.ts';
import { rowsInSqlite } from '../harness/stored-rows.ts';
import {
  button,
  createRepair,
  dialog,
  estimateCard,
  field,
  repairCard,
  tab,
  toast,
} from './places.ts';
import { type Product, password } from './product.ts';
import { expect, loggedOut, test } from './shop.ts';
import { newPhone, Staff } from './staff.ts';
import { expectToast } from './toasts.ts';

const keys = ['watch-repairs', 'estimate-repairs', 'completed-repairs', 'clients'] as const;
type Copies = { [Key in (typeof keys)[number]]: string | null };

/** The copies are loaded in quiet moments, some seconds after the screen stands. */
const inAWhile = { timeout: 20_000 };

function storedCopies(page: Page): Promise<Copies> {
  return page.evaluate(
    (names) =>
      Object.fromEntries(names.map((name) => [name, localStorage.getItem(name)])) as Copies,
    [...keys],
  );
}

/** Which copies hold a text, e.g. a ticket number. */
async function copiesWith(page: Page, text: string): Promise<string[]> {
  const copies = await storedCopies(page);
  return keys.filter((key) => copies[key]?.includes(text));
}

/** The server's answers do not come through any more, nor do the questions. */
async function cutOff(context: BrowserContext): Promise<void> {
  await context.route('**/api/**', (route) => route.abort('connectionrefused'));
}

/** As another program does it; the shop's own tables let no such status in. */
async function storeStatus(product: Product, repair: Repair, status: string): Promise<void> {
  const rows = rowsInSqlite(dataFiles.database(product.dataDir));
  await rows.run('pragma ignore_check_constraints = on');
  await rows.run('update repair_tickets set status = ? where id = ?', status, repair.id);
  await rows.close();
}

const sign = (page: Page) =>
  page.getByRole('banner').getByText('This browser’s own copy is shown.');

/** A staff member with a separate session, so that ending it ends nobody else's. */
async function logInAlone(context: BrowserContext, url: string): Promise<Staff> {
  const own = await Staff.logIn(url);
  await context.addCookies(own.browserState().cookies);
  const page = await context.newPage();
  await page.goto(`${url}/404`);
  await page.evaluate(() => localStorage.setItem('isAuthenticated', 'true'));
  await page.close();
  return own;
}

test('what was loaded is read in every tab while the server is away', async ({
  page,
  context,
  complaints,
  product,
  staff,
}) => {
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
  const foreign = await staff.takeIn({ customerName: `Charlotte ${surname}` });
  await staff.assign(foreign, 'ana');
  await storeStatus(product, foreign, 'waiting-for-parts');
  await page.goto('/?tab=technicians');
  await expect
    .poll(() => copiesWith(page, pending.ticketNumber), inAWhile)
    .toEqual(['watch-repairs']);
  await expect.poll(() => copiesWith(page, pending.customerEmail)).toContain('clients');
  expect(await copiesWith(page, assigned.ticketNumber)).toEqual(['watch-repairs']);
  expect(await copiesWith(page, accepted.ticketNumber)).toEqual(['watch-repairs']);
  expect(await copiesWith(page, completed.ticketNumber)).toEqual(['completed-repairs']);
  expect(await copiesWith(page, foreign.ticketNumber)).toEqual(['watch-repairs']);
  const answers = operations.listRepairs.responses[200].shape.items;
  const rows = JSON.parse((await storedCopies(page))['watch-repairs'] ?? '') as Repair[];
  expect(answers.parse(rows)).toEqual(rows);
  expect(rows.map(({ createdAt }) => createdAt)).toEqual(
    rows
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .toReversed(),
  );

  // A status that another program has stored: as it is, and nothing to do but delete it.
  await page.goto('/?tab=repairs');
  await expect(repairCard(page, foreign.ticketNumber)).toContainText('waiting-for-parts');
  await page.goto(`/?ticket=${foreign.ticketNumber}`);
  const opened = dialog(page, foreign.ticketNumber);
  await expect(opened).toContainText('waiting-for-parts');
  await expect(button(opened, 'Delete')).toBeVisible();
  await expect(
    opened.getByRole('button', { name: /assign|estimate|complete|^edit$|start/i }),
  ).toHaveCount(0);

  // A ticket whose estimate is sent leaves the open list, and is still kept.
  await page.goto(`/?ticket=${sent.ticketNumber}`);
  const details = dialog(page, sent.ticketNumber);
  await button(details, 'Send estimate').click();
  const sending = dialog(page, /^Send estimate/);
  await field(sending, 'Estimate amount').fill('95.50');
  await button(sending, 'Send estimate').click();
  await expect
    .poll(() => copiesWith(page, sent.ticketNumber), inAWhile)
    .toEqual(['estimate-repairs']);

  await cutOff(context);
  await page.goto('/?sub=pending');
  await expectToast(page, 'Database error', 'Using local data only');
  await expect(sign(page)).toBeVisible();
  await button(page, 'Close message').click();
  await expect(repairCard(page, pending.ticketNumber)).toBeVisible();
  await expect(repairCard(page, assigned.ticketNumber)).toBeHidden();
  await expect(page.getByRole('list', { name: 'Counts' })).toContainText('Pending');
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

  await tab(page, 'Search').click();
  const digits = pending.customerPhone.replace(/\D/g, '').slice(-10);
  await field(page, 'Search repairs and clients').fill(digits);
  const repairsFound = page.getByRole('list', { name: 'Repairs found' });
  await expect(repairsFound.getByRole('listitem')).toHaveCount(1);
  await expect(repairsFound).toContainText(pending.customerName);
  await field(page, 'Search repairs and clients').fill(`zenith ${surname}`);
  await expect(repairsFound).toContainText(pending.ticketNumber);
  await field(page, 'Search repairs and clients').fill(`Marian ${surname}`);
  await expect(repairsFound).toContainText(sent.ticketNumber);
  await expect(page.getByRole('list', { name: 'Clients found' })).toContainText(sent.ticketNumber);
  await expect(page.getByText(/^1 found in this browser’s copy$/)).toHaveCount(2);
  await field(page, 'Search repairs and clients').fill('nobody-has-this-name');
  await expect(
    page.getByText('Nothing in this browser’s copy; the server could not be asked'),
  ).toHaveCount(2);
  await field(page, 'Search repairs and clients').fill(`Marian ${surname}`);
  await page.getByRole('link', { name: sent.ticketNumber }).first().click();
  const copied = dialog(page, sent.ticketNumber);
  await expect(copied).toContainText('Awaiting Response');
  await expect(copied.getByText('Shown again when the shop’s server is back.')).toHaveCount(2);
  await page.keyboard.press('Escape');

  await tab(page, 'Repairs').click();
  await expect(repairCard(page, completed.ticketNumber)).toBeVisible();
  await expect(repairCard(page, foreign.ticketNumber)).toContainText('waiting-for-parts');
  await tab(page, 'Clients').click();
  await field(page, 'Search clients').fill(surname.toUpperCase());
  const rowsOfClients = page.getByRole('listitem').filter({ has: button(page, 'Select') });
  await expect(rowsOfClients).toHaveCount(7);
  await button(rowsOfClients.filter({ hasText: pending.customerEmail }), 'Select').click();
  await expect(page.getByRole('region', { name: 'Selected client' })).toContainText(
    pending.ticketNumber,
  );
  await tab(page, 'Technicians').click();
  await button(
    page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Ana' }) }),
    'View Repairs',
  ).click();
  await expect(page.getByText(assigned.ticketNumber).first()).toBeVisible();
  await expect(page.getByText(foreign.ticketNumber).first()).toBeVisible();
  await expect(toast(page), 'said once').toHaveCount(0);
  await expect(sign(page)).toBeVisible();

  await context.unroute('**/api/**');
  await expect(sign(page)).toBeHidden(inAWhile);
  await button(page, 'Back').click();
  await expect(page.getByRole('article')).toHaveCount(6);
  await expect(page.getByRole('heading', { name: 'Finn' })).toBeVisible();
});

test('copies that are broken are removed, whichever key and however', async ({
  page,
  context,
  complaints,
  staff,
}) => {
  test.slow();
  complaints.expect(/^503 GET .*\/api\//);
  const repair = await staff.takeIn();
  const stored: Client = {
    id: repair.clientId,
    name: 'Kept Whole',
    email: 'kept.whole@mail.example',
    phone: '',
    address: null,
    optedOutAt: null,
    createdAt: repair.createdAt,
    updatedAt: repair.updatedAt,
  };
  const { isSameDay: _, ...older } = repair;
  await page.goto('/404');
  // A proxy that lives before a product that does not.
  await context.route('**/api/**', (route) =>
    route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Unavailable</h1>' }),
  );
  const broken = [
    '[{"id":',
    'null',
    JSON.stringify([older]),
    JSON.stringify([repair, { ...repair, id: '2', status: 'lost' }, stored, null]),
  ];
  // Every way in which a text can be broken is tried on each key by copy-rows.test.ts.
  for (const [number, text] of broken.entries()) {
    const key = keys[number % keys.length] ?? 'clients';
    await page.evaluate(
      ({ brokenKey, brokenText, repairs, clients }) => {
        localStorage.setItem('watch-repairs', repairs);
        localStorage.setItem('estimate-repairs', '[]');
        localStorage.setItem('completed-repairs', '[]');
        localStorage.setItem('clients', clients);
        localStorage.setItem(brokenKey, brokenText);
      },
      {
        brokenKey: key,
        brokenText: text,
        repairs: JSON.stringify([repair]),
        clients: JSON.stringify([stored]),
      },
    );
    await page.goto(key === 'clients' ? '/?tab=repairs' : '/?tab=clients');
    await expect(
      key === 'clients'
        ? repairCard(page, repair.ticketNumber)
        : page.getByText('kept.whole@mail.example').first(),
    ).toBeVisible();
    // All of them are read together.
    const copies = await storedCopies(page);
    expect(
      keys.filter((each) => copies[each] === null),
      text.slice(0, 40),
    ).toEqual([key]);
  }
  // Without any copy the screens say what they always said.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      if (key !== 'isAuthenticated') localStorage.setItem(key, '{');
    }
    localStorage.setItem('theme', '{"mauve":');
  });
  await page.goto('/?tab=clients');
  await expect(page.getByText('Could not load the clients')).toBeVisible();
  await expect(sign(page)).toBeHidden();
  await expect(page.locator('html')).toHaveClass(/light/);
  await page.evaluate(() => localStorage.setItem('isAuthenticated', '{"yes":1}'));
  await page.goto('/');
  await expect(field(page, 'Password')).toBeVisible();
});

test.describe('without a place to keep anything', () => {
  test.use({ storageState: loggedOut });

  test('the product works and says so once', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
    });
    await page.goto('/?tab=new-repair');
    await field(page, 'Password').fill(password);
    await button(page, 'Login').click();
    await field(page, 'Customer name').fill('Rita Levi-Montalcini');
    await field(page, 'Email').fill('rita@mail.example');
    await field(page, 'Phone').fill(newPhone());
    await field(page, 'Watch brand').fill('Zenith');
    await field(page, 'Watch model').fill('Elite');
    await field(page, 'Request').fill('Stops at night');
    await expectToast(page, 'This browser keeps no local copy');
    await button(page, 'Close message').click();
    const ticketNumber = await createRepair(page);
    await tab(page, 'Overview').click();
    await expect(repairCard(page, ticketNumber)).toBeVisible();
    await tab(page, 'Repairs').click();
    await expect(repairCard(page, ticketNumber)).toBeVisible();
    await expect(page.getByText('This browser keeps no local copy')).toBeHidden();
  });
});

test('a full storage holds the newest that fit, or nothing', async ({ page, staff }) => {
  test.slow();
  for (let number = 0; number < 8; number += 1) {
    await staff.takeIn({ issue: `Number ${number}. ${'It stops now and then. '.repeat(60)}` });
  }
  const newest = await staff.takeIn();
  await page.goto('/404');
  /** Leaves this many characters free. */
  const fill = (free: number) =>
    page.evaluate((left) => {
      localStorage.removeItem('filler');
      let size = 0;
      for (let step = 4 * 1024 * 1024; step >= 1; step = Math.floor(step / 2)) {
        try {
          localStorage.setItem('filler', 'x'.repeat(size + step));
          size += step;
        } catch {
          // Too much: half of it next.
        }
      }
      localStorage.setItem('filler', 'x'.repeat(size - left));
    }, free);

  await fill(9_000);
  await page.goto('/');
  await expect
    .poll(() => copiesWith(page, newest.ticketNumber), inAWhile)
    .toContain('watch-repairs');
  const rows = JSON.parse((await storedCopies(page))['watch-repairs'] ?? '') as Repair[];
  expect(rows[0]?.ticketNumber).toBe(newest.ticketNumber);
  expect(rows.length).toBeLessThan(9);

  await page.goto('/404');
  await page.evaluate(
    (names) => {
      for (const name of [...names, 'local-copies']) localStorage.removeItem(name);
    },
    [...keys],
  );
  await fill(0);
  await page.goto('/');
  await expectToast(page, 'This browser keeps no local copy');
  await expect(repairCard(page, newest.ticketNumber)).toBeVisible();
});

test.describe('with a session of its own', () => {
  test.use({ storageState: loggedOut });

  test('logout clears the copies in all tabs, and no late answer brings them back', async ({
    page,
    context,
    complaints,
    product,
    staff,
  }) => {
    test.slow();
    complaints.tolerate(/^401 GET /);
    const repair = await staff.takeIn();
    await logInAlone(context, product.url);
    const other = await context.newPage();
    await page.goto('/?tab=repairs');
    await expect
      .poll(() => copiesWith(page, repair.ticketNumber), inAWhile)
      .toEqual(['watch-repairs']);
    // The other tab's load is in the middle when this one logs out.
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let isHeld = false;
    await other.route(/\/api\/clients\?limit=100/, async (route) => {
      const response = await route.fetch();
      isHeld = true;
      await held;
      await route.fulfill({ response }).catch(() => undefined);
    });
    await other.goto('/?tab=repairs');
    await expect.poll(() => isHeld, inAWhile).toBe(true);
    // Both tabs write the same copies: what is there is always whole.
    for (const text of Object.values(await storedCopies(other))) JSON.parse(text ?? 'null');
    await button(page, 'Logout').click();
    letGo();
    await expect(field(page, 'Password')).toBeVisible();
    await expect(field(other, 'Password')).toBeVisible();
    const nothing = Object.fromEntries(keys.map((key) => [key, null]));
    await expect.poll(() => storedCopies(other)).toEqual(nothing);
    // What would come late has long had its time.
    await other.waitForTimeout(1_500);
    expect(await storedCopies(other)).toEqual(nothing);
    expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('local-copies');
  });

  test('the end of a session clears them, and nothing is read without a login', async ({
    page,
    context,
    complaints,
    product,
    staff,
  }) => {
    complaints.expect(/^401 /);
    const repair = await staff.takeIn();
    const own = await logInAlone(context, product.url);
    await page.goto('/?tab=repairs');
    await expect
      .poll(() => copiesWith(page, repair.ticketNumber), inAWhile)
      .toEqual(['watch-repairs']);
    await own.logOut();
    await expect(page.getByText('Your session has ended.')).toBeVisible(inAWhile);
    await expect.poll(() => copiesWith(page, repair.ticketNumber)).toEqual([]);
    // Copies that another program left there are nobody's to see either.
    complaints.tolerate(/^failed GET .*\/api\//);
    await cutOff(context);
    await page.evaluate(
      (row) => localStorage.setItem('watch-repairs', row),
      JSON.stringify([repair]),
    );
    await page.reload();
    await expect(field(page, 'Password')).toBeVisible();
    await expect(page.getByText(repair.ticketNumber)).toHaveCount(0);
  });
});
