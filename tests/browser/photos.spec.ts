import type { Locator } from '@playwright/test';
import type { Repair } from '../../domain/api-answers.ts';
import { problemTexts } from '../../domain/problems.ts';
import { cameraPhoto } from '../fixtures/camera-photos.ts';
import { button, dialog, field, newestFirst, repairCard, tab } from './locators.ts';
import { expect, test } from './shop.ts';
import { expectToast } from './toasts.ts';

test('a file that is not a photo is refused before it is sent', async ({ page }) => {
  await page.goto('/?tab=new-repair');
  await field(page, 'Initial photo').setInputFiles({
    name: 'invoice.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7'),
  });
  await expect(field(page, 'Initial photo')).toHaveAccessibleDescription(
    /This file is not a photo we can read\. Please use a JPEG, PNG or WebP image\./,
  );
  await page.reload();
  await field(page, 'Initial photo').setInputFiles({
    name: 'watch.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('No photo at all'),
  });
  await expect(field(page, 'Initial photo')).toHaveAccessibleDescription(
    /This file is not a photo we can read/,
  );
});

test('a photo that does not load says so and can be asked for again', { tag: '@long' }, async ({
  page,
  complaints,
  staff,
}) => {
  const repair = await staff.takeIn();
  await staff.putPhoto(repair, 'initial', await cameraPhoto({ megapixels: 0.3 }));
  complaints.expect(/^failed GET .*\/photos\/repair-photos\//);
  await page.route(/\/photos\/repair-photos\//, (route) => route.abort('failed'));
  await page.goto(`/?ticket=${repair.ticketNumber}`);
  const details = dialog(page, new RegExp(repair.ticketNumber));
  await expect(details.getByText('Image failed to load')).toBeVisible();
  await page.unroute(/\/photos\/repair-photos\//);
  await button(details, 'Retry').click();
  await expect(details.getByText('Image failed to load')).toBeHidden();
  await expect(details.getByRole('img').first()).toBeVisible();
});

test('a photo that cannot be stored does not stop the completion, and waits on the ticket', async ({
  page,
  complaints,
  staff,
}) => {
  complaints.expect(/^(503|422) PUT .*\/photos\/completed/);
  const jpeg = { name: 'done.jpg', mimeType: 'image/jpeg' };
  const photo = { ...jpeg, buffer: await cameraPhoto({ megapixels: 0.3 }) };
  // A browser shows as much of it as there is.
  const notPhoto = { ...jpeg, buffer: photo.buffer.subarray(0, photo.buffer.length / 2) };
  const photoUpload = /\/photos\/completed$/;
  await page.route(photoUpload, async (route) => {
    const { status, title, detail } = problemTexts['photo-store-failed'];
    const code = 'photo-store-failed';
    await route.fulfill({ status, json: { status, code, title, detail } });
  });
  const [first, second] = [
    await staff.assign(await staff.takeIn(), 'ben'),
    await staff.assign(await staff.takeIn(), 'ben'),
  ];
  const completeWith = async (repair: Repair, file: typeof photo) => {
    await button(repairCard(page, repair.ticketNumber), 'Complete').click();
    const completing = dialog(page, 'Complete repair');
    await field(completing, 'Completion photo').setInputFiles(file);
    await button(completing, 'Mark complete').click();
    await expectToast(
      page,
      'Repair completed and SMS notification sent!',
      'The photo is not saved yet. You can retry on the ticket.',
    );
    await expect(completing).toBeHidden();
    const { repair: completed, messages } = await staff.repair(repair.ticketNumber);
    expect(completed).toMatchObject({ status: 'completed', completedPhotoUrl: null });
    expect(messages[0]).toMatchObject({ kind: 'done' });
    expect(messages[0]?.body).not.toContain('Photo');
  };
  const expectPhotoOf = async (repair: Repair, ticket: Locator) => {
    await expect(ticket.getByText(/was not saved/)).toBeHidden();
    await expect(ticket.getByRole('img', { name: /^Completion photo/ })).toBeVisible();
    expect((await staff.repair(repair.ticketNumber)).repair.completedPhotoUrl).not.toBeNull();
  };

  await page.goto('/?sub=assigned');
  await completeWith(first, photo);
  const ticket = dialog(page, first.ticketNumber);
  const notSaved = `The completion photo of ${first.ticketNumber} was not saved.`;
  await expect(ticket.getByText(notSaved)).toBeVisible();
  await button(ticket, 'Retry').click();
  await expect(ticket.getByText(notSaved)).toBeVisible();
  await button(ticket, 'Close').click();
  await expect(ticket).toBeHidden();
  await page.unroute(photoUpload);

  await completeWith(second, notPhoto);
  const other = dialog(page, second.ticketNumber);
  await expect(button(other, 'Retry')).toBeHidden();
  await field(other, 'Another photo').setInputFiles(photo);
  await expectPhotoOf(second, other);
  await button(other, 'Close').click();

  // It has been waiting all along.
  await tab(page, 'Completed').click();
  await newestFirst(page);
  await page.getByRole('link', { name: first.ticketNumber }).click();
  await expect(ticket.getByText(notSaved)).toBeVisible();
  await button(ticket, 'Retry').click();
  await expectPhotoOf(first, ticket);
});
