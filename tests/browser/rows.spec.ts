import type { Locator, Page } from '@playwright/test';
import { addDays } from '../../domain/calendar-date.ts';
import { expectAccessible } from './axe.ts';
import { button, dialog, repairCard, repairRow } from './locators.ts';
import { desk, phone, tablet } from './measures.ts';
import { expect, test } from './shop.ts';
import type { Staff } from './staff.ts';
import { expectToast } from './toasts.ts';

const table = (page: Page, name = 'All repairs'): Locator => page.getByRole('table', { name });

const head = (page: Page, name: string, list?: string): Locator =>
  table(page, list).getByRole('columnheader', { name, exact: true });

/** @returns which of the rows comes first, second and third, of three that may be among others */
async function orderOf(page: Page, tickets: readonly string[]): Promise<number[]> {
  const texts = await table(page).getByRole('rowheader').allTextContents();
  return texts
    .map((text) => tickets.findIndex((ticket) => text.includes(ticket)))
    .filter((index) => index !== -1);
}

/** Few stories give them work: their list is short enough to fit in the window whole. */
const technicianOfThree = 'finn';

/** The middle one is promised for the earliest day, the newest for the latest. */
async function takeInThree(staff: Staff): Promise<string[]> {
  const tickets: string[] = [];
  for (const days of [300, 200, 400]) {
    const expectedOn = addDays(new Date().toISOString().slice(0, 10), days);
    const repair = await staff.takeIn({ customerName: 'Vera Lind', expectedOn });
    await staff.assign(repair, technicianOfThree);
    tickets.push(repair.ticketNumber);
  }
  return tickets;
}

test('repairs as rows: chosen once on this computer, in every order', { tag: '@long' }, async ({
  page,
  staff,
}) => {
  const tickets = await takeInThree(staff);
  const [ticketNumber = ''] = tickets;
  await page.goto(`/?tab=repairs&technician=${technicianOfThree}`);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(button(page, 'Cards')).toHaveAttribute('aria-pressed', 'true');
  await button(page, 'Rows').click();
  await expect(table(page).getByRole('columnheader')).toHaveText([
    'Select all',
    'Customer',
    'Watch and request',
    'Status and technician',
    'Promised',
    'Price',
    'Next step',
  ]);
  const row = repairRow(page, ticketNumber);
  await expect(row.getByRole('rowheader')).toContainText(`Vera Lind${ticketNumber} · (`);
  expect(await orderOf(page, tickets)).toEqual([2, 1, 0]);

  await button(head(page, 'Promised'), 'Promised').click();
  await expect(page).toHaveURL(/sort=promised/);
  await expect(head(page, 'Promised')).toHaveAttribute('aria-sort', 'ascending');
  await expect(button(head(page, 'Promised'), 'Promised')).toBeFocused();
  await expect.poll(() => orderOf(page, tickets)).toEqual([1, 0, 2]);
  await page.getByRole('button', { name: /^Sort: / }).click();
  await page.getByRole('menuitemradio', { name: 'Oldest' }).click();
  await expect.poll(() => orderOf(page, tickets)).toEqual([0, 1, 2]);
  await page.reload();
  await expect.poll(() => orderOf(page, tickets)).toEqual([0, 1, 2]);
  await expectAccessible(page);

  // The overview starts with rows, and remembers its own choice; cards if there is no room.
  await page.goto('/');
  const { ticketNumber: pending } = await staff.takeIn();
  await expect(page.getByRole('table', { name: 'Pending repairs' })).toBeVisible();
  await button(page, 'Cards').click();
  await page.reload();
  await expect(page.getByRole('article', { name: `Repair ${pending}` })).toBeVisible();
  await button(page, 'Rows').click();
  await page.setViewportSize(phone);
  await expect(page.getByRole('article', { name: `Repair ${pending}` })).toBeVisible();
  await expect(button(page, 'Rows')).toHaveCount(0);
});

