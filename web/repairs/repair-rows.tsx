import ArrowDown from 'lucide/arrow-down';
import ArrowUp from 'lucide/arrow-up';
import type { ComponentType, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import type { Repair } from '../../domain/api-answers.ts';
import { isOpen } from '../../domain/repair-status.ts';
import { useAwayReason } from '../data/outage.ts';
import type { ListWindow } from '../lists/paged-list.ts';
import { WindowedList } from '../lists/windowed-list.tsx';
import { classNames } from '../ui/classes.ts';
import { Age, DateTime } from '../ui/date-time.tsx';
import { pageBarsBottom } from '../ui/scroll.ts';
import { SameDayBadge, StatusBadge } from '../ui/status-badge.tsx';
import { Price } from '../ui/text.tsx';
import { HolderName } from './holder-name.tsx';
import type { ListName, ListOrder, ListView } from './list-choices.ts';
import { PromiseMark } from './promise.tsx';
import { NextStep } from './repair-actions.tsx';
import { costsOf, requestLine } from './repair-parts.tsx';
import { opensItsTicket, TicketLink } from './ticket-link.tsx';

/** The order that a list has, those that it can have, and how to choose one. */
type Sorting = Pick<ListView, 'order' | 'orders' | 'sortBy'>;

const spare = {
  'beside-ticket': 'desk:@max-4xl:hidden',
  'beside-ticket-on-laptop': 'desk:@max-3xl:hidden',
  narrow: '@max-5xl:hidden',
  'on-upright-tablet': 'max-lg:hidden pointer-coarse:@max-4xl:hidden',
};

/** Where the requests are not. */
const besideNoRequest = 'hidden max-lg:block pointer-coarse:@max-4xl:block';

interface Column {
  label: string;
  width: string;
  /** The orders in which the column is sorted, and which way. */
  sorts?: readonly (readonly [ListOrder, 'ascending' | 'descending'])[];
  isNumber?: boolean;
  /** Where it goes first when there is little room: the ticket beside the list says it as well. */
  isSpare?: keyof typeof spare;
  Cell: ComponentType<{ repair: Repair }>;
}

/** Its end is cut, also of what is read from the right; the title has all of it. */
function Cut({ text, children }: { text: string; children: ReactNode }) {
  return (
    <span dir="auto" title={text} className={cutClasses}>
      {children}
    </span>
  );
}

/** Two lines for a finger, one for a mouse. */
const cutClasses =
  'line-clamp-2 break-words desk:block desk:overflow-hidden desk:text-ellipsis desk:whitespace-nowrap';

const watchOf = ({ watchBrand, watchModel }: Repair) => `${watchBrand} ${watchModel}`;

const customer: Column = {
  label: 'Customer',
  width: '',
  Cell: ({ repair: { customerName } }) => (
    <Cut text={customerName}>
      <span className="font-medium">{customerName}</span>
    </Cut>
  ),
};

const watch: Column = {
  label: 'Watch',
  width: '',
  Cell: ({ repair }) => <Cut text={watchOf(repair)}>{watchOf(repair)}</Cut>,
};

const request: Column = {
  label: 'Request',
  width: 'desk:@5xl:w-1/5',
  isSpare: 'on-upright-tablet',
  Cell: ({ repair }) => (
    <Cut text={requestLine(repair)}>
      {repair.isSameDay && (
        <>
          <SameDayBadge />{' '}
        </>
      )}
      <span className="text-ink-muted">{requestLine(repair)}</span>
    </Cut>
  ),
};

const status: Column = {
  label: 'Status',
  width: 'w-25 @5xl:w-40 desk:w-40',
  Cell: ({ repair }) => (
    <span className="[&>span]:whitespace-normal desk:[&>span]:whitespace-nowrap">
      <StatusBadge {...repair} />
    </span>
  ),
};

const technician: Column = {
  label: 'Technician',
  width: 'w-22 desk:w-26 desk:@5xl:w-32',
  isSpare: 'beside-ticket',
  Cell: ({ repair }) => (
    <span
      className={`${cutClasses} [&>button]:-my-3 [&>button]:truncate [&>button]:align-bottom desk:[&>button]:-my-1`}
    >
      <HolderName repair={repair} />
    </span>
  ),
};

/** Below the table, said once for all its rows. */
const awayId = 'bench-away';

const nextStep: Column = {
  label: 'Next step',
  width: 'w-29 desk:w-32',
  // Lower than elsewhere, so that those of two rows do not touch.
  Cell: ({ repair }) => (
    <span className="desk:[&_button]:min-h-7 desk:[&_button]:py-0">
      <NextStep repair={repair} reasonId={awayId} />
    </span>
  ),
};

const price: Column = {
  label: 'Price',
  width: 'w-26 desk:@5xl:w-40',
  isNumber: true,
  isSpare: 'beside-ticket-on-laptop',
  Cell({ repair }) {
    const costs = costsOf(repair);
    return (
      costs && (
        <>
          {costs.word !== null && (
            <span className="block text-ink-muted desk:@max-5xl:sr-only desk:inline">
              {costs.word}{' '}
            </span>
          )}
          <Price dollars={costs.dollars} />
        </>
      )
    );
  },
};

const ticket: Column = {
  label: 'Ticket',
  width: 'w-32 desk:w-35',
  sorts: [
    ['newest', 'descending'],
    ['oldest', 'ascending'],
  ],
  Cell: ({ repair }) => (
    <>
      <TicketLink ticketNumber={repair.ticketNumber} />
      {repair.isSameDay && (
        <span className={besideNoRequest}>
          <SameDayBadge />
        </span>
      )}
    </>
  ),
};

const promised: Column = {
  label: 'Promised',
  width: 'w-32',
  sorts: [['promised', 'ascending']],
  Cell: ({ repair }) => (
    <span className="[&>span]:whitespace-normal desk:[&>span]:whitespace-nowrap">
      <PromiseMark repair={repair} isInColumn />
    </span>
  ),
};

/** Of what is done nothing is promised any more. */
const completed: Column = {
  label: 'Completed',
  width: 'w-32',
  sorts: [['waiting', 'ascending']],
  Cell: ({ repair: { completedAt } }) =>
    completedAt !== null && <DateTime iso={completedAt} show="date" />,
};

const collected: Column = {
  label: 'Collected',
  width: 'w-32',
  Cell: ({ repair: { collectedAt } }) =>
    collectedAt !== null && <DateTime iso={collectedAt} show="date" />,
};

const age: Column = {
  label: 'Age',
  width: 'w-14 desk:w-18',
  sorts: [
    ['oldest', 'descending'],
    ['newest', 'ascending'],
  ],
  isNumber: true,
  isSpare: 'narrow',
  Cell: ({ repair }) => <Age iso={repair.createdAt} />,
};

const ofShop = (date: Column): Column[] => [
  ticket,
  customer,
  watch,
  request,
  status,
  technician,
  price,
  date,
  age,
];

/** All with one technician: instead of who has it, what can be done. */
const ofBench = [ticket, customer, watch, request, status, nextStep, price, promised, age];

function columnsOf(list: ListName, { base, choice: { status: chosen } }: ListView): Column[] {
  if (list === 'bench') return ofBench;
  if (base.pickup === 'collected') return ofShop(collected);
  const areDone = list === 'completed' || (chosen !== null && !isOpen(chosen));
  return ofShop(areDone ? completed : promised);
}

const cellClasses = ({ isNumber = false, isSpare }: Column) =>
  classNames(
    'overflow-hidden text-ellipsis border-b px-1 py-1 desk:whitespace-nowrap desk:px-2 desk:py-0',
    isNumber ? 'figures text-right not-last:pr-3 desk:not-last:pr-2' : 'text-left',
    isSpare && spare[isSpare],
  );

/** As high for two lines as for one, with a finger's room. */
const rowClasses =
  'h-12.5 cursor-pointer hover:bg-sunken has-[a[aria-current=true]]:bg-accent-soft [&_:is(a,button)]:focus-visible:-outline-offset-2';

/** 30 to the screen of a desk; on the bench as high without a button as with one. */
const heights = { ofShop: 'desk:h-6', ofBench: 'desk:h-[calc(var(--control)+1px)]' };

/** Below the tabs that stay in view. */
const headClasses =
  'sticky top-[calc(var(--top-bar)+var(--control)+1px)] z-10 bg-canvas [@media(height<30rem)]:static';

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

/** A list in another order is read from its beginning; the head has stayed in view. */
function toBeginning({ currentTarget }: MouseEvent<HTMLElement>): void {
  const table = currentTarget.closest('table');
  if (table && table.getBoundingClientRect().top < pageBarsBottom()) table.scrollIntoView();
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
  const { label, width, sorts = [] } = column;
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
      scope="col"
      aria-sort={direction}
      className={classNames(cellClasses(column), width, 'h-6 font-normal text-ink-muted text-sm')}
    >
      {next === null ? (
        <span className="inline-flex items-center gap-1">{content}</span>
      ) : (
        <button
          type="button"
          onClick={(event) => {
            toBeginning(event);
            sorting.sortBy(next);
          }}
          className="inline-flex min-h-6 items-center gap-1 rounded hover:text-ink pointer-coarse:min-h-11"
        >
          {content}
        </button>
      )}
    </th>
  );
}

