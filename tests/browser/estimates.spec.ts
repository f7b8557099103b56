import { formatPrice } from '../../domain/money.ts';
import { expectAccessible } from './axe.ts';
import {
  attentionCase,
  button,
  chooseFromMenu,
  dialog,
  estimateCard,
  field,
  question,
  repairCard,
  tab,
  toast,
} from './locators.ts';
import { expect, test } from './shop.ts';
import { expectToast } from './toasts.ts';

/** An estimate, from its text to the answer. */

// Closing takes no time: a dialog that is still visible has not begun to close.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('an estimate’s dialog and its message close automatically a second and a half after it was sent', async ({
  page,
  staff,
}) => {
  const repair = await staff.takeIn();
  await page.clock.install();
  await page.goto('/');
  await button(repairCard(page, repair.ticketNumber), 'Send estimate').click();
  const sending = dialog(page, 'Send estimate');
  await field(sending, 'Estimate amount').fill('80');
  // From here on time stands still, except for what the test lets pass.
  await page.clock.pauseAt(Date.now() + 60_000);
  await button(sending, 'Send estimate').click();
  const sentMessage = sending.getByText('Estimate sent');
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(sentMessage).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.clock.runFor(1_000);
  // A few more frames, so that everything under way finishes.
  for (let frame = 0; frame < 10; frame += 1) await page.clock.runFor(20);
  await expect(sentMessage).toBeVisible();
  await expectToast(page, 'Estimate sent successfully!');
  await page.clock.runFor(300);
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(sending).toBeHidden({ timeout: 500 });
  }).toPass({ timeout: 5_000 });
  await expect(toast(page)).toHaveCount(0);
});

test('the line of work comes after the watch in the text, whose billing is shown, and stays with the estimate', {
  tag: '@long',
}, async ({ page, staff }) => {
  const { ticketNumber } = await staff.takeIn();
  await page.goto(`/?ticket=${ticketNumber}`);
  const ticket = dialog(page, ticketNumber);
  await button(ticket, 'Send estimate').click();
  const sending = dialog(page, 'Send estimate');
  await field(sending, 'Estimate amount').fill('185');
  await expect(sending).toContainText('Omega Seamaster 300 repair estimate $185.00');
  await expect(sending).toContainText(/Billed as 1 text ·/);
  const work = 'full service, new crown and gasket';
  // Nothing that is pasted is cut off silently.
  const pasted = work.repeat(4);
  await field(sending, 'Work').fill(pasted);
  await expect(field(sending, 'Work')).toHaveAccessibleDescription(
    /must be at most 120 characters/,
  );
  await button(sending, 'Send estimate').click();
  await expect(field(sending, 'Work')).toBeFocused();
  await expect(field(sending, 'Work')).toHaveValue(pasted);
  await field(sending, 'Work').fill(work);
  await expect(sending).toContainText(`Omega Seamaster 300 (${work}) repair estimate $185.00`);
  await expect(sending).toContainText('Billed as 2 texts');
  const notes = 'Ask for the old crown';
  await field(sending, 'Staff notes').fill(notes);
  await button(sending, 'Send estimate').click();
  await expectToast(page, 'Estimate sent successfully!');
  const estimates = ticket.getByRole('region', { name: 'Estimates' });
  await expect(estimates).toContainText(work);
  await expect(estimates.getByRole('definition').filter({ hasText: notes })).toBeVisible();
  await expect(ticket.getByRole('region', { name: 'History' })).toContainText(`Work: ${work}`);
  await page.goto('/?sub=estimates');
  const card = estimateCard(page, ticketNumber);
  await expect(card.getByText(work)).toBeVisible();
  await expect(card.getByTitle(notes)).toHaveText(work);
});

