import { type Expression, type SqlBool, sql } from 'kysely';
import type { Checked } from '../../domain/api.ts';
import type { Repair } from '../../domain/api-answers.ts';
import { addDays, midnightIn } from '../../domain/calendar-date.ts';
import type { PickupFilter } from '../../domain/pickup.ts';
import {
  dueRange,
  dueStatuses,
  openOrders,
  type RepairOrder,
  unaskedStatuses,
} from '../../domain/repair-lists.ts';
import {
  isKnownStatus,
  openFilters,
  overviewStatuses,
  type StatusFilter,
  statusFilters,
} from '../../domain/repair-status.ts';
import { likeliestFirst, searchTerms } from '../../domain/search-text.ts';
import type { WaitingDays } from '../../domain/waiting-days.ts';
import { isoTime } from '../base/clock.ts';
import { firstIdAt } from '../base/ids.ts';
import { dialectOf } from '../database/dialect.ts';
import {
  afterPosition,
  type Direction,
  firstRows,
  type Page,
  pageOfFound,
  readCursor,
} from '../database/page.ts';
import { prepared } from '../database/prepared.ts';
import { searchNewest, searchSimilar } from '../database/search.ts';
import type { Handle } from '../database/tables.ts';
import type { ShopDay } from '../settings/calendar.ts';
import { storedStatuses } from './overview.ts';
import { repairRows, type StoredRepair, toRepair } from './rows.ts';

type RepairFilter = Checked<'listRepairs', 'query'>;

/** Statuses as they are stored: another program may have stored some that are not ours. */
async function statusesOf(
  db: Handle,
  filters: readonly StatusFilter[],
): Promise<readonly string[]> {
  const known = new Set<string>(filters);
  if (!known.delete('other')) return [...known];
  return [...known, ...(await storedStatuses(db)).filter((status) => !isKnownStatus(status))];
}

/** The statuses to look for; undefined if all will do and another order finds the newest at once. */
async function wantedStatuses(
  db: Handle,
  { status, sameDay, technicianId, due, price, pickup }: RepairFilter,
  order: Order,
): Promise<readonly string[] | undefined> {
  if (pickup !== undefined) {
    return overviewStatuses.completed.filter((done) => status?.includes(done) ?? true);
  }
  if (price !== undefined) {
    return unaskedStatuses.filter((one) => status?.includes(one) ?? true);
  }
  if (due !== undefined) {
    return dueStatuses.filter((one) => status?.includes(one) ?? true);
  }
  if (status !== undefined) return statusesOf(db, status);
  // What is completed has no date to keep anymore.
  if (openOrders.some((each) => each === order)) return statusesOf(db, openFilters);
  return technicianId !== undefined || sameDay === true ? statusesOf(db, statusFilters) : undefined;
}

/** What waits to be picked up comes in an order of its own, longest first. */
type Order = RepairOrder | 'waiting';

const isByPromise = (order: Order) => order === 'promised' || order === 'bench';

/** The date promised as lists are ordered by it: those without one come last. Indexes hold it in these words. */
export const promised = sql`coalesce(expected_on, '9999-12-31')`;
/** Since when a repair has waited to be picked up; what another program completed may not say. */
export const waitingSince = sql`coalesce(completed_at, created_at)`;

/** What orders a list, all in one direction. */
const orders = {
  newest: { columns: ['id'], key: null, direction: 'desc' },
  oldest: { columns: ['id'], key: null, direction: 'asc' },
  promised: { columns: ['key', 'id'], key: promised, direction: 'asc' },
  bench: { columns: ['turn', 'key', 'id'], key: promised, direction: 'asc' },
  longest: { columns: ['id'], key: null, direction: 'asc' },
  waiting: { columns: ['key', 'id'], key: waitingSince, direction: 'asc' },
} as const satisfies Record<
  Order,
  {
    columns: readonly ('turn' | 'key' | 'id')[];
    key: Expression<unknown> | null;
    direction: Direction;
  }
>;

/** Same-day repairs come first at the bench. */
const turnOf = (isSameDay: boolean) => (isSameDay ? '0' : '1');

/** The values of a filter that a statement binds. */
interface Bound {
  /** Where the last page ended: in the order of the branch, which has one turn. */
  after: readonly string[] | undefined;
  statuses: readonly string[] | undefined;
  technicianId: string | undefined;
  clientId: string | undefined;
  promisedFrom?: string | undefined;
  promisedTo?: string | undefined;
  waitingTo?: string | undefined;
  idFrom?: string | undefined;
}

