import type { Browser, Page } from '@playwright/test';

/**
 * What a press costs the page's main thread, read from the browser's own trace: the time of every
 * task, in which script, style, layout and paint are all held. It is the thread's own time, not the
 * clock's, so that it is the same whatever else the machine does. In milliseconds.
 */

export interface Cost {
  /** All tasks from the press until the frame that shows what was asked for is handed over. */
  total: number;
  /** The longest of those tasks. */
  longest: number;
  /** All tasks of the rest of the second: answers that are read again, rows beyond the view. */
  afterwards: number;
}

interface TraceEvent {
  name: string;
  cat: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** Of the thread. */
  tdur?: number;
}

interface Task {
  from: number;
  to: number;
  cost: number;
}

/** Tasks, and the two marks below. More would cost what it measures. */
const categories = ['disabled-by-default-devtools.timeline', 'blink.user_timing'];

/** Enough for the answers of a server on the same machine. */
const followedForMs = 1_000;

const marks = { pressed: 'bench pressed', stands: 'bench stands' };

function tasksOf(events: readonly TraceEvent[], { pid, tid }: TraceEvent): Task[] {
  return events
    .filter((event) => event.name === 'RunTask' && event.ph === 'X')
    .filter((event) => event.pid === pid && event.tid === tid)
    .map(({ ts, dur = 0, tdur = dur }) => ({ from: ts, to: ts + dur, cost: tdur / 1_000 }))
    .toSorted((one, other) => one.from - other.from);
}

function costIn(trace: Buffer): Cost {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const markOf = (name: string) =>
    traceEvents.find((event) => event.name === name && event.cat.includes('user_timing'));
  const [pressed, stands] = [markOf(marks.pressed), markOf(marks.stands)];
  if (pressed === undefined || stands === undefined) {
    throw new Error('What was pressed for did not come');
  }
  const tasks = tasksOf(traceEvents, pressed);
  const holding = (ts: number) => tasks.find(({ from, to }) => from <= ts && to >= ts);
  const from = holding(pressed.ts)?.from ?? pressed.ts;
  // The mark is set before the frame is laid out and painted, in the task that does both.
  const to = holding(stands.ts)?.to ?? stands.ts;
  const opening = tasks.filter((task) => task.from >= from && task.from < to);
  const end = from + followedForMs * 1_000;
  const rest = tasks.filter((task) => task.from >= to && task.from < end);
  const sum = (all: readonly Task[]) => all.reduce((total, { cost }) => total + cost, 0);
  return {
    total: sum(opening),
    longest: Math.max(0, ...opening.map(({ cost }) => cost)),
    afterwards: sum(rest),
  };
}

/** Where the page keeps the promise of what it watches for. */
interface Watching {
  benchWatch?: Promise<void>;
}

/** Has the page note when it is pressed, and the frame in which what is wanted stands. */
function watchFor(page: Page, wanted: string): Promise<void> {
  return page.evaluate(
    ([selector = '', pressed = '', stands = '']) => {
      const coming = '[role="status"][aria-busy="true"], ul[aria-busy="true"]';
      const isShown = (element: Element | null) =>
        element?.checkVisibility({ visibilityProperty: true }) === true;
      let tell: () => void = () => undefined;
      (globalThis as Watching).benchWatch = new Promise((resolve) => {
        tell = resolve;
      });
      const observer = new MutationObserver(() => {
        if (!isShown(document.querySelector(selector)) || document.querySelector(coming)) return;
        observer.disconnect();
        requestAnimationFrame(() => {
          performance.mark(stands);
          tell();
        });
      });
      const start = () => {
        performance.mark(pressed);
        observer.observe(document, {
          childList: true,
          subtree: true,
          attributeFilter: ['aria-busy'],
        });
      };
      addEventListener('click', start, { capture: true, once: true });
    },
    [wanted, marks.pressed, marks.stands],
  );
}

/**
 * @param press presses, with the mouse
 * @param wanted a selector of what shall stand on the screen then
 */
export async function pressCost(
  browser: Browser,
  page: Page,
  press: () => Promise<void>,
  wanted: string,
): Promise<Cost> {
  await watchFor(page, wanted);
  await browser.startTracing(page, { categories });
  await press();
  await page.evaluate(() => (globalThis as Watching).benchWatch);
  await page.waitForTimeout(followedForMs);
  return costIn(await browser.stopTracing());
}

/** The same for ready HTML that is put into an empty page: what the browser itself cannot do without. */
export async function htmlCost(browser: Browser, page: Page, html: string): Promise<Cost> {
  await page.evaluate(() => {
    document.body.replaceChildren();
  });
  await page.waitForTimeout(200);
  await browser.startTracing(page, { categories });
  await page.evaluate(
    ([ready = '', pressed = '', stands = '']) => {
      performance.mark(pressed);
      document.body.innerHTML = ready;
      return new Promise<void>((resolve) =>
        requestAnimationFrame(() => {
          performance.mark(stands);
          setTimeout(resolve);
        }),
      );
    },
    [html, marks.pressed, marks.stands],
  );
  await page.waitForTimeout(200);
  return costIn(await browser.stopTracing());
}
