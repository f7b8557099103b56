import type { Page } from '@playwright/test';
import {
  button,
  chooseFromMenu,
  clientRows,
  createRepair,
  field,
  question,
  tab,
} from './locators.ts';
import { expect, test } from './shop.ts';
import { newPhone } from './staff.ts';

/** Whose repair it is: a client from the directory, or a new one. */

const chip = (page: Page) => page.getByRole('group', { name: 'Existing client' });

async function describeWatch(page: Page, issue: string) {
  await field(page, 'Watch brand').fill('Junghans');
  await field(page, 'Watch model').fill('Max Bill');
  await field(page, 'Request').fill(issue);
}

test('a stored client is changed field by field, after confirmation, and can be restored', {
  tag: '@long',
}, async ({ page, staff }) => {
  const [phone, other] = [newPhone(), newPhone()];
  const name = 'Valerie Thomas';
  const email = 'valerie@mail.example';
  const valerie = await staff.addClient({ name, email, phone, address: '1 Illusion Way' });
  const repairOf = async (issue: string) =>
    (await staff.repairs()).find((repair) => repair.issue === issue);

  await page.goto('/?tab=new-repair');
  await field(page, 'Customer name').fill('Someone Else');
  await field(page, 'Email').fill('VALERIE@mail.example');
  await field(page, 'Phone').fill(other);
  const another = `${name} has this email, with a different name and phone: a new client with the same email will be added.`;
  await expect(page.getByText(another)).toBeVisible();
  const asked = page.getByRole('group', {
    name: `This will change ${name}’s details in the directory`,
  });
  await expect(asked).toBeHidden();
  await button(page, 'Change this client').click();
  await expect(asked.getByRole('listitem')).toHaveText([
    `Phone: ${phone} →  becomes ${other}`,
    `Name: ${name} →  becomes Someone Else`,
  ]);
  await field(page, 'Customer name').fill('Someone Elsa');
  await expect(asked.getByRole('listitem').last()).toContainText('becomes Someone Elsa');
  await button(page, 'Not this person').click();
  await field(page, 'Email').fill(email);
  await button(page, `Use ${name}’s saved details`).click();
  await expect(chip(page)).toContainText(name);
  await expect(field(page, 'Phone')).toHaveValue(phone);
  await expect(field(page, 'Watch brand')).toBeFocused();
  await expect(asked).toBeHidden();

  await field(page, 'Phone').fill(other);
  await describeWatch(page, 'Lens is scratched');
  await expect(asked.getByRole('listitem')).toHaveText([`Phone: ${phone} →  becomes ${other}`]);
  await page.keyboard.press('Control+Enter');
  const yes = field(page, `Yes, change ${name}’s details`);
  await expect(yes).toBeFocused();
  await expect(yes).toHaveAccessibleDescription(
    'Please confirm the changes, or correct the customer’s details above.',
  );
  expect(await repairOf('Lens is scratched')).toBeUndefined();
  await page.keyboard.press('Space');
  await createRepair(page);
  const change = `${name}: Phone changed from ${phone} to ${other}`;
  await expect(page.getByText(change)).toBeVisible();
  expect(await repairOf('Lens is scratched')).toMatchObject({
    clientId: valerie.id,
    customerPhone: other,
  });
  await button(page, 'Undo').click();
  await expect(page.getByText(`Undone: ${name} was restored in the directory.`)).toBeVisible();
  expect((await repairOf('Lens is scratched'))?.customerPhone).toBe(phone);
  await page.getByRole('link', { name: 'Open the ticket' }).click();
  await expect(page.getByRole('dialog').getByText(change)).toBeVisible();
  await page.keyboard.press('Escape');

  await button(page, 'Create New Repair').click();
  await field(page, 'Customer name').fill('Victor Thomas');
  await field(page, 'Email').fill(email);
  await field(page, 'Phone').fill(newPhone());
  await describeWatch(page, 'Another one of the family');
  await createRepair(page);
  expect((await repairOf('Another one of the family'))?.clientId).not.toBe(valerie.id);

  await button(page, 'Create New Repair').click();
  await field(page, 'Email').fill(email);
  await expect(page.getByText(`2 clients have this email: Victor Thomas, ${name}.`)).toBeVisible();
  await button(page, `Use ${name}’s saved details`).click();
  await expect(field(page, 'Phone')).toHaveValue(phone);
});

