import type { Locator, Page } from '@playwright/test';
import { holdBack, loseAnswer } from './held-answers.ts';
import { button, chooseFromMenu, dialog, field, question, toast } from './locators.ts';
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
import { often, recordPrints } from './prints.ts';
import { expect, test } from './shop.ts';
import { expectToast } from './toasts.ts';

/** A battery in five minutes: one dialog, and the customer leaves with the watch. */

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const finishing = (page: Page) => dialog(page, 'Done while waiting');
const done = (page: Page) => page.getByRole('region', { name: 'Done while waiting' });

test('while its customer waits, a repair is done from an empty form with four presses, with two the next time, and undone with one', async ({
  page,
  context,
  staff,
}) => {
  await staff.holdTexts(120);
  const prints = await recordPrints(context);
  let presses = 0;
  const press = async (target: Locator) => {
    presses += 1;
    await target.click();
  };
  const one = walkIn('Battery');
  await page.goto('/?tab=new-repair');
  await button(page, 'Done while waiting').click();
  await expect(field(page, 'Customer name')).toHaveAccessibleDescription(
    'Customer name is required',
  );
  await fillIn(page, one);
  await field(page, 'Repair price').fill('18');

  await press(button(page, 'Done while waiting'));
  const form = finishing(page);
  await expect(form.getByRole('radio', { name: 'Ana' })).toBeFocused();
  await press(form.getByRole('radio', { name: 'Ella' }));
  await field(form, 'What was done').fill('Battery and gasket');
  await press(form.getByRole('radio', { name: 'Cash' }));
  await press(button(form, 'Take $18.00 and finish'));
  await expectToast(page, 'Done while waiting', '$18.00 paid');
  expect(presses).toBe(4);
  await expect(done(page)).toContainText('$18.00 paid, watch picked up. No text was sent.');
  const [first] = await ticketsOf(staff, one);
  await expect(done(page)).toContainText(first?.ticketNumber ?? 'no ticket');
  expect(first).toMatchObject({ status: 'completed', assignedTo: 'ella', paid: 18, balance: 0 });

  await expect(button(page, 'Print receipt')).toBeFocused();
  const opening = page.waitForEvent('popup');
  await page.keyboard.press('Enter');
  const popup = await opening;
  await expect(popup.locator('.print-sheet')).toContainText('Payment, cash');
  await expect.poll(() => prints, often).toHaveLength(1);
  await popup.close();

  // The next customer's watch: technician and method are remembered.
  presses = 0;
  await button(page, 'Create New Repair').click();
  const other = walkIn('Strap');
  await fillIn(page, other);
  await field(page, 'Repair price').fill('12.50');
  await press(button(page, 'Done while waiting'));
  await expect(field(form, 'What was done')).toBeFocused();
  await expect(form.getByRole('radio', { name: 'Ella' })).toBeChecked();
  await press(button(form, 'Take $12.50 and finish'));
  await expect(done(page)).toBeVisible();
  expect(presses).toBe(2);
  await button(toast(page), 'Undo').click();
  await expectToast(page, 'Completion undone', 'Ella now, and its payment was voided');
  const undone = page.getByRole('region', { name: 'Undone' });
  await expect(undone).toContainText('The ticket is open again: Assigned, Ella.');
  const [second] = await ticketsOf(staff, other);
  const { repair, payments, messages } = await staff.repair(second?.ticketNumber ?? '');
  expect(repair).toMatchObject({ status: 'assigned', collectedAt: null, paid: 0 });
  expect(payments).toMatchObject([{ method: 'cash', voidReason: 'Undone' }]);
  expect(messages).toEqual([]);
  await staff.holdTexts(5);
});

