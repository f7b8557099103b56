import type { Locator, Page } from '@playwright/test';

const numberedId = (number: number) =>
  `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/**
 * Answers a list as a server with many more of them would, page by page.
 *
 * @param items one of them, and what makes each another one
 */
export async function answerEndlessly<Item extends { id: string }>(
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

/** Scrolls on until so many have been loaded. @returns the most that ever stood in the page */
export async function mostInPage(list: Locator, wanted: number): Promise<number> {
  await list.locator('[data-item]').first().waitFor();
  return list.evaluate(async (element, until) => {
    let most = 0;
    for (;;) {
      const items = [...element.querySelectorAll('[data-item]')];
      most = Math.max(most, items.length);
      const last = items.at(-1);
      if (Number(last?.getAttribute('aria-posinset')) >= until) return most;
      last?.scrollIntoView({ block: 'end', behavior: 'instant' });
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
    }
  }, wanted);
}
