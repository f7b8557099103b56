import { cameraPhoto } from '../fixtures/camera-photos.ts';
import {
  attentionCase,
  button,
  chooseFromMenu,
  dialog,
  estimateCard,
  field,
  repairCard,
  tab,
  toast,
} from './locators.ts';
import { expect, test } from './shop.ts';
import { expectToast } from './toasts.ts';

/** A wrong press is corrected: at once, or later. */

const sent = 'Repair completed and SMS notification sent!';

test.describe('while the text waits', () => {
  // Long enough for a slow machine.
  test.beforeEach(({ staff }) => staff.holdTexts(120));
  test.afterEach(({ staff }) => staff.holdTexts(5));

  test('a completion is undone by its message, by the keyboard and on the ticket', async ({
    page,
    staff,
  }) => {
    const repair = await staff.takeIn();
    const { ticketNumber } = repair;
    await staff.assign(repair, 'ella');
    const now = async () => (await staff.repair(ticketNumber)).repair;
    await page.goto('/?tab=repairs');
    const card = repairCard(page, ticketNumber);
    const complete = async () => {
      await button(card, 'Complete').click();
      const completing = dialog(page, 'Complete repair');
      await field(completing, 'Completion notes').fill('New gasket');
      await button(completing, 'Mark complete').click();
      await expect(toast(page)).toContainText('Repair marked as complete!');
      await expect(toast(page)).toContainText('The text to the customer will be sent in a moment.');
      await expect(completing).toBeHidden();
    };

    await test.step('by the message, which other dialogs and tabs leave where it is', async () => {
      await complete();
      await tab(page, 'Clients').click();
      await expect(tab(page, 'Clients')).toHaveAttribute('aria-selected', 'true');
      await button(toast(page), 'Undo').click();
      await expectToast(page, 'Completion undone', 'No text was sent.');
      expect(await now()).toMatchObject({ status: 'assigned', completionNotes: null });
      await tab(page, 'Repairs').click();
    });

    await test.step('by Ctrl-Z', async () => {
      await complete();
      await page.keyboard.press('ControlOrMeta+z');
      await expectToast(page, 'Completion undone');
      expect((await now()).status).toBe('assigned');
    });

    await test.step('on the ticket, after a reload', async () => {
      await complete();
      await page.reload();
      await page.goto(`/?tab=repairs&ticket=${ticketNumber}`);
      const notice = page.getByRole('status').filter({ hasText: 'Just completed.' });
      await button(notice, 'Undo').click();
      await expectToast(page, 'Completion undone');
      await expect(notice).toBeHidden();
      expect((await now()).status).toBe('assigned');
    });

    const { messages } = await staff.repair(ticketNumber);
    expect(messages.filter(({ kind }) => kind === 'done')).toEqual([]);
  });

  test('what was typed for a completion that is undone is in the form again', {
    tag: '@long',
  }, async ({ page, staff }) => {
    const repair = await staff.takeIn();
    const { ticketNumber } = repair;
    await staff.assign(repair, 'ella');
    await page.goto('/?tab=repairs');
    const completing = dialog(page, 'Complete repair');
    const open = () => button(repairCard(page, ticketNumber), 'Complete').click();
    const undo = async () => {
      await button(completing, 'Mark complete').click();
      await expect(completing).toBeHidden();
      await button(toast(page), 'Undo').click();
      await expectToast(page, 'Completion undone');
    };
    const notes = field(completing, 'Completion notes');
    const remove = button(completing, 'Remove photo');

    await open();
    await notes.fill('New gaskte');
    await field(completing, 'Completion photo').setInputFiles({
      name: 'watch.jpg',
      mimeType: 'image/jpeg',
      buffer: await cameraPhoto(),
    });
    await undo();

    await test.step('even after a reload', async () => {
      await page.reload();
      await open();
      await expect(notes).toHaveValue('New gaskte');
      await expect(remove).toBeVisible();
      // Nothing was typed yet.
      await page.keyboard.press('Escape');
      await expect(completing).toBeHidden();
    });

    await test.step('and is sent again as it was corrected', async () => {
      await open();
      await notes.fill('New gasket');
      await expect(remove).toBeVisible();
      await button(completing, 'Mark complete').click();
      await expect(button(toast(page), 'Undo')).toBeVisible();
      const { repair: done } = await staff.repair(ticketNumber);
      expect(done).toMatchObject({ status: 'completed', completionNotes: 'New gasket' });
      const photo = await page.request.get(done.completedPhotoUrl ?? '');
      expect(photo.headers()['content-type']).toBe('image/jpeg');
    });

    await test.step('the photo can be left out the next time', async () => {
      await button(toast(page), 'Undo').click();
      await expectToast(page, 'Completion undone');
      await open();
      await expect(notes).toHaveValue('New gasket');
      await remove.click();
      await undo();
      expect((await staff.repair(ticketNumber)).repair.completedPhotoUrl).toBeNull();
      await open();
      await expect(notes).toHaveValue('New gasket');
      await expect(remove).toHaveCount(0);
    });
  });

  test('a photo that could not be saved is still there after the undo', { tag: '@long' }, async ({
    page,
    staff,
    complaints,
  }) => {
    const repair = await staff.takeIn();
    await staff.assign(repair, 'ella');
    await page.goto(`/?tab=repairs&ticket=${repair.ticketNumber}`);
    const ticket = dialog(page, new RegExp(repair.ticketNumber));
    const completing = dialog(page, 'Complete repair');
    await page.route('**/photos/completed', (route) => route.fulfill({ status: 503 }));
    complaints.expect(/^503 PUT .*\/photos\/completed/);
    await button(ticket, 'Complete').click();
    await field(completing, 'Completion photo').setInputFiles({
      name: 'watch.jpg',
      mimeType: 'image/jpeg',
      buffer: await cameraPhoto(),
    });
    await button(completing, 'Mark complete').click();
    await expect(completing).toBeHidden();
    await page.unroute('**/photos/completed');
    await button(toast(page), 'Undo').click();
    await expectToast(page, 'Completion undone');
    await button(ticket, 'Complete').click();
    await expect(completing).toContainText('watch.jpg');
    await button(completing, 'Mark complete').click();
    await expect(completing).toBeHidden();
    const { repair: done } = await staff.repair(repair.ticketNumber);
    expect(done.completedPhotoUrl).not.toBeNull();
  });

  test('a payment does not prevent the undo; what does is named, and reopening offered', {
    tag: '@long',
  }, async ({ page, staff, complaints }) => {
    const repair = await staff.takeIn();
    const { ticketNumber } = repair;
    await staff.assign(repair, 'ella');
    await page.goto(`/?tab=repairs&ticket=${ticketNumber}`);
    const ticket = dialog(page, new RegExp(ticketNumber));
    const complete = async () => {
      await button(ticket, 'Complete').click();
      await button(dialog(page, 'Complete repair'), 'Mark complete').click();
      await expect(button(toast(page), 'Undo')).toBeVisible();
    };

    await complete();
    await staff.takePayment(repair, { amount: 25 });
    await button(toast(page), 'Undo').click();
    await expectToast(page, 'Completion undone');
    expect((await staff.repair(ticketNumber)).repair).toMatchObject({
      status: 'assigned',
      paid: 25,
    });

    await complete();
    await staff.putPhoto(repair, 'completed', await cameraPhoto());
    complaints.expect(/^409 POST .*\/undo-complete/);
    await button(toast(page), 'Undo').click();
    await expectToast(page, 'A photo has been added since', 'has not been sent yet');
    await button(toast(page), 'Reopen').click();
    const reopening = dialog(page, `Reopen repair ${ticketNumber}?`);
    await expect(reopening).toContainText('has not been texted yet, and won’t be');
    await button(reopening, 'Reopen').click();
    await expect(dialog(page, 'Reopened')).toBeVisible();
    const { repair: now, messages } = await staff.repair(ticketNumber);
    expect(now).toMatchObject({ status: 'in-progress', heldUntil: null });
    expect(messages.filter(({ kind }) => kind === 'done')).toEqual([]);
  });

  test('the text is sent at once on request', { tag: '@long' }, async ({ page, staff }) => {
    const repair = await staff.takeIn();
    await staff.assign(repair, 'ella');
    await page.goto('/?tab=repairs');
    await button(repairCard(page, repair.ticketNumber), 'Complete').click();
    await button(dialog(page, 'Complete repair'), 'Mark complete').click();
    await button(toast(page), 'Send now').click();
    await expectToast(page, sent);
    const { messages } = await staff.repair(repair.ticketNumber);
    expect(messages.filter(({ kind }) => kind === 'done')).toHaveLength(1);
  });

  test('a customer who collects before it is sent is not texted', { tag: '@long' }, async ({
    page,
    staff,
  }) => {
    const repair = await staff.takeIn();
    const { ticketNumber } = repair;
    await staff.assign(repair, 'ella');
    await page.goto(`/?tab=repairs&ticket=${ticketNumber}`);
    const ticket = dialog(page, new RegExp(ticketNumber));
    await button(ticket, 'Complete').click();
    await button(dialog(page, 'Complete repair'), 'Mark complete').click();
    await expect(button(toast(page), 'Send now')).toBeVisible();
    await button(ticket, 'Hand over').click();
    await button(dialog(page, 'Hand over'), 'Hand over').click();
    await expect(toast(page)).toContainText('Picked up by');
    await expect(ticket).toContainText('The text to the customer was not sent.');
    await expect(ticket).toContainText('The watch left the shop before this text was sent.');
    const doneTexts = async () =>
      (await staff.repair(ticketNumber)).messages.filter(({ kind }) => kind === 'done');
    expect(await doneTexts()).toMatchObject([{ state: 'failed' }]);

    await test.step('if nobody did, the text is offered, and needs attention until it is sent', async () => {
      await button(toast(page), 'Undo pickup').click();
      await expectToast(page, 'Pickup undone', 'has not been texted that it is ready');
      await expect(button(toast(page), 'Send text')).toBeVisible();
      expect(await doneTexts()).toMatchObject([{ state: 'failed', canResend: true }]);
      await page.goto('/?attention=all');
      const oneCase = attentionCase(page, ticketNumber);
      await expect(oneCase).toContainText('The completion text was not delivered.');
      await button(oneCase, 'Resend').click();
      await button(page.getByRole('alertdialog'), 'Resend').click();
      await expectToast(page, 'Text resent');
      await expect(oneCase).toBeHidden();
      expect(await doneTexts()).toMatchObject([{ state: 'accepted' }, { state: 'failed' }]);
    });
  });
});