test('if the email is not an address, a namesake is asked about and is another person by default', {
  tag: '@long',
}, async ({ page, staff }) => {
  const [phone, other] = [newPhone(), newPhone()];
  const name = 'Johan Namensvetter';
  const first = await staff.takeIn({
    customerName: name,
    customerEmail: 'none',
    customerPhone: phone,
  });
  const repairOf = async (issue: string) =>
    (await staff.repairs()).find((repair) => repair.issue === issue);
  const asNamesake = async (email: string, given: string, issue: string) => {
    await field(page, 'Customer name').fill(name);
    await field(page, 'Email').fill(email);
    await field(page, 'Phone').fill(given);
    await describeWatch(page, issue);
  };
  const asked = page.getByRole('group', {
    name: `This will change ${name}’s details in the directory`,
  });

  await page.goto('/?tab=new-repair');
  await asNamesake('none', other, 'Of the second one');
  await expect(
    page.getByText(`${name} is in the directory: ${phone}, last repair ${first.ticketNumber}, `),
  ).toContainText('Is it the same person? If not, a new client will be added.');
  await expect(asked).toBeHidden();
  await createRepair(page);
  const second = await repairOf('Of the second one');
  expect(second).toMatchObject({ customerName: name, customerPhone: other });
  expect(second?.clientId).not.toBe(first.clientId);
  expect((await staff.repair(first.ticketNumber)).repair.customerPhone).toBe(phone);

  await button(page, 'Create New Repair').click();
  const third = newPhone();
  await asNamesake('n/a', third, 'The first one has another phone');
  await expect(page.getByText(`2 clients are named ${name}: `)).toContainText('Is it one of them?');
  await button(page, `Same as ${phone}`).click();
  await expect(chip(page)).toContainText(name);
  await expect(asked.getByRole('listitem')).toHaveText([`Phone: ${phone} →  becomes ${third}`]);
  await field(page, `Yes, change ${name}’s details`).check();
  await createRepair(page);
  expect(await repairOf('The first one has another phone')).toMatchObject({
    clientId: first.clientId,
    customerPhone: third,
  });

  await button(page, 'Create New Repair').click();
  const known = await staff.addClient({ name, email: 'none', phone: newPhone() });
  await asNamesake('-', known.phone, 'Whose phone is known');
  const theirs = page.getByText(
    `${name} is in the directory with this phone: the repair will be added to their record.`,
  );
  await expect(theirs).toBeVisible();
  await button(page, 'Different person').click();
  await expect(page.getByText('Different person: a new client will be added.')).toBeVisible();
  await button(page, 'This is the same person').click();
  await expect(theirs).toBeVisible();
  await createRepair(page);
  expect((await repairOf('Whose phone is known'))?.clientId).toBe(known.id);
});

