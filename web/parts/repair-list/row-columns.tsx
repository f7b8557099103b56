import type { ComponentType } from 'react';
import type { RepairRow } from '../../../domain/api-answers.ts';
import { placeNow } from '../../../domain/places.ts';
import { isAllowed, isOpen } from '../../../domain/repair-status.ts';
import { classNames } from '../../ui/classes.ts';
import { Balance, openBalance } from '../money/open-balance.tsx';
import { Price } from '../money/price.tsx';
import { HolderName } from '../repair/holder-name.tsx';
import { PromiseMark } from '../repair/promise.tsx';
import { NextStep, RepairMenu } from '../repair/repair-actions.tsx';
import {
  Approval,
  costsOf,
  EstimatedWork,
  Request,
  requestLine,
} from '../repair/repair-summary.tsx';
import { StatusBadge } from '../repair/status-badge.tsx';
import { Age, DateTime, DayOrTime, DaysAgo } from '../time/date-time.tsx';
import type { ListName, ListOrder, ListView } from './list-choices.ts';
import { OtherStep, StepIcon } from './other-step.tsx';
import { awayId, CustomerCell, SecondLine, secondLineClasses, Truncated } from './row-cells.tsx';
import { SelectAllBox } from './select-all.tsx';
import { SelectThumb } from './select-thumb.tsx';
import { When } from './when.tsx';

/**
 * The columns of repairs as rows, two lines each. A column that would say the same in every row is left out;
 * beside an open ticket, and on a tablet, the less important ones are dropped rather than cut off.
 */

/** How much room a column needs: `most` only in the widest tables, `more` in all but the narrowest. */
const room = {
  most: '@max-7xl:hidden',
  more: '@max-4xl:hidden',
};

export interface Column {
  label: string;
  /** Its label is only read out; its head shows nothing. */
  hasHiddenLabel?: true;
  /** Shown in its head instead of the label. */
  HeadPart?: ComponentType;
  width: string;
  /** The orders in which the column is sorted, and which way. */
  sorts?: readonly (readonly [ListOrder, 'ascending' | 'descending'])[];
  isNumber?: boolean;
  /** It names the row. */
  isHead?: true;
  /** How much room there must be. */
  needs?: keyof typeof room;
  Cell: ComponentType<{ repair: RepairRow }>;
}

interface DateColumn extends Column {
  /** What another column shows of it when there is no room for its own. */
  Brief: ComponentType<{ repair: RepairRow }>;
}

const watchOf = ({ watchBrand, watchModel }: Pick<RepairRow, 'watchBrand' | 'watchModel'>) =>
  `${watchBrand} ${watchModel}`;

const photo: Column = {
  label: 'Photo',
  HeadPart: SelectAllBox,
  width: 'flex-none w-thumb',
  Cell: SelectThumb,
};

const customer: Column = {
  label: 'Customer',
  width: 'flex-[1.15] @7xl:min-w-52',
  isHead: true,
  Cell: ({ repair: { customerName, ticketNumber, customerPhone } }) => (
    <CustomerCell name={customerName} ticketNumber={ticketNumber} phone={customerPhone} />
  ),
};

const watch: Column = {
  label: 'Watch and request',
  width: 'flex-[1.5]',
  Cell: ({ repair }) => (
    <>
      <Truncated text={watchOf(repair)} />
      <span dir="auto" title={requestLine(repair)} className={`${secondLineClasses} text-left`}>
        <Request repair={repair} />
      </span>
    </>
  ),
};

/** Shown only on a tablet, which has no column for it. */
const ifNarrow = 'block @4xl:hidden';
const ifWide = 'hidden @4xl:block';

/** A pressable name whose target reaches beyond its line. */
const holderClasses =
  '*:block *:max-w-full *:truncate [&>button]:-my-1 pointer-coarse:[&>button]:-my-3';

