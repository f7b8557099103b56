import type { Repair } from '../../domain/api-answers.ts';
import { record } from '../database/changes/record.ts';
import type { Dialect } from '../database/dialect.ts';
import type { Handle } from '../database/tables.ts';

/** Writes an event and a change for something that staff did to a ticket. */
export async function noteRepair(
  tx: Handle,
  dialect: Dialect,
  repair: Repair,
  at: string,
  kind: string,
  data: Record<string, unknown> = {},
): Promise<void> {
  await record(tx, dialect, {
    at,
    events: [{ kind, actor: 'staff', ticketNumber: repair.ticketNumber, data }],
    changes: [
      {
        entity: 'repair',
        id: repair.id,
        what: kind.replace('repair-', ''),
        ticketNumber: repair.ticketNumber,
      },
    ],
  });
}