test('rows by keyboard: arrows move, Enter opens, the row of the ticket beside it is marked', {
  tag: '@long',
}, async ({ page, staff }) => {
  const [lower = '', upper = ''] = await takeInThree(staff);
  await page.goto('/?tab=repairs');
  await button(page, 'Rows').click();
  const link = (ticketNumber: string) =>
    repairRow(page, ticketNumber).getByRole('link', { name: ticketNumber });
  await link(upper).focus();
  await page.keyboard.press('ArrowDown');
  await expect(link(lower)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(link(upper)).toBeFocused();
  await page.keyboard.press('Enter');
  const details = dialog(page, upper);
  await expect(details).toBeVisible();
  await expect(link(upper)).toHaveAttribute('aria-current', 'true');
  const marked = await repairRow(page, upper).evaluate(
    (row) => getComputedStyle(row).backgroundColor,
  );
  const other = await repairRow(page, lower).evaluate(
    (row) => getComputedStyle(row).backgroundColor,
  );
  expect(marked).not.toBe(other);
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(link(upper)).toBeFocused();

  // A technician's name reassigns the repair, and opens no ticket.
  const row = repairRow(page, upper);
  await page.keyboard.press('Tab');
  await expect(button(row, 'Finn: reassign')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(link(lower)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const reassigning = dialog(page, 'Reassign');
  await reassigning.getByRole('button', { name: /^David .+ active$/ }).click();
  await expect(reassigning).toBeHidden();
  await expect(button(row, 'David: reassign')).toBeFocused();
  await button(row, 'David: reassign').click();
  await reassigning.getByRole('button', { name: /^Finn .+ active$/ }).click();
  await expect(button(row, 'Finn: reassign')).toBeFocused();
  await expect(details).toBeHidden();

  // The list stays in use beside the ticket.
  await repairRow(page, upper).getByText('Vera Lind').click();
  await expect(details).toBeVisible();
  await repairRow(page, lower).getByText('Vera Lind').click();
  await expect(dialog(page, lower)).toBeVisible();
});

test('rows on an upright tablet, and rows of completed repairs', { tag: '@long' }, async ({
  page,
  staff,
}) => {
  const sameDay = await staff.takeIn({ customerName: 'Vera Lind', isSameDay: true });
  const done = await staff.finish({ customerName: 'Vera Lind' });
  const heads = page.getByRole('table').getByRole('columnheader');
  const shown = heads.filter({ visible: true });
  const always = ['Select all', 'Customer', 'Watch and request', 'Status and technician'];
  await page.setViewportSize(tablet);
  await page.goto('/?tab=repairs');
  await button(page, 'Rows').click();
  // What has no column there is shown with the status.
  await expect(shown).toHaveText(always);
  const now = (ticketNumber: string) =>
    repairRow(page, ticketNumber).getByRole('cell').filter({ visible: true }).nth(2);
  await expect(now(sameDay.ticketNumber)).toContainText(/Pending.*same day/);

  await page.goto('/?sub=completed');
  await expect(shown).toHaveText(always);
  await expect(now(done.ticketNumber)).toContainText(/Completed.* · just now/);
  await page.setViewportSize(desk);
  await expect(head(page, 'Completed', 'Completed repairs')).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await staff.collect(done, 'Vera Lind');
  await button(page.getByRole('toolbar', { name: 'Pickup' }), 'Picked up').click();
  await expect(head(page, 'Picked up', 'Completed repairs')).toBeVisible();
  const { collectedAt } = (await staff.repair(done.ticketNumber)).repair;
  const day = repairRow(page, done.ticketNumber).locator('time').filter({ visible: true });
  await expect(day.first()).toHaveAttribute('datetime', `${collectedAt}`);
  await page.setViewportSize(tablet);
  await expect(shown).toHaveText(always);
  await expect(day).toHaveAttribute('datetime', `${collectedAt}`);
});

test('a technician’s bench says what is next, and work starts from its line and its rows', {
  tag: '@long',
}, async ({ page, context, complaints, staff }) => {
  complaints.expect(/^failed GET .*\/api\//);
  complaints.tolerate(/^failed GET .*\/assets\//);
  const names = { customerName: 'Bo Ek' };
  const today = new Date().toISOString().slice(0, 10);
  // Neither the newest nor the oldest comes first.
  const later = await staff.takeIn({ ...names, expectedOn: addDays(today, 20) });
  const sameDay = await staff.takeIn({ ...names, isSameDay: true });
  const last = await staff.takeIn({ ...names, expectedOn: addDays(today, 30) });
  const sooner = await staff.takeIn({ ...names, expectedOn: addDays(today, 10) });
  for (const repair of [later, sameDay, last, sooner]) await staff.assign(repair, 'finn');
  await staff.sendEstimate(sooner, 85);
  await staff.reply(sooner, 'ACCEPT');
  await expect
    .poll(async () => (await staff.repair(sooner.ticketNumber)).repair.status)
    .toBe('estimate-accepted');

  await page.goto('/?tab=technicians&technician=finn');
  const next = page.getByRole('region', { name: 'What’s next' });
  await expect(next).toContainText(sameDay.ticketNumber);
  await expect(next).toContainText('Same day');
  // The price may change before the work starts.
  await button(next, 'Send estimate').click();
  await button(dialog(page, 'Send estimate'), 'Cancel').click();
  await button(next, 'Start work').click();
  await expectToast(page, 'Work started', sameDay.ticketNumber);
  await expect(next).toContainText('In Progress');
  await button(next, 'Complete').click();
  const completing = dialog(page, 'Complete repair');
  await completing.getByLabel('Completion notes').fill('New battery');
  await button(completing, 'Mark complete').click();
  await expect(completing).toBeHidden();
  // Its text is sent automatically a few seconds later, which may be while the connection is cut below.
  await expectToast(page, 'Repair completed and SMS notification sent!');
  // What waits to be assigned again cannot be started.
  await expect(next).toContainText(later.ticketNumber);

  const approved = repairCard(page, sooner.ticketNumber);
  await expect(approved).toContainText('$85.00 accepted');
  await button(page, 'Rows').click();
  const rows = page.getByRole('table', { name: 'Finn’s repairs' });
  await expect(rows.getByRole('columnheader', { name: 'Next step' })).toHaveCount(1);
  await expect(repairRow(page, sooner.ticketNumber)).toContainText(/\$85\.00\s*accepted/);
  const start = button(repairRow(page, later.ticketNumber), 'Start work');
  await context.setOffline(true);
  await expect(start).toHaveAccessibleDescription(/server can’t be reached/);
  await context.setOffline(false);
  await expect(start).toHaveAccessibleDescription('');
  await start.click();
  await expectToast(page, 'Work started', later.ticketNumber);
  await expect(button(next, 'Complete')).toBeVisible();
  await expectAccessible(page);
});
