import { type MessageState, messageStates } from '../../domain/text-kinds.ts';
import { freshAnswer } from './held-answers.ts';
import {
  attentionCase,
  button,
  chooseFromMenu,
  clientRows,
  dialog,
  estimateCard,
  field,
  openTicket,
  pressTwice,
  question,
  repairCard,
  tab,
  textsOf,
  toast,
} from './locators.ts';
import { expect, test } from './shop.ts';
import { newPhone } from './staff.ts';
import { expectToast } from './toasts.ts';

/** The simulated phone's number that gets no texts. */
const landline = '(212) 555-0199';

const primary = /(^| )bg-accent( |$)/;

test('a text that did not arrive says so wherever staff look, and is sent again to the right number', async ({
  page,
  staff,
}) => {
  const repair = await staff.takeIn({ repairPrice: 90, approvedUpTo: 80 });
  await staff.assign(repair, 'ella');
  await staff.correctPhone(repair, landline);
  const details = await openTicket(page, repair.ticketNumber);
  await field(details, 'Text to the customer').fill('Please call us about the crown');
  await button(details, 'Send text').click();
  await expectToast(page, 'The text was not sent');
  await page.goto('/?sub=assigned&attention=all');
  await expect(button(repairCard(page, repair.ticketNumber), 'Record estimate')).toBeVisible();
  const open = attentionCase(page, repair.ticketNumber);
  await expect(open).toContainText('Your text was not delivered.');
  await expect(open).toContainText('Landline, or can’t get texts. Call the customer.');
  await expect(open).toContainText(repair.customerName);
  await expect(open.getByRole('link', { name: landline })).toHaveAttribute(
    'href',
    'tel:+12125550199',
  );
  await open.getByRole('link', { name: repair.ticketNumber }).click();

  const failed = textsOf(details).filter({ hasText: 'the crown' }).first();
  await expect(failed).toContainText('Not sent');
  await expect(failed).toContainText('Landline');
  // It could never arrive there.
  await expect(button(details, 'Resend')).toHaveCount(0);
  await chooseFromMenu(details, 'Complete');
  const completing = dialog(page, 'Complete repair');
  await expect(button(completing, 'Record estimate')).toHaveClass(primary);
  await expect(button(completing, 'Send estimate')).not.toHaveClass(primary);
  await page.keyboard.press('Escape');

  await staff.correctPhone(repair, newPhone());
  const { repair: corrected } = await staff.repair(repair.ticketNumber);
  await button(details, 'Resend').click();
  const asked = question(page, `Resend this text to ${corrected.customerPhone}?`);
  await expect(asked).toContainText('Please call us about the crown');
  await button(asked, 'Resend').click();
  await expectToast(page, 'Text resent');
  await expect(details.getByText('Earlier texts (1)')).toBeVisible();
  await expect(textsOf(details).last()).toContainText('Sent');
  await expect(button(details, 'Resend')).toHaveCount(0);
  await expect(details).toContainText('Text resent: Custom text');
  await page.keyboard.press('Escape');
  await expect(open).toHaveCount(0);
});