/** What the text of the statement depends on. */
interface Form {
  sameDay?: boolean | undefined;
  pickup?: PickupFilter | undefined;
  price?: RepairFilter['price'];
  order: Order;
  /** The turn in which the last page ended. */
  turn?: string | undefined;
  most: number;
}

/** In literals, so that the engine sees that a partial index applies. */
export function picksUp(pickup: PickupFilter): Expression<SqlBool> {
  const done = sql.join(overviewStatuses.completed.map((status) => sql.lit(status)));
  const isHandedOut = sql.lit(pickup === 'collected' ? 1 : 0);
  return pickup === 'all'
    ? sql<SqlBool>`status in (${done})`
    : sql<SqlBool>`status in (${done}) and is_handed_out = ${isHandedOut}`;
}

/**
 * The price is above what the customer approved, and no estimate has settled it: as `needsEstimate` says.
 * Of open repairs alone, which are few. Not in `not exists`, with which PostgreSQL might read all estimates.
 */
export const isAboveApproved = sql<SqlBool>`price_cents > approved_up_to_cents and (
  select answered.id from estimates as answered
  where answered.repair_id = repair_tickets.ticket_number and answered.replaced_at is null
    and coalesce(answered.accepted_at, answered.declined_at, answered.further_to) is not null
  limit 1) is null`;

