import type { Page } from './page.ts';

/** Lists of the whole shop: each item says which repair it is for, and the list says which filters show any. */

/** What is selected of the ticket and its client. */
export const repairColumns = [
  'client.name as customer_name',
  'ticket.watch_brand',
  'ticket.watch_model',
  'ticket.initial_photo_url',
  'ticket.expected_on as promised_on',
] as const;

/** The same, as fields of a list's item. */
export const itsRepairOf = (row: {
  customer_name: string;
  watch_brand: string;
  watch_model: string;
  initial_photo_url: string | null;
  promised_on: string | null;
}) => ({
  customerName: row.customer_name,
  watchBrand: row.watch_brand,
  watchModel: row.watch_model,
  initialPhotoUrl: row.initial_photo_url,
  promisedOn: row.promised_on,
});

/** @returns the page with those of the filters for which `first` finds any row */
export async function withFilters<Item, Filter>(
  page: Page<Item>,
  filters: readonly Filter[],
  first: (filter: Filter) => Promise<readonly unknown[]>,
): Promise<Page<Item> & { filters: Filter[] }> {
  const shown = await Promise.all(
    filters.map(async (each) => ((await first(each)).length > 0 ? [each] : [])),
  );
  return { ...page, filters: shown.flat() };
}