test('the message counts down, and says when the text has been sent', { tag: '@long' }, async ({
  page,
  staff,
}) => {
  const repair = await staff.takeIn();
  await staff.sendEstimate(repair, 90);
  await staff.reply(repair, 'DECLINE');
  await staff.holdTexts(2);
  await page.goto('/?tab=overview');
  await tab(page, 'Estimates').click();
  await button(estimateCard(page, repair.ticketNumber), 'Mark Complete').click();
  await expect(button(toast(page), 'Undo')).toBeVisible();
  await expectToast(page, 'Repair marked as complete!', 'will be sent in a moment');
  await expectToast(page, /^Repair marked as complete! $/);
  await staff.holdTexts(5);
  const { repair: done, messages } = await staff.repair(repair.ticketNumber);
  expect(done).toMatchObject({ status: 'completed', heldUntil: null });
  expect(messages[0]?.body).toContain('is ready for pickup, unrepaired as you asked.');
});

test('a completed repair is corrected, and reopened with a word to the customer', {
  tag: '@long',
}, async ({ page, staff }) => {
  const repair = await staff.takeIn();
  const { ticketNumber } = repair;
  await staff.assign(repair, 'ella');
  await staff.complete(repair, 'New gasket');
  await page.goto(`/?tab=repairs&ticket=${ticketNumber}`);
  const ticket = dialog(page, /./).or(page.getByRole('complementary')).first();

  await test.step('note and photo are corrected', async () => {
    await chooseFromMenu(ticket, 'Edit completion');
    const correcting = dialog(page, 'Edit completion');
    await expect(field(correcting, 'Completion notes')).toHaveValue('New gasket');
    await field(correcting, 'Completion notes').fill('New gasket and crystal');
    await field(correcting, 'Completion photo').setInputFiles({
      name: 'watch.jpg',
      mimeType: 'image/jpeg',
      buffer: await cameraPhoto(),
    });
    await button(correcting, 'Save').click();
    await expectToast(page, 'Completion edited');
    await expect(ticket).toContainText('Completion notes: New gasket → New gasket and crystal');
    await expect(ticket).toContainText('Completion photo added');
  });

  await test.step('the photo is taken away again', async () => {
    await chooseFromMenu(ticket, 'Edit completion');
    const correcting = dialog(page, 'Edit completion');
    await field(correcting, 'Remove the completion photo').check();
    await button(correcting, 'Save').click();
    await expectToast(page, 'Completion edited');
    expect((await staff.repair(ticketNumber)).repair.completedPhotoUrl).toBeNull();
  });

  await test.step('it is reopened, and the customer told', async () => {
    await chooseFromMenu(ticket, 'Reopen');
    const reopening = dialog(page, `Reopen repair ${ticketNumber}?`);
    await expect(reopening).toContainText('that the watch is ready. No text is sent');
    await button(reopening, 'Reopen').click();
    const reopened = dialog(page, 'Reopened');
    await expect(reopened).toContainText('The ticket is “In Progress” again, with');
    await button(reopened, 'Send text').click();
    await expectToast(page, 'Text sent');
    const { repair: now, messages } = await staff.repair(ticketNumber);
    expect(now).toMatchObject({ status: 'in-progress', completedAt: null, assignedTo: 'ella' });
    expect(messages[0]?.body).toContain('is not ready after all.');
  });
});