test('a client’s details never end up in another’s repair', { tag: '@long' }, async ({
  page,
  staff,
}) => {
  const name = 'Dorothy Vaughan';
  const client = await staff.addClient({
    name,
    email: 'dorothy@mail.example',
    phone: newPhone(),
    address: '1 Langley Way',
  });
  const newRepairForClient = async () => {
    await tab(page, 'Clients').click();
    await chooseFromMenu(clientRows(page).filter({ hasText: name }), 'New Repair');
  };
  const leaveAndComeBack = async () => {
    await tab(page, 'Overview').click();
    await tab(page, 'New repair').click();
  };
  await page.goto('/');
  await newRepairForClient();
  await expect(chip(page)).toContainText(name);
  await expect(field(page, 'Email')).toHaveValue('dorothy@mail.example');
  await expect(field(page, 'Watch brand')).toBeFocused();
  await leaveAndComeBack();
  await expect(field(page, 'Existing client')).toBeFocused();
  await expect(field(page, 'Customer name')).toHaveValue('');

  await newRepairForClient();
  await describeWatch(page, 'New strap for the Max Bill');
  await leaveAndComeBack();
  await expect(chip(page)).toContainText(name);
  await field(page, 'Customer name').fill('Mary Jackson');
  await expect(page.getByText(`The repair is no longer for ${name}.`)).toBeVisible();
  await expect(chip(page)).toBeHidden();
  for (const given of ['Email', 'Phone', 'Address'])
    await expect(field(page, given)).toHaveValue('');
  await button(page, 'Rename this client').click();
  await expect(page.getByText(`Name: ${name} →`)).toContainText('becomes Mary Jackson');
  await field(page, 'Customer name').fill(name);
  await field(page, 'Customer name').fill('Mary Jackson');
  await expect(chip(page)).toBeHidden();
  await field(page, 'Customer name').fill(name);
  await expect(chip(page)).toBeVisible();
  await expect(field(page, 'Address')).toHaveValue('1 Langley Way');
  await button(page, 'Change').click();
  await expect(field(page, 'Existing client')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Change')).toBeFocused();
  await button(page, 'Not this person').click();
  await expect(field(page, 'Customer name')).toBeFocused();
  await expect(field(page, 'Customer name')).toHaveValue('');
  await expect(field(page, 'Watch brand')).toHaveValue('Junghans');

  await field(page, 'Customer name').fill('Mary Jackson');
  await newRepairForClient();
  const asked = question(page, 'You have an unfinished new repair');
  await expect(asked).toContainText('Mary Jackson, Junghans Max Bill');
  await button(asked, 'Keep what I typed').click();
  await expect(field(page, 'Customer name')).toHaveValue('Mary Jackson');
  await expect(chip(page)).toBeHidden();
  await newRepairForClient();
  await button(asked, 'Start a new one').click();
  await expect(chip(page)).toContainText(name);
  await expect(field(page, 'Watch brand')).toHaveValue('');
  await describeWatch(page, 'New strap for the Max Bill');
  await createRepair(page);
  const made = (await staff.repairs()).filter(
    ({ issue }) => issue === 'New strap for the Max Bill',
  );
  expect(made.map(({ clientId }) => clientId)).toEqual([client.id]);
});

test('known clients are offered, by keyboard and even after they were passed over', {
  tag: '@long',
}, async ({ page, staff }) => {
  const phone = newPhone();
  await staff.addClient({ name: 'Gladys West', email: 'gladys@mail.example', phone });
  await page.goto('/?tab=new-repair');
  await field(page, 'Customer name').pressSequentially('gladys w');
  const hint = page.getByText('↓ to choose, Enter to select');
  await expect(hint).toBeVisible();
  const nameBox = await field(page, 'Customer name').boundingBox();
  expect((await hint.boundingBox())?.y).toBeGreaterThan(nameBox?.y ?? Number.NaN);
  await page.keyboard.press('Tab');
  await expect(hint).toBeHidden();
  await expect(page.getByText('Gladys West is in the directory.')).toBeVisible();
  await button(page, 'Use Gladys West').click();
  await expect(field(page, 'Phone')).toHaveValue(phone);
  await expect(field(page, 'Watch brand')).toBeFocused();

  await button(page, 'Not this person').click();
  await field(page, 'Phone').pressSequentially(phone.replace(/\D/g, ''));
  await expect(hint).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Customer name')).toHaveValue('Gladys West');
  await expect(field(page, 'Watch brand')).toBeFocused();

  await button(page, 'Not this person').click();
  await field(page, 'Customer name').click();
  await field(page, 'Existing client').click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.type('gladys west');
  await page.getByRole('option', { name: /Gladys West/ }).click();
  await expect(field(page, 'Watch brand')).toBeFocused();
});
