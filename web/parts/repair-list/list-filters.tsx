import { useQuery } from '@tanstack/react-query';
import SearchX from 'lucide/search-x';
import { isolated } from '../../../domain/isolated.ts';
import { isKnownStatus, type StatusFilter, statusFilters } from '../../../domain/repair-status.ts';
import type { ShowName } from '../../data/address.ts';
import { repairCountsQuery, techniciansQuery } from '../../data/queries.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/counts.ts';
import { watchLostFocus } from '../../ui/focus.ts';
import { EmptyState } from '../../ui/states.tsx';
import { repairStatusLabel } from '../repair/status-badge.tsx';
import { isUsed } from '../repair/technician-use.ts';
import { useToolsPlace } from './filters-place.ts';
import {
  filterFor,
  isOpenOnly,
  type ListName,
  type ListOrder,
  type ListView,
  shows,
} from './list-choices.ts';
import { ListShapeSwitch, useShowsRows } from './list-shape.tsx';
import {
  type ChoiceMenu,
  type ListChips,
  ListTools,
  type Selecting,
  sortLabel,
} from './list-tools.tsx';
import { SelectAllButton } from './select-all.tsx';
import { useSelectKeys } from './select-keys.ts';
import { isSelecting } from './selected.ts';
import { useSelected, useSelection } from './selection.tsx';

const orderLabels: Readonly<Record<ListOrder, string>> = {
  newest: 'Newest',
  oldest: 'Oldest',
  promised: 'Date promised',
  bench: 'What’s next',
  longest: 'Waits longest',
  waiting: 'Longest wait',
};

const statusLabel = (status: StatusFilter) =>
  status === 'other' ? 'Other status' : repairStatusLabel(status);

/**
 * What is shown of a list, and in which order. Empty parts aren't offered; beside the overview's counts,
 * chips have none, so that no number appears twice.
 */
export function ListFilters({
  name,
  view,
  chips,
}: {
  name: ListName;
  view: ListView;
  /** The list's own, in place of the usual ones. */
  chips?: ListChips | undefined;
}) {
  const { shows: names, choice, isFiltered, set, showAll } = view;
  const counts = useShowCounts(view);
  const menus = useMenus(view);
  const isBeside = useToolsPlace() !== undefined;
  const offered = names.filter(
    (each) => each === choice.show || (counts !== undefined && shows[each].count(counts) > 0),
  );
  const usual: ListChips<ShowName | 'all'> = {
    label: 'Show',
    value: isFiltered ? choice.show : 'all',
    items: [
      { value: 'all', label: isOpenOnly(view.filter) ? 'All open' : 'All' },
      ...offered.map((value) => ({
        value,
        label: shows[value].label,
        ...(!isBeside && { count: counts ? shows[value].count(counts) : null }),
      })),
    ],
    onChange: (next) => (next === 'all' ? showAll() : set({ show: next })),
  };
  const tools = { menus, selecting: useSelecting() };
  const areRows = useShowsRows(name);
  const end = (
    <>
      {name === 'bench' && !areRows && <SelectAllButton />}
      <ListShapeSwitch list={name} />
    </>
  );
  return chips ? (
    <ListTools {...tools} chips={chips}>
      {end}
    </ListTools>
  ) : (
    <ListTools {...tools} chips={names.length > 0 ? usual : null}>
      {end}
    </ListTools>
  );
}

function useSelecting(): Selecting {
  const { begin, end } = useSelection();
  const isOn = useSelected(isSelecting);
  useSelectKeys();
  return { isOn, toggle: isOn ? end : begin };
}

/** How many repairs each chip would leave, given what the menus have chosen. */
function useShowCounts({ shows: names, filter, base, choice }: ListView) {
  const { data } = useQuery({
    ...repairCountsQuery({
      ...base,
      ...(choice.status !== null && { status: [choice.status] }),
      technicianId: filter.technicianId,
    }),
    enabled: names.length > 0,
  });
  return data;
}

function useMenus({
  filter,
  base,
  choice,
  hasTechnicians,
  hasStatuses,
  orders,
  order,
  set,
  sortBy,
}: ListView): ChoiceMenu[] {
  const { data: technicians } = useQuery({ ...techniciansQuery, enabled: hasTechnicians });
  // How many each choice would leave, given what the other menu has chosen.
  const { data: counts } = useQuery({
    ...repairCountsQuery({ ...base, technicianId: filter.technicianId }),
    enabled: hasStatuses,
  });
  const { data: technicianCounts } = useQuery({
    ...repairCountsQuery({ ...base, ...(choice.status !== null && { status: [choice.status] }) }),
    enabled: hasTechnicians,
  });
  /** The counts by technician do not cover what a chip shows. */
  const noteOf = (count: number | undefined, more = '') =>
    choice.show === null && count ? { note: `${formatCount(count)}${more}` } : {};
  const menus: ChoiceMenu[] = [];
  if (hasTechnicians) {
    const chosen = technicians?.items.find(({ id }) => id === choice.technician);
    const all = 'All technicians';
    menus.push({
      label: 'Technician',
      shown: choice.technician === null ? all : isolated(chosen?.name ?? ''),
      isDefault: choice.technician === null,
      items: [
        { label: all, chosen: choice.technician === null, run: () => set({ technician: null }) },
        ...(technicians?.items ?? []).filter(isUsed).map(({ id, name }) => ({
          label: isolated(name),
          chosen: id === choice.technician,
          // What they have completed is not counted.
          ...noteOf(technicianCounts?.byTechnician[id], ' open'),
          run: () => set({ technician: id }),
        })),
      ],
    });
  }
  if (hasStatuses) {
    const countOf = (status: StatusFilter) =>
      Object.entries(counts?.byStatus ?? {})
        .filter(([stored]) => (isKnownStatus(stored) ? stored : 'other') === status)
        .reduce((sum, [, count]) => sum + count, 0);
    const all = 'All statuses';
    menus.push({
      label: 'Status',
      shown: choice.status === null ? all : statusLabel(choice.status),
      isDefault: choice.status === null,
      items: [
        { label: all, chosen: choice.status === null, run: () => set({ status: null }) },
        ...statusFilters
          .filter((each) => each !== 'other' || each === choice.status || countOf(each) > 0)
          .map((status) => ({
            label: statusLabel(status),
            chosen: status === choice.status,
            ...noteOf(countOf(status)),
            run: () => set({ status }),
          })),
      ],
    });
  }
  const orderLabel = (each: ListOrder) =>
    each === 'promised' && isOpenOnly(filterFor(base, choice, each))
      ? `${orderLabels[each]} (open)`
      : orderLabels[each];
  // What is due comes in one order: nothing to choose.
  if (orders.length === 1) return menus;
  menus.push({
    label: sortLabel,
    shown: orderLabel(order),
    isDefault: order === orders[0],
    items: orders.map((each) => ({
      label: orderLabel(each),
      chosen: each === order,
      run: () => sortBy(each),
    })),
  });
  return menus;
}

/** In place of a list in which nothing matches the choice. */
export function NoMatches({ view: { choice, showAll } }: { view: ListView }) {
  const { show, technician, status } = choice;
  const title =
    show !== null && technician === null && status === null
      ? shows[show].none
      : 'No repairs match these filters';
  return (
    <EmptyState
      icon={SearchX}
      title={title}
      action={
        <Button
          onClick={() => {
            watchLostFocus();
            showAll();
          }}
        >
          Show all
        </Button>
      }
    />
  );
}
