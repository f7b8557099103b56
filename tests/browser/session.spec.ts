import { button, createRepair, dialog, field, tab } from './locators.ts';
import { password } from './product.ts';
import { expect, loggedOut, test } from './shop.ts';
import { logInAlone, newPhone } from './staff.ts';

test.describe('the login', () => {
  test.use({ storageState: loggedOut });

  test('refuses a wrong password in the shop’s words, takes the right one, and comes first for a visitor with only the flag', async ({
    page,
    context,
    complaints,
  }) => {
    complaints.expect(/^401 POST .*\/api\/session$/);
    await page.goto('/');
    await field(page, 'Password').fill('not the password');
    await button(page, 'Login').click();
    await expect(field(page, 'Password')).toHaveAccessibleDescription(
      /Invalid password\. Please try again\./,
    );
    await expect(page.getByText('Invalid password. Please try again.')).toBeVisible();
    await expect(field(page, 'Password')).toBeFocused();
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await expect(tab(page, 'Overview')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('isAuthenticated'))).toBe('true');
    expect(await page.evaluate(() => document.cookie)).toBe('');

    complaints.expect(/^401 GET .*\/api\/session$/);
    await page.goto('about:blank');
    // Only the flag is left.
    await context.clearCookies();
    await page.goto('/');
    await expect(field(page, 'Password')).toBeVisible();
    await expect(tab(page, 'Overview')).toBeHidden();
  });
});

test.describe('with a session of its own', () => {
  test.use({ storageState: loggedOut });

  test('logout drops what is still on its way: no message names a customer afterward', async ({
    page,
    context,
    complaints,
    product,
    staff,
  }) => {
    complaints.tolerate(/^401 GET /);
    const repair = await staff.takeIn({ customerName: 'Mae Jemison' });
    await staff.sendEstimate(repair, 90);
    await logInAlone(context, product.url);
    await page.goto('/?tab=repairs');
    await expect(page.getByText('Mae Jemison').first()).toBeVisible();
    // A slow connection: the answer is from before the logout and arrives after it.
    const asked = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    await page.route('**/api/attention*', async (route) => {
      const response = await route.fetch();
      asked.resolve();
      await left.promise;
      await route.fulfill({ response }).catch(() => undefined);
    });
    await staff.reply(repair, 'Can you do it for less?');
    await asked.promise;
    await button(page, 'Logout').click();
    await expect(field(page, 'Password')).toBeVisible();
    const answered = page.waitForResponse('**/api/attention*').catch(() => undefined);
    left.resolve();
    await answered;
    await page.waitForTimeout(300);
    await expect(page.getByText('Mae Jemison')).toHaveCount(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('the end of the session elsewhere removes customers’ data from the page and keeps a half-typed repair', async ({
    page,
    context,
    complaints,
    product,
    staff,
  }) => {
    complaints.expect(/^401 /);
    const open = await staff.takeIn({ customerName: 'Mae Carol Jemison' });
    const own = await logInAlone(context, product.url);
    await page.goto('/?tab=new-repair');
    const phone = newPhone();
    await field(page, 'Customer name').fill('Valentina Tereshkova');
    await field(page, 'Email').fill('valentina@mail.example');
    await field(page, 'Phone').fill(phone);
    await field(page, 'Watch brand').fill('Poljot');
    await field(page, 'Watch model').fill('Sturmanskie');
    await field(page, 'Request').fill('Stopped after a long journey');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused();
    await page.keyboard.type(open.ticketNumber);
    await page.keyboard.press('Enter');
    await expect(dialog(page, open.ticketNumber)).toContainText('Mae Carol Jemison');
    await own.logOut();
    await expect(page.getByText('Your session has ended.')).toBeVisible();
    const left = await page.evaluate(() => {
      const fields = document.querySelectorAll<HTMLInputElement>('input, textarea, select');
      return [document.documentElement.outerHTML, ...[...fields].map(({ value }) => value)].join();
    });
    const secrets = ['Jemison', open.customerPhone, 'Tereshkova', phone, 'Sturmanskie'];
    expect(secrets.filter((words) => left.includes(words))).toEqual([]);
    await expect(field(page, 'Password')).toBeFocused();
    await field(page, 'Password').fill(password);
    await button(page, 'Login').click();
    // In the same place, with the ticket open over the form.
    await expect(dialog(page, open.ticketNumber)).toContainText('Mae Carol Jemison');
    await page.keyboard.press('Escape');
    await expect(field(page, 'Customer name')).toHaveValue('Valentina Tereshkova');
    await expect(field(page, 'Request')).toHaveValue('Stopped after a long journey');
    await createRepair(page);
    const made = (await staff.repairs()).filter(({ watchBrand }) => watchBrand === 'Poljot');
    expect(made).toHaveLength(1);
  });
});

test('an answer that was cut off because the page was left logs no one out', async ({ page }) => {
  await page.route('/api/session', (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: '{"' }),
  );
  await page.goto('/');
  await expect(tab(page, 'Overview')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('isAuthenticated'))).toBe('true');
});
