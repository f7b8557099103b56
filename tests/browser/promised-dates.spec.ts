import type { Page } from '@playwright/test';
import { addDays, dateIn, dateText } from '../../domain/calendar-date.ts';
import { nextOpenDay, proposedDate } from '../../domain/promised-date.ts';
import { defaultShopSettings } from '../../domain/shop-settings.ts';
import { expectAccessible } from './axe.ts';
import {
  attentionCase,
  button,
  chooseFromMenu,
  createRepair,
  dialog,
  field,
  repairCard,
  technician,
  toast,
} from './locators.ts';
import {
  cutOff,
  fillIn,
  inAWhile,
  kept,
  reconnect,
  soon,
  ticketsOf,
  walkIn,
} from './offline-intakes.ts';
import { recordPrints } from './prints.ts';
import { expect, test } from './shop.ts';
import { newPhone } from './staff.ts';
import { expectToast } from './toasts.ts';

const { calendar } = defaultShopSettings;

/** Where the example shop is. */
const zone = 'America/New_York';
const dayMs = 24 * 60 * 60_000;

const today = () => dateIn(Date.now(), zone);

/** An open day, so that nothing is said about it. */
const openDay = (days: number) => nextOpenDay(addDays(today(), days), calendar);

const ticketOf = (page: Page, ticketNumber: string) => dialog(page, new RegExp(ticketNumber));

test('a new repair proposes a date, which staff may change or leave out', async ({
  page,
  staff,
  complaints,
}) => {
  complaints.expect(/^422 POST/);
  await page.goto('/?tab=new-repair');
  const date = field(page, 'Date promised');
  const usual = proposedDate(false, today(), calendar);
  await expect(date).toHaveValue(usual);
  await expect(page.getByText(dateText(usual, today()), { exact: true })).toBeVisible();
  await field(page, 'Same day').check();
  await expect(date).toHaveValue(today());
  await field(page, 'Same day').uncheck();
  await expect(date).toHaveValue(usual);

  // What staff choose stays, even through a reload.
  const chosen = openDay(20);
  await date.fill(chosen);
  await field(page, 'Same day').check();
  await field(page, 'Same day').uncheck();
  await expect(date).toHaveValue(chosen);
  const one = walkIn('Promise');
  await fillIn(page, one);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('new-repair-draft')))
    .toContain(one.issue);
  await page.reload();
  await expect(date).toHaveValue(chosen);
  await date.fill(addDays(today(), -1));
  await button(page, 'Create repair').click();
  await expect(date).toHaveAccessibleDescription(/in the past: choose today or a later day/);
  await expect(date).toBeFocused();
  await expect(field(page, 'Request')).toHaveValue(one.issue);
  await date.fill(chosen);
  // A press within two seconds of the last one is ignored.
  await page.clock.setFixedTime(Date.now() + 3_000);
  const ticketNumber = await createRepair(page);
  expect((await staff.repair(ticketNumber)).repair).toMatchObject({
    expectedOn: chosen,
    firstExpectedOn: chosen,
  });

  await page.goto('/?tab=new-repair');
  await button(page, 'Remove the date').click();
  await expect(date).toHaveValue('');
  await expect(date).toBeFocused();
  await expect(page.getByText('No promised date')).toBeVisible();
  await fillIn(page, walkIn('None'));
  expect((await staff.repair(await createRepair(page))).repair.expectedOn).toBeNull();
});

