import { expect, type Locator, type Page } from '@playwright/test';
import type { Complaints } from './complaints.ts';
import { clientRows } from './locators.ts';
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
