import ArrowDown from 'lucide/arrow-down';
import ArrowUp from 'lucide/arrow-up';
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';
import type { RepairRow } from '../../../domain/api-answers.ts';
import { useAwayReason } from '../../data/outage.ts';
import { usePlaces } from '../../data/shop-settings.ts';
import { classNames } from '../../ui/classes.ts';
import { LongList } from '../list/long-list.tsx';
import type { ShownList } from '../list/paged-list.ts';
import { opensItsTicket } from '../repair/ticket-link.tsx';
import type { ListName, ListOrder, ListView } from './list-choices.ts';
import { awayId, type Column, cellClasses, columnsOf } from './row-columns.tsx';
import { SelectAllBox, SelectBox, useSelectKeys } from './selection.tsx';

/** The order that a list has, those that it can have, and how to choose one. */
type Sorting = Pick<ListView, 'order' | 'orders' | 'sortBy'>;

/**
 * Boxes, of which the browser lays out only those near the view, as it does not with the rows of a
 * table; and some browsers no longer call such a row a row.
 */
const boxes = 'flex items-center border-b';
const roles = {
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHead: { role: 'columnheader' },
  rowHead: { role: 'rowheader' },
  cell: { role: 'cell' },
};

/** As high for two lines as for one, with a finger's room. */
const rowClasses =
  'min-h-12.5 cursor-pointer hover:bg-sunken has-[.is-current]:bg-accent-soft [&_:is(a,button)]:focus-visible:-outline-offset-2';

/** 30 to a desktop's screen; on the bench as high without a button as with one. */
const heights = { ofShop: 'desk:min-h-6', ofBench: 'desk:min-h-[calc(var(--control)+1px)]' };

/** Below the tabs that stay in view. */
const headClasses =
  'sticky block top-[calc(var(--top-bar)+var(--control)+1px)] z-10 bg-canvas [@media(height<30rem)]:static';

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

/** As wide as its box. */
const boxCell = 'flex-none w-8 pointer-coarse:w-11';

function SelectableRow({
  repair,
  children,
  ...rest
}: ComponentProps<'tr'> & { repair: RepairRow }) {
  const select = useSelectKeys(repair);
  return (
    <tr
      {...rest}
      onKeyDown={(event) => {
        select(event);
        moveByArrow(event);
      }}
    >
      <td {...roles.cell} className={boxCell}>
        <SelectBox repair={repair} />
      </td>
      {children}
    </tr>
  );
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
  const { label, sorts = [] } = column;
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
      {next === null ? (
        <span className="inline-flex items-center gap-1">{content}</span>
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
 * Repairs as a table, one line each where a mouse is used. A ticket that is opened is beside it, or
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
  const isBench = list === 'bench';
  const columns = columnsOf(list, view, usePlaces().length > 0);
  const awayReason = useAwayReason();
  return (
    // Its messages are below those of the page.
    <div className="@container -mx-1 desk:-mx-2">
      <LongList
        {...shown}
        label={label}
        className="text-sm [--item-height:0px] desk:text-base"
        head={
          <thead {...roles.group} className={headClasses}>
            <tr {...roles.row} aria-rowindex={1} className={`${boxes} min-h-6`}>
              <th {...roles.columnHead} scope="col" className={boxCell}>
                <SelectAllBox />
              </th>
              {columns.map((column) => (
                <Head key={column.label} column={column} sorting={view} />
              ))}
            </tr>
          </thead>
        }
      >
        {(repair, place) => (
          <SelectableRow
            repair={repair}
            {...roles.row}
            data-item={place['data-item']}
            aria-rowindex={place['aria-posinset'] + 1}
            {...opensItsTicket}
            className={classNames(
              boxes,
              rowClasses,
              underHead,
              isBench ? heights.ofBench : heights.ofShop,
            )}
          >
            {columns.map((column, index) => {
              const { label: key, Cell } = column;
              return index === 0 ? (
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
          </SelectableRow>
        )}
      </LongList>
      {isBench && awayReason !== undefined && (
        <p id={awayId} className="px-1 pt-2 text-ink-muted text-sm desk:px-2">
          {awayReason}
        </p>
      )}
      {more}
    </div>
  );
}
