import type { Browser, Locator } from '@playwright/test';
import { addDays, dateIn } from '../../domain/calendar-date.ts';
import { expectAccessible } from './axe.ts';
import type { Complaints } from './complaints.ts';
import {
  button,
  chooseFromMenu,
  createRepair,
  dialog,
  field,
  repairCard,
  tab,
  technician,
} from './locators.ts';
import { overflowing, phone } from './measures.ts';
import { startProduct } from './product.ts';
import { expect, loggedOut, test } from './shop.ts';
import { newPhone, Staff } from './staff.ts';
import { expectToast, recordToasts } from './toasts.ts';

/** Everyday trouble: closed for a week, a technician ill, customers who want no texts or Spanish ones. */

test.use({ storageState: loggedOut, contextOptions: { reducedMotion: 'reduce' } });

const today = dateIn(Date.now(), 'America/New_York');

/** Each story changes settings that others count on. */
async function openOwnShop(browser: Browser, complaints: Complaints) {
  const own = await startProduct();
  const staff = await Staff.logIn(own.url, own.password);
  const context = await browser.newContext({
    baseURL: own.url,
    storageState: staff.browserState(),
    viewport: { width: 1440, height: 900 },
  });
  await complaints.watch(context);
  await recordToasts(context);
  const page = await context.newPage();
  const settings = page.getByRole('region', { name: 'Settings' });
  const loads = async () => {
    const technicians = await staff.technicians();
    return ['ana', 'ben'].map((id) => technicians.find((one) => one.id === id)?.activeRepairs);
  };
  return { own, staff, page, settings, loads };
}

test('a closed week takes four presses, and an ill technician’s 22 repairs five', {
  tag: '@long',
}, async ({ browser, complaints }) => {
  complaints.tolerate(/^failed GET /);
  const { own, staff, page, settings, loads } = await openOwnShop(browser, complaints);
  let presses = 0;
  const press = async (what: Locator) => {
    presses += 1;
    await what.click();
  };

  await test.step('closed for a week: four presses from the overview', async () => {
    for (const days of [1, 2, 12, 13]) await staff.takeIn({ expectedOn: addDays(today, days) });
    await page.goto('/');
    await press(button(page, 'Shop'));
    await press(settings.getByRole('link', { name: 'Hours' }));
    await press(button(settings, 'Add dates'));
    await field(settings, 'First closed day').fill(addDays(today, 2));
    await field(settings, 'Last closed day').fill(addDays(today, 12));
    await field(settings, 'Reason').fill('Vacation');
    await press(button(settings, 'Save'));
    await expectToast(page, 'Settings saved', '2 repairs are promised for when the shop is closed');
    expect(presses).toBeLessThanOrEqual(4);
    await expect(settings.getByText('Vacation')).toBeVisible();
    await tab(page, 'Overview').click();
    await expect(page.getByText(/^Closed \w+, \w+ \d+.* to .*, Vacation$/)).toBeVisible();
    await tab(page, 'New repair').click();
    await expect(field(page, 'Date promised')).toHaveValue(/^\d/);
    expect((await field(page, 'Date promised').inputValue()) > addDays(today, 12)).toBe(true);
    await field(page, 'Date promised').fill(addDays(today, 3));
    await expect(field(page, 'Date promised')).toHaveAccessibleDescription(
      /the shop is closed (\(Vacation\)|on that day)$/,
    );
  });

  await test.step('a technician is ill, with 22 repairs: five presses', async () => {
    for (let count = 0; count < 22; count += 1) await staff.assign(await staff.takeIn(), 'ana');
    await page.goto('/');
    presses = 0;
    await press(tab(page, 'Technicians'));
    const card = page.getByRole('article', { name: 'Ana' });
    await press(button(card, 'View Repairs'));
    const all = button(page, 'Select all').or(page.getByRole('checkbox', { name: 'Select all' }));
    await press(all);
    const bar = page.getByRole('region', { name: 'Selected repairs' });
    await expect(bar).toContainText('22 repairs selected');
    await press(button(bar, 'Reassign'));
    const reassigning = dialog(page, 'Reassign 22 repairs');
    await press(reassigning.getByRole('button', { name: /Ben/ }));
    await expectToast(page, '22 repairs reassigned', 'Now with Ben');
    expect(presses).toBeLessThanOrEqual(5);
    expect(await loads()).toEqual([0, 22]);
  });

  await own.stop();
});

