import { isUsed } from '../repair/technician-loads.tsx';
import { useQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide/chevron-down';
import SearchX from 'lucide/search-x';
import SlidersHorizontal from 'lucide/sliders-horizontal';
import type { ComponentProps, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { isolated } from '../../../domain/isolated.ts';
import { isKnownStatus, type StatusFilter, statusFilters } from '../../../domain/repair-status.ts';
import type { ShowName } from '../../data/address.ts';
import { repairCountsQuery, techniciansQuery } from '../../data/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Chips } from '../../ui/chips.tsx';
import { formatCount } from '../../ui/counts.ts';
import { watchLostFocus } from '../../ui/focus.ts';
import { Menu } from '../../ui/menu.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { repairStatusLabel } from '../repair/status-badge.tsx';
import { useMenuPlace } from './filters-place.ts';
import { filterFor, isOpenOnly, type ListOrder, type ListView, shows } from './list-choices.ts';
import { ListShapeSwitch } from './list-shape.tsx';

const orderLabels: Readonly<Record<ListOrder, string>> = {
  newest: 'Newest',
  oldest: 'Oldest',
  promised: 'Date promised',
  bench: 'What’s next',
  waiting: 'Longest waiting',
};

const statusLabel = (status: StatusFilter) =>
  status === 'other' ? 'Other status' : repairStatusLabel(status);

/** Chips for what of a list is shown, each with its count, and menus for the rest and the order. */
export function ListFilters({
  view,
  chips,
}: {
  view: ListView;
  /** The list's own, in place of the usual ones. */
  chips?: ReactNode;
}) {
  const { shows: names, choice, isFiltered, set, showAll } = view;
  const counts = useShowCounts(view);
  const menus = useMenus(view);
  const place = useMenuPlace();
  const isBeside = place !== undefined;
  const items = [
    { value: 'all' as const, label: isOpenOnly(view.filter) ? 'All open' : 'All' },
    ...names.map((name) => ({
      value: name,
      label: shows[name].label,
      count: counts ? shows[name].count(counts) : null,
    })),
  ];
  const shown = isFiltered ? choice.show : 'all';
  const choose = (next: ShowName | 'all') => (next === 'all' ? showAll() : set({ show: next }));
  const asMenu = {
    heading: 'Show',
    items: items.map(({ value, label, ...rest }) => ({
      label,
      chosen: value === shown,
      note: 'count' in rest && rest.count ? formatCount(rest.count) : undefined,
      run: () => choose(value),
    })),
  };
  const menu = (
    <Menu
      label="Sort and filter"
      icon={SlidersHorizontal}
      groups={[
        ...(isBeside && names.length > 0 ? [asMenu] : []),
        ...menus
          .toReversed()
          .map(({ label, items: choices }) => ({ heading: label, items: choices })),
      ]}
    />
  );
  const chosen = menus.filter(({ isOwn }) => !isOwn).map(({ shown }) => shown);
  if (isBeside && choice.show !== null) chosen.unshift(shows[choice.show].label);
  const hasRow = !isBeside || chips !== undefined;
  return (
    <div className="@container">
      {place && createPortal(menu, place)}
      {hasRow && (
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            {chips ??
              (names.length > 0 && (
                <Chips<ShowName | 'all'>
                  label="Show"
                  value={shown}
                  items={items}
                  onChange={choose}
                />
              ))}
          </div>
          {!isBeside && <div className="@4xl:hidden">{menu}</div>}
          {/* Where there is room, each menu on its own. */}
          <div className="hidden @4xl:flex">
            {menus.map(({ label, shown, isOwn, items: choices }) => (
              <Menu
                key={label}
                label={label}
                of={shown}
                variant="quiet"
                shown={
                  <>
                    <span className={isOwn ? undefined : 'max-w-40 truncate text-ink'}>
                      {shown}
                    </span>
                    <ChevronDown aria-hidden="true" size={16} className="shrink-0" />
                  </>
                }
                groups={[{ items: choices }]}
              />
            ))}
          </div>
          <ListShapeSwitch />
        </div>
      )}
      {chosen.length > 0 && (
        <p className="truncate pt-1 text-ink-muted text-sm @4xl:hidden">{chosen.join(' · ')}</p>
      )}
    </div>
  );
}

/** How much each chip would leave, of what the menus leave. */
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

type Items = ComponentProps<typeof Menu>['groups'][number]['items'];

interface ChoiceMenu {
  label: string;
  /** What is chosen in it. */
  shown: string;
  /** Nothing is: the list is as it comes. */
  isOwn: boolean;
  items: Items;
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
  // How many each choice would leave: those of the other choice.
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
      isOwn: choice.technician === null,
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
      isOwn: choice.status === null,
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
    label: 'Sort',
    shown: orderLabel(order),
    isOwn: order === orders[0],
    items: orders.map((each) => ({
      label: orderLabel(each),
      chosen: each === order,
      run: () => sortBy(each),
    })),
  });
  return menus;
}

/** In place of a list in which nothing matches the choice. */
export function NoneChosen({ view: { choice, showAll } }: { view: ListView }) {
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
