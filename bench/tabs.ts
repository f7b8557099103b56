import type { Browser, Page } from '@playwright/test';
import type { Outcome, SizedClaim, SizedGround, Wording } from './claims.ts';
import { logInWith, openBrowser, type Screen, screens, slowDown } from './desk.ts';
import { type Cost, htmlCost, pressCost } from './main-thread.ts';
import { median } from './measure.ts';

/**
 * What opening a tab, a list of the overview or a ticket's details costs the browser's main thread
 * (script, style, layout and paint together), on a processor slowed down four times, with the shop
 * behind it. Warm: everything has been visited before. Beside it stand the longest single task, the
 * first visit, what follows in the same second, and the same content as ready HTML put into an empty
 * page, below which no way of making it can go.
 */

const slowDownRate = 4;
const rounds = Number(process.env.BENCH_OPENINGS || 5);
const htmlRounds = 3;

/** What the screen may keep a press waiting. In milliseconds. */
const most = 50;

/** What is loaded ahead and kept for outages has come by then. */
const settledAfterMs = 9_000;

interface Opening {
  name: string;
  /** A selector of what is pressed. */
  press: string;
  /** A selector of what stands there then. */
  stands: string;
  /** Where what stands there is read as HTML. */
  part?: string;
  /** It lies over the screen and is closed again. */
  isOver?: boolean;
}

const tab = (label: string) => `[aria-label="Sections"] [role="tab"]:text-is("${label}")`;
const list = (label: string) => `[aria-label="Lists"] [role="tab"]:text-is("${label}")`;
const repairsIn = (label: string) => `ul[aria-label="${label}"] article`;

/** In the order of a walk: each is left by opening the next. */
const openings: readonly Opening[] = [
  { name: 'overview', press: tab('Overview'), stands: repairsIn('Pending repairs') },
  { name: 'same day', press: list('Same Day'), stands: repairsIn('Same-day repairs') },
  { name: 'estimates', press: list('Estimates'), stands: repairsIn('Estimates') },
  { name: 'assigned', press: list('Assigned'), stands: repairsIn('Assigned repairs') },
  { name: 'completed', press: list('Completed'), stands: repairsIn('Completed repairs') },
  { name: 'pending', press: list('Pending'), stands: repairsIn('Pending repairs') },
  { name: 'search', press: tab('Search'), stands: 'main input[type="search"]' },
  { name: 'repairs', press: tab('Repairs'), stands: repairsIn('All repairs') },
  {
    name: 'a ticket’s details',
    press: 'ul[aria-label="All repairs"] h3 a',
    stands: '[role="dialog"] ol[aria-label="What happened"]',
    part: '[role="dialog"]',
    isOver: true,
  },
  { name: 'new repair', press: tab('New repair'), stands: 'main form [type="submit"]' },
  { name: 'clients', press: tab('Clients'), stands: 'ul[aria-label="Clients"] [data-item]' },
  { name: 'new client', press: tab('New client'), stands: 'main form [type="submit"]' },
  {
    name: 'technicians',
    press: tab('Technicians'),
    stands: 'main [role="tabpanel"] article, main [role="tabpanel"] li',
  },
  { name: 'shop', press: 'header [title="Shop"]', stands: 'main [role="tabpanel"] [role="tab"]' },
];

interface Visits {
  opening: Opening;
  cold: Cost;
  warm: Cost[];
  html: string;
}

async function open(browser: Browser, page: Page, { press, stands }: Opening): Promise<Cost> {
  const target = page.locator(press).first();
  await target.scrollIntoViewIfNeeded();
  // Where the pointer rests already, its way there is not part of the press.
  await target.hover();
  await page.waitForTimeout(200);
  return pressCost(browser, page, () => target.click(), stands);
}

/** @returns the part of the page as HTML, with only those items that are in view */
function htmlOf(page: Page, part: string): Promise<string> {
  return page.evaluate((selector) => {
    const whole = document.querySelector(selector);
    const copy = whole?.cloneNode(true);
    if (!whole || !(copy instanceof Element)) return '';
    const copies = [...copy.querySelectorAll('[data-item]')];
    for (const [index, item] of [...whole.querySelectorAll('[data-item]')].entries()) {
      if (item.getBoundingClientRect().top >= innerHeight) copies[index]?.remove();
    }
    return copy.outerHTML;
  }, part);
}

async function walk(browser: Browser, page: Page): Promise<Visits[]> {
  const all: Visits[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, opening] of openings.entries()) {
      const cost = await open(browser, page, opening);
      const known = all[index];
      if (known) known.warm.push(cost);
      else {
        const html = await htmlOf(page, opening.part ?? 'main');
        all.push({ opening, cold: cost, warm: [], html });
      }
      if (!opening.isOver) continue;
      await page.keyboard.press('Escape');
      await page.locator(opening.stands).first().waitFor({ state: 'detached' });
    }
  }
  return all;
}

const rounded = (ms: number) => ms.toFixed(ms < 10 ? 1 : 0);

async function outcomesAt(
  browser: Browser,
  ground: { url: string; cookie: string },
  screen: Screen,
): Promise<{ opening: Opening; outcome: Outcome; longest: number }[]> {
  const context = await logInWith(browser, ground, screen);
  try {
    const page = await context.newPage();
    await page.goto('/?tab=shop');
    await page.waitForTimeout(settledAfterMs);
    await slowDown(page, slowDownRate);
    const visits = await walk(browser, page);
    const bare = await context.newPage();
    await bare.goto('/nothing-here');
    await bare.waitForTimeout(500);
    await slowDown(bare, slowDownRate);
    const outcomes = [];
    for (const { opening, cold, warm, html } of visits) {
      const ready: number[] = [];
      for (let round = 0; round < htmlRounds; round += 1) {
        ready.push((await htmlCost(browser, bare, html)).total);
      }
      const of = (part: keyof Cost) => median(warm.map((cost) => cost[part]));
      const ours = of('total');
      const longest = of('longest');
      const note =
        `longest task ${rounded(longest)} ms; first visit ${rounded(cold.total)} ms, ` +
        `longest ${rounded(cold.longest)}; in the same second after it ` +
        `${rounded(of('afterwards'))} ms; as ready HTML ${rounded(median(ready))} ms`;
      outcomes.push({
        opening,
        longest,
        outcome: { ours, theirs: most, ratio: ours / most, note },
      });
    }
    return outcomes;
  } finally {
    await context.close();
  }
}

function wordingOf(subject: string): Wording {
  return {
    name: `Main thread at a 4 times slower processor: ${subject}`,
    comparedWith: 'what it may take',
    unit: 'ms',
    limit: { most: 1 },
  };
}

async function* measureTabs(ground: SizedGround) {
  const served = await ground.serve(ground.size);
  const browser = await openBrowser();
  try {
    for (const screen of ['desk', 'phone'] as const) {
      const { width, height } = screens[screen];
      const outcomes = await outcomesAt(browser, served, screen);
      for (const { opening, outcome } of outcomes) {
        yield { claim: wordingOf(`opening ${opening.name}, ${width} × ${height}`), outcome };
      }
      const longest = outcomes.toSorted((one, other) => other.longest - one.longest)[0];
      if (longest === undefined) continue;
      yield {
        claim: wordingOf(`the longest task of all openings, ${width} × ${height}`),
        outcome: {
          ours: longest.longest,
          theirs: most,
          ratio: longest.longest / most,
          note: `opening ${longest.opening.name}`,
        },
      };
    }
  } finally {
    await browser.close();
    await served.stop();
  }
}

export const tabsClaim: SizedClaim = { topics: ['tabs'], measure: measureTabs };
