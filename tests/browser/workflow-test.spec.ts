import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { button, dialog, field, tab } from './locators.ts';
import { expect, test } from './shop.ts';
import { newPhone } from './staff.ts';
import { expectToast } from './toasts.ts';

const address = '/?tab=workflow-test';

const steps = [
  'Send Estimate',
  'Customer Reply',
  'Webhook Called',
  'Process Reply',
  'Update Database',
  'Send Confirmation',
];

function step(page: Page, name: string): Locator {
  return page
    .getByRole('list', { name: 'Steps' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });
}

async function expectSteps(page: Page, states: string[]): Promise<void> {
  for (const [index, name] of steps.entries()) {
    await expect(step(page, name), name).toContainText(states[index] ?? 'Pending');
  }
}

function recordCalls(page: Page): (pattern: RegExp) => number {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    calls.push(`${request.method()} ${pathname}${search}`);
  });
  return (pattern) => calls.filter((one) => pattern.test(one)).length;
}

const poll = /^GET \/api\/estimates\?repairId=WH/;

async function openPanel(page: Page, phone: string): Promise<void> {
  await page.goto(address);
  await field(page, 'Phone to test with').fill(phone);
}

async function ticketNumber(page: Page): Promise<string> {
  const words = await page.getByRole('button', { name: /^Open WH\d{6}[A-Z]{3}$/ }).textContent();
  return words?.replace('Open ', '') ?? '';
}

test('the texting chain is followed from the estimate to the confirmation of ACCEPT', {
  tag: '@long',
}, async ({ page, complaints, staff }) => {
  const calls = recordCalls(page);
  const phone = newPhone();
  await page.goto('/?tab=technicians');
  await page.goto(address);
  await expect(page).toHaveTitle(/Workflow test – Watch repair back office$/);
  await expect(page.getByRole('tab')).toHaveCount(7);
  await expect(page.getByRole('tab', { selected: true })).toHaveCount(0);
  await expect(page.getByRole('tabpanel', { name: 'Workflow test' })).toBeVisible();
  await expect(field(page, 'Phone to test with')).toHaveValue('(212) 555-0123');
  await expect(field(page, 'Test price')).toHaveValue('150');
  await expectSteps(page, []);

  await field(page, 'Test price').fill('0');
  await button(page, 'Run test').click();
  await expect(page.getByText('Please enter a valid estimate amount')).toBeVisible();
  await expect(field(page, 'Test price')).toBeFocused();
  await field(page, 'Test price').fill('162.5');
  await field(page, 'Phone to test with').fill(phone);
  // Twice before the screen can say that one is under way.
  await button(page, 'Run test').evaluate((pressed: HTMLElement) => {
    pressed.click();
    pressed.click();
  });

  await expect(step(page, 'Send Estimate')).toContainText(`Success$162.50 to ${phone}`);
  await expect(step(page, 'Customer Reply')).toContainText('Running');
  const reply = page.getByRole('region', { name: 'Test progress' });
  await expect(reply).toContainText('Answer the text with ACCEPT or DECLINE.');
  await expect(reply).toContainText(/Checked \d of 60 times/);
  expect(calls(/^POST \/api\/repairs/)).toBe(1);
  expect(calls(/^POST \/api\/estimates/)).toBe(1);
  const ticket = await ticketNumber(page);
  expect((await staff.repair(ticket)).repair).toMatchObject({
    customerName: 'Workflow test',
    status: 'estimate-sent',
    estimatePrice: 162.5,
  });

  await field(reply, 'Reply as the customer').fill('How long will it take?');
  await button(reply, 'Send reply').click();
  await expect(field(reply, 'Reply as the customer')).toHaveValue('');
  await expect(step(page, 'Customer Reply')).toContainText('Running');
  await expectAccessible(page);
  await button(reply, 'ACCEPT').click();

  await expectSteps(page, Array(6).fill('Success'));
  await expect(step(page, 'Customer Reply')).toContainText('“ACCEPT”');
  await expect(step(page, 'Webhook Called')).toContainText(/SM[0-9a-f]{32} · Received/);
  await expect(step(page, 'Process Reply')).toContainText('Read as: ACCEPT');
  await expect(step(page, 'Update Database')).toContainText('The repair is at “Estimate Accepted”');
  await expect(step(page, 'Send Confirmation')).toContainText(/SM[0-9a-f]{32} · Sent/);
  await expectToast(page, 'Workflow test passed');
  await expectAccessible(page);

  await button(page, `Open ${ticket}`).click();
  await expect(dialog(page, ticket)).toContainText('Acceptance confirmation');
  await page.keyboard.press('Escape');
  await expectSteps(page, Array(6).fill('Success'));

  await test.step('the shop’s own rules hold for tests, too', async () => {
    complaints.expect(/^429 POST .*\/api\/repairs$/);
    const { customerPhone } = await staff.takeIn();
    await field(page, 'Phone to test with').fill(customerPhone);
    await button(page, 'Run test').click();
    await expectSteps(page, ['Error']);
    const words = 'Please wait at least 30 seconds between submissions.';
    await expect(step(page, 'Send Estimate')).toContainText(words);
    await expectToast(page, 'Workflow test failed', words);
  });
});

test('leaving the page stops the polling', async ({ page }) => {
  const calls = recordCalls(page);
  await page.clock.install();
  await openPanel(page, newPhone());
  await button(page, 'Run test').click();
  await expect(page.getByText(/Checked 0 of 60 times/)).toBeVisible();
  await page.clock.pauseAt(Date.now() + 10_000);
  await page.clock.runFor(5_000);
  await expect(page.getByText(/Checked 0 of 60 times/)).toBeHidden();
  await tab(page, 'Technicians').click();
  await page.clock.resume();
  await expect(button(page, 'View Repairs').first()).toBeVisible();
  // Until the other tab is shown, this one goes on asking.
  const before = calls(poll);
  await page.clock.runFor(20_000);
  await page.goBack();
  await expect(button(page, 'Run test')).toBeVisible();
  expect(calls(poll)).toBe(before);
});
