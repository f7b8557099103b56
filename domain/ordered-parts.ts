import type { OrderedPart } from './api-parts.ts';
import { dateText } from './calendar-date.ts';
import type { ListPaper } from './list-paper.ts';
import { centsFromDollars, dollarsFromCents, formatPrice } from './money.ts';
import { lateness } from './part-state.ts';
import { searchable } from './search-text.ts';

/** What the shop has on order, by supplier: on the screen, on paper, and to paste into an email. */

export interface SupplierParts {
  /** As typed with its first part; null for parts without a supplier. */
  supplier: string | null;
  parts: OrderedPart[];
  /** In dollars. */
  cost: number;
}

const centsOf = ({ cost }: Pick<OrderedPart, 'cost'>) => centsFromDollars(cost ?? 0) ?? 0;

/** Their total cost in dollars. */
export const costOfParts = (parts: readonly Pick<OrderedPart, 'cost'>[]): number =>
  dollarsFromCents(parts.reduce((sum, part) => sum + centsOf(part), 0));

/** @param parts in the order of the list, which keeps each supplier's parts together */
export function bySupplier(parts: readonly OrderedPart[]): SupplierParts[] {
  const groups: OrderedPart[][] = [];
  let last: string | null = null;
  for (const part of parts) {
    const key = searchable(part.supplier ?? '');
    if (key === last) groups.at(-1)?.push(part);
    else groups.push([part]);
    last = key;
  }
  return groups.map((group) => ({
    supplier: group[0]?.supplier ?? null,
    parts: group,
    cost: costOfParts(group),
  }));
}

export const noSupplier = 'No supplier';

/** The parts on order from a supplier, one per line. */
export const partsAsText = (parts: readonly OrderedPart[]): string =>
  parts
    .map(({ number, description }) => [number, description].filter(Boolean).join(' · '))
    .join('\n');

const watchOf = ({ watchBrand, watchModel }: OrderedPart) => `${watchBrand} ${watchModel}`;

/** The list on paper. @param today in the shop's time zone */
export function orderedPartsPaper(parts: readonly OrderedPart[], today: string): ListPaper {
  const date = (day: string | null) => (day === null ? '' : dateText(day, today));
  const lines = (...texts: (string | null | undefined)[]) =>
    texts.filter((text): text is string => Boolean(text));
  return {
    title: 'Parts on order',
    facts: [
      { label: 'Date', value: dateText(today) },
      { label: 'Parts', value: String(parts.length) },
      { label: 'Cost', value: formatPrice(costOfParts(parts)) },
    ],
    columns: [
      { label: 'Part' },
      { label: 'For' },
      { label: 'Ordered', isDate: true },
      { label: 'Expected', isDate: true },
      { label: 'Cost', isNumber: true },
    ],
    groups: bySupplier(parts).map(({ supplier, parts: group, cost }) => ({
      title: supplier ?? noSupplier,
      sum: formatPrice(cost),
      rows: group.map((part) => [
        lines(part.description, part.number && `no. ${part.number}`),
        lines(part.customerName, part.ticketNumber, watchOf(part)),
        lines(date(part.orderedOn)),
        lines(date(part.expectedOn), lateness(part.expectedOn, part.promisedOn, today)?.words),
        lines(part.cost === null ? null : formatPrice(part.cost)),
      ]),
    })),
  };
}
