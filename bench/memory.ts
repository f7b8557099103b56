import type { CDPSession, Page } from '@playwright/test';
import type { ServedStore, SizedClaim, SizedGround, Wording } from './claims.ts';
import { logInWith, openBrowser } from './desk.ts';

/**
 * Whether the dashboard stays as small as it was, after an hour at a counter where something happens
 * every second: 3,600 changes of repairs, clients and texts by the server and its own live events,
 * the polls in between, and somebody who goes from tab to tab and opens and closes tickets. The
 * hour goes by fast: the page's clock is moved on, so that everything that waits
 * for a time waits for the same number of changes as in a shop. Garbage is collected before
 * each count, and each count is taken on the same screen.
 */

const seconds = Number(process.env.BENCH_SECONDS || 3_600);
const parts = 10;
/** What is kept within bounds (answers, measures of lists, compiled code) has filled up by then. */
const partsToFill = 3;
/**
 * The clock is moved on so many seconds at a time, a poll's worth: each moving is a script of its own
 * in the page, and a script for each second was most of what had grown after the hour.
 */
const step = 5;
/** A step takes no less, or answers would come later than they ever do. In milliseconds. */
const leastStepMs = 125;

const growth = { most: 1.1 };

interface Count {
  heapBytes: number;
  /** Also of what is in no page any more and still held. */
  nodes: number;
  listeners: number;
}

interface Ticket {
  ticketNumber: string;
  status: string;
  isSameDay: boolean;
}

/** Somebody at another computer of the shop. */
function colleague({ url, cookie }: ServedStore) {
  async function ask<Answered>(method: string, path: string, body?: unknown): Promise<Answered> {
    const response = await fetch(url + path, {
      method,
      headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    return (await response.json()) as Answered;
  }
  let tickets: Ticket[] = [];
  return {
    async lookAround(): Promise<void> {
      const path = '/api/repairs?status=pending&limit=100';
      tickets = (await ask<{ items: Ticket[] }>('GET', path)).items;
      if (tickets.length === 0) throw new Error('No repair is pending that could be changed');
    },
    /** Something that changes what the screens show. */
    async change(second: number): Promise<void> {
      const ticket = tickets[second % tickets.length];
      if (ticket === undefined) return;
      const path = `/api/repairs/${ticket.ticketNumber}`;
      if (second % 3 === 0) {
        ticket.isSameDay = !ticket.isSameDay;
        await ask('PATCH', path, { isSameDay: ticket.isSameDay });
      } else await ask('PATCH', path, { priceNotes: `As said on the phone, ${second}` });
    },
  };
}

/** In their turn. */
const tabs = [
  'Repairs',
  'Clients',
  'Search',
  'Estimates',
  'New repair',
  'Technicians',
  'Completed',
];

/** Presses what has the name; done when the page has drawn what follows. */
async function press(page: Page, selector: string): Promise<void> {
  await page.evaluate((wanted) => {
    document.querySelector<HTMLElement>(wanted)?.click();
  }, selector);
  await page.clock.runFor(500);
}

const isSubTab = (label: string) => label === 'Estimates' || label === 'Completed';

async function goTo(page: Page, label: string): Promise<void> {
  const overview = '[role="tab"][id$="-overview"]';
  if (isSubTab(label)) await press(page, overview);
  const value = label.toLowerCase().replace(' ', '-');
  await press(page, label === 'Overview' ? overview : `[role="tab"][id$="-${value}"]`);
}

/** What somebody does in this second; most of the time they read. */
async function act(page: Page, second: number): Promise<void> {
  if (second % 15 === 0) await goTo(page, tabs[(second / 15) % tabs.length] ?? 'Repairs');
  if (second % 20 === 5) {
    // Another one each time, of those that are in the page.
    await page.evaluate((number) => {
      const links = document.querySelectorAll<HTMLElement>('main [data-item] h3 a');
      links[number % Math.max(1, links.length)]?.click();
    }, second);
  }
  if (second % 20 === 10) await press(page, '[role="dialog"] [aria-label="Close"]');
}

async function count(page: Page, session: CDPSession): Promise<Count> {
  await goTo(page, 'Overview');
  await press(page, '[role="tab"][id$="-pending"]');
  await page.clock.runFor(3_000);
  await page.waitForTimeout(500);
  for (let round = 0; round < 3; round += 1) {
    await session.send('HeapProfiler.collectGarbage');
    await page.waitForTimeout(100);
  }
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return { heapBytes: usedSize, nodes, listeners: jsEventListeners };
}

async function liveThrough(page: Page, store: ServedStore): Promise<Count[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  const other = colleague(store);
  await other.lookAround();
  const counts: Count[] = [];
  for (let second = step; second <= seconds; second += step) {
    const before = performance.now();
    for (let change = 0; change < step; change += 1) await other.change(second - change);
    await act(page, second);
    await page.clock.runFor(step * 1_000);
    const left = leastStepMs - (performance.now() - before);
    if (left > 0) await page.waitForTimeout(left);
    if (second % (seconds / parts) === 0) counts.push(await count(page, session));
  }
  return counts;
}

const subjects: { name: string; unit: string; of: (count: Count) => number }[] = [
  { name: 'heap', unit: 'MB', of: ({ heapBytes }) => heapBytes / 1e6 },
  { name: 'elements and texts that are held', unit: '', of: ({ nodes }) => nodes },
  { name: 'listeners', unit: '', of: ({ listeners }) => listeners },
];

function wordingOf({ name, unit }: { name: string; unit: string }): Wording {
  return {
    name: `Browser after an hour of live updates: ${name}`,
    comparedWith: 'after three tenths of it',
    unit,
    limit: growth,
  };
}

async function* measureMemory(ground: SizedGround) {
  const store = await ground.serve(ground.size);
  const browser = await openBrowser();
  try {
    const context = await logInWith(browser, store, 'desk');
    const page = await context.newPage();
    await page.clock.install();
    await page.goto('/');
    await page.locator('[data-item]').first().waitFor();
    const counts = await liveThrough(page, store);
    for (const subject of subjects) {
      const all = counts.map(subject.of);
      const filled = all[partsToFill - 1] ?? Number.NaN;
      const last = all.at(-1) ?? Number.NaN;
      const note = `each tenth: ${all.map((each) => each.toFixed(subject.unit === 'MB' ? 1 : 0)).join(', ')}`;
      yield {
        claim: wordingOf(subject),
        outcome: { ours: last, theirs: filled, ratio: last / filled, note },
      };
    }
  } finally {
    await browser.close();
    await store.stop();
  }
}

export const browserMemoryClaim: SizedClaim = {
  topics: ['browser-memory'],
  measure: measureMemory,
};
