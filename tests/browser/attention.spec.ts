import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import {
  attentionCase,
  button,
  dialog,
  estimateCard,
  field,
  openTicket,
  question,
  tab,
  textsOf,
  toast,
} from './locators.ts';
import { phone } from './measures.ts';
import { password } from './product.ts';
import { expect, loggedOut, test } from './shop.ts';
import { logInAlone, newPhone } from './staff.ts';
import { expectToast } from './toasts.ts';

/** What staff have to do about texts and answers, until it is done. */

/** The newest case and how many more there are: a press shows all. */
const attentionLine = (page: Page) =>
  page
    .getByRole('region', { name: /^Needs attention/ })
    .getByRole('link')
    .first();

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
  const open = attentionCase(page, ticketNumber).filter(asks);
  await expect(open).toContainText(words);
  await expect(attentionCase(secondPage, ticketNumber).filter(asks)).toContainText(words);
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
  await expect(attentionCase(page, ticketNumber)).toContainText('Accepted $95.00');
  await expect(attentionCase(secondPage, ticketNumber)).toContainText('Accepted $95.00');
  await tab(secondPage, 'Estimates').click();
  await expect(estimateCard(secondPage, ticketNumber)).toContainText('Accepted');
  // The person who recorded it knows, and no customer answered just now.
  await expect(toast(secondPage)).toHaveCount(0);

  await staff.reply(repair, 'STOP');
  const other = attentionCase(page, ticketNumber).filter({ hasText: 'opted out of texts' });
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
  const open = attentionCase(page, ticketNumber);
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
  const open = attentionCase(page, ticketNumber);
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
    const open = attentionCase(page, repair.ticketNumber);
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
    await expect(attentionCase(page, newer.ticketNumber).first()).toBeVisible();
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
  const open = attentionCase(page, peters.ticketNumber);
  await expect(open).toContainText(both);
  await expect(field(open, `Reply to ${both}`)).toBeVisible();

  const details = await openTicket(page, peters.ticketNumber);
  await expect(textsOf(details).last()).toContainText(`From ${both} · Not understood`);
  await expect(details.getByRole('list', { name: 'History' })).toContainText(`From ${both}`);
  await expect(field(details, `Text to ${both}`)).toBeVisible();
});