/** Its state; also the date, if there is no room for a date column. */
const statusWith = ({ Brief }: DateColumn): Column => ({
  label: 'Status and technician',
  width: 'flex-none w-48 @4xl:w-40',
  Cell: ({ repair }) => (
    <>
      <span className="block truncate">
        <StatusBadge {...repair} />
      </span>
      <span className={`text-ink-muted text-sm ${ifWide} ${holderClasses}`}>
        <HolderName repair={repair} />
      </span>
      <span
        className={`truncate text-ink-muted text-sm [&_time]:inline ${ifNarrow} [&>button]:-my-1 pointer-coarse:[&>button]:-my-3`}
      >
        <Brief repair={repair} />
      </span>
    </>
  ),
});

/** In a technician's list: how far along it is, and what the estimate is for. */
const progress: Column = {
  label: 'Status and estimate',
  width: 'flex-none w-40',
  Cell: ({ repair }) => (
    <>
      <span className="block truncate">
        <StatusBadge {...repair} />
      </span>
      <SecondLine>
        <EstimatedWork repair={repair} />
      </SecondLine>
    </>
  ),
};

/** There must be room for two words; in narrower tables the menu has it. */
const Other: Column['Cell'] = ({ repair }) => (
  <span className="contents @max-6xl:hidden">
    <OtherStep repair={repair} />
  </span>
);

const step: Column = {
  label: 'Next step',
  hasHiddenLabel: true,
  width:
    'flex-none w-11 pointer-coarse:@max-4xl:w-22 @4xl:w-50 @6xl:w-67 desk:w-7 desk:@4xl:w-44 desk:@6xl:w-56',
  Cell: ({ repair }) => (
    <span className="flex items-center justify-end desk:[&>button]:size-7">
      <span className="contents whitespace-nowrap @max-4xl:hidden [&_.contents>button]:px-2 desk:[&_.contents>button]:min-h-7 desk:[&_.contents>button]:py-0">
        {/* "Complete" is in one place, before the work has been started and after. */}
        {!isAllowed('start', repair.status) && <Other repair={repair} />}
        <NextStep repair={repair} reasonId={awayId} isInRow />
        {isAllowed('start', repair.status) && <Other repair={repair} />}
      </span>
      <span className="hidden pointer-coarse:@max-4xl:contents">
        <StepIcon repair={repair} />
      </span>
      <RepairMenu repair={repair} hasAll />
    </span>
  ),
};

function Cost({ repair }: { repair: RepairRow }) {
  const balance = openBalance(repair);
  if (balance !== null) return <Balance dollars={balance} />;
  const costs = costsOf(repair);
  if (costs === null) return <span className="text-ink-muted">No price</span>;
  return <Price dollars={costs.dollars} />;
}

/** What the amount is: an estimate's, or the limit the customer approved. */
function CostWords({ repair }: { repair: RepairRow }) {
  if (openBalance(repair) !== null) return null;
  return costsOf(repair)?.word ?? <Approval repair={repair} isBrief />;
}

const price: Column = {
  label: 'Price',
  width: 'flex-none w-40',
  isNumber: true,
  needs: 'more',
  Cell: ({ repair }) => (
    <>
      <span className="block truncate">
        <Cost repair={repair} />
      </span>
      <SecondLine>
        <CostWords repair={repair} />
      </SecondLine>
    </>
  ),
};

const sameDayWords = ({ isSameDay }: RepairRow) => isSameDay && 'Same day · ';

const promised: DateColumn = {
  label: 'Promised',
  // "Same day · taken in 11:55 AM" is whole.
  width: 'flex-none w-36 @4xl:w-40 @7xl:w-44 pointer-coarse:@7xl:w-48',
  sorts: [['promised', 'ascending']],
  Cell: ({ repair }) => (
    <>
      <span className="block truncate">
        {repair.expectedOn === null || !isOpen(repair.status) ? (
          <span className="text-ink-muted">No date</span>
        ) : (
          <PromiseMark repair={repair} isInColumn />
        )}
      </span>
      <SecondLine>
        <span className={ifWide}>
          {sameDayWords(repair)}taken in <DayOrTime iso={repair.createdAt} />
        </span>
        <span className={ifNarrow}>
          {repair.isSameDay && costsOf(repair) === null ? (
            'Same day'
          ) : (
            <>
              {sameDayWords(repair)}
              <Cost repair={repair} />
            </>
          )}
        </span>
      </SecondLine>
    </>
  ),
  Brief: ({ repair }) =>
    isOpen(repair.status) ? (
      <>
        {repair.assignedTo !== null && (
          <>
            <HolderName repair={repair} />
            {' · '}
          </>
        )}
        {repair.expectedOn === null ? 'No date' : <PromiseMark repair={repair} isInColumn />}
        {repair.isSameDay && ' · same day'}
      </>
    ) : (
      <When repair={repair} />
    ),
};

