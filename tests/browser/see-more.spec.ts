import type { Locator, Page } from '@playwright/test';
import { button, dialog, more, repairCard, tab, toast } from './locators.ts';
import { desk, expectInOneRow, phone, tablet, tooSmall } from './measures.ts';
import { expect, test } from './shop.ts';
import { newPhone, type Staff } from './staff.ts';
import { expectToast } from './toasts.ts';
import { watchPhoto } from './watch-photo.ts';

/** How much a screen shows at once, and that it says nothing twice. */

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** More than fit on a screen. */
async function takeInMany(staff: Staff) {
  const repairs = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      staff.takeIn({ customerName: `Vera Lind ${at}`, watchBrand: 'Seiko', repairPrice: 80 }),
    ),
  );
  return repairs;
}

/** Those that are entirely in the window, and not under a phone's bar. */
const wholeOf = (items: Locator): Promise<{ top: number; height: number }[]> =>
  items.evaluateAll((all) => {
    const foot = document.querySelector('nav[data-foot]')?.getBoundingClientRect();
    const bottom = foot && foot.height > 0 ? foot.top : innerHeight;
    return all
      .map((item) => item.getBoundingClientRect())
      .filter((box) => box.top >= 0 && box.bottom <= bottom + 0.5)
      .map(({ top, height }) => ({ top, height }));
  });

const rowsOf = (page: Page) =>
  page
    .getByRole('table', { name: 'Pending repairs' })
    .getByRole('row')
    .filter({
      has: page.getByRole('rowheader'),
    });

