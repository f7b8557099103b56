import { sql } from 'kysely';
import type { Overview } from '../../domain/api-answers.ts';
import { answeredStatuses } from '../../domain/attention.ts';
import { listedEstimateStatuses } from '../../domain/estimate-answers.ts';
import { isOpen, openStatuses, overviewStatuses } from '../../domain/repair-status.ts';
import { literals } from '../database/found.ts';
import { prepared } from '../database/prepared.ts';
import type { Handle } from '../database/tables.ts';
import { ticketsOfLateParts } from '../parts/store.ts';
import type { AttentionLimits } from '../settings/calendar.ts';
import {
  hasLatePart,
  isBackLate,
  isDueSoon,
  isOpenCase,
  isQuiet,
} from '../texts/attention-list.ts';

/** What is open is counted from indexes of live rows; what grows forever is kept in `shop_counts`. */

const ticketsIn = (statuses: readonly string[]) =>
  sql`select count(*) from repair_tickets where deleted_at is null
    and status in (${literals(statuses)})`;

const listed = sql`estimate.replaced_at is null
  and estimate.status in (${literals(listedEstimateStatuses)})`;

type OverviewRow = Omit<Overview, 'completed'> & { done: string };

const lateParts = sql`(select ticket_number from late_parts)`;

const selectOverview = prepared<AttentionLimits, OverviewRow>((db, limits) => ({
  compile: () =>
    sql<OverviewRow>`with late_parts (ticket_number) as materialized ${ticketsOfLateParts}
      select done, clients as "totalClients", waiting as "waitingForPickup",
      (${ticketsIn(overviewStatuses.pending)}) as "pending",
      (${ticketsIn(overviewStatuses.sameDay)} and is_same_day = 1) as "sameDay",
      (${ticketsIn(overviewStatuses.inProgress)}) as "inProgress",
      (select count(*) from estimates as estimate where ${listed} and (
        select gone.deleted_at from repair_tickets as gone
        where gone.ticket_number = estimate.repair_id) is null) as "estimates",
      (${ticketsIn(Object.values(answeredStatuses))}) + (
        select count(*) from messages as message where ${isOpenCase}
          and coalesce(message.ticket_number, '') not in (
            select ticket_number from repair_tickets where deleted_at is not null)) + (
        select count(*) from repair_tickets as ticket where ${isDueSoon(limits, lateParts)}) + (
        select count(*) from repair_tickets as ticket where ${hasLatePart(limits, lateParts)}) + (
        select count(*) from repair_tickets as ticket where ${isBackLate(limits)}) + (
        select count(*) from repair_tickets as ticket where ${isQuiet(limits, lateParts)}) as "attention"
      from shop_counts`.compile(db),
}));

export async function getOverview(db: Handle, limits: AttentionLimits): Promise<Overview> {
  const { rows } = await selectOverview(db, limits);
  const [row] = rows;
  if (row === undefined) throw new Error('shop_counts has lost its row');
  const { done, ...counts } = row;
  const completed = Object.values(doneByTechnician(done)).reduce((sum, count) => sum + count, 0);
  return { ...counts, completed };
}

const doneByTechnician = (done: string): Record<string, number> => JSON.parse(done);

/** The statuses that repairs have just now, those that another program stored among them. */
export async function storedStatuses(db: Handle): Promise<string[]> {
  // From each status to the next one in the index: as many steps as there are statuses.
  const { rows } = await sql<{ status: string }>`with recursive stored (status) as (
      select min(status) from repair_tickets where deleted_at is null and status >= ''
      union all
      select (select min(status) from repair_tickets as ticket
        where deleted_at is null and ticket.status > stored.status)
      from stored where stored.status is not null
    ) select status from stored where status is not null`.execute(db);
  return rows.map(({ status }) => status);
}

/** How many repairs each of these technicians has open, in any status, and has done. */
export async function countByTechnician(
  db: Handle,
  ids: readonly string[],
): Promise<{ id: string; active: number; done: number }[]> {
  // Asked first: in one statement PostgreSQL considers it so expensive that it compiles it, for 200 ms.
  const open = new Set([...openStatuses, ...(await storedStatuses(db)).filter(isOpen)]);
  const { rows } = await sql<{ id: string; active: number; done: string }>`select
      technician.column1 as id, (select done from shop_counts) as done, (
        select count(*) from repair_tickets where deleted_at is null
          and assigned_to = technician.column1 and status in (${sql.join([...open])})
      ) as active
      from (values ${sql.join(ids.map((id) => sql`(${id})`))}) as technician`.execute(db);
  return rows.map(({ id, active, done }) => ({
    id,
    active,
    done: doneByTechnician(done)[id] ?? 0,
  }));
}
