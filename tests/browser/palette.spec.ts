import { expectAccessible } from './axe.ts';
import { button, dialog, field, tab } from './locators.ts';
import { expect, test } from './shop.ts';
import { expectToast } from './toasts.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the palette leads everywhere by keyboard', async ({ page, staff }) => {
  const repair = await staff.takeIn({ customerName: 'Mary Golda Ross', watchBrand: 'Heuer' });
  await page.goto('/');
  await tab(page, 'Overview').focus();
  const palette = dialog(page, 'Search or jump to');
  const input = field(palette, 'Search or jump to');
  const options = palette.getByRole('option');
  const chosen = palette.getByRole('option', { selected: true });

  // Held down it is one press. Round and round, and to both ends.
  await page.keyboard.down('Control');
  for (let press = 1; press <= 3; press += 1) await page.keyboard.down('k');
  await page.keyboard.up('k');
  await page.keyboard.up('Control');
  await expect(input).toBeFocused();
  await expect(chosen).toHaveText(/^Overview/);
  await page.keyboard.press('ArrowUp');
  await expect(chosen).toHaveText('Logout');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(chosen).toHaveText(/^Search/);
  await page.keyboard.press('End');
  await expect(chosen).toHaveText('Logout');
  await expect(chosen).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(chosen).toHaveText(/^Overview/);
  await expect(input).toHaveAttribute(
    'aria-activedescendant',
    (await chosen.getAttribute('id')) ?? '',
  );
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await expect(tab(page, 'Overview')).toBeFocused();

  async function ask(text: string) {
    await page.keyboard.press('Control+k');
    await expect(input).toBeFocused();
    await expect(input).toHaveValue('');
    await page.keyboard.type(text);
  }

  // It remembers nothing; a sub-tab, from another tab.
  await tab(page, 'Clients').click();
  await ask('same');
  await expect(chosen.locator('mark')).toHaveText('Same');
  await page.keyboard.press('Enter');
  await expect(tab(page, 'Same Day')).toHaveAttribute('aria-selected', 'true');
  await ask('theme dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveClass(/\bdark\b/);

  // A ticket: Enter waits for the answer, the address names it, and closing goes back.
  await tab(page, 'Technicians').click();
  await ask('golda heuer');
  await page.keyboard.press('Enter');
  const details = dialog(page, repair.ticketNumber);
  await expect(details).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`tab=technicians&ticket=${repair.ticketNumber}`));
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(tab(page, 'Technicians')).toBeFocused();

  // A client, even after a reload.
  await ask('mary golda');
  const client = palette.getByRole('group', { name: 'Clients' }).getByRole('option');
  await expect(client.locator('mark')).toHaveText(['Mary', 'Golda']);
  await expect(palette.getByRole('group', { name: 'Tickets' }).getByRole('option')).toHaveCount(1);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { name: 'Mary Golda Ross', level: 2 });
  await expect(heading).toBeVisible();
  await expect(page.getByRole('region', { name: 'Selected client' })).toBeFocused();
  await page.reload();
  await expect(heading).toBeVisible();

  // Answered here: the session is that of the other tests as well.
  await page.route('/api/session', (route) => route.fulfill({ status: 204 }));
  const ended = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await ask('logout');
  await expect(options).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(field(page, 'Password')).toBeVisible();
  await ended;
});

