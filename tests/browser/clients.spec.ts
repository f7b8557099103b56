import type { Page } from '@playwright/test';
import { button, chooseFromMenu, clientRows, dialog, field, question } from './locators.ts';
import { expect, test } from './shop.ts';
import { newPhone } from './staff.ts';
import { expectToast } from './toasts.ts';

async function findClients(page: Page, q: string) {
  await page.goto(`/?tab=clients&q=${encodeURIComponent(q)}`);
  return clientRows(page);
}

test('a client is added, once, and a press meets its button before a hint moves it', async ({
  page,
  staff,
}) => {
  await test.step('a client is added, found by phone in any format, edited and deleted', async () => {
    const phone = newPhone();
    await page.goto('/?tab=new-client');
    await button(page, 'Add client').click();
    await expect(field(page, 'Name')).toHaveAccessibleDescription('Name is required');
    await expect(field(page, 'Email')).toHaveAccessibleDescription('Email is required');
    await expect(field(page, 'Name')).toBeFocused();
    await field(page, 'Name').fill('Annie Easley');
    await field(page, 'Email').fill('annie@mail.example');
    await field(page, 'Phone').fill(phone);
    await button(page, 'Add client').click();
    await expectToast(page, 'Client added to directory');

    const rows = await findClients(page, phone.replace(/\D/g, ''));
    await expect(rows).toHaveCount(1);
    await chooseFromMenu(rows, 'Edit');
    const editing = dialog(page, 'Edit client');
    await field(editing, 'Phone').fill('');
    await button(editing, 'Save changes').click();
    await expect(editing.getByRole('alert')).toHaveText(
      'Please fill in all required fields (Name, Email, Phone)',
    );
    await field(editing, 'Phone').fill(phone);
    await field(editing, 'Email').fill('annie');
    await button(editing, 'Save changes').click();
    await expect(field(editing, 'Email')).toHaveAccessibleDescription(
      'Please enter a valid email address',
    );
    await field(editing, 'Email').fill('annie.easley@mail.example');
    await button(editing, 'Save changes').click();
    await expectToast(page, 'Client updated');
    await expect(editing).toBeHidden();
    await expect(rows).toContainText('annie.easley@mail.example');

    await chooseFromMenu(rows, 'Delete');
    const asked = question(page, 'Delete client Annie Easley?');
    await expect(button(asked, 'Cancel')).toBeFocused();
    await button(asked, 'Delete').click();
    await expectToast(page, 'Client deleted successfully');
    await expect(rows).toHaveCount(0);
  });

  await test.step('a known client is offered before they are added again', async () => {
    const phone = newPhone();
    const email = 'christine@mail.example';
    await staff.addClient({ name: 'Christine Darden', email, phone });
    await page.goto('/?tab=new-client');
    await field(page, 'Name').fill('Chris Darden');
    await field(page, 'Email').fill('none');
    await field(page, 'Email').blur();
    // A hint that blocks nothing.
    await expect(field(page, 'Email')).toHaveAccessibleDescription(
      'This does not look like an email address.',
    );
    await field(page, 'Phone').fill('212 555');
    await field(page, 'Phone').blur();
    await expect(field(page, 'Phone')).toHaveAccessibleDescription(
      'This number has 6 digits. Enter all ten, with the area code, to send texts.',
    );
    await field(page, 'Phone').fill(phone.replace(/\D/g, ''));
    await field(page, 'Phone').blur();
    await expect(field(page, 'Phone')).toHaveAccessibleDescription('');
    await button(page, 'Add client').click();
    await expect(page.getByText('Christine Darden has this phone.')).toBeVisible();
    await field(page, 'Email').fill('Christine@Mail.example');
    await expect(button(page, 'Add anyway')).toBeHidden();
    await button(page, 'Add client').click();
    await expect(page.getByText('Christine Darden has this email and phone.')).toBeVisible();
    await button(page, 'Add anyway').click();
    await expectToast(page, 'Client added to directory');
    await expect(page.getByText('Added: Chris Darden')).toBeVisible();

    // Strangers share what is not an address, so only one of the same name is pointed out.
    await field(page, 'Name').fill('Katherine Nobody');
    await field(page, 'Email').fill('none');
    await button(page, 'Add client').click();
    await expectToast(page, 'Client added to directory');
    await field(page, 'Name').fill('Melba Nobody');
    await field(page, 'Email').fill('none');
    await button(page, 'Add client').click();
    await expectToast(page, 'Client added to directory');
    await field(page, 'Name').fill('Melba Nobody');
    await field(page, 'Email').fill('n/a');
    await button(page, 'Add client').click();
    await expect(
      page.getByText('Melba Nobody has this name: no phone, no repairs yet.'),
    ).toBeVisible();
    await expect(button(page, 'Open Katherine Nobody')).toHaveCount(0);

    await field(page, 'Name').fill('Chris Darden');
    await field(page, 'Email').fill(email);
    await button(page, 'Add client').click();
    await button(page, 'Open Christine Darden').click();
    await expect(page.getByRole('heading', { name: 'Christine Darden' })).toBeVisible();
    await expect(await findClients(page, 'darden')).toHaveCount(2);
  });

  await test.step('a press that leaves a wrong phone meets its button before the hint moves it', async () => {
    for (const [tabName, name, pressed] of [
      ['new-client', 'Name', 'Add client'],
      ['new-repair', 'Customer name', 'Create repair'],
    ] as const) {
      await page.goto(`/?tab=${tabName}`);
      await field(page, 'Phone').fill('1 2');
      const { x, y } = (await button(page, pressed).boundingBox()) ?? { x: 0, y: 0 };
      await page.mouse.move(x + 20, y + 4);
      await page.mouse.down();
      await page.mouse.up();
      await expect(field(page, name)).toHaveAccessibleDescription(`${name} is required`);
      // The error says enough.
      await expect(field(page, 'Phone')).toHaveAccessibleDescription(
        'Please enter a valid phone number',
      );
    }
  });
});

