import type { Locator, Page } from '@playwright/test';
import { cameraPhoto } from '../fixtures/camera-photos.ts';
import { expectAccessible } from './axe.ts';
import { button, chooseFromMenu, dialog, field, question } from './locators.ts';
import {
  cutOff,
  fillIn,
  inAWhile,
  kept,
  photoFile,
  reconnect,
  soon,
  ticketsOf,
  walkIn,
} from './offline-intakes.ts';
import { expect, test } from './shop.ts';
import { expectToast } from './toasts.ts';

/** Photos besides the initial and the completion photo: on the ticket, and from an intake without the server. */

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const photosOf = (page: Page, ticketNumber: string) =>
  dialog(page, ticketNumber).getByRole('region', { name: 'Photos', exact: true });

const imagesIn = (block: Locator) =>
  block.getByRole('list', { name: 'Photos', exact: true }).getByRole('img');

test('photos are taken one after the other, described by two people, and removed after a question', {
  tag: '@long',
}, async ({ page, complaints, staff }) => {
  complaints.expect(/^412 PATCH .*\/api\/photos\//);
  const repair = await staff.takeIn();
  const { ticketNumber } = repair;
  await page.goto(`/?tab=search&ticket=${ticketNumber}`);
  const block = photosOf(page, ticketNumber);
  await button(block, 'Add photos').click();
  await expectAccessible(page);

  await test.step('the camera stays open for the next one', async () => {
    await button(block, 'Take photos').click();
    const camera = dialog(page, 'Take photos');
    for (const taken of ['1 photo taken', '2 photos taken']) {
      await button(camera, 'Take photo').click();
      await button(camera, 'Use photo').click();
      await expect(camera.getByText(taken)).toBeVisible();
    }
    await button(camera, 'Done').click();
    await expect(camera).toBeHidden();
    await expect(imagesIn(block)).toHaveCount(2, inAWhile);
  });

  await test.step('files are of the kind that was chosen; one that is not a photo is reported', async () => {
    await block.getByRole('radio', { name: 'Bench' }).check();
    const photo = await cameraPhoto({ megapixels: 0.3 });
    const notPhoto = { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') };
    await field(block, 'Choose files').setInputFiles([photoFile(photo), notPhoto]);
    await expect(imagesIn(block)).toHaveCount(3, inAWhile);
    await expect(block.getByText(/This file is not a photo we can read/)).toBeVisible();
    await expect(block.getByText(/^Bench · /)).toHaveCount(1);
    await expect(block.getByText(/^Intake · /)).toHaveCount(2);
  });

  await test.step('of two captions the second is a choice', async () => {
    await chooseFromMenu(block.getByRole('listitem').filter({ hasText: 'Bench' }), 'Edit');
    const editing = dialog(page, 'Edit photo');
    await field(editing, 'Caption').fill('Crown tube');
    const { photos } = await staff.repair(ticketNumber);
    await staff.changePhoto(photos.find(({ kind }) => kind === 'bench')?.id ?? '', {
      caption: 'Dial',
    });
    await button(editing, 'Save').click();
    const other = editing.getByRole('group', { name: 'Other version of Caption' });
    await expect(other).toContainText('Saved version Dial');
    await button(editing, 'Save').click();
    await expectToast(page, 'Photo updated', ticketNumber);
    await expect(block).toContainText('Crown tube');
  });

  await chooseFromMenu(block.getByRole('listitem').filter({ hasText: 'Crown tube' }), 'Remove');
  await button(question(page, 'Remove this photo?'), 'Remove').click();
  await expectToast(page, 'Photo removed', ticketNumber);
  await expect(imagesIn(block)).toHaveCount(2);
  const { photos, events } = await staff.repair(ticketNumber);
  expect(photos.map(({ kind }) => kind)).toEqual(['intake', 'intake']);
  expect(events.map(({ kind }) => kind)).toContain('ticket-photo-removed');
});

test('photos of an intake without the server wait with it, through a reload, and follow it once', {
  tag: '@long',
}, async ({ page, complaints, staff }) => {
  test.slow();
  complaints.tolerate(/^failed \w+ .*\/api\//);
  const one = walkIn('Paula');
  const photo = photoFile(await cameraPhoto({ megapixels: 0.3 }));
  await page.goto('/?tab=new-repair');
  await expect(field(page, 'Choose files')).toBeHidden();
  await page.getByText('More photos').click();
  await field(page, 'Choose files').setInputFiles([photo, photo]);
  await field(page, 'Caption of photo 1').fill('Scratch at 4');
  await button(page, 'Remove photo 2').click();
  await fillIn(page, one);
  await expect(page.getByText('1 of 12')).toBeVisible();
  await page.reload();
  await expect(field(page, 'Caption of photo 1')).toHaveValue('Scratch at 4');
  await expectAccessible(page);

  await cutOff(page);
  await button(page, 'Create repair').click();
  await expect(kept(page)).toBeVisible(inAWhile);
  const banner = page.getByRole('banner');
  await expect(banner).toContainText('1 repair and 1 photo in this browser only');
  await button(banner, 'Show').click();
  const waiting = dialog(page, 'Waiting to sync');
  await expect(waiting.getByRole('list', { name: 'Photos waiting' })).toContainText('Scratch at 4');
  await button(waiting, 'Close').click();
  // The first try meets a server that is only just back.
  complaints.expect(/^503 POST .*\/photos\?/);
  const photoUpload = /\/api\/repairs\/[^/]+\/photos\?/;
  await page.context().route(photoUpload, (route) => route.fulfill({ status: 503 }), { times: 1 });
  await reconnect(page);
  await soon(page, (quickly) => expect(banner).not.toContainText('in this browser only', quickly));

  const [repair] = await ticketsOf(staff, one);
  const { photos } = await staff.repair(repair?.ticketNumber ?? '');
  expect(photos).toMatchObject([{ kind: 'intake', caption: 'Scratch at 4' }]);
});
