import type { Page } from '@playwright/test';
import type { Repair } from '../../domain/api-answers.ts';
import { expectAccessible } from './axe.ts';
import { button, dialog, field, question, repairCard } from './locators.ts';
import { printedPages } from './printed-pages.ts';
import { expectWholePreview, often, recordPrints } from './prints.ts';
import { expect, test } from './shop.ts';
import type { Staff } from './staff.ts';
import { expectToast } from './toasts.ts';

const done = (staff: Staff, repairPrice: number): Promise<Repair> =>
  staff.finish({ customerName: 'Ada Byron', repairPrice });

const payments = (page: Page) => page.getByRole('region', { name: 'Payments' });

async function openPayments(page: Page, { ticketNumber }: Repair) {
  await page.goto(`/?ticket=${ticketNumber}`);
  const block = dialog(page, ticketNumber).getByRole('region', { name: 'Payments' });
  await expect(block).toBeVisible();
  return block;
}

test('an open balance is paid, at once or in parts, and a mistake is put right', {
  tag: '@long',
}, async ({ page, staff }) => {
  await test.step('the balance is paid with one key, and disappears from card and ticket', async () => {
    const repair = await done(staff, 185.5);
    await page.goto('/?sub=completed&sort=newest');
    const card = repairCard(page, repair.ticketNumber);
    await expect(card).toContainText('Balance $185.50');
    await card.getByText('Ada Byron').click();
    const block = payments(page);
    const glance = page.getByRole('list', { name: 'At a glance' });
    await expect(glance).toContainText('Balance $185.50');
    await expect(block).toContainText('No payments yet.');

    await button(block, 'Take payment').press('Enter');
    const taking = dialog(page, 'Take payment');
    await expect(field(taking, 'Amount')).toBeFocused();
    await expect(field(taking, 'Amount')).toHaveValue('185.50');
    await expect(taking).toContainText('Pays the balance.');
    await expect(taking.getByRole('radio', { name: 'Payment', exact: true })).toBeChecked();
    await page.keyboard.press('Enter');
    await expectToast(page, 'Payment taken: $185.50', 'Balance $0.00');
    await expect(taking).toBeHidden();
    await expect(button(block, 'Take payment')).toBeFocused();

    await expect(block.getByRole('listitem')).toHaveText(/Payment\$185\.50Card · /);
    await expect(glance).not.toContainText('Balance');
    await expect(card).not.toContainText('Balance');
    await expect(dialog(page, repair.ticketNumber)).toContainText('Payment taken: $185.50, card');
  });

  await test.step('a deposit, a refund that is too high and a mistake that is voided', async () => {
    const repair = await staff.takeIn({ repairPrice: 120 });
    const block = await openPayments(page, repair);
    await button(block, 'Take payment').click();
    const taking = dialog(page, 'Take payment');
    await expect(taking.getByRole('radio', { name: 'Deposit' })).toBeChecked();
    // Typed over what is there.
    await expect(field(taking, 'Amount')).toBeFocused();
    await page.keyboard.type('50');
    await expect(taking).toContainText('$70.00 will still be due.');
    await taking.getByRole('radio', { name: 'Check' }).check();
    await field(taking, 'Note').fill('Check 1042');
    await button(taking, 'Take deposit').click();
    await expectToast(page, 'Deposit taken: $50.00', 'Balance $70.00');
    await expect(taking).toBeHidden();

    await button(block, 'Take payment').click();
    await taking.getByRole('radio', { name: 'Refund' }).check();
    await expect(field(taking, 'Amount')).toHaveValue('50.00');
    for (const [typed, message] of [
      ['60', 'At most $50.00 can be refunded: no more was paid'],
      ['soon', 'Please enter a valid amount'],
    ] as const) {
      await field(taking, 'Amount').fill(typed);
      await page.keyboard.press('Enter');
      await expect(taking.getByText(message, { exact: true })).toBeVisible();
      await expect(field(taking, 'Amount')).toHaveValue(typed);
    }
    await field(taking, 'Amount').fill('20');
    await expect(taking).toContainText('$90.00 will then be due.');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Refund recorded: $20.00');
    const [deposit, refund] = [
      block.getByRole('listitem').first(),
      block.getByRole('listitem').last(),
    ];
    await expect(deposit).toContainText('Check 1042');
    await expect(refund).toContainText('-$20.00');

    await button(block, 'Void refund of $20.00').click();
    const voiding = dialog(page, 'Void this refund?');
    await button(voiding, 'Void refund').click();
    await expect(voiding.getByText('Please enter a reason')).toBeVisible();
    await field(voiding, 'Reason').fill('Noted on the wrong ticket');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Payment voided');
    await expect(refund).toContainText(/Voided .*: Noted on the wrong ticket/);
    await expect(block).toContainText('Balance$70.00');
    await expect(button(block, 'Void refund of $20.00')).toBeHidden();
  });
});

