import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { holdBack, loseAnswer } from './held-answers.ts';
import { button, chooseFromMenu, dialog, field, tabTo, toast } from './locators.ts';
import { desk, phone } from './measures.ts';
import { often, recordPrints } from './prints.ts';
import { expect, test } from './shop.ts';
import { newPhone } from './staff.ts';
import { expectToast } from './toasts.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

// The shop is shared with other tests, which expect no staff.
test.afterEach(({ staff }) => staff.nameStaff());

const historyOf = (page: Page, ticketNumber: string) =>
  dialog(page, ticketNumber).getByRole('list', { name: 'History' });

/** Whether a message that has found its place is over the text that is being written. */
const isDraftCovered = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
    const [over, draft] = ['[data-toast]', '[data-draft]'].map((part) =>
      document.querySelector(part)?.getBoundingClientRect(),
    );
    return over && draft && over.top < draft.bottom && over.bottom > draft.top;
  });

test('two watches are paid for and handed over to someone else in one press, even if a colleague was faster', async ({
  page,
  context,
  complaints,
  staff,
}) => {
  complaints.expect(/^412 POST .*\/api\/hand-overs/, /^failed POST .*\/undo-collect/);
  const prints = await recordPrints(context);
  await staff.nameStaff([{ name: 'Maya Brooks', initials: 'MB' }]);
  const visitId = randomUUID();
  const customerName = 'Alexandra Whitfield';
  // Their texts are still held when the watches leave.
  const holdSeconds = 120;
  const agreed = { repairPrice: 420, approvedUpTo: 450 };
  const given = { visitId, customerName, ...agreed, otherCollector: 'Peter Whitfield' };
  const first = await staff.finish(given, holdSeconds);
  await staff.takePayment(first, { kind: 'deposit', amount: 100 });
  const { customerEmail, customerPhone, clientId } = first;
  const customer = { customerName, customerEmail };
  const more = { ...customer, visitId, customerPhone, repairPrice: 65, watchBrand: 'Nomos' };
  const second = await staff.finish(more, holdSeconds);
  const third = await staff.finish({
    ...{ ...customer, clientId, customerPhone: newPhone() },
    watchBrand: 'Junghans',
  });
  await staff.takeIn({ ...customer, visitId, customerPhone, watchBrand: 'Sinn' });

  await page.goto(`/?tab=search&ticket=${first.ticketNumber}`);
  const ticket = dialog(page, first.ticketNumber);
  await expect(ticket).toContainText('May also be picked up by');
  // What was approved beforehand no longer matters once the work is done.
  await expect(ticket.getByRole('list', { name: 'At a glance' })).not.toContainText('approved');
  await expect(ticket).toContainText('Approved up to$450.00');
  let giveList = () => {};
  const listMayCome = new Promise<void>((resolve) => {
    giveList = resolve;
  });
  const theirWatches = /\/api\/repairs\?.*clientId=/;
  await page.route(theirWatches, async (route) => {
    await listMayCome;
    await route.fallback();
  });
  const giveTicket = await holdBack(page, new RegExp(`/api/repairs/${second.ticketNumber}$`));
  await button(ticket, 'Hand over').click();
  const leaving = dialog(page, 'Hand over');
  // What else leaves, and at what price, is not known yet: nothing is taken for it unseen.
  await expect(leaving.getByText('Loading the customer’s other watches…')).toBeAttached();
  await expect(leaving.locator('button[type=submit]')).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Enter');
  giveList();
  // Nor before it is known which warranties begin.
  await expect(leaving.getByRole('checkbox', { name: second.ticketNumber })).toBeChecked();
  await expect(leaving.locator('button[type=submit]')).toHaveAttribute('aria-busy', 'true');
  giveTicket();
  await expect(button(leaving, 'Take $385.00 and hand over')).toBeEnabled();
  await expect(leaving.locator('button[type=submit]')).not.toHaveAttribute('aria-busy', 'true');
  await page.unroute(theirWatches);
  // A list that was just read is not read again.
  await page.keyboard.press('Escape');
  await expect(leaving).toBeHidden();
  await button(ticket, 'Hand over').click();
  const watches = leaving.getByRole('list', { name: 'Watches' });
  const watch = (number: string) => watches.getByRole('checkbox', { name: number });
  await expect(watches.getByRole('checkbox')).toHaveCount(3);
  await expect(watch(first.ticketNumber)).toBeChecked();
  await expect(watch(second.ticketNumber)).toBeChecked();
  // Another visit's: offered, but not selected.
  await expect(watch(third.ticketNumber)).not.toBeChecked();
  await expect(watches).toContainText('$420.00, $100.00 paid');
  await expect(button(leaving, 'Take $385.00 and hand over')).toBeVisible();
  await expect(button(leaving, 'Hand over unpaid')).toBeVisible();
  await expect(button(leaving, 'Cancel')).toBeVisible();
  await expect(leaving.getByRole('radio', { name: 'Card' })).toBeFocused();

  await leaving.getByRole('radio', { name: 'Cash' }).check();
  await leaving.getByRole('radio', { name: 'Alexandra, the customer' }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(leaving.getByRole('radio', { name: 'Someone else' })).toBeChecked();
  await tabTo(page, field(leaving, 'Name'), 1);
  await leaving.getByRole('radio', { name: 'Peter Whitfield, named at intake' }).check();
  await expect(leaving).toContainText(`Peter Whitfield wasn’t named on ${second.ticketNumber}.`);
  await leaving.getByRole('checkbox', { name: 'Claim check seen' }).check();
  await staff.as('MB').takePayment(second, { amount: 65, method: 'cash' });
  await button(leaving, 'Take $385.00 and hand over').click();
  await expect(leaving.getByRole('alert')).toContainText(
    `${second.ticketNumber}: MB just took $65.00 in cash. The balance is now $0.00, not $65.00. Nothing was recorded.`,
  );
  expect((await staff.repair(first.ticketNumber)).repair.collectedAt).toBeNull();
  await button(leaving, 'Take $320.00 and hand over').click();
  await expectToast(page, 'Picked up by Peter Whitfield', '$320.00 taken', second.ticketNumber);
  await expect(leaving).toBeHidden();
  await expect(ticket).toContainText('Picked up by Peter Whitfield');
  const history = historyOf(page, first.ticketNumber);
  await expect(history).toContainText('Claim check seen');
  await expect(history).toContainText('Payment taken: $320.00, cash');
  // One receipt for each of them, from this page.
  expect(prints).toHaveLength(1);
  await expect(page.locator('.receipt')).toHaveCount(2);

  // Nothing gets through at first; then both are undone, and the customer is texted after all.
  const undoing = /\/undo-collect$/;
  await page.route(undoing, (route) => route.abort('connectionrefused'));
  await button(toast(page), 'Undo pickup').click();
  await expectToast(page, 'Pickup not undone', `${second.ticketNumber}: `);
  await page.unroute(undoing);
  await button(toast(page), 'Try again').click();
  const both = `${first.ticketNumber} and ${second.ticketNumber} are ready for pickup again`;
  await expectToast(page, 'Pickup undone', 'has not been texted', both);
  await button(toast(page), 'Send 2 texts').click();
  await expectToast(page, '2 texts sent');
  const doneTexts = ({ messages }: Awaited<ReturnType<typeof staff.repair>>) =>
    messages.filter(({ kind, state }) => kind === 'done' && state === 'accepted');
  for (const one of [first, second]) {
    expect(doneTexts(await staff.repair(one.ticketNumber))).toHaveLength(1);
  }
  const { repair } = await staff.repair(first.ticketNumber);
  expect(repair).toMatchObject({ isWaitingForPickup: true, paid: 420, claimCheckSeen: false });

  // From the ticket: the one that left with it is offered, too.
  await button(ticket, 'Hand over').click();
  await button(leaving, 'Hand over').click();
  await expectToast(page, 'Picked up by Alexandra Whitfield', second.ticketNumber);
  await chooseFromMenu(ticket, 'Undo pickup');
  await expectToast(page, 'Pickup undone', `${first.ticketNumber} is ready`);
  expect((await staff.repair(second.ticketNumber)).repair.isWaitingForPickup).toBe(false);
  await button(toast(page), `Undo ${second.ticketNumber}, too`).click();
  await expectToast(page, 'Pickup undone', `${second.ticketNumber} is ready`);
  expect((await staff.repair(second.ticketNumber)).repair.isWaitingForPickup).toBe(true);
});

test('a watch is shipped, its text is drafted for staff, and an undo keeps the payment', {
  tag: '@long',
}, async ({ page, staff }) => {
  const repair = await staff.finish({ customerName: 'Rosalind Elsie', repairPrice: 80 });
  const { ticketNumber } = repair;
  await page.goto(`/?tab=search&ticket=${ticketNumber}`);
  const ticket = dialog(page, ticketNumber);
  await expect(button(ticket, 'Hand over')).toBeVisible();
  await page.keyboard.press('Control+k');
  const step = dialog(page, 'Search or jump to').getByRole('option', { name: 'Hand over' });
  await expect(step).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await button(dialog(page, 'Hand over'), 'Ship instead').click();
  const shipping = dialog(page, 'Ship');
  await page.setViewportSize(phone);
  await button(shipping, 'Take $80.00 and ship').click();
  await expect(shipping.getByText('Please enter a carrier')).toBeVisible();
  await expect(field(shipping, 'Carrier')).toBeFocused();
  await page.keyboard.type('FedEx');
  await field(shipping, 'Insured value').fill('much');
  await button(shipping, 'Take $80.00 and ship').click();
  await expect(field(shipping, 'Insured value')).toBeFocused();
  await field(shipping, 'Print the receipt').uncheck();
  await field(shipping, 'Tracking number').fill('771234567890');
  await field(shipping, 'Insured value').fill('2,500');
  await button(shipping, 'Take $80.00 and ship').click();
  await expectToast(page, 'Shipped by FedEx', '$80.00 taken');
  await expect(field(ticket, 'Text to the customer')).toBeFocused();
  // The text is read before it is sent.
  expect(await isDraftCovered(page)).toBeFalsy();
  await page.setViewportSize(desk);
  await expect(ticket).toContainText('Shipped by FedEx');
  await expect(ticket).toContainText('$2,500.00');
  await expect(historyOf(page, ticketNumber)).toContainText('Tracking number: 771234567890');
  await expect(field(ticket, 'Text to the customer')).toHaveValue(
    /^your .*, was shipped by FedEx, tracking 771234567890\. Questions\?/,
  );
  await expect(button(ticket, 'Send text')).toBeInViewport({ ratio: 1 });
  const { messages } = await staff.repair(ticketNumber);
  expect(messages.filter(({ kind }) => kind === 'manual')).toEqual([]);

  await field(ticket, 'Text to the customer').fill('');
  await chooseFromMenu(ticket, 'Undo shipment');
  await expectToast(page, 'Shipment undone');
  await expect(button(ticket, 'Hand over')).toBeVisible();
  expect((await staff.repair(ticketNumber)).repair).toMatchObject({ shippedBy: null, paid: 80 });
});

test('a hand-over needs a connection, and is recorded once', { tag: '@long' }, async ({
  page,
  context,
  complaints,
  staff,
}) => {
  complaints.expect(/^failed (GET|POST) .*\/api\//);
  complaints.tolerate(/^failed GET .*\/assets\/.*ERR_INTERNET_DISCONNECTED/);
  const repair = await staff.finish({ repairPrice: 80 });
  const { ticketNumber } = repair;
  await page.goto(`/?tab=search&ticket=${ticketNumber}`);
  await button(dialog(page, ticketNumber), 'Hand over').click();
  const leaving = dialog(page, 'Hand over');
  const take = button(leaving, 'Take $80.00 and hand over');
  await field(leaving, 'Print the receipt').uncheck();
  await context.setOffline(true);
  const away = 'Not available while the shop’s server can’t be reached.';
  await expect.poll(() => leaving.textContent(), often).toContain(away);
  await expect(take).toHaveAttribute('aria-disabled', 'true');
  await context.setOffline(false);
  await expect.poll(() => take.getAttribute('aria-disabled'), often).toBeNull();

  await loseAnswer(page, /\/api\/hand-overs$/);
  await take.click();
  await expect(leaving.getByRole('alert')).toContainText('can’t be reached');
  await take.click();
  await expectToast(page, 'Picked up by', '$80.00 taken');
  await expect(leaving).toBeHidden();
  expect((await staff.repair(ticketNumber)).payments).toHaveLength(1);
});