test('the palette says when it searches, finds nothing, or has no server', {
  tag: '@long',
}, async ({ page, staff, complaints }) => {
  await staff.takeIn({ customerName: 'Hertha Ayrton' });
  await page.goto('/');
  await button(page, 'Search or jump to…').click();
  const palette = dialog(page, 'Search or jump to');
  const input = field(palette, 'Search or jump to');
  const status = palette.getByRole('status');
  const tickets = palette.getByRole('group', { name: 'Tickets' }).getByRole('option');
  await input.fill('zzzzzz');
  await expect(status).toHaveText('Nothing matches “zzzzzz”.');
  await expectAccessible(page);

  // The last answer stays until the next one is there, and a late one comes to nothing.
  await input.fill('hertha');
  await expect(tickets).toHaveCount(1);
  const { promise: held, resolve: answerLate } = Promise.withResolvers<void>();
  let isAsked = false;
  await page.route(/\/api\/repairs\?q=hertha\+x/, async (route) => {
    isAsked = true;
    await held;
    await route.continue().catch(() => undefined);
  });
  await input.fill('hertha x');
  await expect.poll(() => isAsked).toBe(true);
  await expect(status).toHaveText('Searching…');
  await expect(tickets).toHaveCount(1);
  await input.fill('ayrton');
  await expect(status).toHaveText('1 ticket, 1 client');
  answerLate();
  await expect(tickets.locator('mark')).toHaveText('Ayrton');

  // Screens and actions are not counted among what was found.
  await input.fill('dark');
  await expect(palette.getByRole('option')).toHaveText(['Dark']);
  await expect(status).toHaveText('No tickets or clients');

  complaints.expect(/^failed GET .*\/api\/(repairs|clients|watches)\?q=nobody/);
  await page.route(/\?q=nobody/, (route) => route.abort('connectionrefused'));
  await input.fill('nobody');
  await expect(status).toContainText('The shop’s server can’t be reached');
  await input.fill('technicians');
  await expect(palette.getByRole('option')).toHaveText(['Technicians']);
});

test('what is found is counted correctly, and all of it is one press away', {
  tag: '@long',
}, async ({ page, staff }) => {
  for (let number = 1; number <= 8; number += 1) await staff.takeIn({ customerName: 'Ada Yonath' });
  await page.goto('/?tab=search&q=nothing');
  const palette = dialog(page, 'Search or jump to');
  const input = field(palette, 'Search or jump to');
  const status = palette.getByRole('status');
  await button(page, 'Search or jump to…').click();
  await input.fill('yonath');
  await expect(status).toHaveText('6 of 8 tickets, 6 of 8 clients');
  await expect(palette.getByRole('group', { name: 'Tickets' }).getByRole('option')).toHaveCount(6);

  await page.route(/\/api\/repairs\?q=ada\+yonath/, async (route) => {
    // Always a full answer: an unchanged one would come without a body.
    const answer = await route.fetch({
      headers: { ...route.request().headers(), 'if-none-match': '' },
    });
    await route.fulfill({ response: answer, json: { ...(await answer.json()), nextCursor: 'x' } });
  });
  await input.fill('ada yonath');
  await expect(status).toHaveText('6 of more than 8 tickets, 6 of 8 clients');
  await input.fill('yonath');
  await palette.getByRole('option', { name: 'See all: 8 tickets, 8 clients' }).click();
  await expect(field(page, 'Search repairs and clients')).toHaveValue('yonath');
  const found = page.getByRole('list', { name: 'Repairs found' });
  await expect(found.getByRole('listitem')).toHaveCount(8);
});

test('a misspelled name is found if nothing else is', { tag: '@long' }, async ({ page, staff }) => {
  const { ticketNumber } = await staff.takeIn({ customerName: 'Subrahmanyan Chandrasekhar' });
  await page.goto('/');
  await button(page, 'Search or jump to…').click();
  const palette = dialog(page, 'Search or jump to');
  await field(palette, 'Search or jump to').fill('chandrasekar');
  await expect(palette.getByRole('status')).toHaveText(
    'Nothing matches. Closest matches: 1 ticket, 1 client',
  );
  const similar = palette.getByRole('group', { name: 'Tickets similar to “chandrasekar”' });
  await expect(similar.getByRole('option')).toContainText([ticketNumber]);
  await page.keyboard.press('Escape');

  await page.goto('/?tab=search&q=subramanyan');
  await expect(page.getByText('Nothing matches “subramanyan”. Closest matches:')).toHaveCount(2);
  const found = page.getByRole('list', { name: 'Repairs found' });
  await expect(found.getByRole('link', { name: ticketNumber })).toBeVisible();
  await field(page, 'Search repairs and clients').fill('subrahmanyan');
  await expect(page.getByText(/Closest matches/)).toHaveCount(0);
  await expect(found.getByRole('link', { name: ticketNumber })).toBeVisible();
  await field(page, 'Search repairs and clients').fill('sbramnyn');
  await expect(page.getByText('No repair matches “sbramnyn”')).toBeVisible();
});

