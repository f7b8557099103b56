import { addDays, dateIn, dateText } from '../../domain/calendar-date.ts';
import { expectAccessible } from './axe.ts';
import { button, dialog, field, repairCard } from './locators.ts';
import { often, recordPrints } from './prints.ts';
import { scan } from './scans.ts';
import { expect, test } from './shop.ts';
import { newPhone } from './staff.ts';
import { expectToast } from './toasts.ts';

/** A warranty, from the hand-over to the come-back. */

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const today = () => dateIn(Date.now(), 'America/New_York');

test('a watch leaves under warranty with its card, is found by its serial, and comes back at no charge', async ({
  page,
  context,
  staff,
}) => {
  const prints = await recordPrints(context);
  const given = { customerName: 'Ada Byron', serialNumber: 'WB 4711-Q' };
  const repair = await staff.finish(given);
  const { ticketNumber } = repair;
  const until = dateText(addDays(today(), 365), today());
  await page.goto(`/?tab=repairs&ticket=${ticketNumber}`);
  const ticket = dialog(page, ticketNumber);

  await test.step('nothing more is pressed for a watch without one; with one, days are typed', async () => {
    await button(ticket, 'Hand over').click();
    const leaving = dialog(page, 'Hand over');
    await button(leaving, 'Add warranty').click();
    await field(leaving, 'Under warranty').fill('Full service');
    await field(leaving, 'Days').fill('none');
    await button(leaving, 'Hand over').click();
    await expect(leaving).toContainText('From 1 to 3,650');
    await field(leaving, 'Days').fill('365');
    await expect(leaving).toContainText(`Until ${dateText(addDays(today(), 365))}`);
    await expect(leaving.getByRole('checkbox', { name: 'Print the warranty card' })).toBeChecked();
    await expectAccessible(page);
    await button(leaving, 'Hand over').click();
    await expectToast(page, 'Picked up by Ada Byron', ticketNumber);
  });

  const block = ticket.getByRole('region', { name: 'Warranty', exact: true });
  await test.step('the ticket, its card in the list and the printed one say until when', async () => {
    await expect(page.getByRole('list', { name: 'At a glance' })).toContainText(
      `Under warranty until ${until}`,
    );
    await expect(block).toContainText('365 of 365 days remain');
    await expect.poll(() => prints.length, often).toBe(1);
    await expect(repairCard(page, ticketNumber)).toContainText(`Under warranty until ${until}`);
    await page.goto(`/?tab=clients&client=${repair.clientId}`);
    await expect(page.getByRole('list', { name: 'The client’s repairs' })).toContainText(
      `Under warranty until ${until}`,
    );
  });

  // The shop accepts only one ticket per phone every half minute.
  await staff.correctPhone(repair, newPhone());
  await test.step('its serial number finds it, and says so at intake', async () => {
    await page.goto('/?tab=new-repair');
    await field(page, 'Watch brand').fill(repair.watchBrand);
    await field(page, 'Serial number').fill('wb4711q');
    const notice = page.getByRole('region', { name: 'Seen before?' });
    await expect(notice).toContainText('Full service, 365 of 365 days remain');
    await expect(button(page, 'Come-back, $0')).toHaveCount(1);
    await button(notice, 'Come-back, $0').click();
    await page.keyboard.press('Escape');
  });

  await test.step('a scan of its card opens the ticket, which says so', async () => {
    await page.goto('/?tab=repairs');
    await expect(repairCard(page, ticketNumber)).toBeVisible();
    await scan(page, ticketNumber);
    await expect(page.getByRole('list', { name: 'At a glance' })).toContainText('Under warranty');
  });

  await test.step('a come-back is taken in with one dialog, and both tickets show it', async () => {
    await button(block, 'Come-back, $0').click();
    const taking = dialog(page, 'Come-back, $0');
    await expect(taking).toContainText('Full service, 365 of 365 days remain');
    // Who did the work.
    const [technician] = await staff.technicians();
    await expect(taking.getByRole('radio', { name: technician?.name ?? '' })).toBeChecked();
    await taking.getByRole('radio', { name: 'Water' }).check();
    await field(taking, 'Request').fill('Fogged after the beach');
    await expectAccessible(page);
    await button(taking, 'Take in').click();
    await expectToast(page, 'Come-back taken in');
    await expect(ticket).toBeHidden();
    const back = page.getByRole('region', { name: 'Warranty', exact: true });
    await expect(back).toContainText(`Come-back of ${ticketNumber} · Water`);
    await expect(back).toContainText('365 days from pickup.');
    await back.getByRole('link', { name: ticketNumber }).click();
    await expect(block).toContainText('Came back as');
    await expect(block).toContainText('The rest continues with');
  });

  await test.step('the page of the watch says what was guaranteed, and that it came back', async () => {
    await ticket.getByRole('link', { name: 'All repairs of this watch' }).click();
    const watch = page.getByRole('tabpanel', { name: 'Watch' });
    await expect(watch).toContainText('2 repairs, 1 come-back');
    const items = watch.getByRole('list', { name: 'Repairs' }).getByRole('article');
    await expect(items.first()).toContainText('Warranty 365 days from pickup');
    await expect(items.last()).toContainText(/Warranty 365 days, continued on WH.* · 1 come-back/);
  });
});
