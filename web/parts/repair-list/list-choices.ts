import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { RepairCounts } from '../../../domain/api-answers.ts';
import {
  type DueFilter,
  dueStatuses,
  openOrders,
  ordersOfDue,
  type RepairOrder,
  unaskedStatuses,
} from '../../../domain/repair-lists.ts';
import { openFilters, type StatusFilter } from '../../../domain/repair-status.ts';
import { type ListChoice, type ShowName, useAddress, wholeList } from '../../data/address.ts';
import { rememberChoice, rememberedChoice } from '../../data/list-memory.ts';
import { type RepairFilter, techniciansQuery } from '../../data/queries.ts';

/**
 * Which parts of each list of repairs can be shown, and in which orders. Shop decision
 * (docs/decisions/screens.md, "Addresses").
 */

/** `waiting` is the order of what waits for pickup, the longest waiting first: the server gives it if none is named. */
export type ListOrder = RepairOrder | 'waiting';

interface Choosable {
  shows: readonly ShowName[];
  /** The list's own order first. */
  orders: readonly ListOrder[];
  technicians?: true;
  statuses?: true;
}

const byDate = ['overdue', 'due-today', 'due-this-week'] as const;
const newestFirst = ['newest', 'oldest', 'promised'] as const;

const choosable = {
  repairs: {
    shows: [...byDate, 'taken-in-today', 'waiting', 'same-day'],
    orders: [...newestFirst, 'longest'],
    technicians: true,
    statuses: true,
  },
  // Same-day repairs are in the list beside it.
  pending: { shows: [...byDate, 'taken-in-today', 'above-approved'], orders: newestFirst },
  'same-day': { shows: [...byDate, 'taken-in-today'], orders: newestFirst, technicians: true },
  assigned: { shows: [...byDate, 'above-approved'], orders: newestFirst, technicians: true },
  completed: { shows: [], orders: ['newest', 'oldest'], technicians: true },
  bench: { shows: [...byDate, 'waiting', 'same-day'], orders: ['bench', ...newestFirst] },
} satisfies Record<string, Choosable>;
export type ListName = keyof typeof choosable;

interface Show {
  label: string;
  /** Said of a list that has none. */
  none: string;
  count: (counts: RepairCounts) => number;
  due?: DueFilter;
  takenIn?: 'today';
  sameDay?: 'true';
  price?: 'above-approved';
  /** All that can be in it; any status if it does not say. */
  statuses?: readonly StatusFilter[];
}

export const shows: Readonly<Record<ShowName, Show>> = {
  overdue: {
    label: 'Overdue',
    none: 'No overdue repairs',
    count: ({ overdue }) => overdue,
    due: 'overdue',
    statuses: dueStatuses,
  },
  'due-today': {
    label: 'Due today',
    none: 'No repairs due today',
    count: ({ dueToday }) => dueToday,
    due: 'today',
    statuses: dueStatuses,
  },
  'due-this-week': {
    label: 'Due this week',
    none: 'No repairs due this week',
    count: ({ dueThisWeek }) => dueThisWeek,
    due: 'week',
    statuses: dueStatuses,
  },
  'taken-in-today': {
    label: 'Taken in today',
    none: 'No repairs taken in today',
    count: ({ takenInToday }) => takenInToday,
    takenIn: 'today',
  },
  waiting: {
    label: 'Waiting on customer',
    none: 'No repairs waiting on a customer',
    count: ({ byStatus }) => byStatus['estimate-sent'] ?? 0,
    statuses: ['estimate-sent'],
  },
  'same-day': {
    // Not the same as the list of that name, which drops repairs once work on them begins.
    label: 'Same day',
    none: 'No same-day repairs',
    count: ({ sameDay }) => sameDay,
    sameDay: 'true',
    statuses: openFilters,
  },
  'above-approved': {
    label: 'Above approved',
    none: 'No price is above what was approved',
    count: ({ aboveApproved }) => aboveApproved,
    price: 'above-approved',
    statuses: unaskedStatuses,
  },
};

const wholeShow: Partial<Show> = {};

const mayShow = (show: ShowName, status: StatusFilter) =>
  shows[show].statuses?.includes(status) ?? true;

/** @returns the orders in which the server gives what is shown (domain/repair-lists.ts), the list's own first */
export function ordersFor(
  list: ListName,
  { pickup }: ListBase,
  show: ShowName | null,
): readonly ListOrder[] {
  const { orders }: Choosable = choosable[list];
  if (pickup === 'waiting') return ['waiting', ...orders];
  const { due, takenIn } = show === null ? wholeShow : shows[show];
  if (due !== undefined) return orders.filter((each) => ordersOfDue.some((one) => one === each));
  if (takenIn !== undefined) return orders.filter((each) => each === 'newest' || each === 'oldest');
  return orders;
}

const isWhole = (choice: ListChoice) => Object.values(choice).every((value) => value === null);

/**
 * @returns what the list knows about a choice: an address may say more, or name choices that
 * exclude each other
 */
