import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { button, createRepair, dialog, field, question } from './locators.ts';
import {
  cutOff,
  delivered,
  describeWatch,
  fillIn,
  inAWhile,
  kept,
  provisional,
  reconnect,
  soon,
  takeInOffline,
  ticketsOf,
  walkIn,
} from './offline-intakes.ts';
import { printedPages } from './printed-pages.ts';
import { often, recordPrints } from './prints.ts';
import { expect, test } from './shop.ts';

/** A customer who leaves several watches at once. */

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const ticketPaper = { width: 288, height: 432 };

const anotherFor = (page: Page, name: string) => button(page, `Another watch for ${name}`);

test('the next watch keeps the customer, their tickets name each other and are printed together', {
  tag: '@long',
}, async ({ page, context, staff }) => {
  const prints = await recordPrints(context);
  const one = walkIn('Beatriz');
  const { customerName } = one;
  await page.goto('/?tab=new-repair');
  await fillIn(page, one);
  await field(page, 'Serial number').fill('T-1');
  await button(page, 'Add another person').click();
  await field(page, 'May also be picked up by').fill('Peter Whitfield');
  const first = await createRepair(page);
  await expect(button(page, 'Print both tickets')).toBeHidden();

  await anotherFor(page, customerName).click();
  await expect(
    page.getByText(`Another watch for ${customerName}, in the same visit.`),
  ).toBeVisible();
  await expect(field(page, 'Watch brand')).toBeFocused();
  await expect(field(page, 'Customer name')).toHaveValue(customerName);
  await expect(field(page, 'May also be picked up by')).toHaveValue('Peter Whitfield');
  for (const name of ['Watch brand', 'Watch model', 'Serial number', 'Request']) {
    await expect(field(page, name)).toHaveValue('');
  }
  await expectAccessible(page);
  await field(page, 'Watch brand').fill('Nomos');
  await field(page, 'Watch model').fill('Tangente');
  await field(page, 'Request').fill('Links taken out');
  const second = await createRepair(page);
  await expectAccessible(page);

  const opening = page.waitForEvent('popup');
  await button(page, 'Print both tickets').click();
  const papers = await opening;
  await expect
    .poll(() => prints.map(({ title }) => title))
    .toEqual([`Tickets ${first}, ${second}`]);
  await expect(papers.getByRole('article')).toHaveCount(2);
  for (const [index, number] of [first, second].entries()) {
    const paper = papers.getByRole('article').nth(index);
    await expect(paper.getByRole('heading', { name: number })).toBeVisible();
    await expect(paper.getByRole('img', { name: `QR code of ${number}` })).toBeVisible();
  }
  expect(printedPages(await papers.pdf({ preferCSSPageSize: true }))).toEqual([
    ticketPaper,
    ticketPaper,
  ]);
  await papers.close();

  await page.getByRole('link', { name: 'Open the ticket' }).click();
  const visit = dialog(page, new RegExp(second)).getByRole('region', { name: 'Same visit' });
  await expect(visit).toContainText('Tudor Ranger');
  await expectAccessible(page);
  await visit.getByRole('link', { name: first }).click();
  const other = dialog(page, new RegExp(first)).getByRole('region', { name: 'Same visit' });
  await expect(other).toContainText('Nomos Tangente');
  const clients = (await ticketsOf(staff, one)).map(({ clientId }) => clientId);
  expect(clients).toHaveLength(2);
  expect(new Set(clients).size).toBe(1);
});

test('the form is no longer part of the visit when another customer is typed over the first', {
  tag: '@long',
}, async ({ page, staff }) => {
  const one = walkIn('Ottilie');
  await page.goto('/?tab=new-repair');
  await fillIn(page, one);
  const first = await createRepair(page);
  await anotherFor(page, one.customerName).click();
  const other = walkIn('Wendell');
  await field(page, 'Customer name').fill(other.customerName);
  await expect(page.getByText('in the same visit.')).toBeHidden();
  await fillIn(page, other);
  const second = await createRepair(page);
  for (const number of [first, second]) expect((await staff.repair(number)).siblings).toEqual([]);
});

test('the watches of a visit wait in the browser together and are delivered once each, in order', {
  tag: '@long',
}, async ({ page, context, complaints, staff }) => {
  test.slow();
  complaints.tolerate(/^failed \w+ .*\/api\//);
  const prints = await recordPrints(context);
  const one = walkIn('Ignatius');
  await page.goto('/?tab=new-repair');
  // The shop's words for the printed ticket have been loaded by then.
  await expect(page.getByRole('banner').getByRole('heading')).not.toHaveText('Watch repair');
  await cutOff(page);
  const first = await takeInOffline(page, one);
  await anotherFor(page, one.customerName).click();
  await expect(field(page, 'Watch brand')).toBeFocused();
  await expect(field(page, 'Phone')).toHaveValue(one.phone);
  await describeWatch(page, 'The alarm does not ring');
  await button(page, 'Create repair').click();
  await expect(kept(page)).toBeVisible(inAWhile);
  const second = (await provisional(kept(page)).textContent()) ?? '';
  await page.evaluate(() => {
    window.open = () => null;
  });
  await button(kept(page), 'Print both tickets').click();
  await button(question(page, 'Print failed'), 'Print without a pop-up').click();
  await expect.poll(() => prints.length, often).toBe(1);
  await page.emulateMedia({ media: 'print' });
  for (const [index, number] of [first, second].entries()) {
    await expect(page.locator('.ticket').nth(index).getByRole('heading')).toHaveText(number);
  }
  expect(printedPages(await page.pdf({ preferCSSPageSize: true }))).toHaveLength(2);
  await page.emulateMedia({ media: 'screen' });

  await reconnect(page);
  await soon(page, (quickly) =>
    expect.poll(async () => (await ticketsOf(staff, one)).length, quickly).toBe(2),
  );
  // The newest comes first.
  const [later, earlier] = await ticketsOf(staff, one);
  expect([earlier?.issue, later?.issue]).toEqual([one.issue, 'The alarm does not ring']);
  const { siblings } = await staff.repair(later?.ticketNumber ?? '');
  expect(siblings.map(({ ticketNumber }) => ticketNumber)).toEqual([earlier?.ticketNumber]);
  expect(later?.clientId).toBe(earlier?.clientId);

  // Both provisional tickets are replaced at once.
  for (const number of [
    `${first} is now ${earlier?.ticketNumber}`,
    `${second} is now ${later?.ticketNumber}`,
  ]) {
    await expect(delivered(page)).toContainText(number);
  }
  await expect(delivered(page)).toContainText('Reprint these tickets');
  await button(delivered(page), 'Print both tickets').click();
  await button(question(page, 'Print failed'), 'Print without a pop-up').click();
  await expect.poll(() => prints.length, often).toBe(2);
  for (const [index, each] of [earlier, later].entries()) {
    await expect(page.locator('.ticket').nth(index)).toContainText(each?.ticketNumber ?? '');
  }
  // It stays the ticket that it has become.
  await expect(delivered(page)).toContainText(`${second} is now ${later?.ticketNumber}`);
  await expect(delivered(page)).not.toContainText('throw');
});
