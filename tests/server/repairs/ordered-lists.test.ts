import { beforeAll, expect, it } from 'vitest';

import type { Repair } from '../../../domain/api-answers.ts';
import { addDays, dateIn } from '../../../domain/calendar-date.ts';
import { needsEstimate } from '../../../domain/price-ceiling.ts';
import {
  type DueFilter,
  dueRange,
  dueStatuses,
  openOrders,
  type RepairOrder,
  repairOrders,
} from '../../../domain/repair-lists.ts';
import { isOpen, openStatuses, type RepairStatus } from '../../../domain/repair-status.ts';
import { type RunningApp, useShop } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { day } from '../../harness/settable-clock.ts';
import {
  allPages,
  assign,
  complete,
  reply,
  stayLoggedIn,
  takeIn,
  takeInWithEstimate,
} from '../../harness/shop-fixtures.ts';

interface Query {
  status?: readonly RepairStatus[];
  technicianId?: string;
  sameDay?: 'true' | 'false';
  sort?: RepairOrder;
  due?: DueFilter;
  takenIn?: 'today';
  price?: 'above-approved';
}

/** The test's shop has set no zone: the process's own counts. */
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const todayOf = ({ clock }: RunningApp) => dateIn(clock.now, timeZone);

/**
 * Repairs of yesterday and today: pending, estimated, at the bench or completed; promised for a day within
 * a week, or not at all.
 */
async function fillShop(shop: RunningApp): Promise<void> {
  const promises = [null, 0, 1, 3, 6, 7, null, 2];
  for (const [round, isToday] of [false, true].entries()) {
    if (isToday) {
      shop.clock.advance(day);
      await stayLoggedIn(shop);
    }
    for (const [index, days] of promises.entries()) {
      const isSameDay = index % 3 === 0;
      const approvedUpTo = [80, 50, null][index % 3] ?? null;
      const expectedOn = days === null ? null : addDays(todayOf(shop), days);
      const taken = { isSameDay, expectedOn, repairPrice: 80, approvedUpTo };
      const way = (index + round) % 4;
      if (way === 3) {
        const { repair } = await takeInWithEstimate(shop, taken);
        if (approvedUpTo !== 50) continue;
        // What was accepted is above what was approved, and needs no further estimate.
        await reply(shop, repair, 'ACCEPT');
        await assign(shop, repair.ticketNumber, 'technician-1');
        continue;
      }
      const { ticketNumber } = await takeIn(shop, taken);
      if (way === 0) continue;
      await assign(shop, ticketNumber, `technician-${(index % 2) + 1}`);
      if (way === 2 && index > 3) await complete(shop, ticketNumber);
    }
  }
}

const last = '9999-12-31';
const keys: Record<RepairOrder, (repair: Repair) => string> = {
  newest: ({ id }) => id,
  oldest: ({ id }) => id,
  promised: ({ expectedOn, id }) => `${expectedOn ?? last} ${id}`,
  bench: ({ isSameDay, expectedOn, id }) => `${isSameDay ? 0 : 1} ${expectedOn ?? last} ${id}`,
  longest: ({ id }) => id,
};

function expected(all: readonly Repair[], query: Query, today: string): string[] {
  const { sort = query.due ? 'promised' : 'newest', due } = query;
  const range = due && dueRange(due, today);
  const isOpenOnly = openOrders.includes(sort) && query.status === undefined;
  const left = all.filter(
    (repair) =>
      (!isOpenOnly || isOpen(repair.status)) &&
      (query.status === undefined || query.status.some((one) => one === repair.status)) &&
      (query.technicianId === undefined || repair.assignedTo === query.technicianId) &&
      (query.sameDay === undefined || String(repair.isSameDay) === query.sameDay) &&
      (query.takenIn === undefined || dateIn(Date.parse(repair.createdAt), timeZone) === today) &&
      (!query.price || needsEstimate(repair)) &&
      (!due || dueStatuses.some((one) => one === repair.status)) &&
      (!range ||
        (repair.expectedOn !== null &&
          repair.expectedOn <= range.to &&
          repair.expectedOn >= (range.from ?? ''))),
  );
  const sorted = left.toSorted((a, b) => (keys[sort](a) < keys[sort](b) ? -1 : 1));
  return (sort === 'newest' ? sorted.reverse() : sorted).map(({ ticketNumber }) => ticketNumber);
}

