import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { cameraPhoto } from '../fixtures/camera-photos.ts';
import { expectAccessible } from './axe.ts';
import { chromiumFlags, chromiumPath } from './chromium.ts';
import { button, dialog, field, question, tab, toast } from './places.ts';
import { printedPages } from './printed-pages.ts';
import { recordPrints } from './prints.ts';
import { password, startProduct } from './product.ts';
import { expect, test } from './shop.ts';
import { newPhone, Staff } from './staff.ts';
import { expectToast, recordToasts } from './toasts.ts';

/** Taking in repairs while the server cannot be reached, and how they get there. */

/** Movement would be measured half-way: a dialog that is still fading in has no contrast yet. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Tries come in growing distances while nobody answers. */
const inAWhile = { timeout: 30_000 };

const api = '**/api/**';

/** Neither questions nor answers come through any more. */
async function cutOff(...pages: Page[]): Promise<void> {
  for (const page of pages) await page.route(api, (route) => route.abort('connectionrefused'));
}

async function mend(...pages: Page[]): Promise<void> {
  for (const page of pages) await page.unrouteAll({ behavior: 'ignoreErrors' });
  await tellOfNetwork(...pages);
}

/** As browsers do when a cable is put back. */
async function tellOfNetwork(...pages: Page[]): Promise<void> {
  await Promise.all(pages.map((page) => page.evaluate(() => dispatchEvent(new Event('online')))));
}

/** Tells of the network until it is so: nobody waits for the next of the growing distances. */
async function soon(page: Page, isSo: (quickly: { timeout: number }) => Promise<void>) {
  await expect(async () => {
    await tellOfNetwork(page);
    await isSo({ timeout: 2_000 });
  }).toPass(inAWhile);
}

interface WalkIn {
  customerName: string;
  phone: string;
  issue: string;
}

const walkIn = (name: string): WalkIn => ({
  customerName: `${name} ${randomUUID().slice(0, 6)}`,
  phone: newPhone(),
  issue: 'The date jumps at noon',
});

async function fillIn(page: Page, { customerName, phone, issue }: WalkIn) {
  await field(page, 'Customer name').fill(customerName);
  await field(page, 'Email').fill(`${customerName.replace(' ', '.')}@mail.example`);
  await field(page, 'Phone').fill(phone);
  await field(page, 'Watch brand').fill('Tudor');
  await field(page, 'Watch model').fill('Ranger');
  await field(page, 'Request').fill(issue);
}

const kept = (page: Page) => page.getByRole('region', { name: 'Saved in this browser only' });
const delivered = (page: Page) => page.getByRole('region', { name: 'Repair delivered' });
const sign = (page: Page) => page.getByRole('banner').getByText(/in this browser only|refused/);

const provisional = (within: Locator) => within.getByText(/^P-[34679A-HJKMNP-TV-Z]{5}$/);

/** @returns the provisional number */
async function takeInOffline(page: Page, one: WalkIn): Promise<string> {
  await fillIn(page, one);
  await button(page, 'Create repair').click();
  await expect(kept(page)).toBeVisible(inAWhile);
  return (await provisional(kept(page)).textContent()) ?? '';
}

const photoFile = (buffer: Buffer) => ({ name: 'watch.jpg', mimeType: 'image/jpeg', buffer });