test('the overview says each number once and shows 14 rows; one press assigns', async ({
  page,
  staff,
}) => {
  const repairs = await takeInMany(staff);
  const [first] = repairs;
  if (first === undefined) throw new Error('Nothing was taken in');
  await staff.putPhoto(first, 'initial', await watchPhoto('#1b2a41'));
  await staff.reply(first, 'Is it ready?');
  await page.setViewportSize(desk);
  await page.goto('/');
  await expect(rowsOf(page).first()).toBeVisible();
  const whole = await wholeOf(rowsOf(page));
  expect(whole[0]?.top).toBeLessThanOrEqual(350);
  expect(whole.length, 'whole rows').toBeGreaterThanOrEqual(14);
  expect(await tooSmall(page, 24)).toEqual([]);

  // Numbers are in the cards and in today's line, and nowhere else.
  await expect(page.getByRole('tablist', { name: 'Lists' })).toHaveText(/^\D+$/);
  await expect(page.getByRole('toolbar', { name: 'Show' })).toHaveText(/^\D+$/);
  // And nothing is offered that leads nowhere. Other stories may have left overdue repairs, here or elsewhere.
  const late = page.getByRole('list', { name: 'Today' }).getByRole('link', { name: /overdue$/ });
  await expect(late).toHaveText(/^\d/);
  if ((await late.innerText()).startsWith('0')) {
    await expect(button(page.getByRole('toolbar'), 'Overdue')).toHaveCount(0);
  }
  const words = await page
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => link.textContent?.replace(/[\d,]+/g, '').trim() ?? ''),
    );
  const [pending, overdue] = [/^pending$/i, /overdue$/i].map((word) =>
    words.filter((each) => word.test(each)),
  );
  expect([pending?.length, overdue?.length]).toEqual([1, 1]);

  // Needs attention is one line, and one line per case when unfolded.
  const attention = page.getByRole('region', { name: /^Needs attention/ });
  expect((await attention.boundingBox())?.height).toBeLessThanOrEqual(36);
  await attention.getByRole('link').click();
  const asked = attention.getByRole('listitem').filter({ hasText: first.ticketNumber });
  await expect(asked).toContainText('Is it ready?');
  expect((await asked.boundingBox())?.height).toBeLessThanOrEqual(36);
  for (const [size, most] of [
    [tablet, 72],
    [phone, 160],
  ] as const) {
    await page.setViewportSize(size);
    await expect(asked.getByRole('textbox')).toBeVisible();
    expect((await asked.boundingBox())?.height, `${size.width} px`).toBeLessThanOrEqual(most);
  }
  await page.setViewportSize(desk);
  await attention.getByRole('link', { name: 'Show fewer' }).click();
  // The list has its place before the message looks for one.
  await expect(asked).toBeHidden();

  // One press assigns to the specialist in its brand; Undo takes it back.
  const row = repairCard(page, first.ticketNumber);
  await button(row, 'Assign to Ben').click();
  await expect(toast(page)).toContainText(`${first.ticketNumber} is with Ben now`);
  await expect(row).toBeHidden();
  const covered = await toast(page).evaluate((message) => {
    const one = message.getBoundingClientRect();
    return [...document.querySelectorAll('a[data-ticket]')]
      .map((link) => ({ link, other: link.getBoundingClientRect() }))
      .filter(({ other }) => other.right >= one.left && other.left <= one.right)
      .filter(({ other }) => other.bottom > one.top && other.top < one.bottom)
      .map(({ link }) => `${link.textContent} under ${message.parentElement?.outerHTML}`);
  });
  expect(covered, 'ticket numbers under the message').toEqual([]);
  await button(toast(page), 'Undo').click();
  await expectToast(page, 'Assignment undone', first.ticketNumber);
  await expect(row).toBeVisible();
  expect((await staff.repair(first.ticketNumber)).repair).toMatchObject({
    status: 'pending',
    assignedTo: null,
  });

  // Beside its ticket, a row drops columns, and no name is cut off.
  await row.getByText('Vera Lind 0').click();
  const ticket = dialog(page, first.ticketNumber);
  await expect(ticket).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Price' })).toBeHidden();
  const cut = await rowsOf(page)
    .getByTitle(/^Vera Lind/)
    .evaluateAll((names) =>
      names.flatMap(({ scrollWidth, clientWidth, textContent }) =>
        scrollWidth > clientWidth ? [textContent] : [],
      ),
    );
  expect(cut).toEqual([]);
  const glance = ticket.getByRole('list', { name: 'At a glance' });
  await expect(glance).toHaveText(/^Pending·?.*\$80\.00.*Needs a technician$/);
  expect((await glance.boundingBox())?.height).toBeLessThanOrEqual(24);
  // What can be done is in one row.
  await expectInOneRow(ticket, ['Send estimate', 'Record estimate', 'Print ticket', 'More']);
  const headings = [
    'Photos',
    'Texts',
    'Estimates',
    'Claim check',
    'Bench',
    'Payments',
    'Parts',
    'Sent out',
    'Warranty',
    'History',
  ];
  await expect(ticket.getByRole('heading', { level: 3 }).filter({ hasText: /./ })).toHaveText(
    headings,
  );
  await page.keyboard.press('Escape');

  await tab(page, 'Repairs').click();
  await expect(page.getByRole('article').first()).toBeVisible();
  const wholeCards = () => wholeOf(page.getByRole('article'));
  await expect
    .poll(async () => (await wholeCards()).length, 'whole cards')
    .toBeGreaterThanOrEqual(12);
  const cards = await wholeCards();
  expect(Math.max(...cards.map(({ height }) => height))).toBeLessThanOrEqual(190);
  const photo = repairCard(page, first.ticketNumber).locator('img');
  // Those far below are not loaded.
  await expect(photo).toHaveAttribute('loading', 'lazy');
  await expect
    .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(320);
  // Of all open repairs, the one waiting longest comes first.
  await page.getByRole('button', { name: /^Sort: / }).click();
  await page.getByRole('menuitemradio', { name: 'Waits longest' }).click();
  await expect(page).toHaveURL(/sort=longest/);
});

