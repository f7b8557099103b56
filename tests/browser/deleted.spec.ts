import { button, chooseFromMenu, dialog, question, repairCard, tabTo } from './locators.ts';
import { expect, test } from './shop.ts';
import { expectToast } from './toasts.ts';
import { watchPhoto } from './watch-photo.ts';

test('a deleted repair comes back with its number, photo, estimate and history', {
  tag: '@long',
}, async ({ page, secondPage, staff }) => {
  const repair = await staff.takeIn({ customerName: 'דנה לוי', issue: 'Slow' });
  const { ticketNumber } = repair;
  await staff.putPhoto(repair, 'initial', await watchPhoto('#1b2a41'));
  await page.goto(`/?tab=repairs&ticket=${ticketNumber}`);
  const details = dialog(page, ticketNumber);
  await chooseFromMenu(details, 'Edit');
  await details.getByLabel('Request', { exact: true }).fill('Stops at night');
  await button(details, 'Save').click();
  const history = details.getByRole('list', { name: 'History' });
  await expect(history).toContainText('Request: Slow → Stops at night');
  const edit = history.getByRole('listitem').filter({ hasText: 'Details changed' });
  // The fixture's own session is this browser's, too.
  await expect(edit).toContainText('This computer');
  await staff.sendEstimate(repair, 80);
  await expect(history).toContainText('Estimate sent: $80.00');

  await secondPage.goto(`/?tab=repairs`);
  await expect(repairCard(secondPage, ticketNumber)).toBeVisible();
  await chooseFromMenu(details, 'Delete');
  const asked = question(page, new RegExp(`^Delete repair ${ticketNumber} for `));
  await expect(asked).toContainText('You can restore it for 30 days.');
  await button(asked, 'Delete').click();
  await expect(repairCard(page, ticketNumber)).toBeHidden();
  await expect(repairCard(secondPage, ticketNumber)).toBeHidden();

  // In the same page, which has noted that the ticket is gone.
  await expect(details).toBeHidden();
  await button(page, 'Menu').click();
  await page.getByRole('menuitem', { name: 'Shop' }).click();
  await page.getByRole('tab', { name: 'Recently deleted' }).click();
  const row = page.getByRole('listitem', { name: `Repair ${ticketNumber}` });
  await expect(row).toContainText('Omega Seamaster 300');
  await expect(row).toContainText('This computer');
  await page.getByRole('tab', { name: 'Recently deleted' }).focus();
  await tabTo(page, button(row, 'Restore'));
  await page.keyboard.press('Enter');
  await expect(row).toBeHidden();
  // On the next row if there is one, else on the heading: never at the top of the page.
  const section = page.getByRole('region', { name: 'Recently deleted' });
  await expect(section.locator(':focus')).toHaveCount(1);
  const back = page.getByRole('status').filter({ hasText: `Repair ${ticketNumber} is back.` });
  await back.getByRole('link', { name: 'Show the repair' }).press('Enter');
  await expect(details).toContainText('Stops at night');
  await expect(details).toContainText('Estimate Sent');
  await expect(details.getByRole('button', { name: /^Enlarge: / })).toBeVisible();
  for (const words of ['Taken in', 'Estimate sent: $80.00', 'Deleted', 'Restored']) {
    await expect(history).toContainText(words);
  }
  const photo = details.getByRole('img').first();
  await expect
    .poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
  await expect(repairCard(secondPage, ticketNumber)).toBeVisible();
});

test('a deleted client comes back, and what someone else brought back or deleted for good is reported', {
  tag: '@long',
}, async ({ page, complaints, staff }) => {
  const add = (name: string) =>
    staff.addClient({ name, email: `${name.toLowerCase()}@mail.example`, phone: '' });
  const [back, gone] = [await add('Backwards'), await add('Forgotten')];
  for (const client of [back, gone]) await staff.deleteClient(client.id);
  await page.goto('/?tab=shop&section=deleted');
  const row = (name: string) => page.getByRole('listitem', { name: `Client ${name}` });
  await button(row('Backwards'), 'Restore').click();
  await expect(page.getByText('Client Backwards is back.')).toBeVisible();
  await page.getByRole('link', { name: 'Show the client' }).click();
  await expect(page.getByRole('heading', { name: 'Backwards', level: 2 })).toBeVisible();
  const history = page.getByRole('list', { name: 'History' });
  await expect(history.getByRole('listitem')).toContainText([
    'Restored to the directory',
    'Removed from the directory',
    'Added to the directory',
  ]);

  await page.goto('/?tab=shop&section=deleted');
  await button(row('Forgotten'), 'Delete for good').click();
  const asked = question(page, 'Delete client Forgotten for good?');
  await expect(button(asked, 'Cancel')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button(row('Forgotten'), 'Delete for good')).toBeFocused();
  // Someone else is faster, and this screen does not know yet.
  complaints.expect(/^404 POST .*\/restore/);
  await page.route('/api/deleted/clients/*/restore', async (route) => {
    await staff.deleteForGood(gone.id);
    await route.continue();
  });
  await button(row('Forgotten'), 'Restore').click();
  await expectToast(page, 'Gone for good');
  await expect(row('Forgotten')).toBeHidden();

  const late = await add('Latecomer');
  await staff.deleteClient(late.id);
  await button(row('Latecomer'), 'Delete for good').click();
  await button(question(page, 'Delete client Latecomer for good?'), 'Delete for good').click();
  await expectToast(page, 'Deleted for good');
  await expect(row('Latecomer')).toBeHidden();
});