test('accepted estimates stay listed for the month, up to date, and are reassigned there', {
  tag: '@long',
}, async ({ page, staff }) => {
  const [working, waiting] = [await staff.takeIn(), await staff.takeIn()];
  await staff.sendEstimate(working, 120);
  await staff.reply(working, 'ACCEPT');
  await staff.start(await staff.assign(working, 'ella'));
  await staff.sendEstimate(waiting, 80.5);
  const sum = page.getByText(/^\d+ accepted since /);
  const expectSum = async () => {
    const { count, total } = await staff.acceptedThisMonth();
    await expect(sum).toContainText(new RegExp(`^${count} accepted since .+ 1 · `));
    await expect(sum).toContainText(formatPrice(total));
  };

  await page.goto('/?sub=estimates');
  await expect(estimateCard(page, waiting.ticketNumber)).toBeVisible();
  await expect(estimateCard(page, working.ticketNumber)).toHaveCount(0);
  await button(page, 'Accepted this month').click();
  await expect(page).toHaveURL(/accepted=this-month/);
  const card = estimateCard(page, working.ticketNumber);
  await expect(card).toContainText('In Progress');
  await expect(button(card, 'Assign')).toHaveCount(0);
  await expect(estimateCard(page, waiting.ticketNumber)).toHaveCount(0);
  await expectSum();

  await staff.reply(waiting, 'ACCEPT');
  const cards = page.getByRole('list', { name: 'Estimates' }).getByRole('listitem');
  await expect(cards.first()).toContainText(waiting.ticketNumber);
  await expectSum();
  await expect(button(cards.first(), 'Assign')).toBeVisible();

  // Beside an open ticket, a row has no room for its next step: it is in the menu.
  await card.getByRole('link').first().click();
  await expect(button(cards.first(), 'Assign')).toBeHidden();
  await chooseFromMenu(cards.first(), 'Assign');
  const assigning = dialog(page, 'Assign repair');
  await button(assigning, 'Cancel').click();
  await expect(assigning).toBeHidden();
  await button(dialog(page, working.ticketNumber), 'Close').click();
  await expect(button(cards.first(), 'Assign')).toBeVisible();

  await button(card, 'Ella: reassign').click();
  await dialog(page, 'Reassign')
    .getByRole('button', { name: /^Finn / })
    .click();
  await expect(button(card, 'Finn: reassign')).toBeVisible();

  // The card counts those that wait, and leads to them.
  await page
    .getByRole('list', { name: 'Counts' })
    .getByRole('link', { name: /^Estimates/ })
    .click();
  await expect(page).toHaveURL('/?sub=estimates');

  // Another list, and then this one again: the same.
  await button(page, 'Accepted this month').click();
  await tab(page, 'Assigned').click();
  await tab(page, 'Estimates').click();
  await expect(button(page, 'Waiting')).toHaveAttribute('aria-pressed', 'true');
  await expect(page).not.toHaveURL(/accepted/);
});

test('an estimate is texted once: a lost answer is looked up or requested again, and a second estimate needs confirmation', {
  tag: '@long',
}, async ({ page, context, complaints, staff }) => {
  complaints.expect(
    /^failed POST .*\/api\/estimates/,
    /^502 POST .*\/api\/estimates$/,
    /^409 POST .*\/api\/estimates$/,
  );
  // What is asked for while there is no connection.
  complaints.tolerate(/^failed GET/);
  const { ticketNumber } = await staff.takeIn({ customerName: 'Katherine Johnson' });
  const estimates = async () =>
    (await staff.repair(ticketNumber)).messages.filter(({ kind }) => kind === 'estimate').length;
  await page.goto('/');
  await button(repairCard(page, ticketNumber), 'Send estimate').click();
  const sending = dialog(page, 'Send estimate');
  const unknownTitle = 'We can’t tell yet whether this was sent';
  const alert = sending.getByRole('alert').filter({ hasText: unknownTitle });
  await field(sending, 'Estimate amount').fill('80');

  const ids: (string | null)[] = [];
  await page.route(/\/api\/estimates$/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const { estimateId } = route.request().postDataJSON() as { estimateId: string | null };
    ids.push(estimateId);
    // Something in between answers first; then the connection breaks before the answer arrives.
    if (ids.length === 1) return route.fulfill({ status: 502, body: 'Bad Gateway' });
    if (ids.length > 2) return route.fallback();
    await context.setOffline(true);
    await route.fetch();
    await route.abort('failed');
  });
  await page.keyboard.press('Enter');
  await expectToast(page, unknownTitle);
  await expect(alert).toContainText('If it was sent, the ticket will show it.');
  await button(sending, 'Send estimate').click();
  await expect(button(sending, 'Send estimate')).toHaveAccessibleDescription(
    'Not available while the shop’s server can’t be reached.',
    { timeout: 15_000 },
  );
  await expect(alert).toBeVisible();
  await expectAccessible(page);
  expect(await estimates()).toBe(1);
  await context.setOffline(false);
  await expectToast(page, 'Estimate sent successfully!');
  await expect(sending).toBeHidden();
  expect(new Set(ids).size).toBe(1);
  expect(await estimates()).toBe(1);

  await page.goto(`/?ticket=${ticketNumber}`);
  const asked = question(
    page,
    /^Already sent to Katherine Johnson \d+ seconds? ago\. Send again\?$/,
  );
  const sendAgain = async () => {
    await chooseFromMenu(dialog(page, ticketNumber), 'Send estimate');
    await field(sending, 'Estimate amount').fill('80');
    await page.keyboard.press('Enter');
  };
  await sendAgain();
  await expect(button(asked, 'Don’t send')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sending).toBeHidden();
  expect(await estimates()).toBe(1);
  await sendAgain();
  await button(asked, 'Send again').click();
  await expectToast(page, 'Estimate sent successfully!');
  expect(await estimates()).toBe(2);
});

