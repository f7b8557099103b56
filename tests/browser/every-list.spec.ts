import type { Locator, Page } from '@playwright/test';
import type { Answer } from '../../domain/api.ts';
import type { AttentionCase } from '../../domain/api-texts.ts';
import { button, dialog } from './locators.ts';
import { expect, test } from './shop.ts';

const numberedId = (number: number) =>
  `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/**
 * Answers a list as a server with many more items would, page by page.
 *
 * @param items one of them, and what makes each different
 */
async function answerEndlessly<Item extends { id: string }>(
  page: Page,
  path: RegExp,
  { template, vary }: { template: Item; vary?: (number: number) => Partial<Item> },
): Promise<void> {
  await page.route(path, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const { searchParams } = new URL(route.request().url());
    const first = Number(searchParams.get('cursor') ?? 0);
    const limit = Number(searchParams.get('limit') ?? 50);
    const items = Array.from({ length: limit }, (_, index) => ({
      ...template,
      id: numberedId(1e9 - first - index),
      ...vary?.(first + index),
    }));
    await route.fulfill({ json: { items, nextCursor: String(first + limit) } });
  });
}

/** Keeps scrolling until this many have been loaded. @returns those that appear twice, or out of place */
async function strayIn(list: Locator, wanted: number): Promise<(string | null)[]> {
  await list.locator('[data-item]').first().waitFor();
  return list.evaluate(async (element, until) => {
    for (;;) {
      const items = [...element.querySelectorAll('[data-item]')];
      if (items.length >= until) {
        const ids = items.map((item) => item.getAttribute('data-item'));
        const strays = items.filter(
          (item, at) =>
            ids.indexOf(ids[at] ?? null) !== at ||
            item.getAttribute('aria-posinset') !== String(at + 1),
        );
        return strays.map((item) => item.getAttribute('data-item'));
      }
      items.at(-1)?.scrollIntoView({ block: 'end', behavior: 'instant' });
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
    }
  }, wanted);
}

/** Of each list this many are scrolled past: more than two pages. */
const scrolled = 260;
const many = 420;

const listIn = (page: Page, name: string) => page.getByRole('list', { name, exact: true });

test('every list keeps loading as the user scrolls, each of its items once and in its place', {
  tag: '@long',
}, async ({ page, staff }) => {
  test.slow();
  const repair = await staff.takeIn();
  const estimate = await staff.sendEstimate(repair, 80);
  const { messages } = await staff.repair(repair.ticketNumber);
  const [message] = messages;
  if (message === undefined) throw new Error('The ticket has no text');
  await staff.deleteRepair(await staff.takeIn());
  const one: AttentionCase = {
    id: message.id,
    reason: 'not-delivered',
    happened: 'Your text was not delivered.',
    advice: 'Call the customer.',
    ticketNumber: null,
    customerName: repair.customerName,
    phone: message.phone,
    at: message.createdAt,
    message,
    estimate: null,
    expectedOn: null,
    part: null,
    sending: null,
    status: null,
  };
  const [gone] = await staff.deleted();
  if (gone === undefined) throw new Error('Nothing has been deleted');
  const client = await staff.addClient({ name: 'Ana Lima', email: 'ana@mail.example', phone: '' });

  await answerEndlessly(page, /\/api\/estimates(\?|$)/, { template: estimate });
  await answerEndlessly(page, /\/api\/attention(\?|$)/, { template: one });
  await answerEndlessly(page, /\/api\/clients(\?|$)/, { template: client });
  await answerEndlessly(page, /\/api\/deleted(\?|$)/, { template: gone });
  await answerEndlessly(page, /\/api\/messages(\?|$)/, {
    template: message,
    vary: (number) => ({ phone: `+1212${2_000_000 + number}` }),
  });
  await page.route(/\/api\/sessions$/, async (route) => {
    const { items } = (await (await route.fetch()).json()) as Answer<'listSessions'>;
    const others = Array.from({ length: scrolled }, (_, number) => ({
      ...items[0],
      id: `session ${number}`,
      isCurrent: false,
    }));
    await route.fulfill({ json: { items: [...items, ...others] } });
  });

  for (const { address, name } of [
    { address: '/?sub=estimates', name: 'Estimates' },
    { address: '/?attention=all', name: 'Needs attention' },
    { address: '/?tab=clients', name: 'Clients' },
    { address: '/?tab=shop&section=deleted', name: 'Recently deleted' },
    { address: '/?tab=shop&section=access', name: 'Logged in' },
  ]) {
    await page.goto(address);
    expect(await strayIn(listIn(page, name), scrolled), name).toEqual([]);
  }
  await button(page, 'Simulated texts').click();
  const phones = listIn(page, 'Customers’ phones');
  expect(await strayIn(phones, scrolled)).toEqual([]);
});

test('a ticket’s long history and conversation are shown a hundred at a time', {
  tag: '@long',
}, async ({ page, staff }) => {
  const repair = await staff.takeIn();
  const { ticketNumber } = repair;
  await page.route(`**/api/repairs/${ticketNumber}`, async (route) => {
    const { 'if-none-match': _, ...headers } = route.request().headers();
    const answer = await route.fetch({ headers });
    const ticket = (await answer.json()) as Awaited<ReturnType<typeof staff.repair>>;
    const [message] = ticket.messages;
    const [event] = ticket.events;
    await route.fulfill({
      response: answer,
      json: {
        ...ticket,
        messages: Array.from({ length: many }, (_, number) => ({
          ...message,
          id: `text ${number}`,
          body: `Text number ${many - number}`,
        })),
        events: Array.from({ length: many }, (_, number) => ({
          ...event,
          id: `event ${number}`,
        })),
      },
    });
  });
  await page.goto(`/?ticket=${ticketNumber}`);
  const details = dialog(page, ticketNumber);
  const items = (name: string) =>
    details.getByRole('list', { name, exact: true }).getByRole('listitem');
  await expect(items('Texts')).toHaveCount(2);
  await details.getByText(`Earlier history (${many - 8})`).click();
  await expect(items('Earlier history')).toHaveCount(100);
  await details.getByText(`Earlier texts (${many - 2})`).click();
  await expect(items('Earlier texts')).toHaveCount(100);
  await expect(items('Earlier texts').last()).toContainText('Text number 418');
  for (const rest of [318, 218, 118, 18]) {
    await button(details, `Show earlier (${rest})`).click();
  }
  await expect(items('Earlier texts').first()).toContainText(/Text number 1\D/);
  await expect(items('Earlier texts')).toHaveCount(18);
  await button(details, 'Show later (400)').click();
  await expect(items('Earlier texts')).toHaveCount(100);
});

test('Tab enters a list at its first item, however far the one beside it is scrolled', async ({
  page,
  staff,
}) => {
  const repair = await staff.takeIn({ customerName: 'Ida Beside' });
  const client = await staff.addClient({
    name: 'Ida Beside',
    email: 'ida@mail.example',
    phone: '',
  });
  await answerEndlessly(page, /\/api\/repairs\?.*q=/, { template: repair });
  await answerEndlessly(page, /\/api\/clients\?/, { template: client });
  await page.goto('/?tab=search&q=Ida');
  const clients = listIn(page, 'Clients found');
  await expect(clients.locator('[data-item]').first()).toBeVisible();
  const repairs = listIn(page, 'Repairs found');
  for (const found of [20, 30]) {
    await button(page, 'More results').first().click();
    expect(await strayIn(repairs, found)).toEqual([]);
  }
  await repairs.getByRole('link').last().focus();
  const placeAmongClients = () =>
    clients.evaluate((list) => {
      const { activeElement } = document;
      const item = [...list.children].find((each) => each.contains(activeElement));
      return item?.getAttribute('aria-posinset') ?? null;
    });
  for (let presses = 0; presses < 8 && (await placeAmongClients()) === null; presses += 1) {
    await page.keyboard.press('Tab');
  }
  expect(await placeAmongClients()).toBe('1');
  await expect(clients.locator(':focus')).toBeInViewport({ ratio: 1 });
});
