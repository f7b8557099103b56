import type { Page } from '@playwright/test';
import { button, dialog, field, pressTwice } from './locators.ts';
import { expect, test } from './shop.ts';
import { newPhone } from './staff.ts';
import { expectToast } from './toasts.ts';

async function fillIn(page: Page, phone: string, issue: string) {
  await field(page, 'Customer name').fill('Katherine Johnson');
  // A phone of its own: the form would ask about a known customer.
  await field(page, 'Email').fill(`${phone.replace(/\D/g, '')}@mail.example`);
  await field(page, 'Phone').fill(phone);
  await field(page, 'Watch brand').fill('Bulova');
  await field(page, 'Watch model').fill('Accutron');
  await field(page, 'Request').fill(issue);
}

test('a new repair names what is missing, is sent once, and says when it is a duplicate or gets no text', async ({
  page,
  complaints,
  staff,
}) => {
  await test.step('names what is missing, and focuses the first such field', async () => {
    await page.goto('/?tab=new-repair');
    await button(page, 'Create repair').click();
    await expect(field(page, 'Customer name')).toBeFocused();
    for (const name of [
      'Customer name',
      'Email',
      'Phone',
      'Watch brand',
      'Watch model',
      'Request',
    ]) {
      const advice = name === 'Email' ? ' Not needed? Make email optional in Settings.' : '';
      await expect(field(page, name)).toHaveAccessibleDescription(`${name} is required${advice}`);
    }
  });

  await test.step('is sent once when pressed twice, and becomes one ticket', async () => {
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST') sent += 1;
    });
    await page.goto('/?tab=new-repair');
    await fillIn(page, newPhone(), 'Hums no more');
    await field(page, 'Email').fill('has none');
    await field(page, 'Email').blur();
    await expect(field(page, 'Email')).toHaveAccessibleDescription(
      'This does not look like an email address.',
    );
    await pressTwice(button(page, 'Create repair'));
    await expectToast(page, 'Repair created and SMS notification sent!');
    await expect(button(page, 'Create New Repair')).toBeVisible();
    const made = (await staff.repairs()).filter(({ issue }) => issue === 'Hums no more');
    expect(made).toHaveLength(1);
    expect(sent).toBe(1);
  });

  await test.step('that repeats one of the last ten minutes is a duplicate', async () => {
    complaints.expect(/^409 POST .*\/api\/repairs$/);
    const phone = newPhone();
    const issue = 'Glass is scratched';
    await staff.takeIn({
      customerName: 'Katherine Johnson',
      customerPhone: phone,
      watchBrand: 'Bulova',
      watchModel: 'Accutron',
      issue,
    });
    await page.goto('/?tab=new-repair');
    await fillIn(page, phone, issue);
    await button(page, 'Create repair').click();
    await expect(page.getByText('Duplicate submission detected').first()).toBeVisible();
    await expect(
      page.getByText('A similar repair ticket was created within the last 10 minutes.').first(),
    ).toBeVisible();
    await expect(field(page, 'Customer name')).toHaveValue('Katherine Johnson');
  });

  await test.step('for a phone that gets no texts is created, and says that no one was texted', async () => {
    await page.goto('/?tab=new-repair');
    await fillIn(page, '+47 92 34 56 78', 'Came from far away');
    await expect(field(page, 'Phone')).toHaveAccessibleDescription(
      'Can’t text this number: its country code is not +1.',
    );
    await button(page, 'Create repair').click();
    const title = 'Repair created but SMS failed';
    // The specified words, and beneath them the advice that the screen gives, too.
    await expectToast(page, title, /Check SMS configuration Invalid phone number/);
    const made = (await staff.repairs()).filter(({ issue }) => issue === 'Came from far away');
    expect(made).toHaveLength(1);

    await expect(page.getByText('Can’t text +47 92 34 56 78.')).toBeVisible();
    await button(page, 'Correct the number').click();
    const editing = dialog(page, 'Edit client');
    await expect(field(editing, 'Phone')).toBeFocused();
    await expect(field(editing, 'Phone')).toHaveAccessibleDescription(/^Can’t text/);
    const corrected = newPhone();
    await field(editing, 'Phone').fill(corrected);
    await button(editing, 'Save changes').click();
    await expectToast(page, 'Client updated');
    await expect(editing).toBeHidden();
    const { repair } = await staff.repair(made[0]?.ticketNumber ?? '');
    expect(repair.customerPhone).toBe(corrected);
    // The text that could not be sent is offered, here and on the ticket, until it has been sent.
    await expect(page.getByText('The customer was not texted.')).toBeHidden();
    await expect(button(page, 'Send the drop-off text')).toBeVisible();
    await page.getByRole('link', { name: 'Open the ticket' }).click();
    const ticket = dialog(page, repair.ticketNumber);
    await button(ticket, 'Send the drop-off text').click();
    await expectToast(page, 'Text sent');
    const { messages } = await staff.repair(repair.ticketNumber);
    expect(messages.map(({ kind }) => kind)).toEqual(['created']);
    await expect(ticket.getByText(/^Drop-off text/)).toBeVisible();
    await expect(page.getByText(/^The text was sent/)).toBeVisible();
    await expect(button(page, 'Send the drop-off text')).toHaveCount(0);
  });
});

test('a new repair is not sent again within two seconds of the last press', async ({
  page,
  complaints,
  staff,
}) => {
  complaints.expect(/^429 POST .*\/api\/repairs$/);
  const answered: string[] = [];
  page.on('response', (response) => {
    const request = response.request();
    if (request.method() === 'POST') answered.push(request.postDataJSON().issue);
  });
  const phone = newPhone();
  await staff.takeIn({ customerPhone: phone });
  const start = Date.now();
  await page.clock.setFixedTime(start);
  await page.goto('/?tab=new-repair');
  await fillIn(page, phone, 'Strap too long');
  await button(page, 'Create repair').click();
  await expect.poll(() => answered).toEqual(['Strap too long']);
  await expect(page.getByText('Please wait').first()).toBeVisible();
  await expect(
    page.getByText('Please wait at least 30 seconds between submissions.').first(),
  ).toBeVisible();
  await expect(button(page, 'Create repair')).toBeEnabled();
  for (const laterMs of [0, 1_999]) {
    await page.clock.setFixedTime(start + laterMs);
    await button(page, 'Create repair').click();
  }
  await page.clock.setFixedTime(start + 2_000);
  await field(page, 'Request').fill('Strap still too long');
  await button(page, 'Create repair').click();
  await expect.poll(() => answered).toEqual(['Strap too long', 'Strap still too long']);
});