test('the palette counts the similar spellings that the search shows', {
  tag: '@long',
}, async ({ page, staff }) => {
  for (let ticket = 0; ticket < 12; ticket += 1) {
    await staff.takeIn({ customerName: 'Dorothy Vaughansworth' });
  }
  await page.goto('/');
  await button(page, 'Search or jump to…').click();
  const palette = dialog(page, 'Search or jump to');
  await field(palette, 'Search or jump to').fill('vaugansworth');
  await expect(palette.getByRole('status')).toContainText('Closest matches: 6 of 10 tickets');
  await palette.getByRole('option', { name: /^See all: 10 tickets/ }).click();
  const found = page.getByRole('list', { name: 'Repairs found' });
  await expect(found.getByRole('listitem')).toHaveCount(10);
  await expect(page.getByRole('region', { name: 'Repairs' })).toContainText('Closest 10 matches');
});

test('the palette has the actions of the open ticket', { tag: '@long' }, async ({
  page,
  staff,
}) => {
  const repair = await staff.takeIn();
  const [technician] = await staff.technicians();
  await page.goto(`/?tab=repairs&ticket=${repair.ticketNumber}`);
  const ticket = dialog(page, repair.ticketNumber);
  await expect(ticket).toBeVisible();
  const palette = dialog(page, 'Search or jump to');
  const actions = palette
    .getByRole('group', { name: `Ticket ${repair.ticketNumber}` })
    .getByRole('option');
  await page.keyboard.press('Control+k');
  await expect(actions).toHaveText([
    'Send estimate',
    'Assign',
    'Record estimate',
    'Done while waiting',
    'Print ticket',
    'Print bag label',
  ]);
  await expect(palette.getByRole('option', { selected: true })).toHaveText('Send estimate');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  // Until it has the focus, Escape is for the ticket below.
  await expect(dialog(page, 'Assign').locator(':focus')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page, 'Assign')).toBeHidden();

  await staff.assign(repair, technician?.id ?? '');
  await expect(button(ticket, 'Start work')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(actions.first()).toHaveText('Complete');
  await expect(field(palette, 'Search or jump to')).toBeFocused();
  await page.keyboard.type('start');
  await expect(actions).toHaveText(['Start work']);
  await page.keyboard.press('Enter');
  await expect(button(ticket, 'Start work')).toBeHidden();
  expect((await staff.repair(repair.ticketNumber)).repair.status).toBe('in-progress');
});

test('after a decline the palette completes the open ticket, or proceeds with it', {
  tag: '@long',
}, async ({ page, staff }) => {
  const palette = dialog(page, 'Search or jump to');
  const choose = async (name: string) => {
    await page.keyboard.press('Control+k');
    await palette.getByRole('option', { name, exact: true }).click();
  };
  const open = async (ticketNumber: string) => {
    await page.goto(`/?tab=repairs&ticket=${ticketNumber}`);
    await expect(button(dialog(page, ticketNumber), 'Mark Complete')).toBeVisible();
  };

  const going = await staff.takeIn();
  await staff.assign(going, 'ella');
  await staff.sendEstimate(going, 150);
  await staff.reply(going, 'ACCEPT');
  await staff.sendEstimate(going, 220);
  await staff.reply(going, 'DECLINE');
  await open(going.ticketNumber);
  await choose('Proceed at $150.00');
  await expectToast(page, 'Work proceeds at $150.00');
  expect((await staff.repair(going.ticketNumber)).repair.status).toBe('assigned');

  const declined = await staff.takeIn();
  await staff.sendEstimate(declined, 80);
  await staff.reply(declined, 'DECLINE');
  await open(declined.ticketNumber);
  await choose('Mark Complete');
  await expect(button(dialog(page, declined.ticketNumber), 'Mark Complete')).toBeHidden();
  expect((await staff.repair(declined.ticketNumber)).repair.status).toBe('completed');
});
