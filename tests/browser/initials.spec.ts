import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { button, createRepair, dialog, field } from './locators.ts';
import { tooSmall, touchTarget } from './measures.ts';
import {
  cutOff,
  fillIn,
  inAWhile,
  kept,
  reconnect,
  soon,
  ticketsOf,
  walkIn,
} from './offline-intakes.ts';
import { expect, test } from './shop.ts';

/** Which staff member is at this computer: a note beside what is done there. */

test.use({ contextOptions: { reducedMotion: 'reduce' } });

// The shop is shared with other tests, which expect no staff.
test.afterEach(({ staff }) => staff.nameStaff());

const named = [
  { name: 'Ana Lima', initials: 'AL' },
  { name: 'Kofi Lund', initials: 'KL' },
];

const here = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /: At this computer$/ });
const choice = (page: Page, name: string) => page.getByRole('menuitemradio', { name, exact: true });

test('the top bar says who is at this computer, and the history says who did it', {
  tag: '@long',
}, async ({ page, staff }) => {
  await page.goto('/?tab=new-repair');
  await expect(field(page, 'Customer name')).toBeVisible();
  await expect(here(page)).toHaveCount(0);
  await staff.nameStaff(named);
  await expect(here(page)).toHaveText('Who?');
  await here(page).click();
  await expect(choice(page, 'No one')).toBeChecked();
  await expectAccessible(page);
  await choice(page, 'Ana Lima (AL)').click();
  await expect(here(page)).toHaveText('AL');
  await page.reload();
  await expect(here(page)).toHaveText('AL');
  await fillIn(page, walkIn('Rosalind'));
  const ticketNumber = await createRepair(page);

  // By keyboard, from anywhere.
  await page.getByRole('heading', { name: 'Repair created' }).click();
  await page.keyboard.press('i');
  await expect(choice(page, 'Ana Lima (AL)')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(here(page)).toHaveText('KL');
  await page.goto(`/?ticket=${ticketNumber}`);
  const ticket = dialog(page, ticketNumber);
  await button(ticket, 'Send estimate').click();
  await field(dialog(page, 'Send estimate'), 'Estimate amount').fill('95');
  await page.keyboard.press('Enter');
  const history = ticket.getByRole('region', { name: 'History' }).getByRole('listitem');
  await expect(history.filter({ hasText: 'Estimate sent' })).toContainText('KL');
  await expect(history.filter({ hasText: 'Taken in' })).toContainText('AL');

  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused();
  await page.keyboard.type('ana li');
  await page.getByRole('option', { name: 'Ana Lima (AL)' }).click();
  await expect(here(page)).toHaveText('AL');
  await staff.nameStaff();
  await expect(here(page)).toHaveCount(0);
});

test('on the narrowest phone the top bar has room for the shop’s name, and nothing in it moves', async ({
  page,
  staff,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.route('/api/shop', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    answer.shop.name = 'Harbor & Daughters Fine Watch Repair';
    await route.fulfill({ response, json: answer });
  });
  await staff.nameStaff([...named, { name: 'Maximilian Wu', initials: 'WWWW' }]);
  await page.goto('/');
  const name = page.getByRole('heading', { level: 1 });
  await expect(here(page)).toHaveText('Who?');
  expect(await name.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0);
  expect(await tooSmall(page, touchTarget)).toEqual([]);
  const places = () =>
    page
      .getByRole('banner')
      .locator('h1, button')
      .filter({ visible: true })
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  const before = await places();
  expect(new Set(before.slice(1).map(({ y }) => y)).size).toBe(1);
  await here(page).click();
  await choice(page, 'Maximilian Wu (WWWW)').click();
  await expect(here(page)).toHaveText('WWWW');
  expect(await places()).toEqual(before);
});

test('a repair that waits in the browser carries the initials of the person who typed it', {
  tag: '@long',
}, async ({ page, complaints, staff }) => {
  test.slow();
  complaints.tolerate(/^failed \w+ .*\/api\//);
  await staff.nameStaff(named);
  const one = walkIn('Cecilia');
  await page.goto('/?tab=new-repair');
  await here(page).click();
  await choice(page, 'Ana Lima (AL)').click();
  await fillIn(page, one);
  await cutOff(page);
  await button(page, 'Create repair').click();
  await expect(kept(page)).toBeVisible(inAWhile);
  await here(page).click();
  await choice(page, 'Kofi Lund (KL)').click();
  await reconnect(page);
  await soon(page, (quickly) =>
    expect.poll(async () => (await ticketsOf(staff, one)).length, quickly).toBe(1),
  );
  const [repair] = await ticketsOf(staff, one);
  const { events } = await staff.repair(repair?.ticketNumber ?? '');
  expect(events.map(({ kind, initials }) => [kind, initials])).toEqual([['repair-created', 'AL']]);
});