function passing(bound: Bound, { sameDay, pickup, price, order }: Form): Expression<SqlBool> {
  const { after, statuses, technicianId, clientId, promisedFrom, promisedTo, idFrom } = bound;
  const { waitingTo } = bound;
  const { key, direction } = orders[order];
  const columns = key === null ? ['id'] : [key, 'id'];
  const conditions = [sql`deleted_at is null`, afterPosition(columns, after, direction)];
  // SQLite finds the place in an index by this, and not by a row comparison that begins with an expression.
  if (key !== null && after !== undefined) conditions.push(sql`${key} >= ${after[0]}`);
  if (pickup !== undefined) conditions.push(picksUp(pickup));
  if (statuses !== undefined) conditions.push(sql`status in (${sql.join(statuses)})`);
  // A literal, so that the engine sees that the partial index applies.
  if (sameDay !== undefined) conditions.push(sql`is_same_day = ${sql.lit(sameDay ? 1 : 0)}`);
  if (price !== undefined) conditions.push(isAboveApproved);
  if (technicianId !== undefined) conditions.push(sql`assigned_to = ${technicianId}`);
  if (clientId !== undefined) conditions.push(sql`client_id = ${clientId}`);
  if (promisedFrom !== undefined) conditions.push(sql`${promised} >= ${promisedFrom}`);
  if (promisedTo !== undefined) conditions.push(sql`${promised} <= ${promisedTo}`);
  if (waitingTo !== undefined) conditions.push(sql`${waitingSince} < ${waitingTo}`);
  if (idFrom !== undefined) conditions.push(sql`id >= ${idFrom}`);
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/** A range of an index: the filter with one status, and with one turn if it is ordered by the date promised. */
interface Branch {
  bound: Bound;
  form: Form;
  turn: string;
}

function branchesOf(bound: Bound, form: Form): Branch[] {
  const { order, sameDay, turn } = form;
  const within = bound.statuses?.map((status) => ({ ...bound, statuses: [status] })) ?? [bound];
  if (!isByPromise(order)) return within.map((each) => ({ bound: each, form, turn: '' }));
  return [true, false]
    .filter((one) => sameDay === undefined || one === sameDay)
    .filter((one) => turn === undefined || turnOf(one) >= turn)
    .flatMap((one) =>
      within.map((each) => ({
        bound: turn === undefined || turnOf(one) === turn ? each : { ...each, after: undefined },
        form: { ...form, sameDay: one },
        turn: turnOf(one),
      })),
    );
}

/** The first repairs that pass every given filter: in each range of an index at most this many. */
function firstOfEach(columns: readonly string[], bound: Bound, form: Form): Expression<unknown>[] {
  const { key, direction, columns: ordering } = orders[form.order];
  return branchesOf(bound, form).map((branch) => {
    const selected = [
      ...columns.map((column) => sql.ref(column)),
      ...(key === null ? [] : [sql`${key} as key`]),
      ...(ordering.some((column) => column === 'turn')
        ? [sql`${sql.lit(branch.turn)} as turn`]
        : []),
    ];
    return sql`(select ${sql.join(selected)} from repair_tickets
      where ${passing(branch.bound, branch.form)}
      order by ${key === null ? sql`` : sql`${key},`} id ${sql.raw(direction)}
      limit ${sql.lit(form.most)})`;
  });
}

/** A repair of a page, with what orders the list. */
interface Found {
  id: string;
  key?: string;
  turn?: string;
}

const selectFirst = prepared<Bound, Found, Form>((db, bound, form) => {
  const { columns, direction } = orders[form.order];
  const rows = firstRows(firstOfEach(['id'], bound, form), columns, form.most, direction);
  const order = columns.map((column) => sql`${sql.ref(column)} ${sql.raw(direction)}`);
  const page = sql<Found>`select * from ${rows} as page order by ${sql.join(order)}`;
  return { compile: () => page.compile(db) };
});

/** @param ids as a JSON array */
const selectFound = prepared<{ ids: string }, StoredRepair>((db, { ids }) =>
  repairRows(db).where(dialectOf(db).isAmong('ticket.id', ids)),
);

/** Repairs completed before this moment have waited for more than this many days. */
export const waitedSince = (days: WaitingDays, { today, timeZone }: ShopDay): string =>
  isoTime(midnightIn(addDays(today, -Number(days)), timeZone));

/** The values by which a filter bounds the dates. */
async function rangesOf(
  { due, takenIn, waitingDays: days }: RepairFilter,
  day: () => Promise<ShopDay>,
) {
  if (due === undefined && takenIn === undefined && days === undefined) return {};
  const shopDay = await day();
  const { today, startedAt } = shopDay;
  const range = due && dueRange(due, today);
  return {
    promisedFrom: range?.from ?? undefined,
    promisedTo: range?.to,
    waitingTo: days && waitedSince(days, shopDay),
    idFrom: takenIn && firstIdAt(startedAt),
  };
}

function orderOf({ sort, due, pickup }: RepairFilter, isSearch: boolean): Order {
  if (isSearch) return 'newest';
  if (sort !== undefined) return sort;
  if (pickup === 'waiting') return 'waiting';
  return due === undefined ? 'newest' : 'promised';
}

/**
 * @param day the shop's calendar day, asked for if a filter depends on it
 * @returns repairs that pass every given filter, newest first unless another order is asked for; what waits to be
 * picked up, longest first; what is due, by the date promised. Of those that a search finds, the likeliest of
 * each page come first.
 */
export async function listRepairs(
  db: Handle,
  filter: RepairFilter,
  day: () => Promise<ShopDay>,
): Promise<Page<Repair>> {
  const { limit, cursor, sameDay, technicianId, clientId, pickup, price } = filter;
  const terms = searchTerms(filter.q ?? '');
  const order = orderOf(filter, terms.length > 0);
  const statuses = await wantedStatuses(db, filter, order);
  if (statuses?.length === 0) return { items: [], nextCursor: null };
  const position =
    cursor === undefined ? undefined : readCursor(cursor, orders[order].columns.length);
  const [turn, after] =
    order === 'bench' ? [position?.[0], position?.slice(1)] : [undefined, position];
  const bound = { after, statuses, technicianId, clientId, ...(await rangesOf(filter, day)) };
  const most = limit + 1;
  const form = { sameDay, pickup, price, order, turn, most };
  const positionOf = (found: Found) => orders[order].columns.map((column) => found[column] ?? '');
  const rowsOf = async (ids: readonly string[]) =>
    (await selectFound(db, { ids: JSON.stringify(ids) })).rows;
  if (terms.length === 0) {
    const { rows } = await selectFirst(db, bound, form);
    return pageOfFound(rows, limit, positionOf, rowsOf, toRepair);
  }
  const search = {
    table: 'repair_tickets' as const,
    terms,
    newest: (depth: number) =>
      firstRows(firstOfEach(['id', 'search_text'], bound, { ...form, most: depth }), ['id'], depth),
    condition: passing(bound, form),
  };
  const ids = filter.similar
    ? await searchSimilar(db, { ...search, limit })
    : await searchNewest(db, dialectOf(db).search, { ...search, limit: most });
  const found = ids.map((id) => ({ id }));
  const page = await pageOfFound(found, limit, positionOf, rowsOf, toRepair);
  // Within the page: the next one continues from the oldest id, as without a search.
  const namesOf = ({ customerName, ticketNumber }: Repair) => [customerName, ticketNumber];
  return { ...page, items: likeliestFirst(page.items, terms, namesOf) };
}
