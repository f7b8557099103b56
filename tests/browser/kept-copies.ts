import type { BrowserContext, Page } from '@playwright/test';

/** What this browser keeps of the shop's data. */

/** The specification's lists among the browser's own copies. */
export const keys = ['watch-repairs', 'completed-repairs', 'clients'] as const;

/** What the tabs need is fetched and written in quiet moments, a few seconds after the screen has appeared. */
export const inAWhile = { timeout: 30_000 };

export function storedList(page: Page, key: (typeof keys)[number]): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}

export async function listsWith(page: Page, text: string): Promise<string[]> {
  const texts = await Promise.all(keys.map((key) => storedList(page, key)));
  return keys.filter((_, index) => texts[index]?.includes(text));
}

export function keptQueries(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('local-copies');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const finish = (text: string) => {
            database.close();
            resolve(text);
          };
          if (!database.objectStoreNames.contains('queries')) return finish('');
          const reading = database.transaction('queries').objectStore('queries').getAll();
          reading.onsuccess = () => finish(reading.result.map((row) => JSON.stringify(row)).join());
        };
      }),
  );
}

export async function cutOff(context: BrowserContext): Promise<void> {
  await context.route('**/api/**', (route) => route.abort('connectionrefused'));
}
