import { expectAccessible } from './axe.ts';
import { button, createRepair, dialog, field, openAssigning, question, tab } from './locators.ts';
import { overflowing, phone } from './measures.ts';
import { startProduct } from './product.ts';
import { expect, loggedOut, test } from './shop.ts';
import { newPhone, Staff } from './staff.ts';
import { expectToast, recordToasts } from './toasts.ts';

/** The shop's settings: pages with one Save. In its own shop, because other stories depend on theirs. */

test.use({ storageState: loggedOut, contextOptions: { reducedMotion: 'reduce' } });

const settings = '/?tab=shop';

test('the settings are changed in the browser, by two people at once', { tag: '@long' }, async ({
  browser,
  complaints,
}) => {
  // Requests that two pages still make when the shop closes.
  complaints.tolerate(/^failed GET /);
  complaints.expect(/^412 PUT .*\/api\/settings$/, /^422 PUT .*\/api\/settings$/);
  const own = await startProduct();
  const staff = await Staff.logIn(own.url, own.password);
  const computer = async () => {
    const context = await browser.newContext({
      baseURL: own.url,
      storageState: staff.browserState(),
    });
    await complaints.watch(context);
    await recordToasts(context);
    const page = await context.newPage();
    await page.goto(settings);
    return page;
  };
  const page = await computer();
  const colleague = await computer();
  const settingsOn = (within: typeof page) => within.getByRole('region', { name: 'Settings' });
  const section = (within: typeof page, name: string) =>
    settingsOn(within).getByRole('region', { name, exact: true });
  const open = (within: typeof page, name: string) =>
    settingsOn(within)
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .click();
  const save = (within: typeof page) => button(settingsOn(within), 'Save').click();
  const shop = section(page, 'Shop');

  await test.step('an error is shown at its field, on its page, and nothing is lost', async () => {
    await field(shop, 'Phone').fill('call us');
    await open(page, 'Money');
    const rate = field(section(page, 'Money'), 'Tax rate in percent');
    await rate.fill('21');
    await expect(settingsOn(page).getByText('Not saved on 2 pages: Shop, Money')).toBeVisible();
    await save(page);
    await expect(shop.getByText('Phone must be a phone number')).toBeVisible();
    await expect(field(shop, 'Phone')).toBeFocused();
    await field(shop, 'Phone').fill('(207) 555-0111');
    await save(page);
    await expect(section(page, 'Money').getByText(/^Tax rate must be from 0 to 20%/)).toBeVisible();
    await expect(rate).toBeFocused();
    await rate.fill('8.875');
    await save(page);
    await expectToast(page, 'Settings saved');
    await expect(section(page, 'Money').getByRole('heading', { name: 'Money' })).toBeFocused();
    await open(page, 'Shop');
    await expect(field(shop, 'Phone')).toHaveValue('(207) 555-0111');
    await expect(button(settingsOn(page), 'Save')).toHaveCount(0);
  });

  await test.step('the shop’s phone is formatted, and asked about without its area code', async () => {
    await field(shop, 'Phone').fill('5550182');
    await field(shop, 'Phone').blur();
    await expect(field(shop, 'Phone')).toHaveValue('555-0182');
    await expect(field(shop, 'Phone')).toHaveAccessibleDescription(/is the area code missing\?$/);
    await field(shop, 'Phone').fill('207 555 0111');
    await field(shop, 'Phone').press('Enter');
    await expectToast(page, 'Settings saved');
    await expect(field(shop, 'Phone')).toHaveValue('(207) 555-0111');
    await field(shop, 'Phone').press('Tab');
    await expect(button(settingsOn(page), 'Save')).toHaveCount(0);
    await field(shop, 'Phone').fill('2075550111');
    await field(shop, 'Phone').blur();
    await expect(field(shop, 'Phone')).toHaveValue('(207) 555-0111');
    await expect(field(shop, 'Phone')).not.toHaveAccessibleDescription(/area code/);
  });

  await test.step('a name that is too long for texts says what they will contain', async () => {
    await expect(field(shop, 'Name')).not.toHaveAccessibleDescription(/Texts begin/);
    await field(shop, 'Name').fill("Maria's Watch & Clock Hospital of Portland");
    await expect(field(shop, 'Name')).toHaveAccessibleDescription(
      "Texts begin with “Maria's Watch & Clock Hospital of:”.",
    );
    await field(shop, 'Name').fill('Harbor Clock Repair');
  });

  await test.step('unsaved typing is asked about before it is lost', async () => {
    await tab(page, 'Repairs').click();
    const asked = question(page, 'Discard your changes?');
    await expect(asked).toContainText('Not saved yet: Shop.');
    await button(asked, 'Keep editing').click();
    await save(page);
    await expectToast(page, 'Settings saved');
    await tab(page, 'Repairs').click();
    await expect(tab(page, 'Repairs')).toHaveAttribute('aria-selected', 'true');
    await page.goto(settings);
  });

  await test.step('two at once: another field is kept, the same one shows both versions', async () => {
    const other = section(colleague, 'Shop');
    await field(shop, 'Name').fill('Pier Watches');
    await field(other, 'Name').fill('Harbor Watches');
    await field(other, 'Address').fill('1 Quay');
    await save(colleague);
    await expectToast(colleague, 'Settings saved');
    await save(page);
    await expect(settingsOn(page).getByText(/Someone else changed this/)).toBeVisible();
    const versions = shop.getByRole('group', { name: /^Other version of/ });
    await expect(versions).toHaveCount(1);
    await expect(versions).toHaveAccessibleName('Other version of Name');
    await expect(versions).toContainText('Saved version Harbor Watches');
    await expect(settingsOn(page).getByText('Also changed by someone else: Address')).toBeVisible();
    await expect(field(shop, 'Address')).toHaveValue('1 Quay');
    await expect(field(shop, 'Name')).toHaveValue('Pier Watches');
    await expect(shop.getByText('Harbor Watches')).toBeVisible();
    await save(page);
    await expectToast(page, 'Settings saved');
    await expect(field(other, 'Name')).toHaveValue('Pier Watches');

    await field(shop, 'Email').fill('pier@example.com');
    await field(other, 'Social handle').fill('@pier');
    await save(colleague);
    await expectToast(colleague, 'Settings saved');
    await save(page);
    await expectToast(page, 'Settings saved', 'Also changed by someone else: Social handle');
    for (const each of [shop, other]) {
      await expect(field(each, 'Email')).toHaveValue('pier@example.com');
      await expect(field(each, 'Social handle')).toHaveValue('@pier');
    }
  });

  await test.step('two people on two pages at once: nothing is overwritten unseen', async () => {
    const ask = async (within: typeof page, email: string, rate: string) => {
      await open(within, 'Shop');
      await field(section(within, 'Shop'), 'Email').fill(email);
      await open(within, 'Money');
      await field(section(within, 'Money'), 'Tax rate in percent').fill(rate);
      await open(within, 'Shop');
    };
    await ask(page, 'mine@example.com', '6');
    await ask(colleague, 'theirs@example.com', '7');
    await save(colleague);
    await expectToast(colleague, 'Settings saved');
    await save(page);
    const marked = (name: string) =>
      settingsOn(page)
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .getByText('changed by someone else too');
    await expect(marked('Shop')).toHaveCount(1);
    await expect(marked('Money')).toHaveCount(1);
    await button(shop.getByRole('group', { name: 'Other version of Email' }), 'Use this').click();
    await save(page);
    const rate = field(section(page, 'Money'), 'Tax rate in percent');
    await expect(rate).toBeFocused();
    await expect(rate).toHaveValue('6');
    const other = section(page, 'Money').getByRole('group', { name: /^Other version of Tax rate/ });
    await expect(other).toContainText('Saved version 7');
    await button(other, 'Use this').click();
    await expect(settingsOn(page).getByText('Keeping the saved versions')).toBeVisible();
    await save(page);
    await expectToast(page, 'Settings saved');
    await expect(button(settingsOn(page), 'Save')).toHaveCount(0);
    await open(page, 'Shop');
    await expect(field(shop, 'Email')).toHaveValue('theirs@example.com');
  });

  await test.step('what is typed while a save is under way stays', async () => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/settings', async (route) => {
      if (route.request().method() === 'PUT') await held;
      await route.fallback();
    });
    await field(shop, 'Address').fill('2 Quay');
    await save(page);
    await field(shop, 'Social handle').fill('@harbor');
    answer();
    await expectToast(page, 'Settings saved');
    await page.unroute('**/api/settings');
    await expect(field(shop, 'Address')).toHaveValue('2 Quay');
    await expect(field(shop, 'Social handle')).toHaveValue('@harbor');
    await save(page);
    await expectToast(page, 'Settings saved');
  });

  await test.step('a technician who is away is not offered, and one who is renamed keeps the tickets', async () => {
    const { ticketNumber } = await staff.takeIn();
    await open(page, 'Team');
    const technicians = section(page, 'Technicians');
    const of = (index: number) => technicians.getByRole('group', { name: `Technician ${index}` });
    await field(of(1), 'Away').check();
    await field(of(2), 'Name').fill('Bea');
    await save(page);
    await expectToast(page, 'Settings saved');
    await colleague.goto(`/?tab=repairs&ticket=${ticketNumber}`);
    await openAssigning(colleague.getByRole('dialog'));
    const assigning = dialog(colleague, /^Assign/);
    await expect(assigning.getByRole('radio')).toHaveCount(5);
    await expect(assigning.getByRole('radio', { name: 'Ana' })).toHaveCount(0);
    await expect(assigning.getByRole('radio', { name: 'Bea' })).toBeVisible();
    await colleague.goto('/?tab=technicians');
    await expect(colleague.getByRole('article', { name: 'Ana' }).getByText('Away')).toBeVisible();
  });

  await test.step('a folder for backups that cannot be used is refused', async () => {
    await open(page, 'Backups');
    const backups = section(page, 'Backups');
    await field(backups, 'Make a backup every day').check();
    const folder = field(backups, 'Folder on the server');
    for (const [typed, refusal] of [
      ['backups', /^Enter the full path of the folder/],
      ['/proc/1', /^Backups cannot be kept there: no file can be made/],
    ] as const) {
      await folder.fill(typed);
      await save(page);
      await expect(backups.getByText(refusal)).toBeVisible();
      await expect(folder).toBeFocused();
    }
    await button(settingsOn(page), 'Discard').click();
    await expect(backups.getByRole('heading', { name: 'Backups' })).toBeFocused();
  });

  await test.step('the staff’s names', async () => {
    await open(page, 'Team');
    const staffList = section(page, 'Staff');
    await button(staffList, 'Add a name').click();
    await field(staffList, 'Name').fill('Ada Byron');
    await save(page);
    await expect(staffList.getByText('Initials are required')).toBeVisible();
    await field(staffList, 'Initials').fill('AB');
    await save(page);
    await expectToast(page, 'Settings saved');
  });

  await test.step('a shop that does not ask for an email takes in a repair without one', async () => {
    await tab(colleague, 'New repair').click();
    // From the field that asks for it.
    await colleague.getByRole('link', { name: 'Settings', exact: true }).click();
    const intake = section(colleague, 'Intake and ticket');
    await field(intake, 'Require an email').uncheck();
    await save(colleague);
    await expectToast(colleague, 'Settings saved');
    await tab(colleague, 'New repair').click();
    await field(colleague, 'Customer name').fill('Lise Meitner');
    await field(colleague, 'Phone').fill(newPhone());
    await field(colleague, 'Watch brand').fill('Omega');
    await field(colleague, 'Watch model').fill('De Ville');
    await field(colleague, 'Request').fill('Stops at night');
    await createRepair(colleague);
  });

  await test.step('who changed what', async () => {
    await open(page, 'Access');
    const history = section(page, 'Who changed what');
    await history.getByText(/^Earlier history/).click();
    await expect(history.getByText('Tax rate: 0% → 8.875%')).toBeVisible();
    await expect(history.getByText(/Harbor Watches.* → .*Pier Watches/)).toBeVisible();
    await expect(history.getByText(/Ben.*, name: .*Ben.* → .*Bea/)).toBeVisible();
  });

  await expectAccessible(page);
  await page.setViewportSize(phone);
  expect(await overflowing(page)).toEqual([]);
  await own.stop();
});
