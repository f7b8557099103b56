import { type Expression, type SqlBool, sql } from 'kysely';
import type { Repair } from '../../domain/api-answers.ts';
import type { PickupFilter } from '../../domain/pickup.ts';
import {
  isKnownStatus,
  overviewStatuses,
  type StatusFilter,
  statusFilters,
} from '../../domain/repair-status.ts';
import { likeliestFirst, searchTerms } from '../../domain/search-text.ts';
import { dialectOf } from '../database/dialect.ts';
import {
  afterPosition,
  firstIds,
  firstRows,
  type Page,
  type PageRequest,
  pageOf,
  pageOfFound,
  readCursor,
} from '../database/page.ts';
import { prepared } from '../database/prepared.ts';
import { searchNewest } from '../database/search.ts';
import type { Handle } from '../database/tables.ts';
import { storedStatuses } from './overview.ts';
import { keptRows, type RepairRow, repairRows, toRepair } from './store.ts';

export interface RepairFilter extends PageRequest {
  status?: readonly StatusFilter[] | undefined;
  sameDay?: boolean | undefined;
  technicianId?: string | undefined;
  clientId?: string | undefined;
  pickup?: PickupFilter | undefined;
  q?: string | undefined;
}

/** Statuses as they are stored: another program may have stored some that are none of ours. */
async function statusesOf(
  db: Handle,
  filters: readonly StatusFilter[],
): Promise<readonly string[]> {
  const known = new Set<string>(filters);
  if (!known.delete('other')) return [...known];
  return [...known, ...(await storedStatuses(db)).filter((status) => !isKnownStatus(status))];
}

/** The statuses to look for; undefined where all will do and another order finds the newest at once. */
async function wantedStatuses(
  db: Handle,
  { status, sameDay, technicianId, pickup }: RepairFilter,
): Promise<readonly string[] | undefined> {
  if (pickup !== undefined) {
    return overviewStatuses.completed.filter((done) => status?.includes(done) ?? true);
  }
  if (status !== undefined) return statusesOf(db, status);
  return technicianId !== undefined || sameDay === true ? statusesOf(db, statusFilters) : undefined;
}

/** What a statement binds of a filter. */
interface Bound {
  after: readonly string[] | undefined;
  statuses: readonly string[] | undefined;
  technicianId: string | undefined;
  clientId: string | undefined;
}

/** What the text of the statement depends on. */
interface Form {
  sameDay?: boolean | undefined;
  pickup?: PickupFilter | undefined;
  most: number;
}

/** In literals, so that the engine sees that a partial index fits. */
function picksUp(pickup: PickupFilter): Expression<SqlBool> {
  const done = sql.join(overviewStatuses.completed.map((status) => sql.lit(status)));
  const isHandedOut = sql.lit(pickup === 'collected' ? 1 : 0);
  return pickup === 'all'
    ? sql<SqlBool>`status in (${done})`
    : sql<SqlBool>`status in (${done}) and is_handed_out = ${isHandedOut}`;
}

function passing(
  { after, statuses, technicianId, clientId }: Bound,
  { sameDay, pickup }: Omit<Form, 'most'>,
): Expression<SqlBool> {
  const conditions = [sql`deleted_at is null`, afterPosition(['id'], after)];
  if (pickup !== undefined) conditions.push(picksUp(pickup));
  if (statuses !== undefined) conditions.push(sql`status in (${sql.join(statuses)})`);
  // A literal, so that the engine sees that the partial index fits.
  if (sameDay !== undefined) conditions.push(sql`is_same_day = ${sql.lit(sameDay ? 1 : 0)}`);
  if (technicianId !== undefined) conditions.push(sql`assigned_to = ${technicianId}`);
  if (clientId !== undefined) conditions.push(sql`client_id = ${clientId}`);
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/** The newest repairs that pass every given filter: in each status at most so many. */
function newestOfEach(
  columns: readonly string[],
  bound: Bound,
  { most, ...form }: Form,
): Expression<unknown>[] {
  const selected = sql.join(columns.map((column) => sql.ref(column)));
  const within = bound.statuses?.map((status) => ({ ...bound, statuses: [status] })) ?? [bound];
  return within.map(
    (each) => sql`(select ${selected} from repair_tickets where ${passing(each, form)}
      order by id desc limit ${sql.lit(most)})`,
  );
}

const selectNewest = prepared<Bound, RepairRow, Form>((db, bound, form) =>
  keptRows(db)
    .where('ticket.id', 'in', firstIds(newestOfEach(['id'], bound, form), ['id'], form.most))
    .orderBy('ticket.id', 'desc'),
);

/** Since when a repair waits to be collected; what another program completed may not say. */
const waitingSince = sql<string>`coalesce(completed_at, created_at)`;

const selectWaiting = prepared<Bound, RepairRow, Form>((db, { after, ...bound }, form) => {
  const rest = after === undefined ? sql`1 = 1` : sql`(${waitingSince}, id) > (${sql.join(after)})`;
  return keptRows(db)
    .where(
      'ticket.id',
      'in',
      sql<string>`(select id from (select id from repair_tickets
        where ${passing({ ...bound, after: undefined }, form)} and ${rest}
        order by ${waitingSince}, id limit ${sql.lit(form.most)}) as page)`,
    )
    .orderBy(sql`coalesce(ticket.completed_at, ticket.created_at)`)
    .orderBy('ticket.id');
});

/** Repairs that pass every given filter, newest first, of those found on a page the likeliest; what waits to be collected, longest first. */
export async function listRepairs(db: Handle, filter: RepairFilter): Promise<Page<Repair>> {
  const { limit, cursor, sameDay, technicianId, clientId, pickup } = filter;
  const terms = searchTerms(filter.q ?? '');
  const statuses = await wantedStatuses(db, filter);
  if (statuses?.length === 0) return { items: [], nextCursor: null };
  const isByAge = pickup === 'waiting' && terms.length === 0;
  const after = cursor === undefined ? undefined : readCursor(cursor, isByAge ? 2 : 1);
  const bound = { after, statuses, technicianId, clientId };
  const form = { sameDay, pickup };
  const most = limit + 1;
  if (isByAge) {
    const { rows } = await selectWaiting(db, bound, { ...form, most });
    return pageOf(rows, limit, (row) => [row.completed_at ?? row.created_at, row.id], toRepair);
  }
  if (terms.length === 0) {
    const { rows } = await selectNewest(db, bound, { ...form, most });
    return pageOf(rows, limit, (row) => [row.id], toRepair);
  }
  const ids = await searchNewest(db, dialectOf(db).search, {
    table: 'repair_tickets',
    terms,
    newest: (depth) =>
      firstRows(
        newestOfEach(['id', 'search_text'], bound, { ...form, most: depth }),
        ['id'],
        depth,
      ),
    condition: passing(bound, form),
    limit: most,
  });
  const rowsOf = (shown: readonly string[]) =>
    repairRows(db).where('ticket.id', 'in', shown).orderBy('ticket.id', 'desc').execute();
  const page = await pageOfFound(ids, limit, rowsOf, toRepair);
  // Within the page: the next one goes on from the oldest id, as without.
  const namesOf = ({ customerName, ticketNumber }: Repair) => [customerName, ticketNumber];
  return { ...page, items: likeliestFirst(page.items, terms, namesOf) };
}