test('after a decline the work proceeds at the price that was accepted', { tag: '@long' }, async ({
  page,
  staff,
}) => {
  const repair = await staff.takeIn();
  await staff.assign(repair, 'ella');
  await staff.sendEstimate(repair, 150);
  await staff.reply(repair, 'ACCEPT');
  await staff.sendEstimate(repair, 220);
  await staff.reply(repair, 'DECLINE');
  await page.goto('/?tab=overview');
  await tab(page, 'Estimates').click();
  const proceed = button(estimateCard(page, repair.ticketNumber), 'Proceed at $150.00');
  await expect(proceed).toBeVisible();
  await page.goto(`/?tab=repairs&ticket=${repair.ticketNumber}`);
  await expect(page.getByText('proceed at the previously accepted price')).toBeVisible();
  await button(dialog(page, repair.ticketNumber), 'Proceed at $150.00').click();
  await expectToast(page, 'Work proceeds at $150.00');
  expect((await staff.repair(repair.ticketNumber)).repair).toMatchObject({
    status: 'assigned',
    assignedTo: 'ella',
    estimatePrice: 150,
  });
  await expect(button(page, 'Start work').first()).toBeVisible();
});

test('a message stays where it is while rows are added, and doesn’t cover the selection bar', {
  tag: '@long',
}, async ({ page, staff }) => {
  const { ticketNumber } = await staff.takeIn({ isSameDay: true, repairPrice: 80 });
  await page.goto('/?sub=same-day');
  await repairCard(page, ticketNumber)
    .getByRole('button', { name: /^Assign to / })
    .click();
  const message = toast(page);
  await expect(message).toContainText('Repair assigned to technician!');
  const place = () =>
    message.evaluate((one) => {
      const region = one.closest('section');
      return [region?.dataset.side, region?.style.bottom];
    });
  const before = await place();
  // As many as reach below it.
  const others = await Promise.all(
    Array.from({ length: 14 }, () => staff.takeIn({ isSameDay: true })),
  );
  await expect(repairCard(page, others[0]?.ticketNumber ?? '')).toBeVisible();
  expect(await place()).toEqual(before);

  await page.locator('tr a[data-ticket]').first().focus();
  await page.keyboard.press('Space');
  const bar = page.getByRole('region', { name: 'Selected repairs' });
  await expect(bar).toBeVisible();
  await expect(async () => {
    const [above, below] = [await message.boundingBox(), await bar.boundingBox()];
    expect((above?.y ?? Number.NaN) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  }).toPass({ timeout: 5_000 });
});