test.describe('on touch screens', () => {
  test.use({ hasTouch: true });

  test('a tablet shows ten rows, a phone four repairs, all tall enough', async ({
    page,
    staff,
  }) => {
    await takeInMany(staff);
    await page.setViewportSize(tablet);
    await page.goto('/');
    await expect(rowsOf(page).first()).toBeVisible();
    expect((await wholeOf(rowsOf(page))).length).toBeGreaterThanOrEqual(10);
    // In words: whoever looks for the settings need not know the icon.
    for (const name of ['Shop', 'Logout']) {
      const word = page.getByRole('banner').getByText(name, { exact: true });
      expect((await word.boundingBox())?.width, name).toBeGreaterThan(20);
    }
    expect(await tooSmall(page, 44)).toEqual([]);
    await expect(more(rowsOf(page).first())).toBeVisible();
    await expect(button(rowsOf(page).first(), 'Assign')).toBeVisible();
    // The phone number is shown in full: half of one is useless.
    const isWhole = await rowsOf(page)
      .first()
      .getByText(/555-0\d{3}$/)
      .last()
      .evaluate((words) => {
        const line = words.parentElement?.getBoundingClientRect();
        const own = words.getBoundingClientRect();
        return line !== undefined && own.top < line.bottom && own.right <= line.right;
      });
    expect(isWhole, 'the phone in a row').toBe(true);

    await page.setViewportSize(phone);
    const items = page.getByRole('article');
    await expect(items.first()).toBeVisible();
    expect((await wholeOf(items)).length).toBeGreaterThanOrEqual(4);
    expect(await tooSmall(page, 44)).toEqual([]);
    await button(page, 'More').click();
    await expect(page.getByRole('menuitem', { name: 'Simulated texts' })).toBeVisible();
  });
});

test('after intake, the next steps are beside the number, and long-waiting pickups have their own lists', {
  tag: '@long',
}, async ({ page, staff }) => {
  await page.setViewportSize(desk);
  await test.step('the next steps', async () => {
    await page.goto('/?tab=new-repair');
    for (const [label, words] of [
      ['Customer name', 'Nova Reyes'],
      ['Email', 'nova.reyes@mail.example'],
      ['Phone', newPhone()],
      ['Watch brand', 'Omega'],
      ['Watch model', 'De Ville'],
      ['Request', 'Stops at night'],
    ] as const) {
      await page.getByLabel(label, { exact: true }).fill(words);
    }
    await button(page, 'Create repair').click();
    const next = page.getByRole('region', { name: 'What’s next' });
    await expect(next).toContainText('Date promised');
    await expect(next).toContainText('No price');
    // On the half that is otherwise empty.
    expect((await next.boundingBox())?.x).toBeGreaterThanOrEqual(desk.width / 2);
    await expect(button(next, 'Take deposit')).toBeVisible();
    await expect(button(page, 'Print ticket')).toBeVisible();
    for (const step of ['Send estimate', 'Record estimate']) {
      await button(next, step).click();
      await button(dialog(page, step), 'Cancel').click();
    }
    await button(next, 'Assign to Ana').click();
    await expectToast(page, 'Repair assigned to technician!');
    await expect(next).toContainText('Assigned');
  });

  await test.step('what has waited over 30 days', async () => {
    const done = new Date(Date.now() - 45 * 24 * 60 * 60_000).toISOString();
    const ticketNumber = 'WH314159OLD';
    await staff.importRepair({
      'Ticket number': ticketNumber,
      'Customer name': 'Emmy Noether',
      Email: 'noether@mail.example',
      Phone: newPhone(),
      Brand: 'Omega',
      Model: 'De Ville',
      Issue: 'Stops at night',
      Status: 'completed',
      'Date in': done,
      Completed: done,
      'Picked up': 'no',
    });
    const recent = await staff.finish();
    await page.goto('/?sub=completed');
    const chips = page.getByRole('toolbar', { name: 'Pickup' });
    await chips.getByRole('button', { name: /^30\+ days/ }).click();
    await expect(page).toHaveURL(/days=30/);
    const hidden = await chips.evaluate(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    );
    expect(hidden, 'chips out of sight').toBeLessThanOrEqual(0);
    await expect(repairCard(page, ticketNumber)).toContainText('ready 45 days ago');
    await expect(repairCard(page, recent.ticketNumber)).toHaveCount(0);
  });
});
