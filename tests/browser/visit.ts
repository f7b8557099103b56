import { type APIResponse, expect, type Locator, type Page, type Route } from '@playwright/test';
import type { Complaints } from './complaints.ts';
import { clientRows } from './places.ts';
import type { ShopData } from './shop-data.ts';

export interface Visit {
  page: Page;
  shop: ShopData;
  complaints: Complaints;
}

/** Goes there and waits until there is something to see. */
export type Screen = (visit: Visit) => Promise<void>;

export async function openOverview(
  page: Page,
  subTab: string,
  ticketNumber: string,
): Promise<void> {
  await page.goto(`/?sub=${subTab}`);
  await expect(page.getByText(ticketNumber).first()).toBeVisible();
}

export async function openClients(page: Page, shop: ShopData): Promise<Locator> {
  await page.goto(`/?tab=clients&q=${encodeURIComponent(shop.client.email.slice(0, 12))}`);
  const row = clientRows(page).filter({ hasText: shop.client.email });
  await expect(row).toBeVisible();
  return row;
}

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