test('a repair is done on its ticket while its customer waits, even if a colleague has taken a deposit, and undone there', {
  tag: '@long',
}, async ({ page, complaints, staff }) => {
  complaints.expect(/^412 POST .*\/finish/, /^failed POST .*\/finish/);
  await staff.holdTexts(120);
  const { ticketNumber, ...repair } = await staff.takeIn({ repairPrice: 20 });
  await page.goto(`/?tab=search&ticket=${ticketNumber}`);
  const ticket = dialog(page, ticketNumber);
  await chooseFromMenu(ticket, 'Done while waiting');
  const form = finishing(page);
  await expect(field(form, 'Repair price')).toHaveValue('20.00');
  await button(form, 'Take $20.00 and finish').click();
  await expect(form.getByText('Please select a technician')).toBeVisible();
  await form.getByRole('radio', { name: 'Ben' }).check();
  await staff.takePayment({ ticketNumber, ...repair }, { kind: 'deposit', amount: 5 });
  await button(form, 'Take $20.00 and finish').click();
  await expect(form).toContainText('The balance is now $15.00, not $20.00.');
  await expect(form).toContainText('$5.00 has already been paid.');
  // It is done, but the answer is lost: the screen says so before the lists are fetched again, and pressing
  // again says that it is done.
  const letGo = await holdBack(page, /\/api\/repairs\?/);
  await loseAnswer(page, /\/finish$/);
  await button(form, 'Take $15.00 and finish').click();
  await expect(form.getByRole('alert')).toContainText('can’t be reached');
  letGo();
  await expect(page.locator('body')).toContainText('Done while waiting, by Ben');
  await button(form, 'Take $15.00 and finish').click();
  await expectToast(page, 'Done while waiting', '$20.00 paid');
  await expect(ticket).toContainText('Done while waiting, by Ben');
  await button(ticket, 'Undo').click();
  await expectToast(page, 'Completion undone');
  await expect(ticket).toContainText('Assigned');
  await staff.holdTexts(5);
  expect((await staff.repair(ticketNumber)).repair).toMatchObject({
    status: 'assigned',
    assignedTo: 'ben',
    paid: 5,
  });
});

test('a repair done while its customer waits needs the server; without it the repair is created, and nothing is lost', {
  tag: '@long',
}, async ({ page, complaints, staff }) => {
  complaints.tolerate(/^failed \w+ .*\/api\//);
  complaints.expect(/^422 POST .*\/api\/repairs$/);
  const one = walkIn('Offline');
  await page.goto('/?tab=new-repair');
  await fillIn(page, one);
  await field(page, 'Repair price').fill('18');
  await button(page, 'Done while waiting').click();
  const form = finishing(page);
  await form.getByRole('radio', { name: 'Ana' }).check();
  await field(form, 'Repair price').fill('25');
  await page.keyboard.press('Escape');
  await button(question(page, 'Discard your changes?'), 'Keep editing').click();
  await field(form, 'What was done').fill('Battery and gasket');
  // A refused intake is corrected in its form, and nothing has to be typed again.
  const refusal = { path: 'customerName', message: 'Not this name' };
  await page.route(
    /\/api\/repairs$/,
    (route) =>
      route.fulfill({ status: 422, json: { code: 'validation-failed', errors: [refusal] } }),
    { times: 1 },
  );
  await button(form, 'Take $25.00 and finish').click();
  await expect(form).toBeHidden();
  await expect(field(page, 'Customer name')).toHaveAccessibleDescription(/Not this name/);
  await expect(field(page, 'Repair price')).toHaveValue('25.00');
  await button(page, 'Done while waiting').click();
  await expect(field(form, 'What was done')).toHaveValue('Battery and gasket');
  await field(form, 'Repair price').fill('26');
  await cutOff(page);
  await button(form, 'Take $26.00 and finish').click();
  await expect(form).toContainText(/No connection/);
  await button(form, 'Create repair').click();
  await expect(kept(page)).toBeVisible(inAWhile);
  await reconnect(page);
  await soon(page, (quickly) =>
    expect(page.getByRole('region', { name: 'Repair synced' })).toBeVisible(quickly),
  );
  expect(await ticketsOf(staff, one)).toMatchObject([{ status: 'pending', repairPrice: 26 }]);
});
