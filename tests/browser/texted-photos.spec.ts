import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { attentionCase, button, dialog, field } from './locators.ts';
import { expect, test } from './shop.ts';
import { newPhone } from './staff.ts';
import { watchPhoto } from './watch-photo.ts';

const photosIn = (within: Page | Locator, name: string) =>
  within.getByRole('list', { name, exact: true }).getByRole('img');

/** Every one of them can be seen. */
async function expectSeen(photos: Locator, count: number) {
  await expect(photos).toHaveCount(count);
  for (const photo of await photos.all()) {
    await expect
      .poll(() =>
        photo.evaluate((shown) => shown instanceof HTMLImageElement && shown.naturalWidth > 0),
      )
      .toBe(true);
  }
}

test('a photo without a message is a case, appears in the conversation and on the ticket, and opens large', {
  tag: '@long',
}, async ({ page, staff }) => {
  const repair = await staff.takeIn();
  await page.goto(`/?ticket=${repair.ticketNumber}`);
  const details = dialog(page, repair.ticketNumber);
  await button(details, 'Simulated texts').click();
  const simulated = dialog(page, 'Simulated phone');
  const files = await Promise.all(
    ['#123', '#641'].map(async (face, at) => ({
      name: `watch-${at + 1}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await watchPhoto(face),
    })),
  );
  await field(simulated, 'Add photos').setInputFiles([
    ...files,
    { name: 'list.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo') },
  ]);
  const chosen = simulated.getByRole('list', { name: 'Photos to send' });
  await expect(chosen.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  await button(simulated, 'Send reply').click();
  await expect(chosen).toBeHidden();
  await expectSeen(photosIn(simulated, 'Photos from the customer'), 2);
  await expect(simulated).toContainText('it is not a photo, or can’t be read');
  await button(simulated, 'Close').click();
  await expect(simulated).toBeHidden();

  await expect(details).toContainText('Customer sent 3 photos.');
  const texts = details.getByRole('list', { name: 'Texts', exact: true });
  await expectSeen(photosIn(texts, 'Photos from the customer'), 2);
  await expectSeen(photosIn(details, 'Photos'), 2);
  await expect(details.getByRole('list', { name: 'Photos', exact: true })).toContainText(
    `From ${repair.customerName}`,
  );
  await button(texts, 'Enlarge: Photo 1 of 2 from the customer').click();
  const large = dialog(page, 'Photo 1 of 2 from the customer');
  await expectSeen(large.getByRole('img'), 1);
  await expectAccessible(page);
  await button(large, 'Close').click();
  await expect(large).toBeHidden();

  await page.goto('/?attention=all');
  const waiting = attentionCase(page, repair.ticketNumber);
  await expect(waiting).toContainText(repair.customerName);
  await expect(waiting).toContainText('Look at it and answer.');
  await expectSeen(photosIn(waiting, 'Photos from the customer'), 2);
  await expectAccessible(page);
  await field(waiting, `Reply to ${repair.customerName}`).fill('Thanks, we see the scratch');
  await button(waiting, 'Send text').click();
  await expect(waiting).toHaveCount(0);

  // What was not fetched is fetched by a press: from a phone on no ticket, or after a failure.
  const cases = page.getByRole('list', { name: 'Needs attention' }).getByRole('listitem');
  const stranger = newPhone();
  await staff.textPhoto(stranger, await watchPhoto('#357'));
  const unknown = cases.filter({ hasText: stranger });
  await expect(unknown).toContainText('Not fetched: no ticket or client has this number.');
  await button(unknown, 'Fetch anyway').click();
  await expectSeen(photosIn(unknown, 'Photos from the customer'), 1);
  const other = await staff.takeIn({ customerName: 'Lost Photo' });
  await staff.textPhoto(other.customerPhone, null);
  const lost = cases.filter({ hasText: other.ticketNumber });
  await expect(lost).toContainText('This photo is no longer available.');
  await expectAccessible(page);
  const asked = page.waitForResponse(/\/pictures\/0\/fetch$/);
  await button(lost, 'Try again').click();
  expect((await asked).status()).toBe(200);
});
