import type { Page, Route } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { button, dialog, field, toast } from './locators.ts';
import { recordPrints } from './prints.ts';
import { expect, test } from './shop.ts';
import { expectToast } from './toasts.ts';
import { watchPhoto } from './watch-photo.ts';

/** A watch that comes again: recognized by its serial, and what was done to it over the years. */

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** No other story has it. */
const serialOf = (nth: number) => `V6Z-${Date.now() % 1_000_000}${nth}`;

const watchPage = (page: Page) => page.getByRole('tabpanel', { name: 'Watch' });

const sectionOf = (page: Page) => page.getByRole('region', { name: 'Seen before?' });

test('a serial at intake finds the earlier repairs, and the watch has a page of its own', async ({
  page,
  context,
  staff,
}) => {
  const prints = await recordPrints(context);
  const serialNumber = serialOf(1);
  const watch = { watchBrand: 'Rolex', watchModel: 'Explorer', serialNumber };
  const first = await staff.takeIn({
    ...watch,
    ...{ customerName: 'Margaret Okonkwo', issue: 'Two links out', reference: '214270' },
  });
  await staff.putPhoto(first, 'initial', await watchPhoto('#123'));
  // More work is asked about while it is in progress at an accepted price.
  const [technician] = await staff.technicians();
  await staff.sendEstimate(first, 385);
  await staff.reply(first, `ACCEPT ${first.ticketNumber}`);
  await staff.assign(first, technician?.id ?? '');
  await staff.start(first);
  await staff.sendEstimate(first, 512.5);
  await page.goto('/?tab=new-repair');

  await test.step('the question comes with the serial, and says that it is in the shop', async () => {
    await field(page, 'Customer name').fill('Jean Aubin');
    await field(page, 'Email').fill('jean@example.com');
    await field(page, 'Phone').fill('212-555-0147');
    await field(page, 'Watch brand').fill('ROLEX');
    await field(page, 'Watch model').fill('Explorer');
    await field(page, 'Serial number').fill(serialNumber.toLowerCase().replace('-', ' '));
    const asked = sectionOf(page);
    await expect(asked).toContainText('A Rolex with this serial was here:');
    await expect(asked).toContainText(/\d{4} .*Two links out/);
    await expect(asked).toContainText('Brought in by Margaret Okonkwo');
    await expect(page.getByText('A watch with this serial is in the shop now')).toBeVisible();
    await expectAccessible(page);
    await button(asked, 'Same watch').click();
    await expect(asked).toBeHidden();
    await button(page, 'Undo answer').click();
    await button(asked, 'Same watch').click();
    await field(page, 'Request').fill('Gains a minute a week');
    await button(page, 'Create repair').click();
  });

  const number = page.getByText(/^WH\d{6}[A-Z]{3}$/).first();
  const ticketNumber = (await number.textContent()) ?? '';
  const panel = watchPage(page);
  await test.step('its page has both repairs', async () => {
    await page.goto(`/?tab=repairs&ticket=${ticketNumber}`);
    await dialog(page, ticketNumber)
      .getByRole('link', { name: 'All repairs of this watch' })
      .click();
    await expect(panel.getByRole('heading', { name: 'ROLEX Explorer 214270' })).toBeVisible();
    const items = panel.getByRole('list', { name: 'Repairs' }).getByRole('article');
    await expect(items).toHaveCount(2);
    await expect(items.first()).toContainText('Gains a minute a week');
    await expect(items.last()).toContainText(/\$385\.00 accepted.*\$512\.50/);
    await expect(panel).toContainText(/before .*Margaret Okonkwo/);
    await expectAccessible(page);
    await button(panel, 'With bench results').click();
    await expect(panel).toContainText('No measurements yet.');
  });

  await test.step('the print names no one, and shows the photo', async () => {
    const [popup] = await Promise.all([page.waitForEvent('popup'), button(panel, 'Print').click()]);
    await expect.poll(() => prints.length).toBe(1);
    const sheet = popup.locator('.list');
    await expect(sheet).toContainText(first.ticketNumber);
    await expect(sheet).not.toContainText(/Okonkwo|Aubin/);
    const photos = sheet.getByRole('presentation');
    await expect(photos).toHaveCount(1);
    expect(await photos.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
    await popup.close();
  });

  await test.step('a new repair for it is filled in, with the answer', async () => {
    await button(panel, 'New repair for this watch').click();
    await expect(field(page, 'Reference')).toHaveValue('214270');
    await expect(page.getByText('Same watch as before')).toBeVisible();
  });

  await test.step('a search for the serial finds it beside its tickets', async () => {
    await page.goto(`/?tab=search&q=${encodeURIComponent(serialNumber)}`);
    const found = page.getByRole('list', { name: 'Watches found' });
    await expect(found).toContainText('2 repairs');
    await found.getByRole('link', { name: 'ROLEX Explorer 214270' }).click();
    await expect(panel.getByRole('heading', { name: 'ROLEX Explorer 214270' })).toBeVisible();
  });
});

test('the question is answered later on the ticket; of two answers the first counts', {
  tag: '@long',
}, async ({ page, complaints, staff }) => {
  complaints.expect(/^412 PUT .*\/watch/, /^412 DELETE .*\/watch/);
  const serialNumber = serialOf(2);
  const first = await staff.takeIn({ serialNumber, issue: 'New crystal' });
  const second = await staff.takeIn({ serialNumber });
  const ticket = dialog(page, second.ticketNumber);
  await page.goto(`/?tab=repairs&ticket=${second.ticketNumber}`);
  const asked = sectionOf(page);
  await expect(asked).toContainText('New crystal');
  const colleagueIsFaster = async (route: Route) => {
    await staff.answerWatch(second, []);
    await route.continue();
  };
  await page.route('**/watch', colleagueIsFaster, { times: 1 });
  await button(asked, 'Same watch').click();
  await expect(toast(page)).toContainText('Your answer “Same watch” wasn’t saved');
  await expect(asked).toBeHidden();
  const colleagueEdits = async (route: Route) => {
    await staff.edit(second, { issue: 'New strap' });
    await route.continue();
  };
  await page.route('**/watch', colleagueEdits, { times: 1 });
  await button(ticket, 'Undo answer').click();
  await expectToast(page, 'The ticket was changed in the meantime', 'The answer wasn’t undone.');
  await button(ticket, 'Undo answer').click();
  await expect(asked).toBeVisible();
  await button(asked, 'Same watch').click();
  await ticket.getByRole('link', { name: 'All repairs of this watch' }).click();
  await expect(watchPage(page)).toContainText(first.ticketNumber);
});
