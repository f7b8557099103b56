import type { Locator, Page } from '@playwright/test';
import { type MessageState, messageStates } from '../../domain/text-kinds.ts';
import { expectAccessible } from './axe.ts';
import { freshAnswer } from './held-answers.ts';
import {
  button,
  chooseFromMenu,
  clientRows,
  dialog,
  estimateCard,
  field,
  pressTwice,
  question,
  repairCard,
  tab,
  toast,
} from './locators.ts';
import { phone } from './measures.ts';
import { password } from './product.ts';
import { expect, loggedOut, test } from './shop.ts';
import { logInAlone, newPhone } from './staff.ts';
import { expectToast } from './toasts.ts';

/** The simulated phone's number that gets no texts. */
const landline = '(212) 555-0199';

const primary = /(^| )bg-accent( |$)/;

async function openTicket(page: Page, ticketNumber: string): Promise<Locator> {
  await page.goto(`/?ticket=${ticketNumber}`);
  const details = dialog(page, ticketNumber);
  await expect(details.getByRole('heading', { name: 'History' })).toBeVisible();
  return details;
}

const textsOf = (details: Locator) =>
  details.getByRole('list', { name: 'Texts', exact: true }).getByRole('listitem');

/** The newest case and how many more there are: a press shows all. */
const attentionLine = (page: Page) =>
  page
    .getByRole('region', { name: /^Needs attention/ })
    .getByRole('link')
    .first();

const caseOf = (page: Page, ticketNumber: string) =>
  page
    .getByRole('list', { name: 'Needs attention' })
    .getByRole('listitem')
    .filter({ hasText: ticketNumber });

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
  const open = caseOf(page, repair.ticketNumber);
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

test('a reply that only people can interpret is recorded as what it is', { tag: '@long' }, async ({
  page,
  secondPage,
  complaints,
  staff,
}) => {
  const repair = await staff.takeIn();
  const { ticketNumber } = repair;
  await staff.sendEstimate(repair, 95);
  await staff.reply(repair, 'DECLINE');
  await Promise.all([page.goto('/?attention=all'), secondPage.goto('/?attention=all')]);
  await expect(tab(page, 'Pending')).toBeVisible();
  const words = 'My sister says go ahead with it after all';
  await staff.reply(repair, words);

  const asks = { hasText: 'Question' };
  const open = caseOf(page, ticketNumber).filter(asks);
  await expect(open).toContainText(words);
  await expect(caseOf(secondPage, ticketNumber).filter(asks)).toContainText(words);
  await expect(button(open, 'Record as declined')).toHaveCount(0);

  await open.getByRole('link', { name: ticketNumber }).click();
  const details = dialog(page, ticketNumber);
  await expect(textsOf(details).last()).toContainText('Not understood');
  await button(textsOf(details).last(), 'Record as accepted').click();
  const asked = question(page, 'Record this text as accepted?');
  await expect(asked).toContainText(`$95.00 for Omega Seamaster 300, ticket ${ticketNumber}`);
  await expect(asked).toContainText('will get the confirmation by text');
  await button(asked, 'Record as accepted').click();
  await expectToast(page, 'Recorded as accepted');
  await expect(details).toContainText('Read from a text and recorded by staff');
  await expect(textsOf(details).last()).toContainText('you accepted $95.00');
  await page.keyboard.press('Escape');
  await expect(open).toHaveCount(0);
  // The answer stays open until staff have acted on it.
  await expect(caseOf(page, ticketNumber)).toContainText('Accepted $95.00');
  await expect(caseOf(secondPage, ticketNumber)).toContainText('Accepted $95.00');
  await tab(secondPage, 'Estimates').click();
  await expect(estimateCard(secondPage, ticketNumber)).toContainText('Accepted');
  // The person who recorded it knows, and no customer answered just now.
  await expect(toast(secondPage)).toHaveCount(0);

  await staff.reply(repair, 'STOP');
  const other = caseOf(page, ticketNumber).filter({ hasText: 'opted out of texts' });
  await expect(other).toBeVisible();
  complaints.expect(/^500 POST .*\/handled/);
  let hasFailed = false;
  await page.route('**/handled', async (route) => {
    if (hasFailed) return route.continue();
    hasFailed = true;
    const json = { code: 'internal', title: 'Something went wrong', detail: 'Try again.' };
    await route.fulfill({ status: 500, json });
  });
  await button(other, 'Mark as handled').click();
  await expectToast(page, 'Couldn’t mark as handled');
  await expect(other).toBeVisible();
  await button(other, 'Mark as handled').click();
  await expect(other).toHaveCount(0);
  await button(toast(page), 'Undo').click();
  await expect(other).toBeVisible();
  await button(other, 'Mark as handled').click();
  await expect(other).toHaveCount(0);
  const lastEvent = async () => (await staff.repair(ticketNumber)).events.at(-1)?.kind;
  await expect.poll(lastEvent).toBe('attention-handled');
});

