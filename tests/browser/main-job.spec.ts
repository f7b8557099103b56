import type { Page } from '@playwright/test';
import { cameraPhoto } from '../fixtures/camera-photos.ts';
import {
  button,
  chooseFromMenu,
  dialog,
  estimateCard,
  field,
  newestFirst,
  pressTwice,
  repairCard,
  tab,
  tabTo,
} from './locators.ts';
import { often, recordPrints } from './prints.ts';
import { password } from './product.ts';
import { expect, loggedOut, test } from './shop.ts';
import { newPhone } from './staff.ts';
import { expectToast } from './toasts.ts';

/** Walk-ins from the door to the pickup, as the counter experiences them. */

test.use({ storageState: loggedOut });

async function logIn(page: Page) {
  await page.goto('/');
  await expect(field(page, 'Password')).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(tab(page, 'Overview')).toHaveAttribute('aria-selected', 'true');
}

async function answerOnThePhone(page: Page, phone: string, came: RegExp, answer: string) {
  await button(page, 'Simulated texts').click();
  const phones = dialog(page, 'Simulated phone');
  await phones.getByRole('button', { name: phone }).click();
  const conversation = phones.getByRole('region', { name: `Phone ${phone}` });
  await expect(conversation.getByText(came)).toBeVisible();
  await button(conversation, answer).click();
  return { phones, conversation };
}

// The text of a completion is held so that staff can take it back, which nobody does here.
test.beforeEach(({ staff }) => staff.holdTexts(1));
test.afterEach(({ staff }) => staff.holdTexts(5));

