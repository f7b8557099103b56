import Printer from 'lucide/printer';
import { type ReactNode, useState } from 'react';
import { dateText } from '../../../domain/calendar-date.ts';
import type { ListPaper } from '../../../domain/list-paper.ts';
import type { Listed } from '../../data/list-pages.ts';
import { useActionsOn } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { Listing } from '../../parts/list/listing.tsx';
import { LongList } from '../../parts/list/long-list.tsx';
import type { PagedList } from '../../parts/list/paged-list.ts';
import type { ShowItem } from '../../parts/list/placed-item.tsx';
import { layoutOf, usePrinter } from '../../parts/print/print-button.tsx';
import type { RowStep } from '../../parts/repair/row-steps.tsx';
import { opensItsTicket, TicketLink } from '../../parts/repair/ticket-link.tsx';
import { awayId, RowsAway } from '../../parts/repair-list/row-cells.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chips } from '../../ui/chips.tsx';
import { SkeletonRows } from '../../ui/states.tsx';

/** Shared by the shop's lists of parts and of watches sent out. */

export const small = 'text-ink-muted text-sm';

export const shortDate = (day: string, today: string): ReactNode => (
  <time dateTime={day}>{dateText(day, today)}</time>
);

/** A date, labeled if there are no column heads to say what it is. */
export const dateCell = (label: string, day: string, today: string): ReactNode => (
  <>
    <span className={`${small} @min-[60rem]:hidden`}>{label} </span>
    {shortDate(day, today)}
  </>
);

interface ShopListProps<Item extends Listed, Filter extends string> {
  label: string;
  list: PagedList<Item>;
  /** What it is a list of, for a list that cannot be loaded. */
  what: string;
  empty: ReactNode;
  show: Filter;
  onShow: (filter: Filter) => void;
  /** The usual one is the first. */
  filterLabels: Readonly<Record<Filter, string>>;
  /** Of the whole list. */
  summary: ReactNode;
  /** Undefined if it is not printed. */
  paper: (() => Promise<ListPaper>) | undefined;
  /** The classes of its columns, for {@link ShopRow}, too. */
  columns: string;
  /** After the picture's column. */
  heads: readonly string[];
  /** The one of them with an amount of money. */
  amount: string;
  children: ShowItem<Item>;
}

/** One part of a list at a time, with its sum and its print. */
export function ShopList<Item extends Listed, Filter extends string>({
  label,
  list,
  what,
  empty,
  show,
  onShow,
  filterLabels,
  summary,
  paper,
  columns,
  heads,
  amount,
  children,
}: ShopListProps<Item, Filter>) {
  const hasItems = list.items.length > 0;
  const { data, hasNextPage } = list.query;
  const [usual] = Object.keys(filterLabels) as [Filter];
  const filters = useFilters(data?.pages, usual, show);
  return (
    <section aria-label={label} className="@container flex flex-col gap-3">
      <div className="flex min-h-control flex-wrap items-center gap-x-4 gap-y-2">
        <FilterChips {...{ filters, labels: filterLabels, value: show, onChange: onShow }} />
        <div className="ml-auto flex flex-wrap items-center justify-end gap-x-4">
          <p className={small}>{hasNextPage === false && hasItems && summary}</p>
          {hasItems && paper && <PrintList load={paper} />}
        </div>
      </div>
      <Listing list={list} what={what} skeleton={<SkeletonRows rows={6} />} empty={empty}>
        {(more) => (
          <>
            <Card as="div" flush>
              <div
                aria-hidden="true"
                className={`hidden gap-x-3 rounded-t border-b bg-sunken px-3 py-1 text-ink-muted text-sm @min-[60rem]:grid ${columns}`}
              >
                <span className="w-thumb" />
                {heads.map((head) => (
                  <span key={head} className={head === amount ? 'text-right' : undefined}>
                    {head}
                  </span>
                ))}
              </div>
              <LongList
                {...list.shown}
                label={label}
                className="flex flex-col divide-y [--item-height:3.5rem]"
              >
                {children}
              </LongList>
              {hasNextPage && <div className="pb-4">{more}</div>}
            </Card>
            <RowsAway />
          </>
        )}
      </Listing>
    </section>
  );
}