const ticketsOf = async (staff: Staff, { customerName }: WalkIn) =>
  (await staff.repairs()).filter((repair) => repair.customerName === customerName);

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
  // The shop's words of the printed ticket have been loaded by then.
  await expect(page.getByRole('banner').getByRole('heading')).not.toHaveText('Watch repair');

  // The server takes it in; nobody here hears of that.
  await page.route('**/api/repairs', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    await cutOff(page);
    await route.abort('connectionreset');
  });
  await button(page, 'Create repair').click();
  await expectToast(
    page,
    'Kept on this computer. It will be delivered by itself.',
    'Database error',
    'Saving to local storage only',
  );
  await expect(toast(page)).toHaveAttribute('data-toast', 'info');
  expect(await ticketsOf(staff, one)).toHaveLength(1);
  await expect(kept(page)).toContainText('Provisional number');
  const number = (await provisional(kept(page)).textContent()) ?? '';
  await expect(button(kept(page), 'Print ticket')).toBeFocused();
  await expect(sign(page)).toHaveText('1 repair in this browser only');

  await expectAccessible(page);
  await button(kept(page), 'Print in this page').click();
  await expect.poll(() => prints.length).toBe(1);
  await page.emulateMedia({ media: 'print' });
  const paper = page.locator('.ticket');
  await expect(paper.getByRole('heading', { name: number })).toBeVisible();
  await expect(paper.getByText('Provisional: the ticket’s number follows')).toBeVisible();
  await expect(paper.getByText(one.issue)).toBeVisible();
  await expect(paper.getByRole('img')).toHaveCount(0);
  expect(printedPages(await page.pdf({ preferCSSPageSize: true }))).toHaveLength(1);
  await page.emulateMedia({ media: 'screen' });

  await button(page.getByRole('banner'), 'Show').click();
  const list = dialog(page, 'Waiting to be delivered');
  const item = list.getByRole('listitem').filter({ hasText: one.customerName });
  await expect(item).toContainText(number);
  await expect(item).toContainText('With photo');
  await expect(item).toContainText('Waits for the shop’s server');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await button(page, 'Logout').click();
  const leaving = question(page, 'Log out before 1 repair reached the server?');
  await expect(leaving).toContainText(one.customerName);
  await button(leaving, 'Stay logged in').click();

  await mend(page);
  await expect(delivered(page)).toBeVisible(inAWhile);
  const [repair, ...others] = await ticketsOf(staff, one);
  expect(others).toEqual([]);
  const ticketNumber = repair?.ticketNumber ?? '';
  await expect(delivered(page).getByText(ticketNumber, { exact: true })).toBeVisible();
  await expect(delivered(page)).toContainText('The provisional print is to be replaced');
  await expect
    .poll(async () => (await staff.repair(ticketNumber)).repair.initialPhotoUrl, inAWhile)
    .not.toBeNull();
  const { messages, events } = await staff.repair(ticketNumber);
  expect(messages.map(({ kind }) => kind)).toEqual(['created']);
  expect(events.map(({ kind }) => kind).toSorted()).toEqual(
    events
      .map(({ kind }) => kind)
      .toSorted()
      .filter((kind, at, all) => kind !== all[at - 1]),
  );
  await expect(page.getByRole('banner').getByText('1 provisional print to replace')).toBeVisible();
  await button(delivered(page), 'Print ticket').click();
  await expect.poll(() => prints.at(-1)?.title).toBe(`Ticket ${ticketNumber}`);
  await expect(page.getByRole('banner').getByText('provisional print')).toBeHidden();
});

test('of two tabs one delivers, each repair once and in order', async ({
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
  for (const each of [page, other]) await expect(sign(each)).toContainText('3 repairs');

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
    await tellOfNetwork(page, other);
    await page.waitForTimeout(500);
    await route.fulfill({ response });
  });
  await tellOfNetwork(page, other);
  for (const each of [page, other]) await expect(sign(each)).toBeHidden(inAWhile);
  await expect(delivered(other)).toBeVisible();
  expect(answered).toEqual(all.map(({ customerName }) => `201 ${customerName}`));
  for (const one of all) expect(await ticketsOf(staff, one)).toHaveLength(1);
});