/** In shops that keep places. */
const place: Column = {
  label: 'Place',
  // "Pickup drawer" is whole.
  width: 'flex-none w-24 pointer-coarse:w-28',
  needs: 'most',
  Cell({ repair }) {
    const now = placeNow(repair);
    return (
      <>
        {now !== null && <Truncated text={now} />}
        <SecondLine />
      </>
    );
  },
};

/** A finished repair has no promise anymore: when it was finished, and how long ago. */
const completed: DateColumn = {
  label: 'Completed',
  width: 'flex-none w-36',
  sorts: [['waiting', 'ascending']],
  Cell: ({ repair }) => (
    <>
      {repair.completedAt !== null && <DateTime iso={repair.completedAt} show="date" />}
      <SecondLine>
        {repair.isWaitingForPickup && repair.completedAt !== null ? (
          <>
            ready <DaysAgo iso={repair.completedAt} />
          </>
        ) : (
          <>
            taken in <DayOrTime iso={repair.createdAt} />
          </>
        )}
      </SecondLine>
    </>
  ),
  Brief: ({ repair }) => (
    <>
      <Cost repair={repair} />
      {repair.completedAt !== null && (
        <>
          {' · '}
          <Age iso={repair.completedAt} />
        </>
      )}
    </>
  ),
};

const collected: DateColumn = {
  label: 'Picked up',
  width: 'flex-none w-36',
  Cell: ({ repair: { collectedAt, createdAt } }) => (
    <>
      {collectedAt !== null && <DateTime iso={collectedAt} show="date" />}
      <SecondLine>
        taken in <DayOrTime iso={createdAt} />
      </SecondLine>
    </>
  ),
  Brief: ({ repair }) => (
    <>
      {repair.collectedAt !== null && (
        <>
          <DateTime iso={repair.collectedAt} show="date" />
          {' · '}
        </>
      )}
      <Cost repair={repair} />
    </>
  ),
};

const columnsIn = (
  state: readonly Column[],
  date: Column,
  hasPlaces: boolean,
  whose = customer,
): Column[] => [photo, whose, watch, ...state, date, ...(hasPlaces ? [place] : []), price, step];

/** For repairs in different states; made once each, so that a row keeps its elements and the focus. */
const mixed = (date: DateColumn): readonly [Column, Column] => [
  statusWith(date),
  { ...date, needs: 'more' },
];
const [openNow, openBy] = mixed(promised);
const [doneNow, doneSince] = mixed(completed);
const [leftNow, leftSince] = mixed(collected);

/** If all are in the same state, there is room for the number and a phone. */
const wideCustomer = { ...customer, width: 'flex-[1.15] min-w-54 pointer-coarse:min-w-60' };

/** Those that say the same in every row are left out. */
export function columnsOf(
  list: ListName,
  { base, choice: { status: chosen } }: ListView,
  hasPlaces: boolean,
): Column[] {
  if (list === 'bench') return columnsIn([progress], promised, false);
  if (list === 'pending') return columnsIn([], promised, hasPlaces, wideCustomer);
  if (base.pickup === 'collected') return columnsIn([leftNow], leftSince, hasPlaces);
  const areDone = list === 'completed' || (chosen !== null && !isOpen(chosen));
  return areDone
    ? columnsIn([doneNow], doneSince, hasPlaces)
    : columnsIn([openNow], openBy, hasPlaces);
}

export const cellClasses = ({ width, isNumber = false, needs }: Column) =>
  classNames('min-w-0', width, isNumber ? 'figures text-right' : 'text-left', needs && room[needs]);
