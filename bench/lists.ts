import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Answer } from '../domain/api.ts';
import { ManyRepairs } from '../tests/browser/many-repairs.ts';
import { logInWith, openBrowser } from './desk.ts';
import { inTurn, logIn, type Ratio, startProduct } from './measure.ts';

/**
 * What long lists and search results cost the browser, in a real one, against pages that hold the
 * same and do nothing. Both sides wait for the screen's frames, so where nothing is dropped the
 * ratio is 1. In milliseconds.
 */

const pages = 40;
const repairsOnAPage = 50;
/** In pixels; past all of them at the width below. */
const scrolling = { step: 1_200, steps: 135 };

const word = 'wolfeschlegelsteinhausenbergerdorff';

const longName = (number: number) => `${word} ${number} `.repeat(6).slice(0, 200);

interface Desk {
  shop: ManyRepairs;
  /** Another page of the same browser, logged in. */
  open: (address: string) => Promise<Page>;
  close: () => Promise<void>;
}

async function takeIn(url: string, cookie: string): Promise<Answer<'createRepair'>['repair']> {
  const response = await fetch(`${url}/api/repairs`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({
      repairId: randomUUID(),
      customerName: 'Grace Okafor',
      customerEmail: 'grace@mail.example',
      customerPhone: '(212) 555-0101',
      watchBrand: 'Omega',
      watchModel: 'Seamaster 300',
      issue: 'Runs slow',
    }),
  });
  if (!response.ok) throw new Error(`Could not take in a repair: ${response.status}`);
  return ((await response.json()) as Answer<'createRepair'>).repair;
}

/** A browser at a shop with many repairs. */
async function atTheDesk(): Promise<Desk> {
  const product = await startProduct();
  const cookie = await logIn(product.url);
  const shop = new ManyRepairs(await takeIn(product.url, cookie), pages * repairsOnAPage, longName);
  const browser = await openBrowser();
  const context = await logInWith(browser, { url: product.url, cookie }, 'desk');
  return {
    shop,
    async open(address) {
      const page = await context.newPage();
      await shop.answer(page);
      await page.goto(address);
      return page;
    },
    async close() {
      await browser.close();
      await product.stop();
    },
  };
}

/** Scrolls on from the top, a step each frame. @returns how long it took */
function scrollThrough(page: Page): Promise<number> {
  return page.evaluate(async ({ step, steps }) => {
    const frame = () => new Promise(requestAnimationFrame);
    scrollTo({ top: 0, behavior: 'instant' });
    for (let rest = 0; rest < 30; rest += 1) await frame();
    const before = performance.now();
    for (let left = steps; left > 0; left -= 1) {
      scrollBy({ top: step, behavior: 'instant' });
      await frame();
    }
    return performance.now() - before;
  }, scrolling);
}

/** Scrolls to the end of the list until all of it is there. @returns every card as HTML */
function collectCards(page: Page, count: number): Promise<string[]> {
  return page.evaluate(async (wanted) => {
    const cards = new Map<number, string>();
    while (cards.size < wanted) {
      for (const card of document.querySelectorAll('[data-item]')) {
        cards.set(Number(card.getAttribute('aria-posinset')), card.outerHTML);
      }
      scrollBy({ top: 800, behavior: 'instant' });
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
    }
    return [...cards].toSorted(([one], [other]) => one - other).map(([, html]) => html);
  }, count);
}

export async function measureScrolling(): Promise<Ratio> {
  const desk = await atTheDesk();
  try {
    const list = await desk.open('/?tab=repairs');
    await list.locator('[data-item]').first().waitFor();
    const classes = await list.locator('ul:has([data-item])').getAttribute('class');
    const cards = await collectCards(list, pages * repairsOnAPage);
    const bare = await desk.open('/nothing-here');
    await bare.evaluate(
      ([html = '', className = '']) => {
        document.body.innerHTML = `<main class="mx-auto max-w-[90rem] px-6"><ul class="${className}">${html}</ul></main>`;
      },
      [cards.join(''), classes ?? ''],
    );
    // Only the page in front is drawn at the screen's pace.
    const inFront = async (page: Page) => {
      await page.bringToFront();
      return scrollThrough(page);
    };
    return await inTurn(
      3,
      () => inFront(list),
      () => inFront(bare),
    );
  } finally {
    await desk.close();
  }
}

let searches = 0;

/** Another one each time: what was found before is still known. */
function nextQuery(): string {
  searches += 1;
  return word.slice(searches, searches + 5);
}

/** Searches. @returns how long it took from the answer in hand until the results were painted */
async function searchOnce(page: Page): Promise<number> {
  await page.bringToFront();
  await page.getByLabel('Search repairs and clients').fill('');
  await page.locator('[data-item]').first().waitFor({ state: 'detached' });
  const painted = page.evaluate(async () => {
    let answeredAt = 0;
    const read = Response.prototype.json;
    Response.prototype.json = function (this: Response) {
      if (this.url.includes('/api/repairs?')) answeredAt = performance.now();
      return read.call(this);
    };
    while (document.querySelectorAll('[data-item]').length === 0) {
      await new Promise(requestAnimationFrame);
    }
    await new Promise((resolve) => setTimeout(resolve));
    Response.prototype.json = read;
    return performance.now() - answeredAt;
  });
  await page.getByLabel('Search repairs and clients').fill(nextQuery());
  return painted;
}

/** Asks the same and puts the results in as they come ready made. @returns the same time */
async function insertOnce(page: Page, html: string): Promise<number> {
  await page.bringToFront();
  return page.evaluate(
    async ([ready = '', q = '']) => {
      document.body.innerHTML = '';
      await new Promise(requestAnimationFrame);
      const response = await fetch(`/api/repairs?q=${q}&limit=10`);
      const answeredAt = performance.now();
      await response.json();
      document.body.innerHTML = ready;
      while (document.querySelectorAll('[data-item]').length === 0) {
        await new Promise(requestAnimationFrame);
      }
      await new Promise(requestAnimationFrame);
      await new Promise((resolve) => setTimeout(resolve));
      return performance.now() - answeredAt;
    },
    [html, nextQuery()],
  );
}

export async function measureSearchPaint(): Promise<Ratio> {
  const desk = await atTheDesk();
  try {
    const search = await desk.open('/?tab=search');
    await search.getByLabel('Search repairs and clients').fill(nextQuery());
    await search.locator('[data-item]').first().waitFor();
    const html = await search.locator('main').evaluate((main) => main.outerHTML);
    const bare = await desk.open('/nothing-here');
    return await inTurn(
      9,
      () => searchOnce(search),
      () => insertOnce(bare, html),
    );
  } finally {
    await desk.close();
  }
}