export function choiceFor(list: ListName, { show, technician, status, sort }: ListChoice) {
  const known: Choosable = choosable[list];
  const chosenStatus = known.statuses ? status : null;
  const isShown =
    show !== null &&
    known.shows.includes(show) &&
    (chosenStatus === null || mayShow(show, chosenStatus));
  return {
    show: isShown ? show : null,
    technician: known.technicians ? technician : null,
    status: chosenStatus,
    sort: sort !== null && known.orders.includes(sort) ? sort : null,
  };
}

/**
 * @returns the choice after a change; of choices that exclude each other, the last one chosen stays
 */
export function choiceAfter(choice: ListChoice, changes: Partial<ListChoice>): ListChoice {
  const next = { ...choice, ...changes };
  if (next.show === null || next.status === null || mayShow(next.show, next.status)) return next;
  return changes.show ? { ...next, status: null } : { ...next, show: null };
}

/** @returns what to ask the server for, without what it takes for granted: the same list is kept once */
export function filterFor(
  base: ListBase,
  { show, technician, status }: ListChoice,
  order: ListOrder,
): RepairFilter {
  const { due, takenIn, sameDay, price, statuses } = show === null ? wholeShow : shows[show];
  const own = due === undefined ? 'newest' : 'promised';
  const sort = order === 'waiting' || (order === own && base.pickup !== 'waiting') ? null : order;
  const within = statuses?.filter((each) => base.status?.includes(each) ?? true) ?? base.status;
  const wanted = status === null ? within : [status];
  return {
    ...base,
    ...(wanted && { status: [...wanted] }),
    ...(technician !== null && { technicianId: technician }),
    ...(due && { due }),
    ...(takenIn && { takenIn }),
    ...(sameDay && { sameDay }),
    ...(price && { price }),
    ...(sort !== null && { sort }),
  };
}

/** @returns whether only the order leaves out finished repairs, which have no date left to keep */
export const isOpenOnly = ({ status, due, sort }: RepairFilter): boolean =>
  status === undefined &&
  due === undefined &&
  sort !== undefined &&
  openOrders.some((each) => each === sort);

/** What makes a list, before the user chooses from it. */
export interface ListBase extends Omit<RepairFilter, 'status'> {
  status?: readonly StatusFilter[];
}

export interface ListView {
  base: ListBase;
  /** What the server is asked for. */
  filter: RepairFilter;
  choice: ListChoice;
  shows: readonly ShowName[];
  hasTechnicians: boolean;
  hasStatuses: boolean;
  /** Those in which it can come now; its own first. */
  orders: readonly ListOrder[];
  order: ListOrder;
  /** Not all of the list is shown. */
  isFiltered: boolean;
  set: (changes: Partial<ListChoice>) => void;
  sortBy: (order: ListOrder) => void;
  /** All of it, in the order that was chosen. */
  showAll: () => void;
}

/**
 * What is shown of a list: as the address says or, if it says nothing, as it was last chosen in
 * this browser.
 *
 * @param list stays the same for as long as the screen that shows it is open
 * @param base what makes the list
 */
export function useListView(list: ListName, base: ListBase): ListView {
  const address = useAddress();
  const [kept, setKept] = useState(() => rememberedChoice(list));
  const known: Choosable = choosable[list];
  const { data: technicians } = useQuery({
    ...techniciansQuery,
    enabled: known.technicians === true && (address.technician ?? kept.technician) !== null,
  });
  const ofShop = (given: ListChoice): ListChoice =>
    technicians === undefined || technicians.items.some(({ id }) => id === given.technician)
      ? given
      : { ...given, technician: null };
  const said = choiceFor(list, ofShop(address));
  const isSaid = !isWhole(said);
  const last = address.whole ? { ...wholeList, sort: kept.sort } : kept;
  const choice = isSaid ? said : choiceFor(list, ofShop(last));
  const orders = ordersFor(list, base, choice.show);
  const order = orders.find((each) => each === choice.sort) ?? orders[0] ?? 'newest';

  function write(next: ListChoice): void {
    // The address also says whose list it is.
    const technician = known.technicians ? next.technician : address.technician;
    address.set({ ...next, technician }, { replace: true });
  }
  function show(next: ListChoice): void {
    rememberChoice(list, next);
    setKept(next);
    write(next);
  }

  const writeKept = useEffectEvent(() => write(choice));
  const isUnsaid = !isSaid && !isWhole(choice);
  useEffect(() => {
    if (isUnsaid) writeKept();
  }, [isUnsaid]);

  return {
    base,
    filter: filterFor(base, choice, order),
    choice,
    shows: known.shows,
    hasTechnicians: known.technicians === true,
    hasStatuses: known.statuses === true,
    orders,
    order,
    isFiltered: !isWhole({ ...choice, sort: null }),
    set: (changes) => show(choiceAfter(choice, changes)),
    sortBy: (next) =>
      show({ ...choice, sort: next === 'waiting' || next === orders[0] ? null : next }),
    showAll: () => show({ ...wholeList, sort: choice.sort }),
  };
}