test('what the server refuses waits for staff, is mended or thrown away', async ({
  page,
  complaints,
  staff,
}) => {
  test.slow();
  complaints.expect(/^failed POST .*\/api\/repairs /, /^404 POST .*\/api\/repairs$/, /^409 POST/);
  complaints.expect(/^422 PUT .*photos\/initial$/, /^failed PUT .*photos\/initial /);
  // A chosen client is compared with what is stored: here it is gone.
  complaints.tolerate(/^failed \w+ .*\/api\//, /^404 GET .*\/api\/clients\//);
  const [gone, twice, blurred] = [walkIn('Lena'), walkIn('Mona'), walkIn('Quinn')];
  const client = await staff.addClient({
    name: gone.customerName,
    email: `${randomUUID().slice(0, 8)}@mail.example`,
    phone: gone.phone,
  });
  await page.goto(`/?tab=new-repair&client=${client.id}`);
  await expect(field(page, 'Customer name')).toHaveValue(gone.customerName);
  await cutOff(page);
  await field(page, 'Watch brand').fill('Tudor');
  await field(page, 'Watch model').fill('Ranger');
  await field(page, 'Request').fill(gone.issue);
  await button(page, 'Create repair').click();
  await expect(kept(page)).toBeVisible(inAWhile);
  await button(page, 'Create New Repair').click();
  await takeInOffline(page, twice);
  await button(page, 'Create New Repair').click();
  await field(page, 'Initial photo').setInputFiles(photoFile(Buffer.from('no picture')));
  await takeInOffline(page, blurred);
  await staff.deleteClient(client.id);
  const there = await staff.takeIn({
    customerPhone: twice.phone,
    watchBrand: 'Tudor',
    watchModel: 'Ranger',
    issue: twice.issue,
  });
  await tab(page, 'Overview').click();
  await expect(tab(page, 'Overview')).toHaveAttribute('aria-selected', 'true');
  await mend(page);

  const attention = page.getByRole('list', { name: 'Not delivered' });
  await soon(page, (quickly) => expect(attention.getByRole('listitem')).toHaveCount(3, quickly));
  await expect(sign(page)).toHaveText('3 refused');
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 812 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  await page.setViewportSize({ width: 1440, height: 900 });
  const refused = attention.getByRole('listitem').filter({ hasText: twice.customerName });
  await expect(refused).toContainText('Duplicate submission detected');
  await expect(refused.getByRole('link', { name: there.ticketNumber })).toBeVisible();
  await button(refused, 'Discard').click();
  const asked = question(page, `Discard the repair of ${twice.customerName}?`);
  await button(asked, 'Discard').click();
  await expect(refused).toBeHidden();

  // The photo's own refusal leaves its ticket alone.
  const [safe] = await ticketsOf(staff, blurred);
  const withoutPhoto = attention.getByRole('listitem').filter({ hasText: blurred.customerName });
  await expect(withoutPhoto).toContainText('Photo not saved');
  await expect(withoutPhoto).toContainText('The ticket is safe.');
  await field(withoutPhoto, 'Another photo').setInputFiles(photoFile(await cameraPhoto()));
  await expect(withoutPhoto).toBeHidden(inAWhile);
  await expect
    .poll(async () => (await staff.repair(safe?.ticketNumber ?? '')).repair.initialPhotoUrl)
    .not.toBeNull();

  const orphan = attention.getByRole('listitem').filter({ hasText: gone.customerName });
  await expect(orphan).toContainText('Client not found');
  await button(orphan, 'Mend').click();
  await expect(field(page, 'Customer name')).toHaveValue(gone.customerName);
  await expect(page.getByRole('main').getByText(/Client not found/)).toBeVisible();
  await field(page, 'Request').fill('The date jumps at noon, and at midnight');
  await field(page, 'Initial photo').setInputFiles(photoFile(await cameraPhoto()));
  // Not by taking the route off: a request that is under way then would hang for ever.
  let isCut = true;
  await page.route('**/photos/initial', (route) =>
    isCut ? route.abort('connectionreset') : route.continue(),
  );
  await button(page, 'Create repair').click();
  await expect(page.getByRole('region', { name: 'Repair created' })).toBeVisible();
  await expect(page.getByText('its photo waits for the shop’s server')).toBeVisible();
  await expect(sign(page)).toHaveText('1 photo in this browser only');
  isCut = false;
  await tellOfNetwork(page);
  const [repair, ...others] = await ticketsOf(staff, gone);
  expect(others).toEqual([]);
  expect(repair?.issue).toBe('The date jumps at noon, and at midnight');
  expect(await ticketsOf(staff, twice)).toEqual([]);
  await soon(page, (quickly) => expect(sign(page)).toBeHidden(quickly));
  const { repair: whole } = await staff.repair(repair?.ticketNumber ?? '');
  expect(whole.initialPhotoUrl).not.toBeNull();
});

test('a yes that was given offline is delivered, and one that is missing is asked for', async ({
  page,
  complaints,
  staff,
}) => {
  test.slow();
  complaints.expect(/^failed POST .*\/api\/repairs /, /^409 POST .*\/api\/repairs$/);
  complaints.tolerate(/^failed \w+ .*\/api\//);
  const [asked, unasked] = [walkIn('Rhea'), walkIn('Stella')];
  const addClient = ({ customerName: name, phone }: WalkIn) =>
    staff.addClient({ name, email: `${randomUUID().slice(0, 8)}@mail.example`, phone });
  const [first, second] = [await addClient(asked), await addClient(unasked)];
  const choose = async (name: string) => {
    await field(page, 'Existing client').fill(name);
    await page.getByRole('option').click();
    await expect(field(page, 'Customer name')).toHaveValue(name);
    await field(page, 'Watch brand').fill('Tudor');
    await field(page, 'Watch model').fill('Ranger');
    await field(page, 'Request').fill('The date jumps at noon');
  };
  const keep = async () => {
    await button(page, 'Create repair').click();
    await expect(kept(page)).toBeVisible(inAWhile);
    await button(page, 'Create New Repair').click();
  };
  await page.goto('/?tab=new-repair');
  await choose(first.name);
  await cutOff(page);
  const phone = newPhone();
  await field(page, 'Phone').fill(phone);
  await field(page, `Yes, change ${first.name}`).check();
  await keep();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route('**/api/repairs', (route) => route.abort('connectionrefused'));
  await choose(second.name);
  await keep();
  // Meanwhile, on another computer.
  await staff.editClient(second.id, { ...second, name: 'Stella Married', phone: newPhone() });
  await mend(page);

  await tab(page, 'Overview').click();
  const refused = page.getByRole('list', { name: 'Not delivered' }).getByRole('listitem');
  await expect(refused).toContainText('This would change a client', inAWhile);
  const [arrived] = await ticketsOf(staff, asked);
  expect(arrived).toMatchObject({ clientId: first.id, customerPhone: phone });
  await button(page.getByRole('banner'), 'Show').click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByText(`changed from ${asked.phone} to ${phone}`)).toBeVisible();
  await button(panel, 'Undo').click();
  await expect(panel.getByText(`Undone: ${first.name} is in the directory`)).toBeVisible();
  await page.keyboard.press('Escape');
  await button(refused, 'Mend').click();
  const changes = page.getByRole('group', { name: /^This changes Stella Married/ });
  await expect(changes.getByRole('listitem')).toHaveCount(2);
  await button(changes, 'Keep as stored').click();
  await expect(changes).toBeHidden();
  await button(page, 'Create repair').click();
  await expect(page.getByRole('region', { name: 'Repair created' })).toBeVisible();
  const [mended] = await ticketsOf(staff, { ...unasked, customerName: 'Stella Married' });
  expect(mended?.clientId).toBe(second.id);
});

test('a browser that keeps nothing says so, and the form keeps what was typed', async ({
  page,
  complaints,
}) => {
  complaints.expect(/^failed POST .*\/api\/repairs /);
  complaints.tolerate(/^failed \w+ .*\/api\//);
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Forbidden', 'SecurityError');
    };
  });
  await page.goto('/?tab=new-repair');
  await expect(button(page, 'Create repair')).toBeVisible();
  await cutOff(page);
  const one = walkIn('Nora');
  await fillIn(page, one);
  await button(page, 'Create repair').click();
  await expect(page.getByRole('main').getByText('Not saved')).toBeVisible();
  await expect(
    page.getByRole('main').getByText('this browser does not allow anything to be kept'),
  ).toBeVisible();
  await expect(field(page, 'Customer name')).toHaveValue(one.customerName);
  await expect(kept(page)).toBeHidden();
});

