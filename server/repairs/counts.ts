import { sql } from 'kysely';
import type { Checked } from '../../domain/api.ts';
import type { RepairCounts } from '../../domain/api-answers.ts';
import {
  type DueFilter,
  dueFilters,
  dueRange,
  dueStatuses,
  unaskedStatuses,
} from '../../domain/repair-lists.ts';
import { isOpen, openStatuses, overviewStatuses } from '../../domain/repair-status.ts';
import { type WaitingDays, waitingDays } from '../../domain/waiting-days.ts';
import { firstIdAt } from '../base/ids.ts';
import type { Handle } from '../database/tables.ts';
import type { ShopDay } from '../settings/calendar.ts';
import { isAboveApproved, picksUp, promised, waitedSince, waitingSince } from './list.ts';
import { storedStatuses } from './overview.ts';

/**
 * How many repairs each filter of a list would leave. Only what is open, waits for pickup or was taken in
 * today is counted: from ranges of indexes, which stay short however many repairs have been completed.
 *
 * @param technicianIds those to count for
 */
export async function countRepairs(
  db: Handle,
  { status, sameDay, technicianId }: Checked<'countRepairs', 'query'>,
  technicianIds: readonly string[],
  shopDay: ShopDay,
): Promise<RepairCounts> {
  const { today, startedAt } = shopDay;
  const stored = await storedStatuses(db);
  const listed = (each: string) => status === undefined || status.some((one) => one === each);
  const open = [...new Set<string>([...openStatuses, ...stored.filter(isOpen)])].filter(listed);
  const any = [...new Set([...open, ...stored.filter(listed)])];
  const of = (statuses: readonly string[], more = sql``) =>
    statuses.length === 0
      ? sql`0`
      : sql`(select count(*) from repair_tickets where deleted_at is null
          and status in (${sql.join(statuses)})
          ${technicianId === undefined ? sql`` : sql`and assigned_to = ${technicianId}`}
          ${sameDay === undefined ? sql`` : sql`and is_same_day = ${sql.lit(sameDay ? 1 : 0)}`} ${more})`;
  const due = (filter: DueFilter) => {
    const { from, to } = dueRange(filter, today);
    const statuses = dueStatuses.filter(listed);
    // Both values of the flag are named so that the index goes on to the date behind it.
    return of(
      statuses,
      sql`and is_same_day in (0, 1) and ${promised} <= ${to}
        ${from === null ? sql`` : sql`and ${promised} >= ${from}`}`,
    );
  };
  const waiting = (days: WaitingDays) =>
    of(
      overviewStatuses.completed.filter(listed),
      sql`and ${picksUp('waiting')} and ${waitingSince} < ${waitedSince(days, shopDay)}`,
    );
  const selected = [
    ...open.map((each, index) => sql`${of([each])} as ${sql.ref(`status${index}`)}`),
    ...dueFilters.map((filter) => sql`${due(filter)} as ${sql.ref(filter)}`),
    sql`${of(open, sql`and is_same_day = 1`)} as "sameDay"`,
    sql`${of(unaskedStatuses.filter(listed), sql`and ${isAboveApproved}`)} as "aboveApproved"`,
    ...waitingDays.map((days) => sql`${waiting(days)} as ${sql.ref(`waiting${days}`)}`),
    sql`${of(any, sql`and id >= ${firstIdAt(startedAt)}`)} as "takenInToday"`,
    ...technicianIds.map(
      (id, index) =>
        sql`${of(open, sql`and assigned_to = ${id}`)} as ${sql.ref(`technician${index}`)}`,
    ),
  ];
  const { rows } = await sql<Record<string, number>>`select ${sql.join(selected)}`.execute(db);
  const count = (name: string) => Number(rows[0]?.[name]);
  return {
    byStatus: Object.fromEntries(open.map((each, index) => [each, count(`status${index}`)])),
    byTechnician: Object.fromEntries(
      technicianIds.map((id, index) => [id, count(`technician${index}`)]),
    ),
    overdue: count('overdue'),
    dueToday: count('today'),
    dueThisWeek: count('week'),
    takenInToday: count('takenInToday'),
    sameDay: count('sameDay'),
    aboveApproved: count('aboveApproved'),
    waitingDays: {
      30: count('waiting30'),
      60: count('waiting60'),
      90: count('waiting90'),
    },
  };
}
