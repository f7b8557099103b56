import type { APIResponse, Page, Route } from '@playwright/test';

/** The server gets the next such request, and its answer is lost. */
export async function loseAnswer(page: Page, url: RegExp): Promise<void> {
  await page.route(
    url,
    async (route) => {
      await route.fetch();
      await route.abort('failed');
    },
    { times: 1 },
  );
}

/**
 * Such requests reach the server only once they are let go.
 *
 * @returns a function that lets them go
 */
export async function holdBack(page: Page, url: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** The server's answer to a routed request, whole even if the page knows it already. */
export function freshAnswer(route: Route): Promise<APIResponse> {
  const { 'if-none-match': _, ...headers } = route.request().headers();
  return route.fetch({ headers });
}
