import type { Page } from '@playwright/test';
import { addDays, dateIn, dateText } from '../../domain/calendar-date.ts';
import { expectAccessible } from './axe.ts';
import { button, chooseFromMenu, dialog, field, repairCard, repairRow, toast } from './locators.ts';
import { printedPages } from './printed-pages.ts';
import { recordPrints } from './prints.ts';
import { expect, test } from './shop.ts';
import { expectToast } from './toasts.ts';

/** Parts that a repair waits for, from the ticket to the list of what is on order. */

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const today = () => dateIn(Date.now(), 'America/New_York');
const inWords = (date: string) => dateText(date, today());

const partsOf = (page: Page, ticketNumber: string) =>
  dialog(page, ticketNumber).getByRole('region', { name: 'Parts', exact: true });

test('a part is added, ordered and received on its ticket, and removed with an undo', {
  tag: '@long',
}, async ({ page, complaints, staff }) => {
  complaints.expect(/^422 POST .*\/parts/);
  const repair = await staff.takeIn({ customerName: 'Ada Byron' });
  const { ticketNumber } = repair;
  await page.goto(`/?tab=repairs&ticket=${ticketNumber}`);
  const block = partsOf(page, ticketNumber);
  await expect(block).toContainText('No parts needed yet.');
  const glance = page.getByRole('list', { name: 'At a glance' });
  await expect(glance).not.toContainText('Waiting for parts');

  await test.step('an error is shown at its field, and nothing is lost', async () => {
    await button(block, 'Add part').press('Enter');
    const adding = dialog(page, 'Add part');
    await expect(field(adding, 'Part')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(adding.getByText('Part is required')).toBeVisible();
    await expect(field(adding, 'Part')).toBeFocused();
    await page.keyboard.type('Crown and tube');
    await field(adding, 'Supplier').fill('Cousins UK');
    await field(adding, 'Cost').fill('a lot');
    await page.keyboard.press('Enter');
    await expect(adding.getByText('Cost must be a number')).toBeVisible();
    await expect(field(adding, 'Part')).toHaveValue('Crown and tube');
    await field(adding, 'Cost').fill('48');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expectToast(page, 'Part added', ticketNumber);
    await expect(adding).toBeHidden();
  });

  const item = block.getByRole('listitem');
  await test.step('ticket, card and row say what the watch waits for', async () => {
    await expect(item).toContainText(/Crown and tube\$48\.00Cousins UK.*Not ordered yet/);
    await expect(glance).toContainText('Waiting for parts');
    await expect(repairCard(page, ticketNumber)).toContainText('Waiting for parts · ');
    await expect(repairCard(page, ticketNumber)).toContainText('Pending');
  });

  await test.step('each step is one press, with an undo', async () => {
    await button(item, 'Ordered: Crown and tube').click();
    await expect(item).toContainText(`Ordered ${inWords(today())}`);
    await button(item, 'Received: Crown and tube').click();
    await expectToast(page, 'Part received', 'Crown and tube');
    await expect(item).toContainText(`Received ${inWords(today())}`);
    await expect(glance).not.toContainText('Waiting for parts');
    await button(toast(page), 'Undo').click();
    await expect(item).toContainText(`Ordered ${inWords(today())}`);
    await expect(glance).toContainText('Waiting for parts');
    await chooseFromMenu(item, 'Remove');
    await expectToast(page, 'Part removed', 'Crown and tube');
    await expect(block).toContainText('No parts needed yet.');
    await button(toast(page), 'Undo').click();
    await expect(item).toContainText('Crown and tube');
    await expect(item).toContainText(`Ordered ${inWords(today())}`);
  });
  const { messages } = await staff.repair(ticketNumber);
  expect(messages.map(({ kind }) => kind)).toEqual(['created']);
});

test('if two people change a part, both versions are shown, and neither is lost', {
  tag: '@long',
}, async ({ page, complaints, staff }) => {
  complaints.expect(/^412 PATCH .*\/parts\//);
  const repair = await staff.takeIn();
  const { ticketNumber } = repair;
  await staff.addPart(repair, { description: 'Stem', supplier: 'Otto Frei' });
  const [part] = (await staff.repair(ticketNumber)).parts;
  await page.goto(`/?ticket=${ticketNumber}`);
  const item = partsOf(page, ticketNumber).getByRole('listitem');
  await chooseFromMenu(item, 'Edit');
  const editing = dialog(page, 'Edit part');
  await field(editing, 'Supplier').fill('Cousins UK');
  await staff.changePart(part?.id ?? '', { supplier: 'Jules Borel', number: 'H-10' });
  await button(editing, 'Save').click();
  await expect(editing).toContainText('Someone else changed this while you were editing it.');
  await expect(editing).toContainText('Also changed by someone else: Part number');
  const other = editing.getByRole('group', { name: 'Other version of Supplier' });
  await expect(other).toContainText('Saved version Jules Borel');
  await expect(field(editing, 'Supplier')).toHaveValue('Cousins UK');
  await button(editing, 'Save').click();
  await expect(editing).toBeHidden();
  await expect(item).toContainText('Cousins UK · no. H-10');
});

test('parts on order are one list by supplier, which prints, and a late part offers its date', {
  tag: '@long',
}, async ({ page, context, staff }) => {
  const prints = await recordPrints(context);
  const promised = addDays(today(), 6);
  const expectedOn = addDays(today(), 9);
  const repair = await staff.takeIn({ customerName: 'Loïc L’Écuyer', expectedOn: promised });
  const { ticketNumber } = repair;
  const supplier = 'Ateliers Désiré & Fils';
  const ordered = { orderedOn: today(), supplier };
  await staff.addPart(repair, { ...ordered, description: 'Strap', number: 'ADF-16', cost: 140 });
  await staff.addPart(repair, { ...ordered, description: 'Buckle', cost: 9.5, expectedOn });
  await page.goto('/?tab=shop&section=money');
  await page.getByRole('tab', { name: 'Parts on order' }).click();
  const list = page.getByRole('list', { name: 'Parts on order' });
  const items = list.getByRole('listitem').filter({ hasText: ticketNumber });
  await expect(items).toHaveCount(2);
  await expect(list.getByRole('heading', { name: supplier })).toHaveCount(1);
  const late = items.filter({ hasText: 'Buckle' });
  await expect(late).toContainText('3 days later than promised');
  await expectAccessible(page);

  await test.step('the list prints on letter-size pages', async () => {
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      button(page.getByRole('region', { name: 'Parts on order' }), 'Print').click(),
    ]);
    await expect.poll(() => prints.length).toBe(1);
    const sheet = popup.locator('.list');
    await expect(sheet.getByRole('heading', { name: 'Parts on order' })).toBeVisible();
    const row = sheet.getByRole('row').filter({ hasText: 'Strap' });
    await expect(row).toContainText(/no\. ADF-16.*\$140\.00/);
    await expect(sheet).toContainText(supplier);
    const pdf = await popup.pdf({ format: 'Letter', preferCSSPageSize: true });
    const pages = printedPages(pdf);
    for (const one of pages) expect(one).toEqual({ width: 612, height: 792 });
    await popup.close();
  });

  await test.step('the first date on which the watch can be ready is offered', async () => {
    await button(late, 'Change date: Buckle').click();
    const asked = dialog(page, 'Date promised');
    const proposed = await field(asked, 'Date promised').inputValue();
    // The first open day from then on.
    expect(proposed >= expectedOn && proposed <= addDays(expectedOn, 3)).toBe(true);
    await button(asked, 'Save').click();
    await expect(button(late, 'Received: Buckle')).toBeVisible();
    await button(toast(page), 'Tell the customer').click();
    await expect(field(dialog(page, ticketNumber), 'Text to the customer')).toHaveValue(
      new RegExp(`should now be ready on ${dateText(proposed, today())}`),
    );
  });

  await test.step('what arrives disappears from the list', async () => {
    await page.goto('/?tab=shop&section=parts');
    await button(late, 'Received: Buckle').click();
    await expect(items).toHaveCount(1);
    await expectToast(page, 'Part received', 'Buckle');
  });

  await test.step('rows say so, too', async () => {
    await page.goto('/?tab=repairs');
    await button(page, 'Rows').click();
    await expect(repairRow(page, ticketNumber)).toContainText('Waiting for parts · ');
  });
});
