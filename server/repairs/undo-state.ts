import { z } from 'zod';
import type { Handle } from '../database/tables.ts';
import { readerOf } from './completion-store.ts';

/** What undoing an assignment and switching same-day off bring back, stored with the ticket. */

const lastAssignmentSchema = z.strictObject({
  /** Null once it has been undone. */
  replaced: z
    .strictObject({
      status: z.string(),
      assignedTo: z.string().nullable(),
      assignedWatchmaker: z.string().nullable(),
    })
    .nullable(),
});

const promisedSchema = z
  .strictObject({
    expectedOn: z.string().nullable(),
    firstExpectedOn: z.string().nullable(),
  })
  .partial();

/** The dates promised that switching it on has changed. */
const sameDaySwitchSchema = z.strictObject({ before: promisedSchema, after: promisedSchema });

const readLastAssignment = readerOf(lastAssignmentSchema);
const readSameDaySwitch = readerOf(sameDaySwitchSchema);

/** @returns as the ticket's row holds it */
export const writeLastAssignment = (last: z.infer<typeof lastAssignmentSchema>): string =>
  JSON.stringify(lastAssignmentSchema.parse(last));
export const writeSameDaySwitch = (dates: object): string =>
  JSON.stringify(sameDaySwitchSchema.parse(dates));

/** Each is null if there is nothing to bring back, or an earlier version did it. */
export async function readUndoState(db: Handle, ticketNumber: string) {
  const row = await db
    .selectFrom('repair_tickets')
    .select(['last_assignment', 'same_day_switch'])
    .where('ticket_number', '=', ticketNumber)
    .executeTakeFirst();
  return {
    lastAssignment: readLastAssignment(row?.last_assignment ?? null),
    sameDaySwitch: readSameDaySwitch(row?.same_day_switch ?? null),
  };
}
