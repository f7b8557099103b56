import { type Expression, type SqlBool, sql } from 'kysely';
import type { Repair } from '../../domain/api-answers.ts';
import { isKnownStatus, type StatusFilter, statusFilters } from '../../domain/repair-status.ts';
import { searchTerms } from '../../domain/search-text.ts';
import {
  afterCursor,
  firstIds,
  idAtCursor,
  type Page,
  type PageRequest,
  pageOf,
  pageOfFound,
} from '../database/page.ts';
import { searchNewest } from '../database/search.ts';
import { type SearchEngine, searchedTickets } from '../database/search-index.ts';
import type { Handle } from '../database/tables.ts';
import { countedStatuses } from '../overview/store.ts';
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
async function storedStatuses(
  db: Handle,
  filters: readonly StatusFilter[],
): Promise<readonly string[]> {
  const known = new Set<string>(filters);
  if (!known.delete('other')) return [...known];
  return [...known, ...(await countedStatuses(db)).filter((status) => !isKnownStatus(status))];
}

/**
 * In which statuses to look one by one.
 *
 * @returns undefined where another order finds the newest at once
 */
async function statusesApart(
  db: Handle,
  { status, sameDay, technicianId }: RepairFilter,
): Promise<readonly string[] | undefined> {
  if (status !== undefined) return storedStatuses(db, status);
  return technicianId !== undefined || sameDay === true
    ? storedStatuses(db, statusFilters)
    : undefined;
}

/** What somebody chose besides typing something. */
function chosenFilters(
  { sameDay, technicianId, clientId }: RepairFilter,
  statuses: readonly string[] | undefined,
) {
  const filters: Expression<SqlBool>[] = [];
  if (statuses !== undefined) {
    filters.push(sql<SqlBool>`repair_tickets.status in (${sql.join(statuses)})`);
  }
  if (sameDay !== undefined) {
    filters.push(sql<SqlBool>`repair_tickets.is_same_day = ${sql.lit(sameDay ? 1 : 0)}`);
  }
  if (technicianId !== undefined) {
    filters.push(sql<SqlBool>`repair_tickets.assigned_to = ${technicianId}`);
  }
  if (clientId !== undefined) filters.push(sql<SqlBool>`repair_tickets.client_id = ${clientId}`);
  return filters;
}

async function searchRepairs(
  db: Handle,
  search: SearchEngine,
  filter: RepairFilter,
  terms: readonly string[],
): Promise<Page<Repair>> {
  const statuses = filter.status && (await storedStatuses(db, filter.status));
  if (statuses?.length === 0) return { items: [], nextCursor: null };
  const ids = await searchNewest(db, search, searchedTickets, {
    terms,
    base: sql<SqlBool>`repair_tickets.deleted_at is null`,
    filters: chosenFilters(filter, statuses),
    below: idAtCursor(filter.cursor),
    limit: filter.limit + 1,
  });
  const rowsOf = (shown: readonly string[]) =>
    repairRows(db).where('ticket.id', 'in', shown).orderBy('ticket.id', 'desc').execute();
  return pageOfFound(ids, filter.limit, rowsOf, toRepair);
}

/** Repairs that pass every given filter, newest first. */
export async function listRepairs(
  db: Handle,
  search: SearchEngine,
  filter: RepairFilter,
): Promise<Page<Repair>> {
  const terms = searchTerms(filter.q ?? '');
  if (terms.length > 0) return searchRepairs(db, search, filter, terms);
  const statuses = await statusesApart(db, filter);
  const branches =
    statuses === undefined
      ? [newestIds(db, filter)]
      : statuses.map((status) => newestIds(db, filter, status));
  if (branches.length === 0) return { items: [], nextCursor: null };
  const rows = await keptRows(db)
    .where('ticket.id', 'in', firstIds(branches, ['id'], filter.limit + 1))
    .orderBy('ticket.id', 'desc')
    .execute();
  return pageOf(rows, filter.limit, (row) => [row.id], toRepair);
}