test('a question on an open estimate stays in sight until staff have answered it', {
  tag: '@long',
}, async ({ page, secondPage, staff }) => {
  const customerName = 'Katherine Johnson';
  const repair = await staff.takeIn({ customerName });
  const { ticketNumber } = repair;
  await staff.sendEstimate(repair, 480);
  await Promise.all([page.goto('/'), secondPage.goto('/')]);
  await expect(tab(page, 'Pending')).toBeVisible();
  await expect(tab(secondPage, 'Pending')).toBeVisible();
  const words = 'ok but can you do it for 400?';
  await staff.reply(repair, words);

  await expect(page).toHaveTitle(/^\(\d+\) Overview/);
  const attention = attentionLine(page);
  await expect(attention).toContainText(`Question from ${customerName}`);
  await expect(toast(secondPage)).toContainText(`Question from ${customerName}`);
  await expect(toast(page)).toContainText(words);
  await toast(page)
    .getByRole('button', { name: /^Question from/ })
    .click();
  const details = dialog(page, ticketNumber);
  await expect(textsOf(details).filter({ hasText: words })).toBeVisible();
  await expect(toast(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();

  // One line, until all of them are asked for.
  await page.setViewportSize(phone);
  await attention.click();
  await expect(page.getByRole('heading', { name: /^Needs attention/ })).toBeFocused();
  const open = caseOf(page, ticketNumber);
  await expect(open).toContainText(`“${words}”`);
  await expect(open).toContainText('Open estimate: $480.00 for ');
  const typing = field(open, `Reply to ${customerName}`);
  await typing.fill('400 it is, shall we?');
  await button(open, 'Send text').click();
  await expectToast(page, 'Text sent');
  await expect(open).toHaveCount(0);
  // Staff who have not seen it yet no longer need to.
  await expect(toast(secondPage)).toHaveCount(0);
  const { messages } = await staff.repair(ticketNumber);
  expect(messages[0]).toMatchObject({
    kind: 'manual',
    body: 'Harbor Watch Repair: 400 it is, shall we?',
  });

  // The open ticket itself says so, and that the customer should be called.
  await openTicket(page, ticketNumber);
  await staff.reply(repair, 'And how long does it take?');
  await expect(toast(secondPage)).toContainText('And how long does it take?');
  await expect(details.getByText('Customer replied.')).toBeVisible();
  await expect(button(details, 'Reply')).toBeVisible();
  await expect(toast(page)).toHaveCount(0);
  await staff.editClient(repair.clientId, {
    name: customerName,
    email: repair.customerEmail,
    phone: repair.customerPhone,
    noTexts: true,
  });
  await expect(details.getByText('Call them: they can’t be texted.')).toBeVisible();
  await expect(button(details, 'Reply')).toHaveCount(0);
});

test('an answer that is being typed stays when its case is closed, and the screen says what happened', {
  tag: '@long',
}, async ({ page, complaints, staff }) => {
  const repair = await staff.takeIn({ customerName: 'Sophie Germain' });
  const { ticketNumber } = repair;
  await staff.reply(repair, 'Is it ready?');
  await page.goto('/?attention=all');
  const open = caseOf(page, ticketNumber);
  const typing = field(open, 'Reply to Sophie Germain');
  await typing.fill('Not yet');
  const asked = (await staff.repair(ticketNumber)).messages[0]?.id ?? '';
  await staff.answer(asked, 'On Friday');
  await expect(open).toContainText('Someone else answered in the meantime');
  await expect(open).toContainText('On Friday');
  await expect(typing).toHaveValue('Not yet');
  await expect(typing).toBeFocused();
  await expectAccessible(page);
  // Nothing is sent before staff have seen it, and what was written stays.
  complaints.expect(/^409 POST .*\/reply/);
  const sent = async () =>
    (await staff.repair(ticketNumber)).messages.filter(({ kind }) => kind === 'manual').length;
  await button(open, 'Send text').click();
  await expect(open.getByRole('alert')).toContainText(
    /Nothing was sent.*Someone else answered at \d+:\d\d [AP]M: “On Friday”/,
  );
  await expect(typing).toHaveValue('Not yet');
  expect(await sent()).toBe(1);
  await button(open, 'Send anyway').click();
  await expectToast(page, 'Text sent');
  await expect(open).toHaveCount(0);
  expect(await sent()).toBe(2);

  await staff.reply(repair, 'Friday at noon?');
  await typing.fill('Yes');
  await staff.answer((await staff.repair(ticketNumber)).messages[0]?.id ?? '', 'At two');
  await expect(open).toContainText('Someone else answered in the meantime');
  // Someone who empties the reply to start over keeps the case, too.
  await typing.fill('');
  await expect(typing).toBeFocused();
  await expect(open).toContainText('Someone else answered in the meantime');
  await typing.press('Shift+Tab');
  await expect(open).toHaveCount(0);

  await staff.reply(repair, 'And the strap?');
  await typing.fill('New one');
  const [strap] = (await staff.repair(ticketNumber)).messages;
  await staff.markHandled(strap?.id ?? '');
  await expect(open).toContainText('It was handled in the meantime');
  await button(open, 'Send text').click();
  await expectToast(page, 'Text sent');
  await expect(open).toHaveCount(0);
});

test.describe('what is typed in a case', () => {
  test.use({ storageState: loggedOut });

  test('is there again when its row comes back, no matter what a colleague did, until the session ends', {
    tag: '@long',
  }, async ({ page, context, complaints, product, staff }) => {
    const repair = await staff.takeIn({ customerName: 'Emmy Noether' });
    const newer = await staff.takeIn();
    await staff.reply(repair, 'Is it ready?');
    // Newer ones come before it if there is room for only a few.
    for (const words of ['Hello?', 'Anybody?']) await staff.reply(newer, words);
    await logInAlone(context, product.url);
    await page.goto('/?attention=all');
    const open = caseOf(page, repair.ticketNumber);
    const typing = field(open, 'Reply to Emmy Noether');
    const showAll = attentionLine(page);
    await typing.fill('Not yet, but');
    await page.getByRole('link', { name: 'Show fewer' }).click();
    await tab(page, 'Clients').click();
    await expect(typing).toHaveCount(0);
    await tab(page, 'Overview').click();
    await showAll.click();
    await expect(typing).toHaveValue('Not yet, but');

    await tab(page, 'Repairs').click();
    const asked = (await staff.repair(repair.ticketNumber)).messages;
    await staff.markHandled(asked.find(({ kind }) => kind === 'reply')?.id ?? '');
    await tab(page, 'Overview').click();
    await showAll.click();
    await expect(typing).toHaveValue('Not yet, but');
    await expect(open).toContainText('It was handled in the meantime');

    complaints.tolerate(/^401 GET /);
    await button(page, 'Logout').click();
    await field(page, 'Password').fill(password);
    await button(page, 'Login').click();
    await expect(page.getByRole('heading', { name: /^Needs attention/ })).toBeVisible();
    await page.goto('/?attention=all');
    await expect(caseOf(page, newer.ticketNumber).first()).toBeVisible();
    await expect(typing).toHaveCount(0);
  });
});

test('a question from a phone of two customers is attributed to both, wherever it is read', {
  tag: '@long',
}, async ({ page, staff }) => {
  const customerPhone = newPhone();
  const peters = await staff.takeIn({ customerName: 'Peter Miller', customerPhone });
  const kevin = await staff.addClient({
    name: 'Kevin Walker',
    email: 'kevin@mail.example',
    phone: customerPhone,
  });
  await page.goto('/');
  await expect(tab(page, 'Pending')).toBeVisible();
  await staff.reply(peters, 'Is my watch ready?');
  const both = `the phone shared by Peter Miller and ${kevin.name}`;
  await expect(toast(page)).toContainText(`Question from ${both}`);
  await page.goto('/?attention=all');
  const open = caseOf(page, peters.ticketNumber);
  await expect(open).toContainText(both);
  await expect(field(open, `Reply to ${both}`)).toBeVisible();

  const details = await openTicket(page, peters.ticketNumber);
  await expect(textsOf(details).last()).toContainText(`From ${both} · Not understood`);
  await expect(details.getByRole('list', { name: 'History' })).toContainText(`From ${both}`);
  await expect(field(details, `Text to ${both}`)).toBeVisible();
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
