import ArrowDown from 'lucide/arrow-down';
import ArrowUp from 'lucide/arrow-up';
import type { KeyboardEvent, ReactNode } from 'react';
import type { RepairRow } from '../../../domain/api-answers.ts';
import { usePlaces } from '../../data/shop-settings.ts';
import { classNames } from '../../ui/classes.ts';
import { LongList } from '../list/long-list.tsx';
import type { ShownList } from '../list/paged-list.ts';
import { opensItsTicket } from '../repair/ticket-link.tsx';
import type { ListName, ListOrder, ListView } from './list-choices.ts';
import { RowsAway } from './row-cells.tsx';
import { type Column, cellClasses, columnsOf } from './row-columns.tsx';

/** The order that a list has, those that it can have, and how to choose one. */
type Sorting = Pick<ListView, 'order' | 'orders' | 'sortBy'>;

/**
 * Boxes: of these the browser lays out only the ones near the view, which it does not do with table rows.
 * Some browsers then no longer call a row a row, so the roles say it.
 */
const boxes = 'flex items-center gap-x-3 px-3 @4xl:gap-x-4';
const roles = {
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHead: { role: 'columnheader' },
  rowHead: { role: 'rowheader' },
  cell: { role: 'cell' },
};

/** Always two lines high. */
const rowClasses =
  'min-h-row cursor-pointer border-t hover:bg-canvas has-[.is-chosen]:bg-accent-soft has-[.is-current]:bg-accent-soft has-[.is-current]:shadow-[inset_3px_0_var(--accent)] [&_:is(a,button)]:focus-visible:-outline-offset-2';

/** Below the tabs that stay in view. */
const headClasses =
  'sticky block top-[calc(var(--top-bar)+var(--control)+1px)] z-10 rounded-t bg-sunken [@media(height<30rem)]:static';

/** Not under the head that stays in view. */
const underHead =
  '[&_a,&_button]:scroll-mt-[calc(var(--top-bar)+2*var(--control)+1rem)] scroll-mt-[calc(var(--top-bar)+2*var(--control))]!';

/** From row to row, past what else can be pressed in them; Enter opens the ticket as on any link. */
function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget: row } = event;
  const next =
    (key === 'ArrowDown' && row.nextElementSibling) ||
    (key === 'ArrowUp' && row.previousElementSibling);
  const link = next ? next.querySelector<HTMLElement>('a[data-ticket]') : null;
  if (!next || !link || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  link.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
}

/** What a press on a head leads to: its next order, or back to the list's own; null for none. */
function orderAfter({ sorts = [] }: Column, { order, orders }: Sorting): ListOrder | null {
  const possible = sorts.map(([each]) => each).filter((each) => orders.includes(each));
  if (possible.length === 0) return null;
  const next = possible[(possible.indexOf(order) + 1) % possible.length];
  const other = next === order ? orders[0] : next;
  return other === undefined || other === order ? null : other;
}

function Head({ column, sorting }: { column: Column; sorting: Sorting }) {
  const { label, hasHiddenLabel = false, sorts = [], HeadPart } = column;
  const direction = sorts.find(([order]) => order === sorting.order)?.[1];
  const next = orderAfter(column, sorting);
  const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown;
  const content = (
    <>
      {label}
      {direction !== undefined && <Arrow aria-hidden="true" size={14} className="shrink-0" />}
    </>
  );
  return (
    <th
      {...roles.columnHead}
      scope="col"
      aria-sort={direction}
      className={`${cellClasses(column)} font-normal text-ink-muted text-sm`}
    >
      {HeadPart ? (
        <HeadPart />
      ) : next === null ? (
        <span className={hasHiddenLabel ? 'sr-only' : 'inline-flex items-center gap-1'}>
          {content}
        </span>
      ) : (
        <button
          type="button"
          onClick={() => sorting.sortBy(next)}
          className="inline-flex min-h-6 items-center gap-1 rounded hover:text-ink pointer-coarse:min-h-11"
        >
          {content}
        </button>
      )}
    </th>
  );
}

/**
 * Repairs as a table, two lines each. A ticket that is opened is beside it, or
 * over it on a tablet; its row is marked.
 */
export function RepairRows({
  shown,
  label,
  list,
  view,
  more,
}: {
  shown: ShownList<RepairRow>;
  label: string;
  list: ListName;
  view: ListView;
  more: ReactNode;
}) {
  const columns = columnsOf(list, view, usePlaces().length > 0);
  return (
    <div className="@container">
      <LongList
        {...shown}
        label={label}
        className="rounded border bg-surface [--item-height:0px]"
        head={
          <thead {...roles.group} className={headClasses}>
            <tr
              {...roles.row}
              aria-rowindex={1}
              className={`${boxes} min-h-7 pointer-coarse:min-h-8`}
            >
              {columns.map((column) => (
                <Head key={column.label} column={column} sorting={view} />
              ))}
            </tr>
          </thead>
        }
      >
        {(repair, place) => (
          <tr
            {...roles.row}
            data-item={place['data-item']}
            aria-rowindex={place['aria-posinset'] + 1}
            {...opensItsTicket}
            onKeyDown={moveByArrow}
            className={classNames(boxes, rowClasses, underHead)}
          >
            {columns.map((column) => {
              const { label: key, isHead, Cell } = column;
              return isHead ? (
                <th
                  key={key}
                  {...roles.rowHead}
                  scope="row"
                  className={`${cellClasses(column)} font-normal`}
                >
                  <Cell repair={repair} />
                </th>
              ) : (
                <td key={key} {...roles.cell} className={cellClasses(column)}>
                  <Cell repair={repair} />
                </td>
              );
            })}
          </tr>
        )}
      </LongList>
      <RowsAway />
      {more}
    </div>
  );
}