test('the estimates are asked for again every five seconds', { tag: '@long' }, async ({ page }) => {
  let asked = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/estimates') asked += 1;
  });
  await page.clock.install();
  await page.goto('/?sub=estimates');
  await expect(page.getByRole('tabpanel', { name: 'Estimates' })).toBeVisible();
  await expect.poll(() => asked).toBeGreaterThanOrEqual(1);
  for (let round = 1; round <= 3; round += 1) {
    const before = asked;
    await page.clock.runFor(5_000);
    await expect.poll(() => asked).toBeGreaterThan(before);
  }
});

test('an answer by phone or at the counter is recorded wherever the estimate is shown, and waits to be acted upon', async ({
  page,
  complaints,
  staff,
}) => {
  const repair = await staff.takeIn({ customerName: 'Dorothy Vaughan' });
  const { ticketNumber } = repair;
  await staff.sendEstimate(repair, 260);
  const status = async () => (await staff.repair(ticketNumber)).repair.status;
  const waiting = attentionCase(page, ticketNumber);

  await page.goto('/?sub=estimates');
  await button(estimateCard(page, ticketNumber), 'Accepted').click();
  const recording = dialog(page, /^Record/);
  await expect(recording).toContainText(
    'Dorothy Vaughan accepted $260.00 for Omega Seamaster 300. No text is sent unless you send one.',
  );
  await button(recording, 'Record as accepted').click();
  const confirmation = field(recording, 'Text a confirmation (optional)');
  await expect(confirmation).toHaveValue(/^thank you, you accepted \$260\.00 for ticket/);
  expect((await staff.repair(ticketNumber)).messages[0]?.kind).toBe('estimate');
  await button(recording, 'Send confirmation').click();
  await expectToast(page, 'Text sent');
  await expect(recording).toBeHidden();
  expect((await staff.repair(ticketNumber)).messages[0]?.kind).toBe('manual');

  await page.goto(`/?ticket=${ticketNumber}`);
  const details = dialog(page, ticketNumber);
  await expect(details).toContainText('Accepted by phone, recorded by staff');
  await chooseFromMenu(details, 'Declined by phone or in person');
  await recording.getByRole('radio', { name: 'In person' }).check();
  await button(recording, 'Record as declined').click();
  await button(recording, 'Done').click();
  await expect(details).toContainText('Declined in person, recorded by staff');
  expect(await status()).toBe('estimate-declined');

  await staff.sendEstimate(repair, 240);
  await button(details, 'Close').click();
  await expect(details).toBeHidden();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill(ticketNumber);
  await page.getByRole('option', { name: `Declined: ${ticketNumber}` }).click();
  await button(recording, 'Cancel').click();
  await page.goto('/?tab=repairs');
  const card = repairCard(page, ticketNumber);
  await button(card, 'Accepted').click();
  // A colleague is faster: the ticket is shown in its current state.
  await page.route('**/answer', async (route) => {
    await staff.reply(repair, 'ACCEPT');
    await route.continue();
  });
  complaints.expect(/^409 POST .*\/answer/);
  await button(recording, 'Record as accepted').click();
  await expect(recording).toContainText('The ticket is now “Estimate Accepted”.');
  await button(recording, 'Cancel').click();
  await page.goto('/?attention=all');

  await expect(waiting).toContainText('Accepted $240.00');
  await button(waiting, 'Assign').click();
  const assigning = dialog(page, 'Assign repair');
  await assigning.getByRole('radio').first().check();
  await button(assigning, 'Assign').click();
  await expectToast(page, 'Repair assigned to technician!');
  await expect(waiting).toHaveCount(0);
  expect(await status()).toBe('assigned');
});