test('a repair that is kept without a connection keeps its date', { tag: '@long' }, async ({
  page,
  staff,
  complaints,
}) => {
  complaints.tolerate(/^failed \w+ .*\/api\//);
  const one = walkIn('Offline');
  await page.goto('/?tab=new-repair');
  const proposed = proposedDate(false, today(), calendar);
  await expect(field(page, 'Date promised')).toHaveValue(proposed);
  await cutOff(page);
  await fillIn(page, one);
  await button(page, 'Create repair').click();
  await expect(kept(page)).toBeVisible(inAWhile);
  await reconnect(page);
  await soon(page, async (quickly) => {
    await expect.poll(async () => (await ticketsOf(staff, one)).length, quickly).toBe(1);
  });
  expect(await ticketsOf(staff, one)).toMatchObject([{ expectedOn: proposed }]);
});

test('another date is promised from the ticket, and the customer is told when staff ask for it', {
  tag: '@long',
}, async ({ page, staff, complaints }) => {
  complaints.expect(/^422 PATCH/);
  const first = openDay(6);
  const repair = await staff.takeIn({ expectedOn: first });
  const { ticketNumber } = repair;
  await page.goto(`/?tab=repairs&ticket=${ticketNumber}`);
  const ticket = ticketOf(page, ticketNumber);
  await expect(ticket.getByRole('list', { name: 'At a glance' })).toContainText(
    `Due ${dateText(first, today())}`,
  );
  await button(ticket, `${dateText(first, today())}: change`).click();
  const asked = dialog(page, 'Date promised');
  const date = field(asked, 'Date promised');
  await expect(date).toBeFocused();
  await date.fill(addDays(today(), -1));
  await button(asked, 'Save').click();
  await expect(date).toHaveAccessibleDescription(/in the past/);
  await expectAccessible(page);
  const next = openDay(15);
  await date.fill(next);
  await button(asked, 'Save').click();
  await expect(asked).toBeHidden();

  await button(toast(page), 'Tell the customer').click();
  const words = field(ticket, 'Text to the customer');
  await expect(words).toHaveValue(
    `your Omega Seamaster 300, ticket ${ticketNumber}, should now be ready on ${dateText(next, today())}. Questions? (212) 555-0100`,
  );
  await expect(words).toBeFocused();
  const texts = async () => {
    const { messages } = await staff.repair(ticketNumber);
    return messages.filter(({ kind }) => kind === 'manual').map(({ body }) => body);
  };
  expect(await texts()).toEqual([]);
  await button(ticket, 'Send text').click();
  await expectToast(page, 'Text sent');
  expect(await texts()).toEqual([expect.stringMatching(/^Harbor Watch Repair: your Omega/)]);

  await expect(ticket.getByText(`originally ${dateText(first, today())}`)).toBeVisible();
  await expect(ticket).toContainText(`${dateText(first)} → ${dateText(next)}`);
  // It is taken away again, from the card.
  await button(ticket, 'Close').click();
  const changeDate = () => chooseFromMenu(repairCard(page, ticketNumber), 'Date promised');
  await changeDate();
  await date.fill(openDay(17));
  await button(asked, 'Save').click();
  // The offer disappears with the date that it is about.
  await expect(button(toast(page), 'Tell the customer')).toBeVisible();
  await changeDate();
  await button(asked, 'Remove the date').click();
  await button(asked, 'Save').click();
  await expectToast(page, 'Promised date removed');
  await expect(toast(page)).toHaveCount(0);
  await staff.reply(repair, 'STOP');
  await changeDate();
  await date.fill(next);
  await button(asked, 'Save').click();
  await expectToast(
    page,
    /Promised date changed.*replied STOP. Tell the customer the new date another way/,
  );
  await expect(button(toast(page), 'Tell the customer')).toHaveCount(0);
  await staff.edit(repair, { expectedOn: null });
  await page.goto(`/?tab=repairs&ticket=${ticketNumber}`);
  await expect(button(ticket, 'Set a date')).toBeVisible();
});

test('the date promised moves with the same-day switch, and of two who move it at once, the second sees the first’s', {
  tag: '@long',
}, async ({ page, staff, complaints }) => {
  await test.step('the same-day switch moves the date promised to today and back, and the customer is told when staff ask for it', async () => {
    const first = openDay(8);
    const repair = await staff.takeIn({ expectedOn: first });
    const { ticketNumber } = repair;
    await page.goto('/?tab=repairs');
    const card = repairCard(page, ticketNumber);
    await chooseFromMenu(card, 'Same day');
    await expectToast(page, 'Promised date changed', dateText(today(), today()));
    await expect(card).toContainText('Due today');
    await button(toast(page), 'Tell the customer').click();
    const ticket = ticketOf(page, ticketNumber);
    await expect(field(ticket, 'Text to the customer')).toHaveValue(
      new RegExp(`should now be ready on ${dateText(today(), today())}`),
    );
    await expect(ticket.getByText(`originally ${dateText(first, today())}`)).toBeVisible();
    const history = ticket.getByRole('region', { name: 'History' });
    await expect(history).toContainText('Marked as same day');
    await expect(history).toContainText(`${dateText(first)} → ${dateText(today())}`);
    expect((await staff.repair(ticketNumber)).messages.map(({ kind }) => kind)).toEqual([
      'created',
    ]);

    // Back again; and a date that staff have chosen meanwhile stays.
    await page.goto('/?tab=repairs');
    await chooseFromMenu(card, 'Same day');
    await expectToast(page, 'Promised date changed', dateText(first, today()));
    await chooseFromMenu(card, 'Same day');
    await expect(card).toContainText('Due today');
    await staff.edit(repair, { expectedOn: openDay(2) });
    await expect(card).not.toContainText('Due today');
    await chooseFromMenu(card, 'Same day');
    await expectToast(page, 'No longer same day', 'The promised date stays');
    expect((await staff.repair(ticketNumber)).repair).toMatchObject({
      isSameDay: false,
      expectedOn: openDay(2),
    });
  });

  await test.step('of two who promise another date at once, the second sees the first’s', async () => {
    complaints.expect(/^412 PATCH/);
    const repair = await staff.takeIn({ expectedOn: openDay(6) });
    const { ticketNumber } = repair;
    await page.goto(`/?tab=repairs&ticket=${ticketNumber}`);
    await button(ticketOf(page, ticketNumber), `${dateText(openDay(6), today())}: change`).click();
    const asked = dialog(page, 'Date promised');
    await field(asked, 'Date promised').fill(openDay(12));
    await staff.edit(repair, { expectedOn: openDay(9) });
    await expect(page.getByText(dateText(openDay(9), today())).first()).toBeVisible();
    await button(asked, 'Save').click();
    await expect(asked.getByText('Someone else changed this')).toBeVisible();
    await expect(field(asked, 'Date promised')).toHaveValue(openDay(12));
    await expect(
      asked.getByRole('group', { name: 'Other version of Date promised' }),
    ).toContainText(`Saved version ${dateText(openDay(9))}`);
    await expectAccessible(page);
    await button(asked, 'Save').click();
    await expect(asked).toBeHidden();
    expect((await staff.repair(ticketNumber)).repair.expectedOn).toBe(openDay(12));
  });
});

test('a promise that cannot be kept needs attention, and is put right from there', {
  tag: '@long',
}, async ({ page, staff }) => {
  await test.step('what was promised needs attention until it is started, and is started from there', async () => {
    const ticketNumber = 'WH271828EXP';
    await staff.importRepair({
      'Ticket number': ticketNumber,
      'Customer name': 'Emmy Noether',
      Email: 'noether@mail.example',
      Phone: newPhone(),
      Brand: 'Omega',
      Model: 'De Ville',
      Issue: 'Stops at night',
      Status: 'pending',
      'Date in': new Date(Date.now() - 9 * dayMs).toISOString(),
      'Date promised': addDays(today(), -1),
    });
    await page.goto('/?attention=all');
    const one = attentionCase(page, ticketNumber);
    const promised = dateText(addDays(today(), -1), today());
    await expect(one).toContainText(`Due ${promised}: not started`);
    await expect(one).toContainText('Overdue 1 day');
    await expectAccessible(page);
    await button(one, 'Assign').click();
    const assigning = dialog(page, 'Assign repair');
    await technician(assigning, 'Ana').click();
    await button(assigning, 'Assign').click();
    await button(one, 'Start work').click();
    await expect(one).toBeHidden();
  });

  await test.step('a part that is expected after the date promised needs attention until another date is promised', async () => {
    const [promised, expectedOn] = [openDay(6), openDay(9)];
    const repair = await staff.takeIn({ expectedOn: promised });
    const { ticketNumber } = repair;
    const description = 'Dial, silver, with applied indices and a sub-dial for the small seconds';
    await staff.addPart(repair, { description, supplier: 'Lakeside Watch Supply', expectedOn });
    await page.goto('/?attention=all');
    const one = attentionCase(page, ticketNumber);
    const inWords = (date: string) => dateText(date, today());
    await expect(one).toContainText(
      `Due ${inWords(promised)}: part expected ${inWords(expectedOn)}`,
    );
    await expect(one).toContainText(`${description} from Lakeside Watch Supply`);
    await expectAccessible(page);
    await button(one, 'Change date').click();
    const asked = dialog(page, 'Date promised');
    await field(asked, 'Date promised').fill(openDay(10));
    await button(asked, 'Save').click();
    await expect(one).toBeHidden();
    await button(toast(page), 'Tell the customer').click();
    const ticket = ticketOf(page, ticketNumber);
    await expect(field(ticket, 'Text to the customer')).toHaveValue(/should now be ready on/);
    await expect(ticket).toContainText(`Part added: ${description}`);
    await expect(ticket).toContainText(`Date expected: ${dateText(expectedOn)}`);
  });
});

test('a repair that is due or overdue says so until it is done', { tag: '@long' }, async ({
  page,
  staff,
}) => {
  const repair = await staff.takeIn({ expectedOn: today() });
  const { ticketNumber } = repair;
  await staff.start(await staff.assign(repair, 'ana'));
  await page.goto('/?tab=repairs');
  const card = repairCard(page, ticketNumber);
  await expect(card).toContainText('Due today');
  await page.clock.setFixedTime(Date.now() + 3 * dayMs);
  await page.reload();
  await expect(card).toContainText('Overdue 3 days');
  await staff.sendEstimate(repair, 80);
  await page.reload();
  await expect(card).toContainText('Waiting on customer');
  await expect(card).not.toContainText('Overdue');
  await staff.reply(repair, 'ACCEPT');
  await staff.complete(await staff.assign(repair, 'ana'), 'Done');
  await page.reload();
  await expect(card).toContainText('Completed');
  await expect(card).not.toContainText(/Overdue|Due \w+, /);
});

test('after an ACCEPT the ticket offers to move the date by the days that the customer took', {
  tag: '@long',
}, async ({ page, staff }) => {
  const repair = await staff.takeIn({ expectedOn: openDay(6) });
  const { ticketNumber } = repair;
  await staff.sendEstimate(repair, 80);
  await staff.reply(repair, 'ACCEPT');
  // The estimate went out five days before.
  await page.route(`**/api/repairs/${ticketNumber}`, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const { 'if-none-match': _, ...headers } = route.request().headers();
    const response = await route.fetch({ headers });
    const answer = await response.json();
    const estimateSentAt = new Date(Date.now() - 5 * dayMs).toISOString();
    await route.fulfill({
      response,
      json: { ...answer, repair: { ...answer.repair, estimateSentAt } },
    });
  });
  await page.goto(`/?tab=repairs&ticket=${ticketNumber}`);
  const ticket = ticketOf(page, ticketNumber);
  await expect(ticket).toContainText('The customer took 5 days to answer the estimate.');
  // Two facts, not "accepted by" a day.
  const facts = ticket.getByRole('list', { name: 'At a glance' }).getByRole('listitem');
  await expect(facts.nth(0)).toHaveText('Estimate Accepted');
  await expect(facts.nth(2)).toHaveText(`Due ${dateText(openDay(6), today())}`);
  await expectAccessible(page);
  const moved = nextOpenDay(addDays(openDay(6), 5), calendar);
  await button(ticket, `Move to ${dateText(moved, today())}`).click();
  await expect(button(toast(page), 'Tell the customer')).toBeVisible();
  // The offer disappears with its button: the reader stays in the ticket.
  await expect(ticket.getByRole('heading', { level: 2 })).toBeFocused();
  await page.reload();
  await expect(button(ticket, `${dateText(moved, today())}: change`)).toBeVisible();
  // The history is read with the ticket: it says that staff have decided.
  await expect(ticket.getByRole('region', { name: 'History' })).toContainText('Details changed');
  await expect(ticket).not.toContainText('to answer the estimate');
  const { repair: now, messages } = await staff.repair(ticketNumber);
  expect(now).toMatchObject({ expectedOn: moved, firstExpectedOn: openDay(6) });
  expect(messages.some(({ kind }) => kind === 'manual')).toBe(false);
});