test('money is taken once and by one at a time, and not without a connection', async ({
  page,
  context,
  complaints,
  staff,
}) => {
  await test.step('a payment whose answer was lost is one payment, and what a colleague takes shows at once', async () => {
    complaints.expect(/^failed POST .*\/payments/);
    const repair = await done(staff, 100);
    const block = await openPayments(page, repair);
    let isLost = false;
    await page.route(/\/payments$/, async (route) => {
      if (isLost) return route.fallback();
      isLost = true;
      await route.fetch();
      await route.abort('failed');
    });
    await button(block, 'Take payment').click();
    const taking = dialog(page, 'Take payment');
    await field(taking, 'Amount').fill('40');
    await page.keyboard.press('Enter');
    await expect(taking.getByText('The shop’s server can’t be reached.')).toBeVisible();
    await button(taking, 'Take payment').click();
    await expectToast(page, 'Payment taken: $40.00', 'Balance $60.00');
    await expect(block.getByRole('listitem')).toHaveCount(1);

    await staff.takePayment(repair, { amount: 60, method: 'cash' });
    await expect(block.getByRole('listitem')).toHaveCount(2);
    await expect(block).toContainText('Balance$0.00');
  });

  await test.step('if a colleague was faster, both balances are shown, what was typed stays, and the payment can be taken', async () => {
    complaints.expect(/^412 POST .*\/payments/);
    const repair = await done(staff, 50);
    const block = await openPayments(page, repair);
    await button(block, 'Take payment').click();
    const taking = dialog(page, 'Take payment');
    await taking.getByRole('radio', { name: 'Check' }).check();
    await field(taking, 'Note').fill('Check 1042');
    await staff.takePayment(repair, { amount: 50, method: 'cash' });
    // Behind the dialog the ticket shows it.
    await expect(page.getByText('Paid', { exact: true }).locator('..')).toContainText('$50.00');
    // What is shown does not change while someone types.
    await expect(field(taking, 'Amount')).toHaveValue('50.00');
    await page.keyboard.press('Enter');
    const asked = question(page, 'The balance has changed');
    const news = 'Someone else just took $50.00 in cash. The balance is now $0.00, not $50.00.';
    await expect(asked).toContainText(news);
    await expect(button(asked, 'Cancel')).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(asked).toBeHidden();
    await expect(taking.getByRole('alert').filter({ hasText: news })).toBeVisible();
    await expect(field(taking, 'Amount')).toHaveValue('50.00');
    await expect(taking).toContainText('The total paid will be $50.00 more than the price.');
    await expect(taking.getByRole('radio', { name: 'Check' })).toBeChecked();
    await expect(field(taking, 'Note')).toHaveValue('Check 1042');

    await staff.takePayment(repair, { kind: 'refund', amount: 10 });
    await button(taking, 'Take payment').click();
    await expect(asked).toContainText(
      'Someone else just refunded $10.00 by card. The balance is now $10.00, not $0.00.',
    );
    await button(asked, 'Take $50.00 anyway').click();
    await expectToast(page, 'Payment taken: $50.00', 'Refund due $40.00');
    await expect(taking).toBeHidden();
    await expect(block.getByRole('listitem')).toHaveCount(3);
    await expect(block.getByRole('listitem').last()).toContainText('Check 1042');
  });

  await test.step('without a connection no money is taken, and the screen says so', async () => {
    complaints.expect(/^failed GET .*\/api\//);
    // Parts of the screen that nobody has asked for yet, on a slow computer.
    complaints.tolerate(/^failed GET .*\/assets\/.*ERR_INTERNET_DISCONNECTED/);
    const repair = await done(staff, 100);
    await staff.takePayment(repair, { amount: 40 });
    const block = await openPayments(page, repair);
    await expect(block.getByRole('listitem')).toHaveCount(1);
    await context.setOffline(true);
    const away = 'Not available while the shop’s server can’t be reached.';
    await expect(button(block, 'Take payment')).toHaveAccessibleDescription(away);
    await expect(button(block, 'Take payment')).toBeDisabled();
    await expect(button(block, 'Void payment of $40.00')).toBeDisabled();
    await context.setOffline(false);
    await expect(button(block, 'Take payment')).toBeEnabled();
  });
});

test('what is still due when a watch leaves, either way, is shown where it is handed over', {
  tag: '@long',
}, async ({ page, staff }) => {
  await test.step('a watch is handed over unpaid if staff say so, and its balance stays visible', async () => {
    const repair = await done(staff, 80);
    await page.goto('/?sub=completed&sort=newest');
    await button(repairCard(page, repair.ticketNumber), 'Hand over').click();
    await button(dialog(page, 'Hand over'), 'Hand over unpaid').click();
    const asked = question(page, 'Hand over unpaid?');
    await expect(asked).toContainText('$80.00 remains due.');
    await expect(button(asked, 'Cancel')).toBeFocused();
    await button(asked, 'Hand over unpaid').click();
    await expectToast(page, 'Picked up by Ada Byron');
    const block = await openPayments(page, repair);
    await expect(block).toContainText('Balance$80.00');
    const first = dialog(page, repair.ticketNumber)
      .getByRole('button', { name: /^(Take payment|Print ticket)$/ })
      .first();
    await expect(first).toHaveText('Take payment');
    const glance = page.getByRole('list', { name: 'At a glance' });
    await expect(glance).toContainText('Balance $80.00');
    // It was promised for no day, and none can be promised anymore.
    await expect(dialog(page, repair.ticketNumber)).not.toContainText('Date promised');
  });

  await test.step('what a customer paid for a watch returned unrepaired is refunded where it is handed over', async () => {
    const repair = await staff.takeIn({ customerName: 'Ada Byron', repairPrice: 80 });
    const { ticketNumber } = repair;
    await staff.takePayment(repair, { kind: 'deposit', amount: 40 });
    await staff.sendEstimate(repair, 333);
    await staff.reply(repair, 'DECLINE');
    const due = 'Refund due $40.00';
    await page.goto(`/?sub=completed&sort=newest&ticket=${ticketNumber}`);
    const ticket = dialog(page, ticketNumber);
    const glance = page.getByRole('list', { name: 'At a glance' });
    await expect(glance).toContainText(due);
    await expect(payments(page)).toContainText('Paid$40.00Refund due$40.00');
    await expect(payments(page)).not.toContainText('Price');
    await button(ticket, 'Mark Complete').click();
    await expect(repairCard(page, ticketNumber)).toContainText(due);
    await button(ticket, 'Hand over').click();
    const collecting = dialog(page, 'Hand over');
    await expect(collecting).toContainText(due);
    await expectAccessible(page);
    await button(collecting, 'Refund').click();
    const refunding = dialog(page, 'Refund');
    await expect(field(refunding, 'Amount')).toHaveValue('40.00');
    await expect(field(refunding, 'Amount')).toBeFocused();
    const refund = page.waitForRequest(/\/payments$/);
    await page.keyboard.press('Enter');
    expect((await refund).postDataJSON()).toMatchObject({ amount: 40, seenBalance: -40 });
    await expectToast(page, 'Refund recorded: $40.00');
    await expect(refunding).toBeHidden();
    await expect(collecting).not.toContainText('Refund due');
    await button(collecting, 'Hand over').click();
    await expectToast(page, 'Picked up by Ada Byron');
    await expect(glance).not.toContainText('Refund due');
  });

  await test.step('an overpayment is shown as well, and may be kept', async () => {
    const repair = await done(staff, 80);
    await staff.takePayment(repair, { amount: 100.1 });
    await page.goto('/?sub=completed&sort=newest');
    const card = repairCard(page, repair.ticketNumber);
    await expect(card).toContainText('Refund due $20.10');
    await button(card, 'Hand over').click();
    const leaving = dialog(page, 'Hand over');
    await expect(leaving).toContainText('Refund due $20.10');
    await button(leaving, 'Hand over').click();
    await expectToast(page, 'Picked up by Ada Byron');
  });
});

/** In points; a page of a receipt printer is as long as what is on it. */
const roll = { width: (80 / 25.4) * 72, longest: (200 / 25.4) * 72 };
const letter = { width: 612, height: 792 };

test('a receipt prints on 80 mm paper as long as itself, and on a letter-size page', {
  tag: '@long',
}, async ({ page, context, staff }) => {
  const prints = await recordPrints(context);
  const repair = await done(staff, 185.5);
  await staff.takePayment(repair, { kind: 'deposit', amount: 50, note: 'Card ends 4242' });
  const mistaken = await staff.takePayment(repair, { amount: 999 });
  await staff.voidPayment(mistaken, 'Typed twice');
  await staff.takePayment(repair, { amount: 100.5, method: 'cash' });
  await openPayments(page, repair);

  async function print(item: string) {
    await button(payments(page), 'Receipt').click();
    const opening = page.waitForEvent('popup');
    await page.getByRole('menuitem', { name: item }).click();
    const popup = await opening;
    const paper = popup.getByRole('article');
    await expect(paper.getByText('Balance')).toBeVisible();
    await expect.poll(() => prints.length, often).toBeGreaterThan(0);
    expect(prints.pop()?.title).toBe(`Receipt ${repair.ticketNumber}`);
    const pages = printedPages(await popup.pdf({ preferCSSPageSize: true }));
    await popup.emulateMedia({ media: 'print' });
    return { popup, paper, pages };
  }

  const short = await print('Print on 80 mm paper');
  for (const text of [
    'Harbor Watch Repair',
    '12 Harbor Street, Portland, ME 04101',
    '(212) 555-0100',
    `Receipt ${repair.ticketNumber}`,
    'Ada Byron',
    'Omega Seamaster 300',
    'Repair$185.50',
    'Deposit, card$50.00',
    'Payment, cash$100.50',
    'Paid$150.50',
    'Balance$35.00',
  ]) {
    await expect(short.paper).toContainText(text);
  }
  await expect(short.paper).not.toContainText('$999');
  await expect(short.paper).not.toContainText('ends 4242');
  await expect(short.paper).toHaveCSS('color', 'rgb(0, 0, 0)');
  expect(short.pages).toHaveLength(1);
  const [page80] = short.pages;
  expect(page80?.width).toBeCloseTo(roll.width, 0);
  expect(page80?.height).toBeLessThan(roll.longest);
  // As long as what is on it, and nothing outside the paper.
  const box = await short.paper.boundingBox();
  expect(box?.width).toBeCloseTo((80 / 25.4) * 96, 0);
  const lengthInPoints = (box?.height ?? 0) * 0.75;
  expect(page80?.height).toBeGreaterThanOrEqual(lengthInPoints);
  expect(page80?.height).toBeLessThan(lengthInPoints + 8);
  await short.popup.close();

  const long = await print('Print on letter paper');
  expect(long.pages).toEqual([letter]);
  await expect(long.paper).toContainText('Balance$35.00');
  expect((await long.paper.boundingBox())?.width).toBeCloseTo(7 * 96, 0);
});

test('the preview of a receipt is complete in its window from the first moment on', {
  tag: '@long',
}, async ({ page, context, staff }) => {
  await recordPrints(context);
  const repair = await done(staff, 185.5);
  await staff.takePayment(repair, { kind: 'deposit', amount: 50 });
  await openPayments(page, repair);
  for (const [item, inches] of [
    ['Print on 80 mm paper', 80 / 25.4],
    ['Print on letter paper', 8.5],
  ] as const) {
    await button(payments(page), 'Receipt').click();
    const opening = page.waitForEvent('popup');
    await page.getByRole('menuitem', { name: item }).click();
    const popup = await opening;
    await expectWholePreview(popup);
    // The paper with its margins, as wide as the window has room for.
    const sheet = popup.getByRole('main');
    expect((await sheet.boundingBox())?.width).toBeCloseTo(476, 0);
    await popup.emulateMedia({ media: 'print' });
    const printed = await popup.getByRole('article').boundingBox();
    expect(printed?.width).toBeLessThanOrEqual(inches * 96);
    expect(printed?.width).toBeGreaterThan((inches - 1.6) * 96);
    await popup.close();
  }
});

test('a receipt of many payments takes a second letter-size page, or one long strip', {
  tag: '@long',
}, async ({ page, context, staff }) => {
  await recordPrints(context);
  const repair = await done(staff, 500);
  for (let count = 0; count < 60; count += 1) await staff.takePayment(repair, { amount: 1 });
  await openPayments(page, repair);
  for (const [item, count] of [
    ['Print on 80 mm paper', 1],
    ['Print on letter paper', 2],
  ] as const) {
    await button(payments(page), 'Receipt').click();
    const opening = page.waitForEvent('popup');
    await page.getByRole('menuitem', { name: item }).click();
    const popup = await opening;
    await expect(button(popup, 'Print again')).toBeVisible();
    expect(printedPages(await popup.pdf({ preferCSSPageSize: true }))).toHaveLength(count);
    await popup.close();
  }
});
