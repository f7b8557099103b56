import { type Expression, type SqlBool, sql } from 'kysely';
import type { Repair } from '../../domain/api-answers.ts';
import { isKnownStatus, type StatusFilter, statusFilters } from '../../domain/repair-status.ts';
import { searchTerms } from '../../domain/search-text.ts';
import { dialectOf } from '../database/dialect.ts';
import {
  afterCursor,
  firstIds,
  firstRows,
  type Page,
  type PageRequest,
  pageOf,
  pageOfFound,
} from '../database/page.ts';
import { searchNewest } from '../database/search.ts';
import type { Handle } from '../database/tables.ts';
import { storedStatuses } from './overview.ts';
import { keptRows, repairRows, toRepair } from './store.ts';

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

/** Repairs that pass every given filter, as a condition on the table. */
function passing(
  { sameDay, technicianId, clientId, cursor }: RepairFilter,
  statuses: readonly string[] | undefined,
): Expression<SqlBool> {
  const conditions = [sql`deleted_at is null`, afterCursor(['id'], cursor)];
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
  filter: RepairFilter,
  statuses: readonly string[] | undefined,
  most: number,
): Expression<unknown>[] {
  const selected = sql.join(columns.map((column) => sql.ref(column)));
  const within = statuses === undefined ? [undefined] : statuses.map((status) => [status]);
  return within.map(
    (wanted) => sql`(select ${selected} from repair_tickets where ${passing(filter, wanted)}
      order by id desc limit ${sql.lit(most)})`,
  );
}

/** Repairs that pass every given filter, newest first. */
export async function listRepairs(db: Handle, filter: RepairFilter): Promise<Page<Repair>> {
  const terms = searchTerms(filter.q ?? '');
  const statuses = await wantedStatuses(db, filter);
  if (statuses?.length === 0) return { items: [], nextCursor: null };
  const most = filter.limit + 1;
  if (terms.length === 0) {
    const branches = newestOfEach(['id'], filter, statuses, most);
    const rows = await keptRows(db)
      .where('ticket.id', 'in', firstIds(branches, ['id'], most))
      .orderBy('ticket.id', 'desc')
      .execute();
    return pageOf(rows, filter.limit, (row) => [row.id], toRepair);
  }
  const ids = await searchNewest(db, dialectOf(db).search, {
    table: 'repair_tickets',
    terms,
    newest: (depth) =>
      firstRows(newestOfEach(['id', 'search_text'], filter, statuses, depth), ['id'], depth),
    condition: passing(filter, statuses),
    limit: most,
  });
  const rowsOf = (shown: readonly string[]) =>
    repairRows(db).where('ticket.id', 'in', shown).orderBy('ticket.id', 'desc').execute();
  return pageOfFound(ids, filter.limit, rowsOf, toRepair);
}