test('a ticket shows the status of every text, and a custom text is sent from it once, and only after staff have seen what came in', {
  tag: '@long',
}, async ({ page, complaints, staff }) => {
  await test.step('every text shows its status', async () => {
    const repair = await staff.takeIn();
    const words: Record<MessageState, string> = {
      held: 'Sending in a moment',
      sending: 'Being sent',
      unknown: 'Can’t tell yet if it was sent',
      accepted: 'Sent',
      sent: 'Sent',
      delivered: 'Delivered',
      undelivered: 'Not delivered',
      failed: 'Not sent',
      received: 'Read as: opting out of texts',
    };
    await page.route(`**/api/repairs/${repair.ticketNumber}`, async (route) => {
      const answer = await freshAnswer(route);
      const ticket = (await answer.json()) as Awaited<ReturnType<typeof staff.repair>>;
      const [message] = ticket.messages;
      const messages = messageStates.toReversed().map((state) => ({
        ...message,
        id: state,
        state,
        ...(state === 'received' && { direction: 'inbound', meaning: 'STOP', body: 'stop it' }),
        ...(state === 'unknown' && { advice: 'We can’t tell yet whether this was sent.' }),
      }));
      await route.fulfill({ response: answer, json: { ...ticket, messages } });
    });
    const details = await openTicket(page, repair.ticketNumber);
    await details.getByText('Earlier texts (7)').click();
    const all = details
      .getByRole('list', { name: /^(Earlier texts|Texts)$/ })
      .getByRole('listitem');
    await expect(all).toContainText(messageStates.map((state) => words[state]));
    await expect(all.nth(2)).toContainText('We can’t tell yet whether this was sent.');
  });

  await test.step('a custom text goes out once, as it was shown, and is not lost on the way', async () => {
    const repair = await staff.takeIn();
    const { ticketNumber } = repair;
    const manual = async () =>
      (await staff.repair(ticketNumber)).messages.filter(({ kind }) => kind === 'manual');
    const details = await openTicket(page, ticketNumber);
    const typing = field(details, 'Text to the customer');
    await typing.focus();
    await button(details, 'Send text').click();
    await expect(details.getByText('Please write the text first')).toBeVisible();
    await expect(typing).toBeFocused();

    await typing.fill('It’s “ready” – come on Friday');
    const shown = `Harbor Watch Repair: It's "ready" - come on Friday`;
    await expect(details.getByText(shown)).toBeVisible();
    await expect(details.getByText('Billed as 1 text · 50 characters')).toBeVisible();
    await expect(details.getByText('sent as plain characters')).toBeVisible();

    await page.keyboard.press('Escape');
    await button(question(page, 'Discard your changes?'), 'Keep editing').click();

    // It reaches the shop's server, but the answer does not come back.
    complaints.expect(/^failed POST .*\/messages/);
    let isLost = false;
    await page.route(`**/api/repairs/${ticketNumber}/messages`, async (route) => {
      if (isLost) return route.continue();
      isLost = true;
      await route.fetch();
      await route.abort('connectionreset');
    });
    await button(details, 'Send text').click();
    await expect(details.getByText('The shop’s server can’t be reached')).toBeVisible();
    await expect(typing).toHaveValue(/Friday$/);
    await pressTwice(button(details, 'Send text'));
    await expectToast(page, 'Text sent');
    await expect(typing).toHaveValue('');
    expect((await manual()).map(({ body }) => body)).toEqual([shown]);
    await expect(textsOf(details).filter({ hasText: shown })).toHaveCount(1);

    await typing.fill('x'.repeat(200));
    await expect(details.getByText('Billed as 2 texts · 221 characters')).toBeVisible();
    await typing.fill('Ready 👍');
    await expect(details.getByText('more than double')).toBeVisible();
    await typing.fill('');
    await page.keyboard.press('Escape');
    await expect(details).toBeHidden();
  });

  await test.step('on a ticket, too, a colleague’s answer is shown before yours is sent', async () => {
    const repair = await staff.takeIn();
    await staff.reply(repair, 'Is it ready?');
    const details = await openTicket(page, repair.ticketNumber);
    const typing = field(details, 'Text to the customer');
    await typing.fill('Not yet');
    const { messages } = await staff.repair(repair.ticketNumber);
    await staff.answer(messages.find(({ kind }) => kind === 'reply')?.id ?? '', 'On Friday');
    await expect(textsOf(details).filter({ hasText: 'On Friday' })).toBeVisible();
    complaints.expect(/^409 POST .*\/messages/);
    await button(details, 'Send text').click();
    await expect(details.getByRole('alert')).toContainText('“On Friday”');
    await expect(typing).toHaveValue('Not yet');
    await button(details, 'Send anyway').click();
    await expectToast(page, 'Text sent');
  });
});