test('the printed ticket has the promised date only if the shop has switched that on', {
  tag: '@long',
}, async ({ page, context, staff }) => {
  await recordPrints(context);
  const repair = await staff.takeIn({ expectedOn: openDay(6) });
  const printed = async () => {
    await page.goto(`/?tab=repairs&ticket=${repair.ticketNumber}`);
    const opening = page.waitForEvent('popup');
    await button(ticketOf(page, repair.ticketNumber), 'Print ticket').click();
    return (await opening).getByRole('article');
  };
  const usual = await printed();
  await expect(usual).toContainText('Omega Seamaster 300');
  await expect(usual).not.toContainText('Ready by');
  await staff.changeSettings({ ticket: { printsReadyBy: true, terms: null } });
  try {
    await expect(await printed()).toContainText(new RegExp(`Ready by\\s*${dateText(openDay(6))}`));
  } finally {
    await staff.changeSettings({ ticket: { printsReadyBy: false, terms: null } });
  }
});

test.describe('a browser in another time zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  /** As the clock in the shop shows it. */
  const inShop = (iso: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone }).format(new Date(iso));

  test('shows and prints the times of the shop', async ({ page, context, staff }) => {
    await recordPrints(context);
    const { ticketNumber, createdAt } = await staff.takeIn();
    await page.goto(`/?tab=repairs&ticket=${ticketNumber}`);
    const ticket = ticketOf(page, ticketNumber);
    const takenIn = ticket.locator(`time[datetime="${createdAt}"]`).first();
    await expect(takenIn).toContainText(inShop(createdAt, { timeStyle: 'short' }));
    // At once: parts of the ticket that come later have times, too.
    const times = await page
      .locator('time[title]')
      .evaluateAll((all) =>
        all.map(
          (time) => [time.getAttribute('datetime') ?? '', time.getAttribute('title')] as const,
        ),
      );
    expect(times.length).toBeGreaterThan(0);
    for (const [iso, title] of times) {
      expect(title).toBe(inShop(iso, { dateStyle: 'medium', timeStyle: 'short' }));
    }

    const opening = page.waitForEvent('popup');
    await button(ticket, 'Print ticket').click();
    const printed = (await opening).getByRole('article');
    await expect(printed).toContainText(inShop(createdAt, { dateStyle: 'medium' }));
    await expect(printed).toContainText(inShop(createdAt, { timeStyle: 'short' }));
  });
});