/** In columns if there is room, else one below the other. */
export const ShopRow = ({ columns, children }: { columns: string; children: ReactNode }) => (
  <div
    {...opensItsTicket}
    className={`grid cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-3 py-2 hover:bg-sunken has-[.is-current]:bg-accent-soft @min-[60rem]:gap-y-0 @min-[60rem]:py-1 ${columns}`}
  >
    {children}
  </div>
);

/** Whose watch it is. */
export function WatchCell({
  of: { customerName, ticketNumber, watchBrand, watchModel },
  className = '',
}: {
  of: { customerName: string; ticketNumber: string; watchBrand: string; watchModel: string };
  className?: string;
}) {
  return (
    <div className={`min-w-0 ${className}`}>
      <p className="truncate font-semibold">
        <bdi>{customerName}</bdi>
      </p>
      <p className={`truncate ${small}`}>
        <TicketLink ticketNumber={ticketNumber} isQuiet /> · <bdi>{watchBrand}</bdi>{' '}
        <bdi>{watchModel}</bdi>
      </p>
    </div>
  );
}

/**
 * What a row's actions are given: why they aren't offered now and, if something is expected only after the date
 * promised, the step that comes first: to promise a later date.
 */
export function useRowActions(
  { ticketNumber, expectedOn }: { ticketNumber: string; expectedOn: string | null },
  isPromiseBroken: boolean | undefined,
) {
  const { open, opening } = useActionsOn(ticketNumber);
  const instead: RowStep | null =
    isPromiseBroken && expectedOn !== null
      ? {
          label: 'Change date',
          pending: opening === 'promise',
          run: () => void open('promise', { notBefore: expectedOn }),
        }
      : null;
  return { disabledReason: useAwayReason(), reasonId: awayId, ...(instead && { instead }) };
}

interface PageQuery {
  limit: number;
  cursor?: string;
}

/** Loads the whole list for printing. */
export async function allItems<Item>(
  read: (query: PageQuery) => Promise<{ items: Item[]; nextCursor: string | null }>,
): Promise<Item[]> {
  const all: Item[] = [];
  let cursor: string | null = null;
  do {
    const query: PageQuery = { limit: 100, ...(cursor && { cursor }) };
    const page: { items: Item[]; nextCursor: string | null } = await read(query);
    all.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all;
}

function PrintList({ load }: { load: () => Promise<ListPaper> }) {
  const { printing, start, advice } = usePrinter('report', async () => {
    const [{ listSheet }, paper] = await Promise.all([
      layoutOf('report', import('../../parts/print/list-paper.ts')),
      load(),
    ]);
    return (shop) => listSheet(paper, shop);
  });
  return (
    <>
      <Button icon={Printer} pending={printing !== null} onClick={() => void start('window')}>
        Print
      </Button>
      {advice}
    </>
  );
}

interface FilteredPage<Filter extends string> {
  /** Those that would show any. */
  filters: Filter[];
}

/** The filters that show any items, and always the usual and the current one; none while that leaves no choice. */
function useFilters<Filter extends string>(
  pages: readonly object[] | undefined,
  usual: Filter,
  current: Filter,
): Filter[] {
  /** Kept while another part of the list loads. */
  const [known, setKnown] = useState<readonly Filter[]>([]);
  const read = (pages?.[0] as FilteredPage<Filter> | undefined)?.filters;
  if (read !== undefined && read.join() !== known.join()) setKnown(read);
  const shown = (read ?? known).filter((filter) => filter !== usual && filter !== current);
  const others = current === usual ? [] : [current];
  return shown.length + others.length === 0 ? [] : [usual, ...others, ...shown];
}

/** One part of a list at a time, without those that would be empty. */
function FilterChips<Filter extends string>({
  filters,
  labels,
  value,
  onChange,
}: {
  filters: readonly Filter[];
  labels: Readonly<Record<Filter, string>>;
  value: Filter;
  onChange: (filter: Filter) => void;
}) {
  if (filters.length === 0) return null;
  const items = (Object.keys(labels) as Filter[])
    .filter((filter) => filters.includes(filter))
    .map((filter) => ({ value: filter, label: labels[filter] }));
  return <Chips label="Show" items={items} value={value} onChange={onChange} />;
}
