import type { Page, Route } from '@playwright/test';
import type { Repair } from '../../domain/api-answers.ts';
import { axeFindings } from './axe.ts';
import { button, repairCard, tab } from './locators.ts';
import { expect, test } from './shop.ts';

const pageSize = 50;

/** The longer the description of the fault, the taller the card. */
const issues = [
  'Runs slow',
  'Has lost ten minutes a day since it was dropped, and the second hand sticks at twelve.',
  'Water under the glass; the crown does not screw down anymore. The owner wants the old parts back and a call before anything is opened.',
];

const numberedId = (number: number) =>
  `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/**
 * A shop with many more repairs than could be taken in during a test: it answers the list of repairs
 * as the server would, page by page, newest first, with cursors that name the item before the page.
 */
class ManyRepairs {
  readonly #template: Repair;
  readonly #nameOf: (number: number) => string;
  /** Newest first. */
  #repairs: Repair[];
  #highest: number;
  /** What has been asked for and answered. */
  readonly asked: string[] = [];
  isRefusing = false;

  constructor(template: Repair, count: number, nameOf = (number: number) => `Customer ${number}`) {
    this.#template = template;
    this.#nameOf = nameOf;
    this.#highest = count;
    this.#repairs = Array.from({ length: count }, (_, index) => this.#repair(count - index));
  }

  #repair(number: number): Repair {
    return {
      ...this.#template,
      id: numberedId(number),
      repairId: numberedId(number),
      ticketNumber: `WH${String(number).padStart(6, '0')}ALL`,
      customerName: this.#nameOf(number),
      issue: issues[number % issues.length] ?? '',
    };
  }

  get newest(): Repair | undefined {
    return this.#repairs[0];
  }

  add(count = 1): void {
    for (let left = count; left > 0; left -= 1) {
      this.#highest += 1;
      this.#repairs = [this.#repair(this.#highest), ...this.#repairs];
    }
  }

  remove(ticketNumber: string): void {
    this.#repairs = this.#repairs.filter((repair) => repair.ticketNumber !== ticketNumber);
  }

  change(ticketNumber: string, change: Partial<Repair>): void {
    this.#repairs = this.#repairs.map((repair) =>
      repair.ticketNumber === ticketNumber ? { ...repair, ...change } : repair,
    );
  }

  async answer(page: Page): Promise<void> {
    await page.route(/\/api\/repairs(\?|$)/, (route) =>
      route.request().method() === 'GET' ? this.#fulfill(route) : route.continue(),
    );
  }

  async #fulfill(route: Route): Promise<void> {
    const { searchParams } = new URL(route.request().url());
    const cursor = searchParams.get('cursor');
    // Other lists are fetched ahead alongside this one.
    const isOther = searchParams.has('limit') || searchParams.has('status');
    const limit = Number(searchParams.get('limit') ?? pageSize);
    await this.#answer(route, cursor, limit, searchParams.get('sort') === 'oldest');
    if (!isOther) this.asked.push(cursor ?? 'first');
  }

  async #answer(
    route: Route,
    cursor: string | null,
    limit: number,
    isOldest: boolean,
  ): Promise<void> {
    if (cursor !== null && this.isRefusing) {
      const problem = { code: 'internal-error', title: 'Not now', detail: 'Try again.' };
      await route.fulfill({ status: 500, json: problem });
      return;
    }
    const ordered = isOldest ? this.#repairs.toReversed() : this.#repairs;
    const from = ordered.findIndex(
      ({ id }) => cursor === null || (isOldest ? id > cursor : id < cursor),
    );
    const rest = from === -1 ? [] : ordered.slice(from);
    const items = rest.slice(0, limit);
    const nextCursor = rest.length > limit ? (items.at(-1)?.id ?? null) : null;
    await route.fulfill({ json: { items, nextCursor } });
  }
}

/** Before more of them are put on the screen, the user is asked. */
const maxAtOnce = 1_000;

interface Seen {
  cards: number;
  doubled: string[];
  /** The card at the top of the view, and how far from the top of the window. */
  first: string;
  top: number;
  isBlank: boolean;
}

/** What is in the page and in view, after the frame that it takes to follow. */
function look(page: Page): Promise<Seen> {
  return page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    const cards = [...document.querySelectorAll('[data-item]')];
    const ids = cards.map((card) => card.getAttribute('data-item') ?? '');
    const bars = [...document.querySelectorAll('[data-top-bar]')];
    const bar = Math.max(...bars.map((each) => each.getBoundingClientRect().bottom));
    const inView = cards.find((card) => card.getBoundingClientRect().bottom > bar);
    const middle = document.elementFromPoint(innerWidth / 2 + 60, innerHeight / 2);
    return {
      cards: cards.length,
      doubled: ids.filter((id, index) => ids.indexOf(id) !== index),
      first: inView?.querySelector('h3')?.textContent ?? '',
      top: Math.round(inView?.getBoundingClientRect().top ?? 0),
      isBlank: middle?.closest('[data-item]') === null,
    };
  });
}

/** Ten times what is needed. */
const maxSteps = 500;

/** Keeps scrolling until this many are on the page. */
async function scrollPast(page: Page, repairs: number): Promise<void> {
  for (let step = 0, cards = 0; cards < repairs; step += 1) {
    // If the list stops loading, the picture of the failure shows what its end says.
    expect(step, `steps until ${cards} were there`).toBeLessThan(maxSteps);
    await page.evaluate(() => scrollBy({ top: 2_000, behavior: 'instant' }));
    const seen = await look(page);
    expect(seen.doubled).toEqual([]);
    cards = seen.cards;
  }
}

test('400 of 20,000 repairs scrolled through: each page once, nothing jumps', {
  tag: '@long',
}, async ({ page, staff }) => {
  const shop = new ManyRepairs(await staff.takeIn(), 20_000);
  await shop.answer(page);
  await page.goto('/?tab=repairs');
  await expect(repairCard(page, 'WH020000ALL')).toBeVisible();
  await scrollPast(page, 400);
  await page.mouse.move(5, 400);
  const before = await look(page);
  expect(before.isBlank).toBe(false);

  await page.waitForTimeout(1_500);
  shop.asked.length = 0;
  shop.add(3);
  await staff.takeIn();
  await expect.poll(() => shop.asked.length).toBeGreaterThan(0);
  await page.waitForTimeout(1_000);
  // What has been loaded, once more.
  expect(shop.asked.length).toBeLessThanOrEqual(before.cards / pageSize + 1);
  expect(shop.asked).toEqual([...new Set(shop.asked)]);
  // The card that was first in view is at its height, no matter in which column.
  const changed = before.first;
  const box = await page.locator('[data-item]', { hasText: changed }).boundingBox();
  expect(Math.round(box?.y ?? Number.NaN)).toBe(before.top);

  shop.change(changed, { customerName: 'Another Name' });
  await staff.takeIn();
  await expect(repairCard(page, changed)).toContainText('Another Name');
  shop.remove(changed);
  await staff.takeIn();
  await expect(repairCard(page, changed)).toBeHidden();
  expect((await look(page)).doubled).toEqual([]);

  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect(repairCard(page, 'WH020003ALL')).toBeVisible();
  await expect(repairCard(page, 'WH020000ALL')).toBeVisible();
  for (let screen = 0; screen < 12; screen += 1) {
    await page.evaluate(() => scrollBy({ top: 700, behavior: 'instant' }));
    expect((await look(page)).doubled).toEqual([]);
  }
  await page.waitForTimeout(500);
  const positions = await page
    .locator('[data-item]')
    .evaluateAll((cards) =>
      cards.map((card) => [
        Number(card.getAttribute('aria-posinset')),
        20_004 - Number(card.querySelector('h3')?.textContent?.slice(2, 8)),
      ]),
    );
  expect(positions.length).toBeGreaterThanOrEqual(400);
  // One of them has been deleted.
  const gone = 20_004 - Number(changed.slice(2, 8));
  for (const [position, number] of positions) {
    expect(number).toBe(Number(position) + (Number(position) < gone ? 0 : 1));
  }
  expect(await axeFindings(page)).toEqual([]);
});

test('400 of 20,000 repairs scrolled through as rows: 14 to a screen, none blank', {
  tag: '@long',
}, async ({ page, staff }) => {
  const shop = new ManyRepairs(await staff.takeIn(), 20_000);
  await shop.answer(page);
  await page.addInitScript(() => localStorage.setItem('repair-list-shape', 'rows'));
  await page.goto('/?tab=repairs');
  const inView = () =>
    page.locator('tr[data-item]').evaluateAll(
      (rows) =>
        rows.filter((row) => {
          const { top, bottom } = row.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        }).length,
    );
  await expect.poll(inView).toBeGreaterThanOrEqual(14);
  const table = page.getByRole('table', { name: 'All repairs' });
  await expect(table).toHaveAttribute('aria-rowcount', '-1');
  await scrollPast(page, 400);
  // Away from the end of what has been loaded, a screen at a time.
  for (let screen = 0; screen < 6; screen += 1) {
    await page.evaluate(() => scrollBy({ top: -700, behavior: 'instant' }));
    const { isBlank, doubled } = await look(page);
    expect({ isBlank, doubled }).toEqual({ isBlank: false, doubled: [] });
  }
  const places = await page
    .locator('tr[data-item]')
    .evaluateAll((rows) =>
      rows.map((row) => [
        Number(row.getAttribute('aria-rowindex')),
        20_002 - Number(row.querySelector('a[data-ticket]')?.textContent?.slice(2, 8)),
      ]),
    );
  // The head is the first row.
  for (const [index, place] of places) expect(index).toBe(place);

  // Past the edge of what is in view, by the arrows alone.
  const focused = () =>
    page.evaluate(() =>
      Number(document.activeElement?.closest('tr')?.getAttribute('aria-rowindex')),
    );
  for (const [key, step] of [
    ['ArrowDown', 1],
    ['ArrowUp', -1],
  ] as const) {
    await page
      .locator('tr[data-item] a[data-ticket]')
      .nth(step === 1 ? 200 : 300)
      .focus();
    const from = await focused();
    for (let presses = 1; presses <= 12; presses += 1) {
      await page.keyboard.press(key);
      expect(await focused()).toBe(from + step * presses);
    }
    await expect(page.locator('tr[data-item] a:focus')).toBeInViewport({ ratio: 1 });
  }

  // Another order is read from its beginning, even one that has been read before.
  for (const order of ['Oldest', 'Newest']) {
    await page.evaluate(() => scrollBy({ top: 700, behavior: 'instant' }));
    await page.getByRole('button', { name: /^Sort: / }).press('Enter');
    await page.getByRole('menuitemradio', { name: order }).press('Enter');
    await expect(page).toHaveURL(order === 'Oldest' ? /sort=oldest/ : /tab=repairs$/);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(200);
    await expect(page.getByRole('row').nth(1)).toBeInViewport();
  }
  // What is still read ahead must not reach the server, which knows none of these repairs.
  await page.close();
});

test('a new order or filter begins at its top, no matter what the pointer is over', {
  tag: '@long',
}, async ({ page, staff }) => {
  // All of them on one page, so that the card below the pointer is in the other order as well.
  const shop = new ManyRepairs(await staff.takeIn(), 48);
  await shop.answer(page);
  await page.goto('/?tab=repairs');
  const list = page.getByRole('list', { name: 'All repairs' });
  const first = list.locator('[data-item]').first();
  await expect(repairCard(page, 'WH000048ALL')).toBeVisible();
  const begins = async (ticketNumber: string) => {
    await expect(list).toHaveAttribute('aria-busy', 'false');
    await expect(first).toContainText(ticketNumber);
    await expect(first).toHaveAttribute('aria-posinset', '1');
    await expect(first).toBeInViewport({ ratio: 1 });
  };
  for (const [order, ticketNumber] of [
    ['Oldest', 'WH000001ALL'],
    ['Newest', 'WH000048ALL'],
  ] as const) {
    await page.getByRole('button', { name: /^Sort: / }).click();
    // The menu covers cards, and the pointer is over one of them once it has closed.
    await page.getByRole('menuitemradio', { name: order }).click();
    await begins(ticketNumber);
  }

  // By the keyboard from further down the page, with the pointer resting over a card there.
  await page.evaluate(() => scrollTo({ top: 1_200, behavior: 'instant' }));
  await look(page);
  await page.mouse.move(500, 500);
  const sort = page.getByRole('button', { name: /^Sort: / });
  await sort.evaluate((button) => button.focus({ preventScroll: true }));
  await sort.press('Enter');
  await page.getByRole('menuitemradio', { name: 'Oldest' }).press('Enter');
  await begins('WH000001ALL');
});

test('a list that is opened again, or gone back to, is whole and where it was', {
  tag: '@long',
}, async ({ page, staff }) => {
  const shop = new ManyRepairs(await staff.takeIn(), 20_000);
  await shop.answer(page);
  await page.goto('/?tab=repairs');
  const list = page.getByRole('list', { name: 'All repairs' });
  const inView = () =>
    list.locator('[data-item]').evaluateAll(
      (cards) =>
        cards.filter((card) => {
          const { top, bottom } = card.getBoundingClientRect();
          return bottom > 0 && top < innerHeight;
        }).length,
    );
  await expect(repairCard(page, 'WH020000ALL')).toBeVisible();
  await look(page);
  const atFirst = await inView();
  await tab(page, 'Search').click();
  await expect(list).toHaveCount(0);
  await tab(page, 'Repairs').click();
  await expect(list).toHaveAttribute('aria-busy', 'false');
  await look(page);
  expect(await inView()).toBe(atFirst);

  await page.evaluate(() => scrollBy({ top: 1_500, behavior: 'instant' }));
  const before = await look(page);
  expect(before.isBlank).toBe(false);
  await page.keyboard.press('/');
  await expect(list).toHaveCount(0);
  await page.goBack();
  await expect(list).toHaveAttribute('aria-busy', 'false');
  await expect.poll(async () => (await look(page)).first).toBe(before.first);
});

test('the keyboard walks past the edge of what is in view, and the focus stays', {
  tag: '@long',
}, async ({ page, staff }) => {
  const shop = new ManyRepairs(await staff.takeIn(), 1_000);
  await shop.answer(page);
  await page.goto('/?tab=repairs');
  await expect(repairCard(page, 'WH001000ALL')).toBeVisible();
  await scrollPast(page, 300);
  const focusedCard = () =>
    page.evaluate(() =>
      Number(document.activeElement?.closest('[data-item]')?.getAttribute('aria-posinset')),
    );

  // From card to card, both ways, each in its turn.
  for (const { key, step } of [
    { key: 'Tab', step: 1 },
    { key: 'Shift+Tab', step: -1 },
  ]) {
    await page.locator('[aria-posinset="150"] h3 a').focus();
    let at = 150;
    while (Math.abs(at - 150) < 12) {
      await page.keyboard.press(key);
      const next = await focusedCard();
      expect([at, at + step], `${key} from card ${at}`).toContain(next);
      at = next;
    }
    await expect(page.locator('[data-item] :focus')).toBeInViewport();
  }

  const held = await focusedCard();
  const ticket = page.locator(`[aria-posinset="${held}"] h3 a`);
  await ticket.focus();
  for (let screen = 0; screen < 8; screen += 1) {
    await page.evaluate(() => scrollBy({ top: 1_500, behavior: 'instant' }));
    await look(page);
  }
  await expect(ticket).not.toBeInViewport();
  await expect(ticket).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await focusedCard()).toBe(held);
});

test('1,000 are on the screen, and the next 1,000 come when they are asked for', {
  tag: '@long',
}, async ({ page, staff }) => {
  const shop = new ManyRepairs(await staff.takeIn(), 20_000);
  await shop.answer(page);
  await page.goto('/?tab=repairs');
  await expect(repairCard(page, 'WH020000ALL')).toBeVisible();
  await scrollPast(page, maxAtOnce);
  const toEnd = () => page.evaluate(() => scrollTo({ top: 1e6, behavior: 'instant' }));
  // Found by its text: working out the accessible names of all buttons on 1,000 cards takes seconds.
  const next = page.locator('button', { hasText: /^Show next 1,000$/ });
  await toEnd();
  await expect(next).toBeInViewport();
  const cards = page.locator('[data-item]');
  await expect(cards).toHaveCount(maxAtOnce);
  await page.waitForTimeout(500);
  await expect(cards).toHaveCount(maxAtOnce);
  await next.press('Enter');
  await expect(cards.filter({ hasText: 'WH019000ALL' })).toHaveCount(1);
  await expect(next).toBeHidden();
  // From there it keeps loading automatically.
  await expect
    .poll(async () => {
      await toEnd();
      return cards.count();
    })
    .toBeGreaterThanOrEqual(1_200);
});

test('a page that fails is asked for again with Retry, and the list says where it ends', {
  tag: '@long',
}, async ({ page, staff, complaints }) => {
  complaints.expect(/^500 GET .*\/api\/repairs/);
  const shop = new ManyRepairs(await staff.takeIn(), 130);
  await shop.answer(page);
  await page.goto('/?tab=repairs');
  await expect(repairCard(page, 'WH000130ALL')).toBeVisible();
  await expect(page.locator('[data-item]').first()).toHaveAttribute('aria-setsize', '-1');
  shop.isRefusing = true;
  const toEnd = () => page.evaluate(() => scrollTo({ top: 1e6, behavior: 'instant' }));
  await toEnd();
  await expect(page.getByText('Couldn’t load the rest of the list.')).toBeVisible();
  shop.isRefusing = false;
  // If something happens in the shop meanwhile, the list is read again and continues without the press.
  await expect(async () => {
    if (await button(page, 'Retry').isVisible()) {
      await button(page, 'Retry').click({ timeout: 5_000 });
    }
    await expect(button(page, 'Retry')).toBeHidden({ timeout: 5_000 });
  }).toPass();
  await expect
    .poll(async () => {
      await toEnd();
      return repairCard(page, 'WH000001ALL').isVisible();
    })
    .toBe(true);
  await expect(button(page, 'Load more')).toBeHidden();
  const last = page.locator('[data-item]').last();
  await expect(last).toHaveAttribute('aria-posinset', '130');
  await expect(last).toHaveAttribute('aria-setsize', '130');

  await page.evaluate(() => scrollBy({ top: -3_000, behavior: 'instant' }));
  const before = await look(page);
  await page.setViewportSize({ width: 820, height: 1180 });
  const topNow = async () =>
    Math.round((await repairCard(page, before.first).boundingBox())?.y ?? 0);
  await expect.poll(topNow).toBe(before.top);
});
