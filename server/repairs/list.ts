import { type Expression, type SqlBool, sql } from 'kysely';
import type { Repair } from '../../domain/api-answers.ts';
import { isKnownStatus, type StatusFilter, statusFilters } from '../../domain/repair-status.ts';
import { searchTerms } from '../../domain/search-text.ts';
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
  { status, sameDay, technicianId }: RepairFilter,
): Promise<readonly string[] | undefined> {
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
  most: number;
}

function passing(
  { after, statuses, technicianId, clientId }: Bound,
  sameDay: boolean | undefined,
): Expression<SqlBool> {
  const conditions = [sql`deleted_at is null`, afterPosition(['id'], after)];
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
  { sameDay, most }: Form,
): Expression<unknown>[] {
  const selected = sql.join(columns.map((column) => sql.ref(column)));
  const within = bound.statuses?.map((status) => ({ ...bound, statuses: [status] })) ?? [bound];
  return within.map(
    (each) => sql`(select ${selected} from repair_tickets where ${passing(each, sameDay)}
      order by id desc limit ${sql.lit(most)})`,
  );
}

const selectNewest = prepared<Bound, RepairRow, Form>((db, bound, form) =>
  keptRows(db)
    .where('ticket.id', 'in', firstIds(newestOfEach(['id'], bound, form), ['id'], form.most))
    .orderBy('ticket.id', 'desc'),
);

/** Repairs that pass every given filter, newest first. */
export async function listRepairs(db: Handle, filter: RepairFilter): Promise<Page<Repair>> {
  const { limit, cursor, sameDay, technicianId, clientId } = filter;
  const terms = searchTerms(filter.q ?? '');
  const statuses = await wantedStatuses(db, filter);
  if (statuses?.length === 0) return { items: [], nextCursor: null };
  const after = cursor === undefined ? undefined : readCursor(cursor, 1);
  const bound = { after, statuses, technicianId, clientId };
  const most = limit + 1;
  if (terms.length === 0) {
    const { rows } = await selectNewest(db, bound, { sameDay, most });
    return pageOf(rows, limit, (row) => [row.id], toRepair);
  }
  const ids = await searchNewest(db, dialectOf(db).search, {
    table: 'repair_tickets',
    terms,
    newest: (depth) =>
      firstRows(
        newestOfEach(['id', 'search_text'], bound, { sameDay, most: depth }),
        ['id'],
        depth,
      ),
    condition: passing(bound, sameDay),
    limit: most,
  });
  const rowsOf = (shown: readonly string[]) =>
    repairRows(db).where('ticket.id', 'in', shown).orderBy('ticket.id', 'desc').execute();
  return pageOfFound(ids, limit, rowsOf, toRepair);
}