test('hours, what customers want, and several repairs at once, in a shop of its own', {
  tag: '@long',
}, async ({ browser, complaints }) => {
  test.slow();
  complaints.tolerate(/^failed GET /);
  complaints.expect(/^422 PUT .*\/api\/settings$/);
  const { own, staff, page, settings, loads } = await openOwnShop(browser, complaints);
  const numbers: string[] = [];
  for (let count = 0; count < 22; count += 1) {
    const { ticketNumber } = await staff.assign(await staff.takeIn(), 'ben');
    numbers.push(ticketNumber);
  }

  await test.step('hours of a day, holidays by name, and what is refused', async () => {
    await page.goto('/?tab=shop&page=hours');
    const holidays = settings.getByRole('button', { name: /^US federal holidays/ });
    const year = Number((await holidays.innerText()).slice(-4));
    await holidays.dblclick();
    await expect(holidays).toHaveText(`US federal holidays ${year + 1}`);
    await expect(
      settings.getByText(/^(New Year’s|Christmas|Thanksgiving) Day/).first(),
    ).toBeVisible();
    await holidays.click();
    const removing = settings.getByRole('button', { name: /^Remove / });
    const count = await removing.count();
    await removing.nth(1).dblclick();
    await expect(removing).toHaveCount(count - 1);
    await expect(settings.getByRole('checkbox', { name: 'Sunday open' })).not.toBeChecked();
    await field(settings, 'Thursday to').fill('08:00');
    await button(settings, 'Save').click();
    await expect(settings.getByText('Closing time must be after opening time')).toBeVisible();
    await expect(field(settings, 'Thursday to')).toBeFocused();
    await field(settings, 'Thursday to').fill('20:00');
    const thursday = settings.getByRole('listitem').filter({ hasText: 'Thursday' });
    await expect(thursday).toContainText('Changed, not saved');
    await expect(settings.getByText('Changed, not saved')).toHaveCount(1);
    await button(settings, 'Add dates').click();
    await field(settings, 'First closed day').fill(addDays(today, 50));
    await button(settings, 'Add dates').click();
    await field(settings, 'First closed day').last().fill(addDays(today, 40));
    const lastDay = field(settings, 'Last closed day').last();
    await lastDay.fill(addDays(today, 39));
    await button(settings, 'Save').click();
    await expect(
      settings.getByText('The last closed day must not be before the first'),
    ).toBeVisible();
    await expect(lastDay).toBeFocused();
    await expect(lastDay).toHaveAttribute('aria-invalid', 'true');
    await lastDay.fill(addDays(today, 41));
    await expectAccessible(page);
    await button(settings, 'Save').click();
    await expectToast(page, 'Settings saved');
    for (const width of [375, 820]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await overflowing(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('some of them by the keyboard, and one date for all', async () => {
    await page.goto('/?tab=repairs');
    await button(page, 'Rows').click();
    const links = page.locator('tr a[data-ticket]');
    await links.first().focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    const bar = page.getByRole('region', { name: 'Selected repairs' });
    await expect(bar).toContainText('3 repairs selected');
    await button(bar, 'Date promised').click();
    const promising = dialog(page, 'Date promised');
    await field(promising, 'Date promised').fill(addDays(today, 20));
    await expectAccessible(page);
    await button(promising, 'Save').click();
    await expectToast(page, 'Promised date changed for 3 repairs');
    await expect(bar).toBeHidden();
  });

  await test.step('a technician marked “Not used” is not offered', async () => {
    await page.goto('/?tab=shop&page=team');
    const last = settings.getByRole('group', { name: 'Technician 6' });
    await field(last, 'Not used').check();
    await field(settings.getByRole('group', { name: 'Technician 2' }), 'Not used').check();
    await button(settings, 'Save').click();
    await expect(settings.getByText('Ben has 22 open repairs. Reassign them first.')).toBeVisible();
    await field(settings.getByRole('group', { name: 'Technician 2' }), 'Not used').uncheck();
    await button(settings, 'Save').click();
    await expectToast(page, 'Settings saved');
    await page.goto('/?tab=technicians');
    await expect(button(page, 'View Repairs')).toHaveCount(6);
    await expect(page.getByText('Not used')).toHaveCount(1);

    const { ticketNumber: free } = await staff.takeIn();
    const { ticketNumber: held } = await staff.assign(await staff.takeIn(), 'chloe');
    await page.goto(`/?tab=repairs&ticket=${free}`);
    const pending = dialog(page, free);
    await button(pending, 'Assign').click();
    await expect(page.getByRole('menuitem', { name: /^Ella/ })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: /^Finn/ })).toHaveCount(0);
    await page.getByRole('menuitem', { name: 'Assign repair…' }).click();
    const assigning = dialog(page, 'Assign repair');
    await expect(technician(assigning, 'Ella')).toBeVisible();
    await expect(technician(assigning, 'Finn')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await chooseFromMenu(pending, 'Done while waiting');
    const finishing = dialog(page, 'Done while waiting');
    await expect(technician(finishing, 'Ella')).toBeVisible();
    await expect(technician(finishing, 'Finn')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.goto(`/?tab=repairs&ticket=${held}`);
    await chooseFromMenu(dialog(page, held), 'Reassign');
    const names = dialog(page, 'Reassign').getByRole('listitem');
    await expect(names.filter({ hasText: 'Ella' })).toBeVisible();
    await expect(names.filter({ hasText: 'Finn' })).toHaveCount(0);
    await page.goto('/?tab=repairs');
    await button(page, 'Technician: All technicians').click();
    await expect(page.getByRole('menuitemradio', { name: /^Ella/ })).toBeVisible();
    await expect(page.getByRole('menuitemradio', { name: /^Finn/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('consent is asked for, and a customer who gave none is not texted', async () => {
    await page.goto('/?tab=shop&page=texting');
    await field(settings, 'Ask for consent at intake').check();
    await field(settings, 'Text only with consent').check();
    await button(settings, 'Save').click();
    await expectToast(page, 'Settings saved');
    await tab(page, 'New repair').click();
    await field(page, 'Customer name').fill('Lucia Campos');
    await field(page, 'Email').fill('lucia@mail.example');
    await field(page, 'Phone').fill(newPhone());
    await field(page, 'Watch brand').fill('Omega');
    await field(page, 'Watch model').fill('De Ville');
    await field(page, 'Request').fill('Stops at night');
    await expect(field(page, 'Agreed to texts')).toHaveAccessibleDescription(
      /^I agree to get texts about my repairs from /,
    );
    const number = await createRepair(page);
    await expect(page.getByText('Not texted: The customer hasn’t agreed to texts.')).toBeVisible();
    await page.goto(`/?ticket=${number}`);
    const details = dialog(page, number);
    await expect(details.getByText('The customer hasn’t agreed to texts.').first()).toBeVisible();
    await page.setViewportSize(phone);
    expect(await overflowing(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('a customer who agrees and reads Spanish gets Spanish texts', async () => {
    await page.goto('/?tab=new-repair');
    await field(page, 'Customer name').fill('Marta Reyes');
    await field(page, 'Email').fill('marta@mail.example');
    await field(page, 'Phone').fill(newPhone());
    await field(page, 'Agreed to texts').check();
    await button(page, 'Company, reference, texts').click();
    await expect(field(page, 'Their reference')).toBeFocused();
    await field(page, 'Language of texts').selectOption('Spanish');
    await field(page, 'Pays by statement').check();
    await field(page, 'Watch brand').fill('Seiko');
    await field(page, 'Watch model').fill('Presage');
    await field(page, 'Request').fill('Runs fast');
    const number = await createRepair(page);
    const { messages, repair } = await staff.repair(number);
    expect(repair).toMatchObject({
      customerLanguage: 'es',
      customerAgreedToTexts: true,
      customerPaysByStatement: true,
    });
    expect(messages[0]?.body).toContain('recibimos su Seiko Presage');

    // An agreement for one number doesn't carry over to another.
    await page.goto(`/?tab=repairs&ticket=${number}`);
    await chooseFromMenu(dialog(page, number), 'Edit client');
    const editing = dialog(page, 'Edit client');
    const agreed = field(editing, 'Agreed to texts');
    await expect(agreed).toBeChecked();
    await field(editing, 'Phone').fill('(207) 555-0177');
    await expect(agreed).not.toBeChecked();
    await expect(agreed).toHaveAccessibleDescription(
      /^They agreed to texts at \(\d{3}\) .*, not at this number/,
    );
    await field(editing, 'Phone').press('Enter');
    await expectToast(page, 'Client updated');
    expect((await staff.repair(number)).repair.customerAgreedToTexts).toBeNull();
  });

  await test.step('a trade customer is not asked for a balance', async () => {
    const trade = await staff.takeIn({
      customerName: 'Noor Bell',
      customerCompany: 'Bell & Sons',
      customerPaysByStatement: true,
      theirReference: 'JC-4711',
      repairPrice: 120,
    });
    await staff.assign(trade, 'ben');
    await staff.complete(trade, 'New battery');
    await page.goto(`/?ticket=${trade.ticketNumber}`);
    const details = dialog(page, trade.ticketNumber);
    await expect(details.getByText('JC-4711').first()).toBeVisible();
    await button(details, 'Hand over').click();
    const leaving = dialog(page, 'Hand over');
    await expect(leaving.getByText('By statement')).toBeVisible();
    await button(leaving, 'Hand over').click();
    await expect(leaving).toBeHidden();
    expect((await staff.repair(trade.ticketNumber)).repair).toMatchObject({
      paid: 0,
      balance: 120,
    });
    await page.goto('/?tab=search&q=jc-4711');
    await expect(
      repairCard(page, trade.ticketNumber).or(page.getByText('JC-4711')).first(),
    ).toBeVisible();
  });

  await test.step('an answer is lost in the middle: “Try again” does each repair once', async () => {
    complaints.expect(/^failed POST .*\/assign net::ERR_FAILED$/);
    let calls = 0;
    await page.route('**/assign', async (route) => {
      calls += 1;
      if (calls !== 10) return route.continue();
      await route.fetch();
      await route.abort('failed');
    });
    await page.goto('/?tab=technicians&technician=ben');
    await button(page, 'Select all')
      .or(page.getByRole('checkbox', { name: 'Select all' }))
      .click();
    const bar = page.getByRole('region', { name: 'Selected repairs' });
    await button(bar, 'Reassign').click();
    await dialog(page, 'Reassign 22 repairs').getByRole('button', { name: /Ana/ }).click();
    const rest = dialog(page, 'Reassign 13 repairs');
    await expect(rest).toContainText('13 repairs not reassigned');
    await expect(rest).toContainText('The shop’s server can’t be reached.');
    expect(await loads()).toEqual([10, 12]);
    await expectAccessible(page);
    await button(rest, 'Try again').click();
    await expectToast(page, '21 repairs reassigned', 'Now with Ana, who already had 1 other');
    await expect(rest).toBeHidden();
    await expect(bar).toBeHidden();
    expect(await loads()).toEqual([22, 0]);
    expect(calls).toBe(22);
    for (const ticketNumber of numbers) {
      const { events } = await staff.repair(ticketNumber);
      const moves = events.filter(({ kind }) => kind === 'repair-reassigned');
      expect([ticketNumber, moves.length]).toEqual([ticketNumber, 1]);
    }
    await button(page, 'Undo').click();
    await expectToast(page, 'Undone for 21 repairs');
    expect(await loads()).toEqual([1, 21]);
  });

  await own.stop();
});