const status = openStatuses;
const queries: Query[] = [
  ...repairOrders.flatMap((sort): Query[] => [
    { sort },
    { sort, status },
    { sort, sameDay: 'true' },
    { sort, sameDay: 'false', status: ['pending'] },
    { sort, technicianId: 'technician-1' },
    { sort, technicianId: 'technician-2', status },
  ]),
  ...(['overdue', 'today', 'week'] as const).flatMap((due): Query[] => [
    { due },
    { due, status: ['pending', 'assigned', 'completed'] },
    { due, technicianId: 'technician-1', sort: 'bench' },
    { due, sameDay: 'true' },
  ]),
  { takenIn: 'today' },
  { takenIn: 'today', sort: 'oldest', status },
  { takenIn: 'today', technicianId: 'technician-2' },
  { price: 'above-approved' },
  { price: 'above-approved', status, sort: 'promised' },
  { price: 'above-approved', technicianId: 'technician-1', due: 'week' },
];
const bases: Query[] = [
  {},
  { status: ['pending', 'completed'] },
  { technicianId: 'technician-1' },
  { status: ['pending', 'assigned'], sameDay: 'true' },
];

describeOnBothEngines('lists of repairs in order', (engine) => {
  const shop = useShop(engine);
  let all: Repair[] = [];
  let today = '';
  const read = (query: Query) => (page: { limit: number; cursor?: string }) => {
    const { status: statuses, ...rest } = query;
    const asked = statuses === undefined ? rest : { ...rest, status: [...statuses] };
    return shop.staff.call('listRepairs', { query: { ...asked, ...page } });
  };

  beforeAll(async () => {
    await fillShop(shop);
    today = todayOf(shop);
    all = await allPages(100, read({}));
  });

  it.each(queries.map((query) => [JSON.stringify(query), query] as const))(
    'have every repair of %s once, page by page',
    async (_, query) => {
      const listed = await allPages(2, read(query));
      const wanted = expected(all, query, today);
      expect(listed.map(({ ticketNumber }) => ticketNumber)).toEqual(wanted);
    },
  );

  it('are not all empty', () => {
    const some = queries.filter((query) => expected(all, query, today).length > 0);
    expect(some.length).toBeGreaterThan(queries.length - 6);
  });

  it.each(bases.map((base) => [JSON.stringify(base), base] as const))(
    'are counted as they are listed, within %s',
    async (_, base) => {
      const within = base.status ?? status;
      const listed = (query: Query) => expected(all, { ...base, ...query }, today).length;
      const open = within.filter(isOpen);
      const { status: statuses, ...rest } = base;
      const asked = statuses === undefined ? rest : { ...rest, status: [...statuses] };
      expect(await shop.staff.call('countRepairs', { query: asked })).toEqual({
        byStatus: Object.fromEntries(open.map((each) => [each, listed({ status: [each] })])),
        byTechnician: Object.fromEntries(
          [1, 2, 3, 4, 5, 6].map((each) => {
            const technicianId = `technician-${each}`;
            const isOther = (base.technicianId ?? technicianId) !== technicianId;
            return [technicianId, isOther ? 0 : listed({ technicianId, status: open })];
          }),
        ),
        overdue: listed({ due: 'overdue' }),
        dueToday: listed({ due: 'today' }),
        dueThisWeek: listed({ due: 'week' }),
        takenInToday: listed({ takenIn: 'today' }),
        sameDay: listed({ sameDay: 'true', status: open }),
        aboveApproved: listed({ price: 'above-approved' }),
        waitingDays: { 30: 0, 60: 0, 90: 0 },
      });
    },
  );

  it('refuse an order that no index has, with a message at its field', async () => {
    for (const [query, path] of [
      [{ due: 'today', sort: 'newest' }, 'sort'],
      [{ takenIn: 'today', sort: 'promised' }, 'takenIn'],
      [{ takenIn: 'today', due: 'today' }, 'takenIn'],
      [{ q: 'omega', sort: 'oldest' }, 'q'],
      [{ sort: 'price' }, 'sort'],
      [{ sort: 'longest', pickup: 'waiting' }, 'pickup'],
      [{ waitingDays: '30' }, 'waitingDays'],
      [{ waitingDays: '45', pickup: 'waiting' }, 'waitingDays'],
      [{ cursor: 'bm9uc2Vuc2U', sort: 'bench' }, 'cursor'],
    ] as const) {
      const { status: answered, text } = await shop.staff.attempt('listRepairs', { query });
      expect([query, answered]).toEqual([query, 422]);
      expect(JSON.parse(text).errors[0].path).toBe(path);
    }
  });
});
