import type { Browser, Page } from '@playwright/test';
import { startTwilioStandIn } from '../harness/twilio-stand-in.ts';
import { standInNumber } from '../harness/twilio-texts.ts';
import { expectAccessible } from './axe.ts';
import { button, dialog, field } from './locators.ts';
import { overflowing, screenSizes } from './measures.ts';
import { type Product, startProduct } from './product.ts';
import { expect, loggedOut, test } from './shop.ts';
import { Staff } from './staff.ts';

async function openPage(browser: Browser, product: Product): Promise<Page> {
  const staff = await Staff.logIn(product.url);
  const context = await browser.newContext({
    baseURL: product.url,
    storageState: staff.browserState(),
  });
  return context.newPage();
}

const textingPage = '/?tab=shop&section=settings&page=texting';

test.use({ storageState: loggedOut });

test('real texts are set up, checked, tried out and turned off on one page, without a restart', {
  tag: '@long',
}, async ({ browser }) => {
  const standIn = await startTwilioStandIn();
  const product = await startProduct({ more: { TWILIO_API_BASE_URL: standIn.url } });
  const page = await openPage(browser, product);
  const other = await openPage(browser, product);
  await other.goto('/');
  await expect(other.getByText(/simulated/i).first()).toBeVisible();

  await page.goto(textingPage);
  await button(page, 'Set up real texts').click();
  const account = dialog(page, 'Set up real texts');
  await expect(field(account, 'Public address')).toHaveValue(product.url);
  await button(account, 'Save').click();
  await expect(field(account, 'Account SID')).toHaveAccessibleDescription(/begins with AC/);
  await field(account, 'Account SID').fill(standIn.accountSid);
  await field(account, 'Auth Token').fill('not the token');
  await field(account, 'Number or messaging service').fill('(332) 555-0100');
  await field(account, 'Auth Token').fill('wrong');
  await button(account, 'Check').click();
  await expect(account.getByRole('list', { name: 'What was checked' })).toContainText(
    'does not recognize this account and token',
  );
  await field(account, 'Auth Token').fill(standIn.authToken);
  await button(account, 'Check').click();
  const checked = account.getByRole('list', { name: 'What was checked' });
  await expect(checked).toContainText('The account is known and active.');
  await expectAccessible(page);

  // A wrong password leaves what was typed, the token too.
  await field(account, 'Shop password').fill('wrong');
  await button(account, 'Save').click();
  await expect(field(account, 'Shop password')).toHaveAccessibleDescription(/Invalid password/);
  await expect(field(account, 'Auth Token')).toHaveValue(standIn.authToken);
  await field(account, 'Shop password').fill(product.password);
  await button(account, 'Save').click();
  await expect(account).toBeHidden();
  await expect(page.getByText('From (332) 555-0100')).toBeVisible();
  // The other screen has followed.
  await expect(other.getByText(/simulated/i)).toHaveCount(0);

  await field(page, 'Send a test text to').fill('(212) 555-0143');
  await button(page, 'Send').click();
  await expect(page.getByText('It should arrive within a minute.')).toBeVisible();
  expect(standIn.texts.map(({ from, body }) => [from, body.includes('This is a test')])).toEqual([
    [standInNumber, true],
  ]);
  await button(page, 'Check').click();
  await expect(page.getByRole('list', { name: 'What was checked' })).toBeVisible();
  await page.getByText('Texts for the registration').click();
  await page.goto('/?tab=shop&section=settings&page=access');
  await expect(page.getByText(/Auth Token: not set → set/)).toBeVisible();
  await expect(page.getByText(standIn.authToken)).toHaveCount(0);

  await page.goto(textingPage);
  const real = await (await page.request.get('/api/texting')).json();
  for (const [changes, words] of [
    [{ isTokenMissing: true, token: null }, 'No text goes out until you enter it again.'],
    [
      { source: 'environment', setBy: ['TWILIO_ACCOUNT_SID'] },
      'Set up in the server’s environment: TWILIO_ACCOUNT_SID.',
    ],
    [
      { source: 'simulated', account: null, canKeepToken: false },
      'On the server, set SETTINGS_KEY',
    ],
  ] as const) {
    await page.route('**/api/texting', (route) => route.fulfill({ json: { ...real, ...changes } }));
    await page.reload();
    await expect(page.getByText(words)).toBeVisible();
    await page.unrouteAll();
  }
  await page.reload();
  await button(page, 'Turn off').click();
  const off = dialog(page, 'Turn off real texts?');
  await field(off, 'Shop password').fill(product.password);
  await button(off, 'Turn off').click();
  await expect(off).toBeHidden();
  await expect(page.getByText('No one gets a real text.')).toBeVisible();
  await expect(other.getByText(/simulated/i).first()).toBeVisible();
  await page.context().close();
  await other.context().close();
  await product.stop();
  await standIn.close();
});

test('of two people who set up real texts at once, the later one sees both accounts, and chooses', {
  tag: '@long',
}, async ({ browser }) => {
  const standIn = await startTwilioStandIn();
  const product = await startProduct({ more: { TWILIO_API_BASE_URL: standIn.url } });
  const page = await openPage(browser, product);
  await page.goto(textingPage);
  await button(page, 'Set up real texts').click();
  const account = dialog(page, 'Set up real texts');
  await field(account, 'Account SID').fill(standIn.accountSid);
  await field(account, 'Auth Token').fill(standIn.authToken);
  await field(account, 'Number or messaging service').fill('(332) 555-0100');
  const staff = await Staff.logIn(product.url);
  const others = `AC${'0f'.repeat(16)}`;
  await staff.setUpTexting({
    accountSid: others,
    authToken: 'another',
    sender: '+13325550122',
    publicUrl: product.url,
    password: product.password,
  });
  await field(account, 'Shop password').fill(product.password);
  await button(account, 'Save').click();
  await expect(account).toContainText('Someone else changed this while you were editing it.');
  await expect(account.getByRole('group', { name: 'Other version of Account SID' })).toContainText(
    others,
  );
  await expect(account).not.toContainText('another');
  await expect(field(account, 'Account SID')).toHaveValue(standIn.accountSid);
  await expect(field(account, 'Auth Token')).toHaveValue(standIn.authToken);
  for (const size of screenSizes) {
    await page.setViewportSize(size);
    expect.soft(await overflowing(page), `${size.width} px`).toEqual([]);
  }
  await button(account, 'Save').click();
  await expect(account).toBeHidden();
  await expect(page.getByText(standIn.accountSid).first()).toBeVisible();
  await page.context().close();
  await product.stop();
  await standIn.close();
});
