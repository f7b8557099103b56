import {
  button,
  chooseFromMenu,
  dialog,
  field,
  more,
  openAssigning,
  pressTwice,
  question,
  repairCard,
  technician,
  textsOf,
  toast,
} from './locators.ts';
import { phone } from './measures.ts';
import { expect, test } from './shop.ts';
import { expectToast } from './toasts.ts';

test('a repair is deleted after a question that names it, and the deletion is undone', async ({
  page,
  staff,
}) => {
  const repair = await staff.takeIn({ customerName: 'Rosa Parks' });
  await page.goto('/?tab=repairs');
  const card = repairCard(page, repair.ticketNumber);
  const details = dialog(page, repair.ticketNumber);
  await more(card).click();
  await expect(page.getByRole('menuitem', { name: 'Print ticket' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeHidden();
  await page.keyboard.press('Escape');
  await card.getByRole('link', { name: repair.ticketNumber }).click();
  await chooseFromMenu(details, 'Delete');
  const asked = question(page, `Delete repair ${repair.ticketNumber} for Rosa Parks?`);
  await expect(button(asked, 'Cancel')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(asked).toBeHidden();
  await expect(more(details)).toBeFocused();

  await chooseFromMenu(details, 'Delete');
  await expect(asked).toContainText('You can restore it for 30 days.');
  await button(asked, 'Delete').click();
  const told = toast(page);
  await expect(told.getByText('Repair deleted', { exact: true })).toBeVisible();
  await expect(told.getByText(/ /)).toHaveText([
    'Repair deleted',
    'Repair for Rosa Parks has been permanently deleted.',
    'You can restore it for 30 days.',
  ]);
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 375, height: 667 });
  // Three lines of words.
  await expect.poll(async () => (await told.boundingBox())?.height).toBeLessThan(96);
  await page.setViewportSize(size);
  await expect(details).toBeHidden();
  await expect(card).toBeHidden();
  await expect(page.getByRole('tabpanel', { name: 'Repairs' })).toBeFocused();
  await pressTwice(button(told, 'Undo'));
  await expectToast(page, `Repair ${repair.ticketNumber} is back.`);
  await expect(card).toBeVisible();
  expect((await staff.repair(repair.ticketNumber)).repair.customerName).toBe('Rosa Parks');

  await card.getByRole('link', { name: repair.ticketNumber }).click();
  await chooseFromMenu(details, 'Delete');
  await button(asked, 'Delete').click();
  await expectToast(page, 'Repair deleted', 'Repair for Rosa Parks has been permanently deleted.');
  await expect(card).toBeHidden();
  await expect(asked).toBeHidden();
  const left = await staff.repairs();
  expect(left.map(({ ticketNumber }) => ticketNumber)).not.toContain(repair.ticketNumber);
});

test('a card offers what its status allows, and takes two presses in quick succession', async ({
  page,
  staff,
}) => {
  await test.step('only what a status allows is offered', async () => {
    const repair = await staff.takeIn({ repairPrice: 1_100 });
    await page.goto('/?tab=repairs');
    const card = repairCard(page, repair.ticketNumber);
    await expect(button(card, 'Assign')).toBeVisible();
    const sameDay = page.getByRole('menuitemcheckbox', { name: 'Same day' });
    await more(card).click();
    await expect(sameDay).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(button(card, 'Complete')).toBeHidden();
    await staff.assign(repair, 'ana');
    await expect(button(card, 'Complete')).toBeVisible();
    await expect(button(card, 'Start work')).toBeVisible();
    await expect(button(card, 'Assign')).toBeHidden();
    await more(card).click();
    await expect(page.getByRole('menuitem', { name: 'Send estimate' })).toBeVisible();
    await expect(sameDay).toBeHidden();
    await page.keyboard.press('Escape');

    await staff.sendEstimate(repair, 1250.5);
    await expect(card).toContainText('$1,250.50 estimated');
    await expect(button(card, 'Declined')).toBeVisible();
    await expect(button(card, 'Send estimate')).toBeHidden();
    await more(card).click();
    await expect(page.getByRole('menuitem', { name: 'Send estimate' })).toBeVisible();
    await page.keyboard.press('Escape');
    await button(card, 'Accepted').click();
    const recording = dialog(page, /^Record/);
    await button(recording, 'Record as accepted').click();
    await button(recording, 'Assign a technician').click();
    await button(dialog(page, 'Assign repair'), 'Cancel').click();
    await expect(recording).toBeHidden();
    await expect(card).toContainText('$1,250.50 accepted');
    await openAssigning(card);
    await button(dialog(page, 'Assign repair'), 'Cancel').click();
    await card.getByRole('link', { name: repair.ticketNumber }).click();
    const details = dialog(page, repair.ticketNumber);
    await expect(details).toContainText(/\$1,250\.50 accepted.*Price at intake\$1,100\.00/);
    await expect(button(details, 'Declined')).toHaveCount(0);
    await more(details).click();
    await expect(
      page.getByRole('menuitem', { name: 'Declined by phone or in person' }),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await openAssigning(details);
    const assigning = dialog(page, 'Assign repair');
    await technician(assigning, 'Chloe').check();
    await button(assigning, 'Assign').click();
    await expect(button(card, 'Start work')).toBeVisible();
    await expect(details.getByRole('button')).toContainText([
      'Start work',
      'Complete',
      'Send estimate',
    ]);
  });

  await test.step('same-day switched on and off again at once ends up off', async () => {
    const repair = await staff.takeIn();
    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    let isFirst = true;
    await page.route(`/api/repairs/${repair.ticketNumber}`, async (route) => {
      const isHeld = route.request().method() === 'PATCH' && isFirst;
      if (isHeld) {
        isFirst = false;
        await held;
      }
      await route.continue();
    });
    await page.goto('/');
    const card = repairCard(page, repair.ticketNumber);
    const sameDay = page.getByRole('menuitemcheckbox', { name: 'Same day' });
    await chooseFromMenu(card, 'Same day');
    await more(card).click();
    await expect(sameDay).toBeChecked();
    await sameDay.click();
    answer();
    await expect
      .poll(async () => (await staff.repair(repair.ticketNumber)).events.length)
      .toBeGreaterThan(1);
    await expect
      .poll(async () => (await staff.repair(repair.ticketNumber)).repair.isSameDay)
      .toBe(false);
    await more(card).click();
    await expect(sameDay).not.toBeChecked();
  });
});

test('a ticket says at a glance how far along it is, and on a phone its foot makes way for a form', {
  tag: '@long',
}, async ({ page, staff }) => {
  await test.step('a ticket says at a glance how far along it is, and collapses what is long', async () => {
    const issue = Array.from({ length: 12 }, (_, line) => `Complaint ${line + 1}`).join('\n');
    const repair = await staff.takeIn({ issue, isSameDay: true });
    await page.goto(`/?ticket=${repair.ticketNumber}`);
    const details = dialog(page, repair.ticketNumber);
    const glance = details.getByRole('list', { name: 'At a glance' }).getByRole('listitem');
    await expect(glance).toHaveText(['Pending', 'Same day', 'No price', 'Needs a technician']);
    await expect(details.getByRole('button')).toContainText([
      'Send estimate',
      'Record estimate',
      'Assign to Ana',
    ]);
    await expect(button(details, 'Print ticket')).toBeVisible();
    await button(details, 'More').click();
    await expect(page.getByRole('menuitem')).toHaveText([
      'Done while waiting',
      'Edit',
      'Edit client',
      'Print without a pop-up',
      'Print bag label',
      'Delete',
    ]);
    await expect(page.getByRole('menuitemcheckbox', { name: 'Same day' })).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(button(details, 'More')).toBeFocused();

    await staff.sendEstimate(repair, 80);
    await staff.reply(repair, 'ACCEPT');
    for (const words of ['Thank you', 'See you', 'Bye']) await staff.reply(repair, words);
    await expect(glance.first()).toContainText('Estimate Accepted');
    await expect(glance.filter({ hasText: '$80.00' })).toHaveText('$80.00 accepted');
    // What waits for an answer: the newest without scrolling, all of it without unfolding.
    await expect(details.getByText('“Bye”').first()).toBeInViewport({ ratio: 1 });
    // Once above the history, besides the mark's name, which is only read out.
    const [state = ''] = (await details.innerText()).split(/^History$/m);
    expect(state.replace('Estimate Accepted', '').match(/accepted/gi)).toHaveLength(1);
    const texts = textsOf(details);
    await expect(texts.filter({ hasText: 'Thank you' }).first()).toBeVisible();
    await button(details, 'Reply').click();
    await expect(field(details, 'Text to the customer')).toBeFocused();
    await expect(button(details, 'Send text')).toBeInViewport({ ratio: 1 });
    const earlier = details.getByText(/^Earlier texts/);
    await expect(earlier).toBeVisible();
    await expect(details.getByText(/we have your/)).toBeHidden();
    await earlier.click();
    await expect(details.getByText(/we have your/)).toBeVisible();

    const request = details.getByText('Complaint 1');
    const folded = (await request.boundingBox())?.height ?? 0;
    await button(details, 'Show all').click();
    await expect
      .poll(async () => (await request.boundingBox())?.height)
      .toBeGreaterThan(1.9 * folded);
    await details.getByRole('heading', { name: 'History' }).scrollIntoViewIfNeeded();
    await expect(glance.first()).toBeInViewport({ ratio: 1 });
  });

  await test.step('on a phone a form has the foot of its ticket to itself', async () => {
    await page.setViewportSize(phone);
    const repair = await staff.takeIn();
    await page.goto(`/?ticket=${repair.ticketNumber}`);
    const details = dialog(page, repair.ticketNumber);
    await chooseFromMenu(details, 'Edit');
    await expect(button(details, 'Save')).toBeInViewport({ ratio: 1 });
    await expect(button(details, 'Assign')).toBeHidden();
    await button(details, 'Cancel').click();
    await expect(button(details, 'Assign')).toBeInViewport({ ratio: 1 });

    // As much room as a keyboard leaves.
    await page.setViewportSize({ ...phone, height: 400 });
    await field(details, 'Text to the customer').click();
    await expect(button(details, 'Send text')).toBeInViewport({ ratio: 1 });
    await page.keyboard.type('Hello, the part is on its way.');
    await expect(details.getByText('Preview')).toBeVisible();
    await expect(button(details, 'Send text')).toBeInViewport({ ratio: 1 });
    await expect(button(details, 'Assign')).toBeHidden();
  });
});

test('an estimate asks for a price, and says so if the phone gets no texts', {
  tag: '@long',
}, async ({ page, complaints, staff }) => {
  complaints.expect(/^502 POST .*\/api\/estimates$/);
  const repair = await staff.takeIn({ customerPhone: '(212) 555-0199' });
  await page.goto('/');
  // The drop-off text failed because of the number, so the card offers to record an estimate.
  await chooseFromMenu(repairCard(page, repair.ticketNumber), 'Send estimate');
  const sending = dialog(page, 'Send estimate');
  await expect(field(sending, 'Estimate amount')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sending.getByText('Please enter an estimate amount')).toBeVisible();
  for (const amount of ['0', 'abc', '-5']) {
    await field(sending, 'Estimate amount').fill(amount);
    await page.keyboard.press('Enter');
    await expect(sending.getByText('Please enter a valid estimate amount')).toBeVisible();
  }
  // After the first refusal without another press.
  await field(sending, 'Estimate amount').fill('');
  await expect(sending.getByText('Please enter an estimate amount')).toBeVisible();
  await field(sending, 'Estimate amount').fill('150');
  await expect(sending.getByText('Please enter an estimate amount')).toBeHidden();
  await field(sending, 'Work').fill('New crown');
  await field(sending, 'Staff notes').fill('Ask about the strap');
  await button(sending, 'Send estimate').click();
  await expectToast(page, 'SMS sending failed');
  await expect(
    sending.getByText(
      'Failed to send SMS. Please check phone number format and text-message provider configuration.',
    ),
  ).toBeVisible();
  expect((await staff.repair(repair.ticketNumber)).estimates).toEqual([]);
  // What appears late is placed where no one was about to press.
  const leftOf = async (name: string) => (await button(sending, name).boundingBox())?.x ?? 0;
  expect(await leftOf('Record estimate')).toBeLessThan(await leftOf('Cancel'));
  expect(await leftOf('Cancel')).toBeLessThan(await leftOf('Send estimate'));
  await button(sending, 'Record estimate').click();
  const recording = dialog(page, 'Record estimate');
  await expect(field(recording, 'Estimate amount')).toHaveValue('150');
  await expect(field(recording, 'Work')).toHaveValue('New crown');
  await expect(field(recording, 'Staff notes')).toHaveValue('Ask about the strap');
});

test('a ticket opens beside its list, where the pressed card stays at its height and typed words are asked about', async ({
  page,
  staff,
}) => {
  await test.step('a ticket opens beside its list, which stays usable, and asks before typed words are lost', async () => {
    const [first, second] = [await staff.takeIn(), await staff.takeIn()];
    await page.goto('/?tab=repairs');
    const link = (ticket: string) =>
      repairCard(page, ticket).getByRole('link', { name: ticket, exact: true });
    // By a press anywhere but on its controls, unless the press selects text there.
    const issue = repairCard(page, second.ticketNumber).getByText(second.issue);
    const place = await issue.boundingBox();
    await page.mouse.move(place?.x ?? 0, (place?.y ?? 0) + 5);
    await page.mouse.down();
    await page.mouse.move((place?.x ?? 0) + 60, (place?.y ?? 0) + 5, { steps: 3 });
    await page.mouse.up();
    expect(await page.evaluate(() => `${getSelection()}`)).not.toBe('');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await issue.click();
    await expect(dialog(page, second.ticketNumber)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(link(second.ticketNumber)).toBeFocused();
    await link(first.ticketNumber).press('Enter');
    const heading = (ticket: string) => dialog(page, ticket).getByRole('heading', { level: 2 });
    await expect(heading(first.ticketNumber)).toBeFocused();
    await expect(link(first.ticketNumber)).toHaveAttribute('aria-current', 'true');
    await link(second.ticketNumber).click();
    await expect(heading(second.ticketNumber)).toBeFocused();
    await expect(page.getByRole('dialog')).toHaveCount(1);

    await field(dialog(page, second.ticketNumber), 'Text to the customer').fill('Half a thought');
    await link(first.ticketNumber).click();
    const asked = question(page, 'Discard your changes?');
    // It is asked before anything moves.
    await expect(asked).toContainText(`Your changes to ticket ${second.ticketNumber}`);
    await expect(page).toHaveURL(new RegExp(`ticket=${second.ticketNumber}`));
    await expect(page.locator('main a[aria-current="true"][data-ticket]')).toHaveText(
      second.ticketNumber,
    );
    await button(asked, 'Keep editing').click();
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`ticket=${second.ticketNumber}`));
    await button(asked, 'Keep editing').click();
    await expect(page).toHaveURL(new RegExp(`ticket=${second.ticketNumber}`));
    await expect(field(dialog(page, second.ticketNumber), 'Text to the customer')).toHaveValue(
      'Half a thought',
    );
    await link(first.ticketNumber).click();
    await button(asked, 'Discard').click();
    await expect(dialog(page, first.ticketNumber)).toBeVisible();
    await heading(first.ticketNumber).focus();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(link(first.ticketNumber)).toBeFocused();
  });

  await test.step('a card that is pressed keeps its height on the screen while its ticket opens beside the list', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    for (let taken = 0; taken < 12; taken += 1) await staff.takeIn();
    await page.goto('/?tab=repairs');
    const cards = page.getByRole('article');
    await expect(cards.nth(5)).toBeVisible();
    // Of the second row: with fewer columns it is further down.
    const name = (await cards.nth(5).getAttribute('aria-label')) ?? '';
    const card = page.getByRole('article', { name });
    const height = async () => Math.round((await card.boundingBox())?.y ?? Number.NaN);
    const before = await height();
    const columns = () =>
      cards.evaluateAll(
        (all) => new Set(all.map((each) => each.getBoundingClientRect().left)).size,
      );
    const wide = await columns();
    await card.getByRole('heading').getByRole('link').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect.poll(columns).toBeLessThan(wide);
    expect(await height()).toBe(before);
  });
});

test('a menu that is opened while its ticket loads stays open', async ({ page, staff }) => {
  const { ticketNumber } = await staff.takeIn();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/ticket-page[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/?tab=repairs');
  const card = repairCard(page, ticketNumber);
  await card.getByRole('link').first().click();
  await more(card).click();
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await expect(dialog(page, ticketNumber)).toHaveCount(0);

  release();
  await expect(dialog(page, ticketNumber)).toBeVisible();
  await expect(page.getByRole('menuitem').first()).toBeFocused();
});
