import type { ComponentType, ReactNode } from 'react';
import type { RepairRow } from '../../../domain/api-answers.ts';
import { placeNow } from '../../../domain/places.ts';
import { isOpen } from '../../../domain/repair-status.ts';
import { classNames } from '../../ui/classes.ts';
import { Price } from '../money/price.tsx';
import { HolderName } from '../repair/holder-name.tsx';
import { PromiseMark } from '../repair/promise.tsx';
import { NextStep } from '../repair/repair-actions.tsx';
import { costsOf, Request, requestLine } from '../repair/repair-summary.tsx';
import { SameDayBadge, StatusBadge } from '../repair/status-badge.tsx';
import { TicketLink } from '../repair/ticket-link.tsx';
import { Age, DateTime } from '../time/date-time.tsx';
import type { ListName, ListOrder, ListView } from './list-choices.ts';

/** The columns of repairs as rows, and which of them there is room for. */

const spare = {
  'beside-ticket': 'desk:@max-4xl:hidden',
  'beside-ticket-on-laptop': 'desk:@max-3xl:hidden',
  narrow: '@max-5xl:hidden',
  roomy: '@max-7xl:hidden',
  'on-upright-tablet': 'max-lg:hidden pointer-coarse:@max-4xl:hidden',
};

/** Shown where the column of requests is not. */
const besideNoRequest = 'hidden max-lg:block pointer-coarse:@max-4xl:block';

export interface Column {
  label: string;
  width: string;
  /** The orders in which the column is sorted, and which way. */
  sorts?: readonly (readonly [ListOrder, 'ascending' | 'descending'])[];
  isNumber?: boolean;
  /** Where it goes first when there is little room: the ticket beside the list says it as well. */
  isSpare?: keyof typeof spare;
  Cell: ComponentType<{ repair: RepairRow }>;
}

/** Its end is cut, even of what is read from the right; the title has all of it. */
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

const watchOf = ({ watchBrand, watchModel }: RepairRow) => `${watchBrand} ${watchModel}`;

const customer: Column = {
  label: 'Customer',
  width: 'flex-1',
  Cell: ({ repair: { customerName } }) => (
    <Cut text={customerName}>
      <span className="font-medium">{customerName}</span>
    </Cut>
  ),
};

const watch: Column = {
  label: 'Watch',
  width: 'flex-1',
  Cell: ({ repair }) => <Cut text={watchOf(repair)}>{watchOf(repair)}</Cut>,
};

const request: Column = {
  label: 'Request',
  width: 'flex-1 desk:@5xl:w-1/5 desk:@5xl:flex-none',
  isSpare: 'on-upright-tablet',
  Cell: ({ repair }) => (
    <Cut text={requestLine(repair)}>
      {repair.isSameDay && (
        <>
          <SameDayBadge />{' '}
        </>
      )}
      <span className="text-ink-muted">
        <Request repair={repair} />
      </span>
    </Cut>
  ),
};

const status: Column = {
  label: 'Status',
  width: 'flex-none w-25 @5xl:w-40 desk:w-40',
  Cell: ({ repair }) => (
    <span className="[&>span]:whitespace-normal desk:[&>span]:whitespace-nowrap">
      <StatusBadge {...repair} />
    </span>
  ),
};

const technician: Column = {
  label: 'Technician',
  width: 'flex-none w-22 desk:w-26 desk:@5xl:w-32',
  isSpare: 'beside-ticket',
  Cell: ({ repair }) => (
    <span
      className={`${cutClasses} [&>button]:-my-1 [&>button]:truncate [&>button]:align-bottom pointer-coarse:[&>button]:-my-3`}
    >
      <HolderName repair={repair} />
    </span>
  ),
};

/** Below the table, said once for all its rows. */
export const awayId = 'bench-away';

const nextStep: Column = {
  label: 'Next step',
  width: 'flex-none w-29 desk:w-38',
  // Lower than elsewhere, so that those of two rows do not touch.
  Cell: ({ repair }) => (
    <span className="desk:[&_button]:min-h-7 desk:[&_button]:py-0">
      <NextStep repair={repair} reasonId={awayId} />
    </span>
  ),
};

const price: Column = {
  label: 'Price',
  width: 'flex-none w-26 desk:@5xl:w-40',
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
  width: 'flex-none w-32 desk:w-35',
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
  width: 'flex-none w-32',
  sorts: [['promised', 'ascending']],
  Cell: ({ repair }) => (
    <span className="[&>span]:whitespace-normal desk:[&>span]:whitespace-nowrap">
      <PromiseMark repair={repair} isInColumn />
    </span>
  ),
};

/** In shops that keep places, which take their room from it: names stay whole. */
const shortRequest: Column = {
  ...request,
  width: 'flex-1 desk:@5xl:w-1/5 desk:@5xl:flex-none desk:@7xl:w-[12%]',
};

/** In shops that keep places. */
const place: Column = {
  label: 'Place',
  width: 'flex-none w-28',
  isSpare: 'roomy',
  Cell({ repair }) {
    const now = placeNow(repair);
    return now !== null && <Cut text={now}>{now}</Cut>;
  },
};

/** What is done has no promise anymore. */
const completed: Column = {
  label: 'Completed',
  width: 'flex-none w-32',
  sorts: [['waiting', 'ascending']],
  Cell: ({ repair: { completedAt } }) =>
    completedAt !== null && <DateTime iso={completedAt} show="date" />,
};

const collected: Column = {
  label: 'Picked up',
  width: 'flex-none w-32',
  Cell: ({ repair: { collectedAt } }) =>
    collectedAt !== null && <DateTime iso={collectedAt} show="date" />,
};

const age: Column = {
  label: 'Age',
  width: 'flex-none w-14 desk:w-18',
  sorts: [
    ['oldest', 'descending'],
    ['newest', 'ascending'],
  ],
  isNumber: true,
  isSpare: 'narrow',
  Cell: ({ repair }) => <Age iso={repair.createdAt} />,
};

const ofShop = (date: Column, hasPlaces: boolean): Column[] => [
  ticket,
  customer,
  watch,
  hasPlaces ? shortRequest : request,
  status,
  technician,
  price,
  date,
  ...(hasPlaces ? [place] : []),
  age,
];

/** All with one technician: instead of who has it, what can be done. */
const ofBench = [ticket, customer, watch, request, status, nextStep, price, promised, age];

export function columnsOf(
  list: ListName,
  { base, choice: { status: chosen } }: ListView,
  hasPlaces: boolean,
): Column[] {
  if (list === 'bench') return ofBench;
  if (base.pickup === 'collected') return ofShop(collected, hasPlaces);
  const areDone = list === 'completed' || (chosen !== null && !isOpen(chosen));
  return ofShop(areDone ? completed : promised, hasPlaces);
}

export const cellClasses = ({ width, isNumber = false, isSpare }: Column) =>
  classNames(
    'min-w-0 overflow-hidden text-ellipsis px-1 py-1 desk:whitespace-nowrap desk:px-2 desk:py-0',
    width,
    isNumber ? 'figures text-right not-last:pr-3 desk:not-last:pr-2' : 'text-left',
    isSpare && spare[isSpare],
  );