test('the simulated phone of a ticket is its customer’s, however old its texts are', {
  tag: '@long',
}, async ({ page, staff }) => {
  const repair = await staff.takeIn({ customerName: 'Hedy Lamarr' });
  const corrected = await staff.takeIn();
  const busy = await staff.takeIn();
  await staff.correctPhone(corrected, newPhone());
  // More than the list of texts holds at first.
  for (let sent = 0; sent < 101; sent += 1) await staff.reply(busy, `Hello? ${sent}`);

  // The rest of the list comes late, as in a shop with years of texts.
  await page.route(/\/api\/messages\?.*cursor=/, () => undefined);
  const openPhone = async (ticketNumber: string) => {
    const details = await openTicket(page, ticketNumber);
    await button(details, 'Simulated texts').click();
    return dialog(page, 'Simulated phone');
  };
  const phones = await openPhone(repair.ticketNumber);
  await expect(phones.getByRole('heading', { level: 3 })).toHaveText(repair.customerPhone);
  await expect(phones.getByText(`ticket ${repair.ticketNumber}`).last()).toBeVisible();
  await field(phones, 'Reply as the customer').fill('On Monday?');
  // What others text meanwhile does not switch the phone to anybody else.
  await staff.reply(busy, 'Hello again?');
  await expect(phones.getByText('Hello again?').first()).toBeVisible();
  await button(phones, 'Send reply').click();
  await expect(phones.getByText('On Monday?').last()).toBeVisible();
  const { messages } = await staff.repair(repair.ticketNumber);
  expect(messages[0]).toMatchObject({ body: 'On Monday?', ticketNumber: repair.ticketNumber });
  const { messages: others } = await staff.repair(busy.ticketNumber);
  expect(others.map(({ body }) => body)).not.toContain('On Monday?');

  // Its texts went to the number that has since been corrected.
  await openPhone(corrected.ticketNumber);
  await expect(phones.getByRole('heading', { level: 3 })).toHaveText(corrected.customerPhone);
});

