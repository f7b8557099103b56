import { expectAccessible } from './axe.ts';
import { button, createRepair, dialog, field, question } from './locators.ts';
import { overflowing, phone } from './measures.ts';
import { recordPrints } from './prints.ts';
import { expect, test } from './shop.ts';
import { newPhone } from './staff.ts';
import { expectToast } from './toasts.ts';

/** A new store, and no one at a terminal. */

test.use({ isConfigured: false, contextOptions: { reducedMotion: 'reduce' } });

test('a new shop is set up in the browser, and its ticket is printed under its own name', {
  tag: '@long',
}, async ({ page, context, secondPage, complaints }) => {
  complaints.expect(/^412 PUT .*\/api\/settings$/);
  await recordPrints(context);
  await page.goto('/');
  const typing = await context.newPage();
  await typing.goto('/');
  const elsewhere = dialog(typing, 'Set up your shop');
  await field(elsewhere, 'Name').fill('Quay Watches');
  const setUp = dialog(page, 'Set up your shop');
  const menu = page.getByRole('button', { name: 'Menu: Shop, needs setup' });

  await test.step('it may wait, and a mark is a reminder of it', async () => {
    await expect(setUp).toContainText('Step 1 of 3: Your shop');
    await expectAccessible(page);
    await button(setUp, 'Later').click();
    await expect(setUp).toBeHidden();
    await page.reload();
    await expect(menu).toBeVisible();
    await expect(setUp).toBeHidden();
    await menu.click();
    await page.getByRole('menuitem', { name: /^Shop/ }).click();
    await button(page.getByRole('region', { name: 'Settings' }), 'Continue').click();
  });

  await test.step('the shop, with the ticket drawn beside it as the owner types', async () => {
    await field(setUp, 'Name').fill('');
    await button(setUp, 'Save and continue').click();
    await expect(field(setUp, 'Name')).toBeFocused();
    await expect(setUp.getByText('Name is required')).toBeVisible();
    await field(setUp, 'Name').fill('Pier Watches');
    const drawn = setUp.getByTitle('The printed ticket of Pier Watches').contentFrame();
    await expect(drawn.getByText('Pier Watches')).toBeVisible();
    await field(setUp, 'Address').fill('2 Pier Road');
    await field(setUp, 'Phone').fill('(207) 555-0111');
    await field(setUp, 'Email').fill('hello@pier.example');
    await field(setUp, 'Social handle').fill('@pier');
    await expect(drawn.getByText('(207) 555-0111 · hello@pier.example')).toBeVisible();
    await page.setViewportSize(phone);
    expect(await overflowing(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await button(setUp, 'Save and continue').click();
  });

  await test.step('the technicians', async () => {
    const first = setUp.getByRole('group', { name: 'Technician 1' });
    await expect(field(first, 'Name')).toBeFocused();
    const third = setUp.getByRole('group', { name: 'Technician 3' });
    await field(third, 'Name').fill('Chloe');
    await button(setUp, 'Save and continue').click();
  });

  await test.step('days, hours and a backup every day', async () => {
    const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
    await expect(field(setUp, 'Time zone')).toHaveValue(zone);
    await expect(field(setUp, 'Time zone')).toBeFocused();
    const parts = await field(setUp, 'Time zone')
      .locator('> *')
      .evaluateAll((all) => all.map((one) => one.getAttribute('label') ?? one.textContent));
    expect(parts).toEqual([
      expect.stringMatching(/, as on this computer$/),
      'United States',
      'All time zones',
      'Server time zone',
    ]);
    await field(setUp, 'Typical turnaround (days)').fill('5');
    await button(setUp, 'Back').click();
    await expect(setUp).toContainText('Step 2 of 3');
    await button(setUp, 'Later').click();
    await button(question(page, 'Discard your changes?'), 'Keep editing').click();
    await button(setUp, 'Save and continue').click();
    await expect(field(setUp, 'Typical turnaround (days)')).toHaveValue('5');
    await setUp.getByRole('checkbox', { name: /^Saturday/ }).uncheck();
    await expect(field(setUp, 'Make a backup every day')).toBeChecked();
    await expect(field(setUp, 'Time of the backup')).toHaveValue('03:00');
    await expectAccessible(page);
    await secondPage.goto('/');
    await expect(dialog(secondPage, 'Set up your shop')).toBeVisible();
    await button(setUp, 'Finish').click();
    await expectToast(page, 'The shop is set up', 'Change anything later');
    await expect(setUp).toBeHidden();
    await expect(page.getByRole('tabpanel', { name: 'Shop' })).toBeFocused();
    await expect(button(page, 'Menu')).toBeVisible();
  });

  await test.step('every other browser knows, and nothing typed is lost without a question', async () => {
    await expectToast(secondPage, 'The shop is set up', 'in another browser');
    await expect(dialog(secondPage, 'Set up your shop')).toBeHidden();
    await expect(field(elsewhere, 'Address')).toHaveValue('2 Pier Road');
    await expect(field(elsewhere, 'Name')).toHaveValue('Quay Watches');
    await button(elsewhere, 'Save and continue').click();
    await expect(elsewhere.getByText('Pier Watches')).toBeVisible();
    await button(elsewhere, 'Later').click();
    await button(question(typing, 'Discard your changes?'), 'Discard').click();
    await expect(elsewhere).toBeHidden();
    await typing.close();
    await secondPage.goto('/?tab=technicians');
    await expect(secondPage.getByRole('heading', { name: 'Chloe' })).toBeVisible();
    await expect(button(secondPage, 'Menu')).toBeVisible();
    await expect(dialog(secondPage, 'Set up your shop')).toBeHidden();
  });

  await test.step('the first ticket has the name of the shop', async () => {
    await button(page, 'New repair').click();
    await field(page, 'Customer name').fill('Lise Meitner');
    await field(page, 'Email').fill('lise@mail.example');
    await field(page, 'Phone').fill(newPhone());
    await field(page, 'Watch brand').fill('Omega');
    await field(page, 'Watch model').fill('De Ville');
    await field(page, 'Request').fill('Stops at night');
    const number = await createRepair(page);
    const opened = context.waitForEvent('page');
    await button(page, 'Print ticket').click();
    const ticket = await opened;
    await expect(ticket.getByText('Pier Watches')).toBeVisible();
    await expect(ticket.getByText('2 Pier Road')).toBeVisible();
    await expect(ticket.getByRole('heading', { name: number })).toBeVisible();
    await ticket.close();
  });
});