/**
 * Repairs as a table, one line each where a mouse is used. A ticket that is opened stands beside it, or
 * over it on a tablet; its row is marked.
 */
export function RepairRows({
  window,
  label,
  list,
  view,
  more,
}: {
  window: ListWindow<Repair>;
  label: string;
  list: ListName;
  view: ListView;
  more: ReactNode;
}) {
  const isBench = list === 'bench';
  const columns = columnsOf(list, view);
  const awayReason = useAwayReason();
  return (
    // Its words stand below those of the page.
    <div className="@container -mx-1 desk:-mx-2">
      <WindowedList
        {...window}
        label={label}
        className="w-full table-fixed border-separate border-spacing-0 text-sm desk:text-base"
        head={
          <thead className={headClasses}>
            <tr aria-rowindex={1}>
              {columns.map((column) => (
                <Head key={column.label} column={column} sorting={view} />
              ))}
            </tr>
          </thead>
        }
      >
        {(repair, place) => (
          <tr
            data-item={place['data-item']}
            aria-rowindex={place['aria-posinset'] + 1}
            {...opensItsTicket}
            onKeyDown={moveByArrow}
            className={classNames(
              rowClasses,
              underHead,
              isBench ? heights.ofBench : heights.ofShop,
            )}
          >
            {columns.map((column, index) => {
              const { label: key, Cell } = column;
              return index === 0 ? (
                <th key={key} scope="row" className={`${cellClasses(column)} font-normal`}>
                  <Cell repair={repair} />
                </th>
              ) : (
                <td key={key} className={cellClasses(column)}>
                  <Cell repair={repair} />
                </td>
              );
            })}
          </tr>
        )}
      </WindowedList>
      {isBench && awayReason !== undefined && (
        <p id={awayId} className="px-1 pt-2 text-ink-muted text-sm desk:px-2">
          {awayReason}
        </p>
      )}
      {more}
    </div>
  );
}