test('no one texts a customer who replied STOP', { tag: '@long' }, async ({ page, staff }) => {
  const repair = await staff.takeIn();
  const details = await openTicket(page, repair.ticketNumber);
  const typing = field(details, 'Text to the customer');
  await typing.fill('Your watch is ready');

  await staff.reply(repair, 'STOP');
  await expect(details.getByText('The customer opted out of texts: call them.')).toBeVisible();
  await expect(typing).toHaveValue('Your watch is ready');
  await button(details, 'Send text').focus();
  await page.keyboard.press('Enter');
  await typing.fill('');
  await expect(typing).toBeHidden();
  await expect(details.getByRole('link', { name: /^Call \(/ })).toHaveAttribute('href', /^tel:/);
  await expect(details.getByText(/^Replied STOP on .*: call them$/)).toHaveCount(1);
  await expect(details.getByRole('list', { name: 'At a glance' })).toContainText('Replied STOP');
  await button(details, 'Send estimate').click();
  const sending = dialog(page, 'Send estimate');
  await expect(button(sending, 'Send estimate')).toHaveAccessibleDescription(
    'The customer replied STOP: call them.',
  );
  await button(sending, 'Cancel').click();
  await page.keyboard.press('Escape');
  const open = await staff.takeIn();
  await staff.sendEstimate(open, 75);
  await staff.reply(open, 'STOP');
  await page.goto('/?sub=estimates');
  await expect(estimateCard(page, open.ticketNumber)).toContainText('Replied STOP');
  await page.goto(`/?tab=clients&q=${encodeURIComponent(repair.customerEmail)}`);
  const row = clientRows(page).filter({ hasText: repair.customerEmail });
  await expect(row).toContainText('Replied STOP');

  await staff.reply(repair, 'START');
  await expect(row).not.toContainText('Replied STOP');
  await page.goto(`/?ticket=${repair.ticketNumber}`);
  await expect(typing).toBeVisible();
  const { messages } = await staff.repair(repair.ticketNumber);
  expect(messages.filter(({ kind }) => kind === 'manual')).toEqual([]);
});

test('a message that opens a ticket leaves a form that is being filled in where it is', {
  tag: '@long',
}, async ({ page, staff }) => {
  const other = await staff.takeIn();
  const asking = await staff.takeIn();
  await button(await openTicket(page, other.ticketNumber), 'Send estimate').click();
  const sending = dialog(page, 'Send estimate');
  await field(sending, 'Estimate amount').fill('145');
  await staff.reply(asking, 'Is my watch ready?');
  const asked = toast(page).getByRole('button', { name: /^Question from/ });
  await asked.click();
  await expectToast(page, 'Finish the open form first');
  await expect(field(sending, 'Estimate amount')).toHaveValue('145');
  await field(sending, 'Estimate amount').fill('');
  // It returns once that has been read.
  await asked.click();
  await expect(textsOf(dialog(page, asking.ticketNumber)).last()).toContainText(
    'Is my watch ready?',
  );
  await expect(sending).toBeHidden();
});

test('an estimate’s text is shown before it goes out, and its age afterward', {
  tag: '@long',
}, async ({ page, complaints, staff }) => {
  const repair = await staff.takeIn();
  const { ticketNumber } = repair;
  await page.goto('/');
  await button(repairCard(page, ticketNumber), 'Send estimate').click();
  const sending = dialog(page, 'Send estimate');
  await field(sending, 'Estimate amount').fill('145.5');
  await expect(sending.getByText(`estimate $145.50, ticket ${ticketNumber}`)).toBeVisible();
  await expect(sending.getByText(/^Billed as 1 text · \d+ characters$/)).toBeVisible();

  await page.route('**/api/estimates/preview', async (route) => {
    const answer = await freshAnswer(route);
    await route.fulfill({ response: answer, json: { ...(await answer.json()), segments: 2 } });
  });
  await field(sending, 'Estimate amount').fill('146');
  await expect(sending.getByText('Billed as 2 texts')).toBeVisible();

  await page.unrouteAll({ behavior: 'wait' });
  complaints.expect(/^503 POST .*\/preview/);
  await page.route('**/api/estimates/preview', (route) => route.fulfill({ status: 503 }));
  await field(sending, 'Estimate amount').fill('147');
  await expect(sending.getByText('Preview')).toBeHidden();
  await button(sending, 'Send estimate').click();
  await expectToast(page, 'Estimate sent successfully!');
  await expect(sending).toBeHidden();

  await page.route(/\/api\/estimates$/, async (route) => {
    const answer = await freshAnswer(route);
    const list = (await answer.json()) as { items: { sentAt: string }[] };
    const items = list.items.map((estimate) => ({
      ...estimate,
      remindedAt: estimate.sentAt,
      isExpired: true,
      expiredAt: estimate.sentAt,
    }));
    await route.fulfill({ response: answer, json: { ...list, items } });
  });
  await tab(page, 'Estimates').click();
  const card = estimateCard(page, ticketNumber);
  await expect(card.getByText('Expired', { exact: true })).toBeVisible();
  await expect(card).toContainText(' · just now');

  // The list has what happened last, the ticket each step.
  await page.route(`**/api/repairs/${ticketNumber}`, async (route) => {
    const answer = await freshAnswer(route);
    const whole = (await answer.json()) as { estimates: { sentAt: string }[] };
    const estimates = whole.estimates.map((estimate) => ({
      ...estimate,
      remindedAt: estimate.sentAt,
      expiredAt: estimate.sentAt,
    }));
    await route.fulfill({ response: answer, json: { ...whole, estimates } });
  });
  await page.goto(`/?sub=estimates&ticket=${ticketNumber}`);
  await expect(
    dialog(page, ticketNumber).getByRole('region', { name: 'Estimates' }).getByRole('term'),
  ).toHaveText(['Sent', 'Reminder sent', 'Expired']);
});

test('a server whose clock is wrong says so', async ({ page }) => {
  await page.route(/\/api\/shop$/, async (route) => {
    const response = await freshAnswer(route);
    const shop = { ...(await response.json()), clockAheadSeconds: -360 };
    await route.fulfill({ response, json: shop });
  });
  await page.goto('/');
  await expect(page.getByText('The server’s clock is 6 minutes behind.')).toBeVisible();
});
