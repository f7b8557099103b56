import { z } from 'zod';
import { clientChangesSchema, clientDifferencesSchema } from '../../domain/api-answers.ts';
import type { Handle } from '../database/tables.ts';

/**
 * What taking in a repair changed on its client, and what it did not: kept with the ticket, so that a
 * repeated intake answers the same and the change can be undone.
 */

const clientAtIntakeSchema = z.object({
  clientChanges: clientChangesSchema.nullable(),
  unconfirmedChanges: clientDifferencesSchema.nullable(),
});
export type ClientAtIntake = z.infer<typeof clientAtIntakeSchema>;

/** @returns as the ticket's row holds it */
export const writeClientAtIntake = (outcome: ClientAtIntake): string | null =>
  Object.values(outcome).every((part) => part === null) ? null : JSON.stringify(outcome);

export async function readClientAtIntake(
  db: Handle,
  ticketNumber: string,
): Promise<ClientAtIntake> {
  const row = await db
    .selectFrom('repair_tickets')
    .select('client_at_intake')
    .where('ticket_number', '=', ticketNumber)
    .executeTakeFirst();
  const stored = JSON.parse(row?.client_at_intake ?? 'null');
  // What an earlier version stored with other fields can neither be shown nor undone.
  return (
    clientAtIntakeSchema.safeParse(stored).data ?? { clientChanges: null, unconfirmedChanges: null }
  );
}
