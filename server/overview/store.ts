import { sql } from 'kysely';
import type { Overview } from '../../domain/api-answers.ts';
import { answeredStatuses } from '../../domain/attention.ts';
import { overviewStatuses } from '../../domain/repair-status.ts';
import { countedAnew } from '../database/migrations/counted-rows.ts';
import { prepared } from '../database/prepared.ts';
import type { Handle, KeptCountsTable } from '../database/tables.ts';

/** The counts that the database keeps: reading them costs the same, however many rows there are. */

const selectCounts = prepared<object, KeptCountsTable>((db) =>
  db
    .selectFrom('kept_counts')
    .select(['counted', 'status', 'owner', sql<number>`sum(amount)`.as('amount')])
    .groupBy(['counted', 'status', 'owner']),
);

/** The numbers of the overview. */
export async function countOverview(db: Handle): Promise<Overview> {
  const { rows } = await selectCounts(db, {});
  const sum = (counted: KeptCountsTable['counted'], statuses: readonly string[] = ['']) =>
    rows
      .filter((row) => row.counted === counted && statuses.includes(row.status))
      .reduce((total, { amount }) => total + amount, 0);
  return {
    pending: sum('repairs', overviewStatuses.pending),
    sameDay: sum('same-day', overviewStatuses.sameDay),
    inProgress: sum('repairs', overviewStatuses.inProgress),
    completed: sum('repairs', overviewStatuses.completed),
    estimates: sum('estimates'),
    totalClients: sum('clients'),
    attention: sum('attention') + sum('repairs', Object.values(answeredStatuses)),
  };
}

/** The statuses that repairs have just now, those that another program stored among them. */
export async function countedStatuses(db: Handle): Promise<string[]> {
  const { rows } = await selectCounts(db, {});
  return rows.flatMap(({ counted, status, amount }) =>
    counted === 'repairs' && amount > 0 ? [status] : [],
  );
}

/** Each technician's repairs by status. */
export async function countByTechnician(
  db: Handle,
): Promise<{ technicianId: string; status: string; count: number }[]> {
  const { rows } = await selectCounts(db, {});
  return rows.flatMap(({ counted, status, owner, amount }) =>
    counted === 'technician' && status !== ''
      ? [{ technicianId: owner, status, count: amount }]
      : [],
  );
}

/**
 * Counts everything anew and puts right what is kept otherwise, on an engine with many writers. Who
 * writes changes rows and counts in one transaction, and one statement sees both as they were at one
 * moment: so whatever is under way, the difference is nothing but the mistake.
 *
 * @returns what was wrong, and by how much
 */
export async function correctCounts(tx: Handle): Promise<KeptCountsTable[]> {
  const counted = sql.raw(countedAnew.join(' union all '));
  const { rows } = await sql<KeptCountsTable>`
    insert into kept_counts (counted, status, owner, amount)
    select counted, status, owner, sum(amount) from (
      ${counted} union all select counted, status, owner, -amount from kept_counts
    ) as both_ways group by counted, status, owner having sum(amount) <> 0
    returning counted, status, owner, amount`.execute(tx);
  return rows;
}