test('a client is reached from the list, which scrolls, and from a ticket', {
  tag: '@long',
}, async ({ page, staff }) => {
  await test.step('a client’s row, by mouse and by keyboard, opens the client with all they brought in', async () => {
    const repair = await staff.takeIn({ customerName: 'Evelyn Boyd Granville' });
    const rows = await findClients(page, 'evelyn granville');
    const client = page.getByRole('region', { name: 'Selected client' });
    const heading = page.getByRole('heading', { name: 'Evelyn Boyd Granville' });
    await rows.click({ position: { x: 8, y: 8 } });
    await expect(heading).toBeVisible();
    await expect(client).toBeFocused();
    await findClients(page, 'evelyn granville');
    await rows.getByRole('link', { name: 'Evelyn Boyd Granville' }).press('Enter');
    await expect(heading).toBeVisible();
    await expect(client).toBeFocused();
    await findClients(page, 'evelyn granville');
    await chooseFromMenu(rows, 'Select');
    await expect(heading).toBeVisible();
    await expect(client.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
    await expect(client.getByRole('link', { name: /^\(\d{3}\) 555-/ })).toHaveAttribute(
      'href',
      /^tel:/,
    );
    for (const name of ['The client’s repairs', 'History']) {
      const list = page.getByRole('list', { name });
      await expect(list.getByRole('link', { name: repair.ticketNumber })).toBeVisible();
    }
    await page.getByRole('list', { name: 'The client’s repairs' }).getByText('Seamaster').click();
    await expect(dialog(page, repair.ticketNumber)).toBeVisible();
  });

  await test.step('the list of clients is at most 24rem high and scrolls', async () => {
    for (let number = 1; number <= 12; number += 1) {
      await staff.addClient({
        name: `Regular Customer ${number}`,
        email: `regular-${number}@mail.example`,
      });
    }
    const rows = await findClients(page, 'Regular Customer');
    await expect(rows).toHaveCount(12);
    const { height, isScrolling } = await rows.first().evaluate((row) => {
      let box = row.parentElement;
      while (box && !/auto|scroll/.test(getComputedStyle(box).overflowY)) box = box.parentElement;
      return {
        height: box?.getBoundingClientRect().height,
        isScrolling: box !== null && box.scrollHeight > box.clientHeight,
      };
    });
    expect(height).toBeLessThanOrEqual(24 * 16 + 2);
    expect(isScrolling).toBe(true);
  });

  await test.step('a ticket leads to its customer, and they are edited from it', async () => {
    const repair = await staff.takeIn({ customerName: 'Euphemia Haynes' });
    await page.goto(`/?tab=repairs&ticket=${repair.ticketNumber}`);
    const details = dialog(page, repair.ticketNumber);
    await chooseFromMenu(details, 'Edit client');
    const editing = dialog(page, 'Edit client');
    await field(editing, 'Name').fill('Martha Euphemia Haynes');
    await button(editing, 'Save changes').click();
    await expect(editing).toBeHidden();
    await expect(button(details, 'More')).toBeFocused();
    const customer = details.getByRole('link', { name: 'Martha Euphemia Haynes' });

    // What is typed here is not lost on the way there.
    await field(details, 'Text to the customer').fill('Your watch');
    await customer.click();
    await expectToast(page, 'You have unsaved changes');
    await expect(field(details, 'Text to the customer')).toHaveValue('Your watch');
    await field(details, 'Text to the customer').fill('');
    await customer.click();
    await expect(details).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Martha Euphemia Haynes' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Selected client' })).toBeFocused();
    await page.goBack();
    await expect(details).toBeVisible();
  });
});
