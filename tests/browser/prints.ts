import type { BrowserContext } from '@playwright/test';

interface Print {
  title: string;
  /** Since its document was made, in milliseconds. */
  afterMs: number;
  /** Since its stylesheets were there, in milliseconds; null where it has none of its own. */
  afterLayoutMs: number | null;
}

/**
 * Writes down what the browser is asked to print instead of showing its print dialog, which no test
 * could press. What is over when a print dialog closes does not happen: the window stays for the test.
 */
export async function recordPrints(context: BrowserContext): Promise<Print[]> {
  const prints: Print[] = [];
  await context.exposeFunction('tellPrint', (print: Print) => {
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
      const { tellPrint } = window as unknown as { tellPrint: (print: Print) => void };
      tellPrint({
        title: document.title,
        afterMs: now,
        afterLayoutMs: sheets.length === 0 ? null : now - Math.max(...sheets),
      });
    };
  });
  return prints;
}
