import type { Locator } from '@playwright/test';
import type { Repair } from '../../domain/api-answers.ts';
import { problemTexts } from '../../domain/problems.ts';
import {
  type Corner,
  cameraPhoto,
  cornerColours,
  tracesOfThePhoto,
} from '../fixtures/camera-photos.ts';
import { button, dialog, field, repairCard, tab } from './places.ts';
import { expect, test } from './shop.ts';
import { expectToast } from './toasts.ts';

/** Photos are stored as JPEG, whose colours come back a little different. */
const colourTolerance = 40;

function cornersOf(image: Locator): Promise<Record<Corner, number[]>> {
  return image.evaluate(async (element) => {
    if (!(element instanceof HTMLImageElement)) throw new Error('Not an image');
    await element.decode();
    const { naturalWidth: width, naturalHeight: height } = element;
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (context === null) throw new Error('No canvas');
    context.drawImage(element, 0, 0);
    const inset = Math.round(Math.min(width, height) / 12);
    const at = (x: number, y: number) => [...context.getImageData(x, y, 1, 1).data].slice(0, 3);
    return {
      topLeft: at(inset, inset),
      topRight: at(width - inset, inset),
      bottomLeft: at(inset, height - inset),
      bottomRight: at(width - inset, height - inset),
    };
  });
}

test('a photo from a phone is shown upright and tells nothing about who took it', async ({
  page,
  request,
  staff,
}) => {
  const photo = await cameraPhoto({ orientation: 6, megapixels: 12, gps: true });
  const before = photo.toString('latin1');
  expect(tracesOfThePhoto.every((trace) => before.includes(trace))).toBe(true);

  const repair = await staff.assign(await staff.takeIn(), 'ben');
  await page.goto('/?sub=assigned');
  await button(repairCard(page, repair.ticketNumber), 'Complete').click();
  const completing = dialog(page, 'Complete repair');
  await field(completing, 'Completion photo').setInputFiles({
    name: 'IMG_0042.jpg',
    mimeType: 'image/jpeg',
    buffer: photo,
  });
  await button(completing, 'Mark complete').click();
  await expect(completing).toBeHidden({ timeout: 15_000 });

  await expect
    .poll(async () => (await staff.repair(repair.ticketNumber)).repair.completedPhotoUrl)
    .toMatch(/^\/photos\/repair-photos\/.*_completed_\d+\.jpg/);
  const { repair: stored } = await staff.repair(repair.ticketNumber);
  await page.goto(`/?sub=completed&ticket=${repair.ticketNumber}`);
  const image = dialog(page, new RegExp(repair.ticketNumber)).getByRole('img', {
    name: /complet/i,
  });
  await expect(image).toBeVisible();
  const corners = await cornersOf(image);
  for (const [corner, colour] of Object.entries(cornerColours)) {
    const seen = corners[corner as Corner];
    colour.forEach((value, channel) => {
      const difference = Math.abs((seen[channel] ?? Number.NaN) - value);
      expect(difference, `${corner}, seen ${seen}`).toBeLessThan(colourTolerance);
    });
  }

  const bytes = await (await request.get(stored.completedPhotoUrl ?? '')).body();
  const served = bytes.toString('latin1');
  expect(tracesOfThePhoto.filter((trace) => served.includes(trace))).toEqual([]);
});

test('a photo that does not load says so and can be asked for again', async ({
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
  const notPhoto = { ...jpeg, buffer: Buffer.from('No photo at all') };
  const isAway = /\/photos\/completed$/;
  await page.route(isAway, async (route) => {
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
      'The photo is not saved yet. It waits on the ticket.',
    );
    await expect(completing).toBeHidden();
    const { repair: completed, messages } = await staff.repair(repair.ticketNumber);
    expect(completed).toMatchObject({ status: 'completed', completedPhotoUrl: null });
    expect(messages[0]).toMatchObject({ kind: 'done' });
    expect(messages[0]?.body).not.toContain('Photo');
  };
  const expectPhotoOf = async (repair: Repair, ticket: Locator) => {
    await expect(ticket.getByText(/is not saved/)).toBeHidden();
    await expect(ticket.getByRole('img', { name: /^Completion photo/ })).toBeVisible();
    expect((await staff.repair(repair.ticketNumber)).repair.completedPhotoUrl).not.toBeNull();
  };

  await page.goto('/?sub=assigned');
  await completeWith(first, photo);
  const ticket = dialog(page, first.ticketNumber);
  const notSaved = `The completion photo of ${first.ticketNumber} is not saved.`;
  await expect(ticket.getByText(notSaved)).toBeVisible();
  await button(ticket, 'Retry').click();
  await expect(ticket.getByText(notSaved)).toBeVisible();
  await button(ticket, 'Close').click();
  await expect(ticket).toBeHidden();
  await page.unroute(isAway);

  await completeWith(second, notPhoto);
  const other = dialog(page, second.ticketNumber);
  await expect(button(other, 'Retry')).toBeHidden();
  await field(other, 'Another photo').setInputFiles(photo);
  await expectPhotoOf(second, other);
  await button(other, 'Close').click();

  // It has waited all the while.
  await tab(page, 'Completed').click();
  await page.getByRole('link', { name: first.ticketNumber }).click();
  await expect(ticket.getByText(notSaved)).toBeVisible();
  await button(ticket, 'Retry').click();
  await expectPhotoOf(first, ticket);
});