test('a watch is taken in, estimated, accepted, repaired, and the customer notified', async ({
  page,
  context,
}) => {
  test.slow();
  const prints = await recordPrints(context);
  const phone = newPhone();
  await logIn(page);

  await test.step('New repair, by keyboard alone, with a photo from the camera', async () => {
    await tab(page, 'Overview').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(tab(page, 'New repair')).toBeFocused();
    await page.keyboard.press('Enter');
    const typed: [label: string, text: string][] = [
      ['Customer name', 'Lise Meitner'],
      ['Email', 'lise@mail.example'],
      ['Phone', phone.replace(/\D/g, '')],
      ['Address', '3 Fission Road'],
      ['Watch brand', 'Patek Philippe'],
      ['Watch model', 'Calatrava'],
      ['Serial number', 'PP-5196'],
      ['Request', 'Loses ten minutes a day'],
      ['Repair price', '150'],
      ['Price notes', 'Before inspection'],
    ];
    for (const [label, text] of typed) {
      await tabTo(page, field(page, label));
      await page.keyboard.type(text);
    }
    await expect(field(page, 'Phone')).toHaveValue(phone);
    await tabTo(page, button(page, 'Take a photo'));
    await page.keyboard.press('Enter');
    const camera = dialog(page, 'Take a photo');
    await expect(camera.getByLabel('What the camera sees')).toBeVisible();
    await expect(button(camera, 'Take photo')).toBeFocused();
    // It can't be pressed until the first picture has arrived.
    await expect(button(camera, 'Take photo')).toBeEnabled();
    await page.keyboard.press('Enter');
    await expect(button(camera, 'Use photo')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(camera).toBeHidden();
    await expect(button(page, 'Remove photo')).toBeVisible();
    await tabTo(page, button(page, 'Create repair'));
    await page.keyboard.press('Enter');
  });

  const ticketNumber = await test.step('The ticket number is what stands out', async () => {
    const number = page.getByText(/^WH\d{6}[A-Z]{3}$/).first();
    await expect(number).toBeVisible();
    await expect(button(page, 'Print ticket')).toBeFocused();
    await expect(button(page, 'Create New Repair')).toBeVisible();
    const sizes = await page.getByRole('tabpanel').evaluate((panel) =>
      [...panel.querySelectorAll('*')]
        .filter(({ childNodes }) =>
          [...childNodes].some(
            ({ nodeType, textContent }) => nodeType === 3 && textContent?.trim(),
          ),
        )
        .map((element) => ({
          text: element.textContent ?? '',
          size: Number.parseFloat(getComputedStyle(element).fontSize),
        })),
    );
    const largest = Math.max(...sizes.map(({ size }) => size));
    const atLargest = sizes.filter(({ size }) => size === largest).map(({ text }) => text);
    expect(atLargest).toEqual([await number.textContent()]);
    return (await number.textContent()) ?? '';
  });

  await test.step('Enter prints it', async () => {
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
    await expect(popup.getByRole('article')).toContainText(ticketNumber);
    await expect(popup.getByRole('article')).toContainText('Lise Meitner');
    await expect(popup.getByRole('article')).toContainText('$150.00');
    await expect.poll(() => prints, often).toHaveLength(1);
    await popup.close();
  });

  await test.step('The estimate goes out', async () => {
    await tab(page, 'Overview').click();
    await expect(repairCard(page, ticketNumber)).toBeVisible();
    await chooseFromMenu(repairCard(page, ticketNumber), 'Send estimate');
    const sending = dialog(page, 'Send estimate');
    await field(sending, 'Estimate amount').fill('150.5');
    await button(sending, 'Send estimate').click();
    await expectToast(
      page,
      'Estimate sent successfully!',
      'SMS sent to Lise Meitner. Repair moved to estimates tab.',
    );
    await expect(sending).toBeHidden();
    await expect(repairCard(page, ticketNumber)).toBeHidden();
    await tab(page, 'Estimates').click();
    await expect(estimateCard(page, ticketNumber)).toContainText('Awaiting Response');
    await expect(estimateCard(page, ticketNumber)).toContainText('$150.50');
  });

  await test.step('The customer accepts', async () => {
    const { phones, conversation } = await answerOnThePhone(
      page,
      phone,
      /estimate \$150\.50, ticket WH.*Reply ACCEPT or DECLINE/,
      'ACCEPT',
    );
    await expectToast(page, /accepted/i);
    await expect(conversation.getByText(/thank you, you accepted \$150\.50/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(phones).toBeHidden();
    await expect(estimateCard(page, ticketNumber)).toContainText('Accepted');
  });

  await test.step('A technician gets the work', async () => {
    const card = estimateCard(page, ticketNumber);
    await button(card, 'Assign').click();
    await expect(card.getByText('Please select a technician')).toBeVisible();
    await field(card, 'Technician').selectOption({ label: 'Finn' });
    // A hasty double press counts once: the second would be refused.
    await pressTwice(button(card, 'Assign'));
    await expectToast(page, 'Repair assigned to technician!');
    await expect(card).toBeHidden();
  });

  await test.step('Work begins and is completed with a note and a photo', async () => {
    await tab(page, 'Assigned').click();
    const card = repairCard(page, ticketNumber);
    await expect(card).toContainText('Finn');
    await pressTwice(button(card, 'Start work'));
    await expect(card).toContainText('In Progress');
    await button(card, 'Complete').click();
    const completing = dialog(page, 'Complete repair');
    await field(completing, 'Completion notes').fill('New mainspring, regulated to 2 s a day');
    await field(completing, 'Completion photo').setInputFiles({
      name: 'finished.jpg',
      mimeType: 'image/jpeg',
      buffer: await cameraPhoto({ megapixels: 2 }),
    });
    await button(completing, 'Mark complete').click();
    await expect(completing).toBeHidden();
    await expect(card).toBeHidden();
  });

  await test.step('It is in the completed list, and the customer knows', async () => {
    await tab(page, 'Completed').click();
    await newestFirst(page);
    await expect(repairCard(page, ticketNumber)).toContainText('Completed');
    await page.getByRole('link', { name: ticketNumber }).click();
    const details = dialog(page, new RegExp(ticketNumber));
    await expect(details).toContainText('New mainspring, regulated to 2 s a day');
    await expect(details.getByRole('img')).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(details).toBeHidden();
    await button(page, 'Simulated texts').click();
    const phones = dialog(page, 'Simulated phone');
    await phones.getByRole('button', { name: phone }).click();
    await expect(
      phones.getByText(/Calatrava is ready, ticket WH.* Photo: http.*_completed_\d+\.jpg/).last(),
    ).toBeVisible();
  });
});

test('an estimate that the customer declines is closed with the shop’s note', async ({
  page,
  product,
  staff,
}) => {
  const taken = await staff.takeIn({ customerName: 'Emmy Noether' });
  const { ticketNumber, customerPhone: phone } = taken;
  await staff.sendEstimate(taken, 240);
  await logIn(page);
  await tab(page, 'Estimates').click();
  await answerOnThePhone(page, phone, /estimate \$240\.00/, 'DECLINE');
  await expectToast(page, /declined/i);
  await page.keyboard.press('Escape');
  const card = estimateCard(page, ticketNumber);
  await expect(card).toContainText('Declined');
  await pressTwice(button(card, 'Mark Complete'));
  await expectToast(page, 'Repair marked as complete!');
  await expect(card).toBeHidden();

  await tab(page, 'Completed').click();
  await newestFirst(page);
  await page.getByRole('link', { name: ticketNumber }).click();
  await expect(dialog(page, new RegExp(ticketNumber))).toContainText(
    'Completed from estimates tab - declined',
  );
  const answer = await page.request.get(`${product.url}/api/repairs/${ticketNumber}`);
  const { repair, estimates, messages } = await answer.json();
  expect(repair).toMatchObject({
    status: 'completed',
    completionNotes: 'Completed from estimates tab - declined',
  });
  expect(estimates).toMatchObject([{ status: 'completed', responseStatus: 'declined' }]);
  expect(messages.map(({ body }: { body: string }) => body)).toContainEqual(
    expect.stringContaining('is ready for pickup, unrepaired as you asked'),
  );
});
