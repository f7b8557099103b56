import { z } from 'zod';
import { isoTime } from './api-answers.ts';
import type { Operation } from './api-operation.ts';

/** The calls about backups: a part of the HTTP interface in api.ts. */

const kind = z.enum(['by-hand', 'command', 'scheduled']).meta({
  description: 'From the screens, from the command line, or by the schedule',
});

const backupFacts = { at: isoTime, bytes: z.number().int(), kind };

export const backupsSchema = z
  .object({
    folder: z.string().meta({ description: 'Where on the server backups are kept' }),
    schedule: z
      .object({ dailyAt: z.string(), keep: z.number().int(), nextAt: isoTime })
      .nullable()
      .meta({ description: 'null when the shop has set none' }),
    running: z
      .object({
        kind,
        phase: z.enum(['photos', 'rows', 'checking']),
        share: z.number().min(0).max(1).meta({ description: 'How much of the phase is done' }),
      })
      .nullable(),
    last: z
      .object({
        ...backupFacts,
        ticketsToCheck: z
          .array(z.string())
          .optional()
          .meta({ description: 'Tickets whose photos were damaged or lost when it was made' }),
      })
      .nullable()
      .meta({ description: 'The last one that was made, wherever it went' }),
    failure: z
      .object({ at: isoTime, kind, reason: z.string() })
      .nullable()
      .meta({ description: 'The last one that failed, until one is made again' }),
    isStale: z.boolean().meta({ description: 'There should be a newer one: older than 48 hours' }),
    items: z
      .array(
        z.object({
          name: z.string(),
          ...backupFacts,
          machine: z
            .string()
            .optional()
            .meta({ description: 'Which machine has it, where several make backups' }),
        }),
      )
      .meta({ description: 'The backups in the folder, newest first' }),
  })
  .meta({ id: 'Backups' });
export type Backups = z.infer<typeof backupsSchema>;

export const backupOperations = {
  getBackups: {
    method: 'GET',
    path: '/api/backups',
    summary: 'The last backups, the schedule, and how far one is that is being made',
    responses: { 200: backupsSchema },
    problems: [],
  },
  startBackup: {
    method: 'POST',
    path: '/api/backups',
    summary: 'Make a backup now; answers when it has begun',
    responses: { 202: backupsSchema },
    problems: ['backup-running'],
  },
} as const satisfies Record<string, Operation>;
