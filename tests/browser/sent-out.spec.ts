import { addDays, dateIn, dateText } from '../../domain/calendar-date.ts';
import { expectAccessible } from './axe.ts';
import {
  attentionCase,
  button,
  chooseFromMenu,
  dialog,
  field,
  repairCard,
  toast,
} from './locators.ts';
import { printedPages } from './printed-pages.ts';
import { recordPrints } from './prints.ts';
import { expect, test } from './shop.ts';
import { expectToast } from './toasts.ts';

/** A watch that goes to a specialist and comes back, from its ticket to the shop's list. */

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const today = () => dateIn(Date.now(), 'America/New_York');

test('a watch is sent out with permission and a packing slip, is listed, and is back, each with an undo', {
  tag: '@long',
}, async ({ page, context, complaints, staff }) => {
  complaints.expect(/^422 POST .*\/sendings/);
  const prints = await recordPrints(context);
  const repair = await staff.takeIn({ customerName: 'Ada Byron', issue: 'Dial is stained' });
  const { ticketNumber } = repair;
  await page.goto(`/?tab=repairs&ticket=${ticketNumber}`);
  const ticket = dialog(page, ticketNumber);
  const block = ticket.getByRole('region', { name: 'Sent out', exact: true });
  const item = block.getByRole('listitem');
  const glance = page.getByRole('list', { name: 'At a glance' });

  await test.step('an error is shown at its field; the work begins with the request', async () => {
    await button(block, 'Send out').press('Enter');
    const sending = dialog(page, 'Send out');
    await expect(field(sending, 'What to do')).toHaveValue('Dial is stained');
    await button(sending, 'Save').click();
    await expect(sending.getByText('Sent to is required')).toBeVisible();
    await field(sending, 'Sent to').fill('Kirk Dial');
    await field(sending, 'Their reference').fill('KD-7731');
    await field(sending, 'Insured value').fill('250');
    await expectAccessible(page);
    await button(sending, 'Save').click();
    await expect(sending).toBeHidden();
  });

  await test.step('the time of the permission is stored, and the watch is out until it is received', async () => {
    await expect(item).toContainText('No permission recorded');
    await button(item, 'Agreed: Kirk Dial').click();
    await expect(item).toContainText(/Customer agreed \w/);
    await expect(glance).not.toContainText('Out at');
    await button(item, 'Sent: Kirk Dial').click();
    await expect(glance).toContainText('Out at Kirk Dial');
    await expect(repairCard(page, ticketNumber)).toContainText('Out at Kirk Dial · ');
    await expect(repairCard(page, ticketNumber)).toContainText('Pending');
    await expect(button(block, 'Send out')).toBeHidden();
    await button(item, 'Received: Kirk Dial').click();
    await expectToast(page, 'Watch is back', 'Kirk Dial');
    await expect(glance).not.toContainText('Out at');
    await button(toast(page), 'Undo').click();
    await expect(glance).toContainText('Out at Kirk Dial');
  });

  await test.step('the packing slip says what the specialist needs, and names no customer', async () => {
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      chooseFromMenu(item, 'Print packing slip'),
    ]);
    await expect.poll(() => prints.length).toBe(1);
    const slip = popup.locator('.slip');
    await expect(slip).toContainText(`Packing slip ${ticketNumber}`);
    await expect(slip).toContainText(/Your reference\s*KD-7731.*Insured value\s*\$250\.00/s);
    await expect(slip).toContainText('Dial is stained');
    await expect(slip).not.toContainText('Byron');
    const pdf = await popup.pdf({ format: 'Letter', preferCSSPageSize: true });
    expect(printedPages(pdf)).toHaveLength(1);
    await popup.close();
  });

  await test.step('if two people change it, both versions are shown', async () => {
    complaints.expect(/^412 PATCH .*\/sendings\//);
    await chooseFromMenu(item, 'Edit');
    const editing = dialog(page, 'Edit sent-out watch');
    await field(editing, 'Their reference').fill('KD-1');
    const [{ id } = { id: '' }] = (await staff.repair(ticketNumber)).sendings;
    const expectedOn = addDays(today(), -1);
    await staff.changeSending(id, { reference: 'KD-2', expectedOn });
    await button(editing, 'Save').click();
    const other = editing.getByRole('group', { name: 'Other version of Their reference' });
    await expect(other).toContainText('Saved version KD-2');
    await button(editing, 'Save').click();
    await expect(editing).toBeHidden();
    await expect(item).toContainText('ref. KD-1');
    await expect(item).toContainText('1 day late');
  });

  await test.step('late, it needs attention, where another date can be entered', async () => {
    await page.goto('/?attention=all');
    const cases = attentionCase(page, ticketNumber);
    await expect(cases).toContainText('Out at Kirk Dial');
    await button(cases, 'Update').click();
    const editing = dialog(page, 'Edit sent-out watch');
    await field(editing, 'Date expected').fill(addDays(today(), 9));
    await button(editing, 'Save').click();
    await expect(cases).toHaveCount(0);
  });

  await test.step('the shop has one list of what is out, and of what is back', async () => {
    await page.goto('/?tab=shop&section=sendings');
    const row = page
      .getByRole('list', { name: 'Sent out' })
      .getByRole('listitem')
      .filter({ hasText: ticketNumber });
    await expect(row).toContainText(dateText(addDays(today(), 9), today()));
    await expectAccessible(page);
    await button(row, 'Received: Kirk Dial').click();
    await expect(row).toHaveCount(0);
    await button(page, 'Back').click();
    await expect(row).toContainText('Ada Byron');
  });

  await test.step('what was picked up has nothing left to send, or to sign', async () => {
    const gone = await staff.finish();
    await staff.collect(gone, 'Ada');
    await page.goto(`/?tab=repairs&ticket=${gone.ticketNumber}`);
    const left = dialog(page, gone.ticketNumber);
    await expect(left).toContainText('Not sent out yet.');
    await expect(button(left, 'Send out')).toBeHidden();
    await expect(left).toContainText('Not signed.');
    await expect(button(left, 'Sign')).toBeHidden();
  });
});
