import type { Page } from '@playwright/test';
import { addDays, dateIn } from '../../domain/calendar-date.ts';
import { expectAccessible } from './axe.ts';
import { button, field, repairCard, tab } from './locators.ts';
import { password } from './product.ts';
import { expect, loggedOut, test } from './shop.ts';
import { newPhone, type Staff } from './staff.ts';

const show = (page: Page) => page.getByRole('toolbar', { name: 'Show' });
const chip = (page: Page, name: string) => button(show(page), name);

/** Opens one of the menus above a list, and chooses from it. */
async function choose(page: Page, menu: string, choice: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${menu}: `) }).click();
  await page.getByRole('menuitemradio', { name: choice }).click();
}

const firstCard = (page: Page) => page.getByRole('article').first();

/** Where the example shop is. */
const zone = 'America/New_York';

const plusDays = (days: number) => addDays(dateIn(Date.now(), zone), days);

/** One for today, one for the week, one without a date; the first is assigned. */
async function takeInThree(staff: Staff) {
  const [technician] = await staff.technicians();
  if (technician === undefined) throw new Error('The shop has no technicians');
  const dueToday = await staff.takeIn({ customerName: 'Ada Due', expectedOn: plusDays(0) });
  await staff.assign(dueToday, technician.id);
  const dueSoon = await staff.takeIn({ customerName: 'Ben Soon', expectedOn: plusDays(3) });
  const undated = await staff.takeIn({ customerName: 'Cleo Undated', expectedOn: null });
  return { technician, dueToday, dueSoon, undated };
}

test('a list is narrowed down by chips and menus, keeps what was chosen, and can be sorted', async ({
  page,
  staff,
}) => {
  const { technician, dueToday, dueSoon, undated } = await takeInThree(staff);
  const waiting = await staff.takeIn({ customerName: 'Dora Waits', expectedOn: null });
  await staff.assign(waiting, technician.id);
  await staff.sendEstimate(waiting, 80);
  await test.step('a list is narrowed down by chips and menus, and stays so after a reload', async () => {
    await page.goto('/?tab=repairs');
    await expect(firstCard(page)).toHaveAccessibleName(`Repair ${waiting.ticketNumber}`);
    await chip(page, 'Due this week').click();
    await expect(page).toHaveURL('/?tab=repairs&show=due-this-week');
    await expect(chip(page, 'Due this week')).toHaveAttribute('aria-pressed', 'true');
    await expect(repairCard(page, undated.ticketNumber)).toBeHidden();
    await expect(repairCard(page, dueSoon.ticketNumber)).toBeVisible();
    await expect(repairCard(page, dueToday.ticketNumber)).toBeVisible();

    await choose(page, 'Technician', technician.name);
    await expect(repairCard(page, dueSoon.ticketNumber)).toBeHidden();
    await choose(page, 'Status', 'Assigned');
    const address = `/?tab=repairs&show=due-this-week&technician=${technician.id}&status=assigned`;
    await expect(page).toHaveURL(address);
    await page.reload();
    await expect(page).toHaveURL(address);
    await expect(button(page, 'Status: Assigned')).toBeVisible();
    await expect(repairCard(page, dueToday.ticketNumber)).toBeVisible();
    await expect(repairCard(page, dueSoon.ticketNumber)).toBeHidden();

    // It cannot be waiting on a customer as well: of the two the later choice counts.
    await choose(page, 'Status', 'All statuses');
    await chip(page, 'Waiting on customer').click();
    await expect(repairCard(page, waiting.ticketNumber)).toBeVisible();
    await choose(page, 'Status', 'Assigned');
    await expect(page).toHaveURL(`/?tab=repairs&technician=${technician.id}&status=assigned`);
    // A choice that would show nothing is not offered.
    await expect(chip(page, 'Waiting on customer')).toHaveCount(0);
    await choose(page, 'Status', 'Ready');
    await expect(page.getByText('No repairs match these filters')).toBeVisible();
    await expectAccessible(page);
    await button(page, 'Show all').click();
    await expect(page).toHaveURL('/?tab=repairs');
    await expect(repairCard(page, undated.ticketNumber)).toBeVisible();
  });

  await test.step('each list offers its sort orders, and none that the chip excludes', async () => {
    await expect(firstCard(page)).toHaveAccessibleName(`Repair ${waiting.ticketNumber}`);
    await choose(page, 'Sort', 'Oldest');
    await expect(page).toHaveURL('/?tab=repairs&sort=oldest');
    await expect(firstCard(page)).not.toHaveAccessibleName(`Repair ${waiting.ticketNumber}`);
    await chip(page, 'Due today').click();
    // By the date promised, and there is nothing to choose.
    await expect(page.getByRole('button', { name: /^Sort: / })).toBeHidden();
    await expect(repairCard(page, dueToday.ticketNumber)).toBeVisible();
    await chip(page, 'Taken in today').click();
    await expect(button(page, 'Sort: Oldest')).toBeVisible();
    await choose(page, 'Sort', 'Newest');
    await expect(page).toHaveURL('/?tab=repairs&show=taken-in-today');
    await expect(firstCard(page)).toHaveAccessibleName(`Repair ${waiting.ticketNumber}`);
  });
});

test('an order that leaves out what is done says so, and All shows all', { tag: '@long' }, async ({
  page,
  staff,
}) => {
  const { technician, dueToday, dueSoon } = await takeInThree(staff);
  await staff.complete(dueToday, 'Regulated');
  await page.goto('/?tab=repairs');
  await expect(repairCard(page, dueToday.ticketNumber)).toBeVisible();
  await choose(page, 'Sort', 'Date promised (open)');
  await expect(repairCard(page, dueToday.ticketNumber)).toBeHidden();
  await expect(chip(page, 'All open')).toHaveAttribute('aria-pressed', 'true');

  await choose(page, 'Status', 'Completed');
  await expect(chip(page, 'All')).toHaveAttribute('aria-pressed', 'false');
  await expect(button(page, 'Sort: Date promised')).toBeVisible();
  await expect(repairCard(page, dueToday.ticketNumber)).toBeVisible();
  await choose(page, 'Technician', technician.name);
  await expect(repairCard(page, dueSoon.ticketNumber)).toBeHidden();
  await chip(page, 'All').click();
  await expect(page).toHaveURL('/?tab=repairs&sort=promised');
  await expect(repairCard(page, dueSoon.ticketNumber)).toBeVisible();

  await page.goto('/?tab=repairs&technician=nobody');
  await expect(button(page, 'Technician: All technicians')).toBeVisible();
  await expect(repairCard(page, dueSoon.ticketNumber)).toBeVisible();
});

test.describe('with a session of its own', () => {
  test.use({ storageState: loggedOut });

  async function logIn(page: Page): Promise<void> {
    await field(page, 'Password').fill(password);
    await button(page, 'Login').click();
  }

  test('what was chosen from a list is there again, until the logout', { tag: '@long' }, async ({
    page,
    staff,
  }) => {
    await takeInThree(staff);
    await page.goto('/');
    await logIn(page);
    await chip(page, 'Due this week').click();
    await expect(page).toHaveURL('/?show=due-this-week');
    await tab(page, 'Assigned').click();
    await expect(page).toHaveURL('/?sub=assigned');
    await expect(chip(page, 'All')).toHaveAttribute('aria-pressed', 'true');
    await tab(page, 'Pending').click();
    await expect(page).toHaveURL('/?show=due-this-week');
    await page.goto('/');
    await expect(chip(page, 'Due this week')).toHaveAttribute('aria-pressed', 'true');
    await expect(page).toHaveURL('/?show=due-this-week');

    // The next login begins with the whole list.
    await button(page, 'Logout').click();
    await logIn(page);
    await tab(page, 'Assigned').click();
    await tab(page, 'Pending').click();
    await expect(page).toHaveURL('/');
    await expect(chip(page, 'All')).toHaveAttribute('aria-pressed', 'true');
  });
});

test('the keyboard walks through the chips, and the counts follow what happens', {
  tag: '@long',
}, async ({ page, staff }) => {
  await staff.importRepair({
    'Ticket number': 'WH271828LAT',
    'Customer name': 'Lotte Late',
    Email: 'lotte.late@mail.example',
    Phone: newPhone(),
    Brand: 'Omega',
    Model: 'De Ville',
    Issue: 'Stops at night',
    Status: 'pending',
    'Date in': new Date(Date.now() - 9 * 24 * 60 * 60_000).toISOString(),
    'Date promised': plusDays(-1),
  });
  await page.goto('/?tab=repairs');
  const taken = async () => {
    const words = await chip(page, 'Taken in today').textContent();
    return Number(words?.replace('Taken in today', '').replace(',', ''));
  };
  await expect.poll(taken).toBeGreaterThan(0);
  const before = await taken();
  const { ticketNumber } = await staff.takeIn({ isSameDay: true });
  await expect.poll(taken).toBe(before + 1);
  await expect(repairCard(page, ticketNumber)).toBeVisible();

  await chip(page, 'All').focus();
  await page.keyboard.press('End');
  await expect(chip(page, 'Same day')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(chip(page, 'Overdue')).toBeFocused();
  await expect(chip(page, 'All')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Enter');
  await expect(chip(page, 'Overdue')).toHaveAttribute('aria-pressed', 'true');
  await expect(repairCard(page, 'WH271828LAT')).toBeVisible();
  await expect(repairCard(page, ticketNumber)).toBeHidden();
});

test('the overview leads to what is due today and to the answers to act on, and narrows down the same-day repairs', {
  tag: '@long',
}, async ({ page, staff }) => {
  await test.step('the line about today leads to what is due, and to the answers to act on', async () => {
    const { dueToday, undated } = await takeInThree(staff);
    const estimate = await staff.takeIn({ customerName: 'Dora Answered' });
    await staff.sendEstimate(estimate, 80);
    await staff.reply(estimate, 'ACCEPT');
    await page.goto('/');
    const today = page.getByRole('list', { name: 'Today' });
    const due = today.getByRole('link', { name: /^[1-9]\d*\sdue/ });
    const count = Number.parseInt((await due.textContent()) ?? '', 10);
    await due.click();
    await expect(repairCard(page, dueToday.ticketNumber)).toBeVisible();
    // The line, the chip and the cards agree on the number.
    await expect(chip(page, 'Due today')).toHaveText(new RegExp(`^Due today\\s*${count}$`));
    await expect(page.getByRole('article')).toHaveCount(count);
    await expect(repairCard(page, undated.ticketNumber)).toBeHidden();
    await page.goBack();
    await today.getByRole('link', { name: /^[1-9]\d*\sanswers? to act on/ }).click();
    await expect(page.getByRole('list', { name: 'Needs attention' })).toContainText(
      'Dora Answered',
    );
  });

  await test.step('same-day repairs are narrowed down by date, and counted separately', async () => {
    const today = await staff.takeIn({ isSameDay: true, expectedOn: plusDays(0) });
    const later = await staff.takeIn({ isSameDay: true, expectedOn: plusDays(3) });
    await staff.takeIn({ expectedOn: plusDays(0) });
    await page.goto('/?sub=same-day');
    await expect(repairCard(page, later.ticketNumber)).toBeVisible();
    await chip(page, 'Due today').click();
    await expect(repairCard(page, later.ticketNumber)).toBeHidden();
    await expect(repairCard(page, today.ticketNumber)).toBeVisible();
    // No chip has its number: the cards above do.
    await expect(chip(page, 'Due today')).toHaveText('Due today');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true });

  test('all that can be chosen from a list is behind one button', { tag: '@long' }, async ({
    page,
    staff,
  }) => {
    const { dueToday, technician } = await takeInThree(staff);
    await page.goto('/?sub=assigned');
    await expect(repairCard(page, dueToday.ticketNumber)).toBeVisible();
    await button(page, 'Sort and filter').click();
    await expectAccessible(page);
    await page.getByRole('menuitemradio', { name: /^Due today/ }).click();
    await expect(page).toHaveURL('/?sub=assigned&show=due-today');
    await expect(repairCard(page, dueToday.ticketNumber)).toBeVisible();
    await button(page, 'Sort and filter').click();
    await page.getByRole('menuitemradio', { name: technician.name }).click();
    await expect(page.getByText(`Due today · ${technician.name}`)).toBeVisible();
  });
});
