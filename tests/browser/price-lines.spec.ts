import { expectAccessible } from './axe.ts';
import { button, dialog, field } from './locators.ts';
import { overflowing, phone } from './measures.ts';
import { recordPrints } from './prints.ts';
import { startProduct } from './product.ts';
import { expect, loggedOut, test } from './shop.ts';
import { Staff } from './staff.ts';
import { expectToast, recordToasts } from './toasts.ts';

/** An estimate's lines, from a preset to paper, and more work. In its own shop, because of the tax. */

test.use({ storageState: loggedOut, contextOptions: { reducedMotion: 'reduce' } });

test('a preset and a typed line are sent with their total; more work that is declined changes nothing', async ({
  browser,
  complaints,
}) => {
  const own = await startProduct();
  const staff = await Staff.logIn(own.url, own.password);
  const context = await browser.newContext({
    baseURL: own.url,
    storageState: staff.browserState(),
  });
  await complaints.watch(context);
  await recordToasts(context);
  await recordPrints(context);
  const page = await context.newPage();
  await staff.changeSettings({ taxThousandths: 7_750, pricesIncludeTax: false });

  await page.goto('/?tab=shop&page=tickets');
  await button(page, 'Add a preset').click();
  const preset = page.getByRole('group', { name: 'Preset 1' });
  await field(preset, 'Name').fill('Full service');
  await field(preset, 'Price').fill('520');
  await field(preset, 'Days').fill('14');
  await field(preset, 'Warranty in days').fill('a year');
  await button(page, 'Save').click();
  await expect(field(preset, 'Warranty in days')).toHaveAccessibleDescription(
    'Warranty must be a whole number of days from 0 to 3650, or blank',
  );
  await field(preset, 'Warranty in days').fill('365');
  await preset.getByLabel('Taxable').uncheck();
  await button(page, 'Save').click();
  await expect(button(page, 'Save')).toBeHidden();

  const repair = await staff.takeIn();
  const { ticketNumber } = repair;
  await page.goto(`/?ticket=${ticketNumber}`);
  const ticket = dialog(page, ticketNumber);
  await button(ticket, 'Send estimate').first().click();
  const sending = dialog(page, 'Send estimate');
  await button(sending, 'Full service $520.00').click();
  await expect(field(sending, 'Estimate amount')).toBeHidden();
  await expect(sending).toContainText('Usually takes 14 days.');
  await button(sending, 'Add a line').click();
  const second = sending.getByRole('group', { name: 'Line 2' });
  await button(sending, 'Send estimate').click();
  await expect(field(second, 'Description')).toBeFocused();
  await field(second, 'Description').fill('Crystal, sapphire');
  await second.getByLabel('Kind').selectOption('Part');
  await field(second, 'Quantity').fill('0.5');
  await field(second, 'Unit price').fill('165');
  await button(sending, 'Remove line 2').click();
  await expect(second).toBeHidden();
  await expect(sending.getByRole('status')).toContainText('Removed Crystal, sapphire');
  await expect(button(sending, 'Undo')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field(second, 'Unit price')).toHaveValue('165');
  await button(sending, 'Move line 2 up').click();
  await expect(field(second, 'Description')).toHaveValue('Full service');
  // The focus moves along.
  await expect(button(sending, 'Move line 1 up')).toBeFocused();
  await expect(sending).toContainText('Tax 7.75% on $82.50');
  await expect(sending).toContainText('Total$608.89');
  await expectAccessible(page);
  await page.setViewportSize(phone);
  expect(await overflowing(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await button(sending, 'Send estimate').click();
  await expectToast(page, 'Estimate sent successfully!');
  await staff.reply(repair, 'ACCEPT');
  const [technician] = await staff.technicians();
  await staff.assign(repair, technician?.id ?? '');
  await staff.start(repair);
  await expect(sending).toBeHidden();

  await button(ticket, 'Send estimate').first().click();
  await button(sending, 'Add a line').click();
  const third = sending.getByRole('group', { name: 'Line 3' });
  await field(third, 'Description').fill('Bracelet');
  await field(third, 'Unit price').fill('100');
  await expect(sending).toContainText('New total$716.64');
  await expect(sending).toContainText('needs more work: new total $716.64 instead of $608.89');
  await expect(sending).toContainText('If declined, the repair continues at $608.89');
  await button(sending, 'Send estimate').click();
  await expect(sending).toBeHidden();
  await staff.reply(repair, 'DECLINE');
  await expect(ticket.getByRole('list', { name: 'At a glance' })).toContainText('is working on it');
  const now = await staff.repair(ticketNumber);
  expect(now.repair).toMatchObject({ status: 'in-progress', estimatePrice: 608.89 });

  const opening = page.waitForEvent('popup');
  await button(ticket, 'Estimate on paper').click();
  const popup = await opening;
  const paper = popup.getByRole('article');
  await expect(paper.getByRole('row')).toHaveText([
    'WorkQuantityUnit priceTaxAmount',
    'Crystal, sapphire0.5 × $165.000.5$165.00T$82.50',
    'Full service1$520.00$520.00',
  ]);
  await expect(paper).toContainText('Tax (7.75% on $82.50)$6.39');
  await expect(paper).toContainText('Warranty365 days from pickup: Full service');
  await popup.close();

  await staff.complete(repair, 'Serviced');
  await button(ticket, 'Hand over').click();
  const leaving = dialog(page, 'Hand over');
  await expect(field(leaving, 'Under warranty')).toHaveValue('Full service');
  await expect(field(leaving, 'Days')).toHaveValue('365');
  await button(leaving, 'Remove warranty Full service').click();
  await expect(field(leaving, 'Days')).toBeHidden();
  await button(leaving, 'Full service 365 days').click();
  await expect(field(leaving, 'Days')).toHaveValue('365');
  await expect(button(leaving, 'Full service 365 days')).toBeHidden();
  await context.close();
  await own.stop();
});
