import type { BrowserContext, Page } from '@playwright/test';
import { button } from './locators.ts';
import { expect } from './shop.ts';

interface Print {
  title: string;
  /** Since its document was made, in milliseconds. */
  afterMs: number;
  /** Since its stylesheets were there, in milliseconds; null if it has none of its own. */
  afterLayoutMs: number | null;
}

/** How to wait for a print: without the growing pauses, the last of which is longer than a print takes. */
export const often = { intervals: [50] };

/**
 * Records what the browser is asked to print instead of showing its print dialog, which no test
 * could operate. What follows the closing of a print dialog does not happen: the window stays for the test.
 */
export async function recordPrints(context: BrowserContext): Promise<Print[]> {
  const prints: Print[] = [];
  await context.exposeFunction('reportPrint', (print: Print) => {
    prints.push(print);
  });
  await context.addInitScript(() => {
    window.addEventListener('afterprint', (event) => event.stopImmediatePropagation());
    window.print = () => {
      const sheets = performance
        .getEntriesByType('resource')
        .filter((entry) => entry.name.endsWith('.css'))
        .map((entry) => (entry as PerformanceResourceTiming).responseEnd);
      const now = performance.now();
      const { reportPrint } = window as unknown as { reportPrint: (print: Print) => void };
      reportPrint({
        title: document.title,
        afterMs: now,
        afterLayoutMs: sheets.length === 0 ? null : now - Math.max(...sheets),
      });
    };
  });
  return prints;
}

/** How far the sheet and what is on it reach beyond the window, in CSS pixels; 0 for not at all. */
const overreach = (popup: Page) =>
  popup.evaluate(() => {
    const sheet = document.querySelector('.print-sheet');
    const parts = sheet === null ? [] : [sheet, ...sheet.querySelectorAll('*')];
    const boxes = parts.map((part) => part.getBoundingClientRect());
    const { scrollWidth } = document.documentElement;
    const right = Math.max(scrollWidth, ...boxes.map((box) => box.right)) - innerWidth;
    const sideways = Math.max(right, ...boxes.map((box) => -box.left));
    const down = Math.max(0, ...boxes.map((box) => box.bottom)) - innerHeight;
    return { sideways: Math.max(0, Math.ceil(sideways)), down: Math.max(0, Math.ceil(down)) };
  });

/** Watches a print window from the moment it opens: nothing in it is ever cut, and its sheet is whole. */
export async function expectWholePreview(popup: Page): Promise<void> {
  expect(popup.viewportSize()).toEqual({ width: 500, height: 700 });
  while (!(await button(popup, 'Print again').isVisible())) {
    expect((await overreach(popup)).sideways).toBe(0);
  }
  expect(await overreach(popup)).toEqual({ sideways: 0, down: 0 });
}
