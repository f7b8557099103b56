import { type Expression, type SqlBool, sql } from 'kysely';
import type { Repair } from '../../domain/api-answers.ts';
import { isKnownStatus, type StatusFilter, statusFilters } from '../../domain/repair-status.ts';
import { searchTerms } from '../../domain/search-text.ts';
import { dialectOf } from '../database/dialect.ts';
import {
  afterCursor,
  firstIds,
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

/** The ids of the newest repairs that pass every given filter, in a status where one is named. */
function newestIds(db: Handle, filter: RepairFilter, status?: string) {
  let query = db
    .selectFrom('repair_tickets as ticket')
    .select('ticket.id')
    .where('ticket.deleted_at', 'is', null);
  if (status !== undefined) query = query.where('ticket.status', '=', status);
  if (filter.sameDay !== undefined) {
    // A literal, so that the engine sees that the partial index fits.
    query = query.where('ticket.is_same_day', '=', sql.lit(filter.sameDay ? 1 : 0));
  }
  if (filter.technicianId !== undefined) {
    query = query.where('ticket.assigned_to', '=', filter.technicianId);
  }
  if (filter.clientId !== undefined) query = query.where('ticket.client_id', '=', filter.clientId);
  return query
    .where(afterCursor(['ticket.id'], filter.cursor))
    .orderBy('ticket.id', 'desc')
    .limit(sql.lit(filter.limit + 1));
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

/** The ids of the newest repairs that pass every given filter. */
function pageIds(db: Handle, filter: RepairFilter, statuses: readonly string[] | undefined) {
  const branches =
    statuses === undefined
      ? [newestIds(db, filter)]
      : statuses.map((status) => newestIds(db, filter, status));
  return firstIds(branches, ['id'], filter.limit + 1);
}

/** What {@link newestIds} looks for, as a condition on the table. */
function passing(
  { sameDay, technicianId, clientId, cursor }: RepairFilter,
  statuses: readonly string[] | undefined,
) {
  const conditions: Expression<SqlBool>[] = [
    sql<SqlBool>`repair_tickets.deleted_at is null`,
    afterCursor(['repair_tickets.id'], cursor),
  ];
  if (statuses !== undefined) {
    conditions.push(sql<SqlBool>`repair_tickets.status in (${sql.join(statuses)})`);
  }
  if (sameDay !== undefined) {
    conditions.push(sql<SqlBool>`repair_tickets.is_same_day = ${sql.lit(sameDay ? 1 : 0)}`);
  }
  if (technicianId !== undefined) {
    conditions.push(sql<SqlBool>`repair_tickets.assigned_to = ${technicianId}`);
  }
  if (clientId !== undefined) conditions.push(sql<SqlBool>`repair_tickets.client_id = ${clientId}`);
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/** Repairs that pass every given filter, newest first. */
export async function listRepairs(db: Handle, filter: RepairFilter): Promise<Page<Repair>> {
  const terms = searchTerms(filter.q ?? '');
  const statuses = await wantedStatuses(db, filter);
  if (statuses?.length === 0) return { items: [], nextCursor: null };
  if (terms.length === 0) {
    const rows = await keptRows(db)
      .where('ticket.id', 'in', pageIds(db, filter, statuses))
      .orderBy('ticket.id', 'desc')
      .execute();
    return pageOf(rows, filter.limit, (row) => [row.id], toRepair);
  }
  const ids = await searchNewest(db, dialectOf(db).search, {
    table: 'repair_tickets',
    terms,
    newest: (most) => pageIds(db, { ...filter, limit: most - 1 }, statuses),
    condition: passing(filter, statuses),
    limit: filter.limit + 1,
  });
  const rowsOf = (shown: readonly string[]) =>
    repairRows(db).where('ticket.id', 'in', shown).orderBy('ticket.id', 'desc').execute();
  return pageOfFound(ids, filter.limit, rowsOf, toRepair);
}
