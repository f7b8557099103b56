import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type { Outcome } from './claims.ts';
import { logInWith, openBrowser } from './desk.ts';
import { quantile } from './latency.ts';
import { median, root } from './measure.ts';
import { openTextingShop, publicUrl, type TextingShop } from './texting-shop.ts';

/**
 * From a customer's reply, signed and posted as the provider does, to the changed badge on the card in
 * a real browser, while two hundred browsers have their streams open. The clock of the page is set
 * against this process's.
 */

const mostMs = 150;
const browsers = 200;
const replies = 200;
/** Enough to see what each of them costs. */
const manyStreams = 800;
/** A quiet moment before each reply, in milliseconds: customers do not answer in step. */
const pauseMs = { least: 100, more: 100 };

/** What a page asks for again after a change while it shows the overview's estimates. */
const overviewPaths = ['/api/overview', '/api/estimates', '/api/attention'];

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const now = () => performance.timeOrigin + performance.now();

/** The other browsers, in a process of their own. */
function openReaders(shop: TextingShop, fetched: readonly string[]) {
  const child: ChildProcess = fork(join(root, 'bench/live-readers.ts'), {
    env: { PRODUCT_URL: shop.url, COOKIE: shop.cookie, FETCH: fetched.join(' ') },
  });
  return {
    async open(more: number): Promise<void> {
      child.send(more);
      await once(child, 'message');
    },
    async close(): Promise<void> {
      if (!child.connected) return;
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

async function openPage(browser: Browser, shop: TextingShop): Promise<Page> {
  const context = await logInWith(browser, shop, 'desk');
  const page = await context.newPage();
  await page.goto('/?sub=estimates');
  await page.getByRole('tab', { name: 'Estimates' }).waitFor();
  return page;
}

/** How far the page's clock is ahead of ours, in milliseconds, as the quickest of many asks tells. */
async function clockOffset(page: Page): Promise<number> {
  let best = { took: Number.POSITIVE_INFINITY, offset: 0 };
  for (let ask = 0; ask < 30; ask += 1) {
    const before = now();
    const there = await page.evaluate(() => performance.timeOrigin + performance.now());
    const after = now();
    if (after - before < best.took) {
      best = { took: after - before, offset: there - (before + after) / 2 };
    }
  }
  return best.offset;
}

/** @returns the ticket number of a new repair whose estimate was sent to the phone */
async function sendEstimate({ url, cookie }: TextingShop, number: number, phone: string) {
  const post = async (path: string, body: object) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json() as Promise<{ repair: { ticketNumber: string } }>;
  };
  const { repair } = await post('/api/repairs', {
    repairId: randomUUID(),
    customerName: `Customer ${number}`,
    customerEmail: `customer${number}@example.com`,
    customerPhone: phone,
    watchBrand: 'Omega',
    watchModel: 'Seamaster 300',
    issue: 'Stops overnight, second hand loose',
  });
  const { ticketNumber } = repair;
  await post('/api/estimates', { repairId: ticketNumber, amount: 150 });
  return ticketNumber;
}

/** Watches for the moment at which a ticket's card says "Accepted", by the page's clock. */
function watchCard(page: Page, ticketNumber: string): Promise<number> {
  return page.evaluate(
    (number) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const card = [...document.querySelectorAll('article')].find((each) =>
            each.textContent?.includes(number),
          );
          if (!card?.textContent?.includes('Accepted')) return;
          observer.disconnect();
          resolve(performance.timeOrigin + performance.now());
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    ticketNumber,
  );
}

let customers = 0;

async function measureReplies(shop: TextingShop, page: Page, amount: number): Promise<number[]> {
  const offset = await clockOffset(page);
  const took: number[] = [];
  for (let reply = 0; reply < amount; reply += 1) {
    customers += 1;
    const digits = String(2_000_000 + customers);
    const ticketNumber = await sendEstimate(
      shop,
      customers,
      `(212) ${digits.slice(0, 3)}-${digits.slice(3)}`,
    );
    await page.locator('article', { hasText: ticketNumber }).waitFor();
    await delay(pauseMs.least + Math.random() * pauseMs.more);
    const text = shop.standIn.text(`+1212${digits}`, 'ACCEPT');
    const changed = watchCard(page, ticketNumber);
    // The watch is set before anything is sent.
    await page.evaluate(() => undefined);
    const sentAt = now();
    const response = await shop.standIn.handOver(text, publicUrl);
    if (response.status !== 200) throw new Error(`The reply was not taken: ${response.status}`);
    took.push((await changed) - offset - sentAt);
  }
  return took;
}

/** What the product holds in memory once what it does not need has gone, in kB. */
async function residentKilobytes({ pid }: TextingShop): Promise<number> {
  process.kill(pid, 'SIGUSR2');
  await delay(1_000);
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
}

/** @returns how much more the product holds for each of many open streams, in kB */
async function memoryOfStreams(shop: TextingShop): Promise<number> {
  const readers = openReaders(shop, []);
  try {
    // The first few make it hold what it holds for any number of them.
    await readers.open(browsers);
    const before = await residentKilobytes(shop);
    await readers.open(manyStreams);
    return ((await residentKilobytes(shop)) - before) / manyStreams;
  } finally {
    await readers.close();
  }
}

async function measureLive(fetched: readonly string[]): Promise<Outcome> {
  // Without it there is no telling what memory is held from what is only not yet given back.
  const shop = await openTextingShop(['--expose-gc', '--import', './bench/collect-on-signal.ts']);
  const readers = openReaders(shop, fetched);
  const browser = await openBrowser();
  try {
    await readers.open(browsers - 1);
    const page = await openPage(browser, shop);
    // The first few find the code cold, here and there.
    await measureReplies(shop, page, 5);
    const took = await measureReplies(shop, page, replies);
    const ours = quantile(took, 0.99);
    const kilobytes = await memoryOfStreams(shop);
    return {
      ours,
      theirs: mostMs,
      ratio: ours / mostMs,
      note: `p50 ${median(took).toFixed(0)} ms, longest ${Math.max(...took).toFixed(0)} ms; ${kilobytes.toFixed(0)} kB for each stream`,
    };
  } finally {
    await browser.close();
    await readers.close();
    await shop.close();
  }
}

/** The other browsers have their streams open and look at something that the reply does not touch. */
export const measureLiveReply = (): Promise<Outcome> => measureLive([]);

/** All of them show the overview's estimates, and fetch them again at the same moment. */
export const measureLiveReplyToAll = (): Promise<Outcome> => measureLive(overviewPaths);
