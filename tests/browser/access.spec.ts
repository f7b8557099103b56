import type { Browser, Page } from '@playwright/test';
import type { Complaints } from './complaints.ts';
import { button, field, tab } from './locators.ts';
import { type Product, startProduct } from './product.ts';
import { expect, loggedOut, test } from './shop.ts';

const newPassword = 'loupe, tweezers and patience';
const access = '/?tab=shop&section=access';

interface Shop {
  browser: Browser;
  complaints: Complaints;
  own: Product;
}

/** A computer of the shop: logs in and looks at who is logged in. */
async function computer({ browser, complaints, own }: Shop, password: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: own.url, storageState: loggedOut });
  await complaints.watch(context);
  const page = await context.newPage();
  await page.goto(access);
  await field(page, 'Password').fill(password);
  await button(page, 'Login').click();
  await expect(page.getByText('This computer')).toBeVisible();
  return page;
}

const expectEnded = (page: Page) => expect(page.getByText('Your session has ended.')).toBeVisible();

test('sessions are shown and ended, and the password is changed, on the screen', {
  tag: '@long',
}, async ({ browser, complaints }) => {
  // Requests that other computers had under way when they were logged out.
  complaints.tolerate(/^401 GET /);
  complaints.expect(/^401 PUT .*\/api\/password$/);
  // A shop of its own: logging everyone out would affect all the other tests.
  const own = await startProduct({ makesPassword: true });
  const shop = { browser, complaints, own };
  const counter = await computer(shop, own.password);
  const bench = await computer(shop, own.password);
  const office = await computer(shop, own.password);
  const rows = counter.getByRole('list', { name: 'Logged in' }).getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText(/session [0-9a-f]{4}\s*This computer/);

  // One is ended, and its screen hears about it automatically.
  const others = rows.filter({ hasNotText: 'This computer' });
  await button(others.first(), 'Log out').click();
  await expect(rows).toHaveCount(2);
  await Promise.race([bench, office].map(expectEnded));
  await button(counter, 'Log out everyone else').click();
  await button(counter.getByRole('alertdialog'), 'Log out everyone else').click();
  await Promise.all([expectEnded(bench), expectEnded(office)]);
  await expect(rows).toHaveCount(1);

  await field(counter, 'Current password').fill('not the one');
  await field(counter, 'New password').fill('Password123');
  await field(counter, 'Confirm new password').fill(newPassword);
  await button(counter, 'Change password').click();
  await expect(field(counter, 'New password')).toHaveAccessibleDescription(/too easy to guess/);
  await field(counter, 'New password').fill(newPassword);
  await button(counter, 'Change password').click();
  await expect(field(counter, 'Current password')).toHaveAccessibleDescription(
    /Invalid password\. Please try again\./,
  );
  await field(counter, 'Confirm new password').fill('something else');
  await field(counter, 'Current password').fill(own.password);
  await button(counter, 'Change password').click();
  await expect(field(counter, 'Confirm new password')).toHaveAccessibleDescription(
    /The new passwords don’t match\./,
  );
  await field(counter, 'Confirm new password').fill(newPassword);
  await field(bench, 'Password').fill(own.password);
  await button(bench, 'Login').click();
  await expect(bench.getByText('This computer')).toBeVisible();
  await counter.keyboard.press('Enter');
  await expect(counter.getByText('Password changed')).toBeVisible();
  await expect(field(counter, 'Current password')).toHaveValue('');

  // The browser that changed it stays logged in, in all tabs; everyone else needs the new one.
  await expectEnded(bench);
  await expect(rows).toHaveCount(1);
  const secondTab = await counter.context().newPage();
  await secondTab.goto('/');
  await expect(tab(secondTab, 'Overview')).toBeVisible();
  await field(bench, 'Password').fill(newPassword);
  await button(bench, 'Login').click();
  await expect(bench.getByText('This computer')).toBeVisible();

  await button(counter, 'Log out everywhere').click();
  await button(counter.getByRole('alertdialog'), 'Log out everywhere').click();
  await expect(field(counter, 'Password')).toBeVisible();
  await expect(field(secondTab, 'Password')).toBeVisible();
  await expectEnded(bench);
  for (const page of [counter, bench, office]) await page.context().close();
  await own.stop();
});