test('an answer that the customer texts in the meantime is not overturned unseen', {
  tag: '@long',
}, async ({ page, complaints, staff }) => {
  const repair = await staff.takeIn({ customerName: 'Mary Somerville' });
  await staff.sendEstimate(repair, 180);
  const { ticketNumber } = repair;
  const status = async () => (await staff.repair(ticketNumber)).repair.status;
  await page.goto('/?sub=estimates');
  await button(estimateCard(page, ticketNumber), 'Accepted').click();
  const recording = dialog(page, /^Record/);
  await expect(recording).toBeVisible();
  await staff.reply(repair, 'DECLINE');
  const notice = recording.getByRole('alert');
  await expect(notice).toContainText('Mary Somerville answered in the meantime');
  await expect(notice).toContainText('Estimate Declined: “DECLINE”');
  complaints.expect(/^409 POST .*\/answer/);
  await button(recording, 'Record as accepted').click();
  const anyway = button(recording, 'Record as accepted anyway');
  await expect(anyway).toBeVisible();
  expect(await status()).toBe('estimate-declined');
  await expectAccessible(page);
  await anyway.click();
  await button(dialog(page, 'Recorded as accepted'), 'Done').click();
  expect(await status()).toBe('estimate-accepted');

  // A colleague may be faster as well: who, and how the customer answered them.
  await staff.nameStaff([{ name: 'Maya Brooks', initials: 'MB' }]);
  try {
    const other = await staff.takeIn({ customerName: 'Hedy Lamarr' });
    const estimate = await staff.sendEstimate(other, 95);
    await button(estimateCard(page, other.ticketNumber), 'Accepted').click();
    await expect(recording).toBeVisible();
    await staff.as('MB').answerEstimate(estimate, { answer: 'declined', by: 'phone' });
    await expect(notice).toContainText('Hedy Lamarr answered in the meantime');
    await expect(notice).toContainText('MB recorded “Estimate Declined”, answered by phone.');
  } finally {
    await staff.nameStaff();
  }
});

test('an accepted price can be replaced until a technician is assigned, and applies again after a decline', {
  tag: '@long',
}, async ({ page, complaints, staff }) => {
  const repair = await staff.takeIn({ customerName: 'Emmy Noether' });
  const { ticketNumber } = repair;
  await staff.sendEstimate(repair, 150);
  const replacing = dialog(page, 'Replace accepted price');
  const now = async () => (await staff.repair(ticketNumber)).repair;

  // The customer accepts while another price is being typed: it is not replaced unseen.
  await page.goto('/?tab=repairs');
  await chooseFromMenu(repairCard(page, ticketNumber), 'Send estimate');
  const sending = dialog(page, 'Send estimate');
  await field(sending, 'Estimate amount').fill('220');
  await staff.reply(repair, 'ACCEPT');
  await expect(sending.getByRole('alert').filter({ hasText: 'Emmy' })).toHaveText(
    'Emmy Noether accepted $150.00 in the meantime. Another estimate would replace that price.',
  );
  complaints.expect(/^409 POST .*\/api\/estimates$/);
  await button(sending, 'Send estimate').click();
  await expect(replacing).toBeVisible();
  expect(await now()).toMatchObject({ status: 'estimate-accepted', estimatePrice: 150 });
  await expectAccessible(page);
  await button(replacing, 'Cancel').click();
  await button(question(page, 'Discard your changes?'), 'Discard').click();

  // Wherever an estimate is sent from, staff read what it replaces.
  await button(repairCard(page, ticketNumber), 'Replace price').click();
  await expect(replacing).toContainText(
    /Replaces the accepted estimate of \$150\.00, sent .*\. The/,
  );
  await button(replacing, 'Cancel').click();
  await page.goto(`/?ticket=${ticketNumber}`);
  await button(dialog(page, ticketNumber), 'Replace price').click();
  await button(replacing, 'Cancel').click();
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Replace price' }).click();
  await button(replacing, 'Cancel').click();
  await page.goto('/?sub=estimates');
  const card = estimateCard(page, ticketNumber);
  await chooseFromMenu(card, 'Replace price');
  await field(replacing, 'Estimate amount').fill('220');
  await button(replacing, 'Replace price').click();
  await expectToast(page, 'Estimate sent successfully!');
  await expect(card).toContainText('$220.00');
  expect(await now()).toMatchObject({ status: 'estimate-sent', estimatePrice: 220 });

  await staff.reply(repair, 'DECLINE');
  await button(card, 'Proceed at $150.00').click();
  await expectToast(page, 'Work proceeds at $150.00', `${ticketNumber}: assign a technician`);
  await expect(button(card, 'Assign')).toBeVisible();
  expect(await now()).toMatchObject({ status: 'estimate-accepted', estimatePrice: 150 });
});