test('without the server nobody goes on who was last confirmed more than a week ago', async ({
  page,
  complaints,
}) => {
  complaints.expect(/^failed GET .*\/api\/session /);
  complaints.tolerate(/^failed GET .*\/api\//);
  await page.goto('/?tab=new-repair');
  await expect(button(page, 'Create repair')).toBeVisible();
  await cutOff(page);
  await page.reload();
  await expect(button(page, 'Create repair')).toBeVisible();
  await page.evaluate(
    (week) => {
      const long = new Date(Date.now() - week - 60_000).toISOString();
      localStorage.setItem('session-confirmed', long);
    },
    7 * 24 * 60 * 60_000,
  );
  await page.reload();
  await expect(field(page, 'Password')).toBeVisible();
  await expect(button(page, 'Create repair')).toBeHidden();
});

test('a browser that is closed and opened again without the server, then delivers', async ({
  playwright,
  complaints,
}) => {
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
  await expect(sign(first.page)).toHaveText('1 repair in this browser only');
  await button(first.page.getByRole('banner'), 'Show').click();
  await button(dialog(first.page, 'Waiting to be delivered'), 'Print ticket').click();
  await expect.poll(() => prints.map(({ title }) => title)).toEqual([`Ticket ${number}`]);
  await first.context.close();

  const second = await open();
  await second.page.goto('/');
  await expect(sign(second.page)).toHaveText('1 repair in this browser only', inAWhile);
  await product.resume();
  await expect(sign(second.page)).toBeHidden({ timeout: 60_000 });
  await button(second.page.getByRole('banner'), 'Show').click();
  const list = dialog(second.page, 'Waiting to be delivered');
  await expect(list.getByText('Its provisional print is to be replaced.')).toBeVisible();
  await expect(list).toContainText(number);
  await button(list, 'Done').click();
  await expect(list).toContainText('Nothing waits');
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
  await button(question(second.page, /^Log out before 1 repair/), 'Log out').click();
  await expect(field(second.page, 'Password')).toBeVisible();
  await expect(second.page.getByText('1 repair waits in this browser')).toBeVisible();
  await expect(second.page.getByText(late.customerName)).toHaveCount(0);
  await second.context.unrouteAll({ behavior: 'ignoreErrors' });
  await field(second.page, 'Password').fill(password);
  await button(second.page, 'Login').click();
  await expect.poll(() => ticketsOf(staff, late), inAWhile).toHaveLength(1);
  await expect(sign(second.page)).toBeHidden();
  await second.context.close();
  await rm(folder, { recursive: true, force: true });
  await product.stop();
});
