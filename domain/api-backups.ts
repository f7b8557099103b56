import { z } from 'zod';
import { count, isoTime } from './api-answers.ts';
import { nothing, type Operation } from './api-operation.ts';
import { limits } from './field-list.ts';
import { atMost } from './field-schemas.ts';
import type { ProblemCode } from './problems.ts';

/** The calls about backups: a part of the HTTP interface in api.ts. */

/** A backup that is uploaded may be this large, in bytes: 200 GB. Shop decision. */
export const maxUploadBytes = 200 * 1024 ** 3;

/**
 * An upload comes in parts of at most this many bytes: each arrives within the time that a request may
 * take, and is sent again alone when the connection breaks. Proxies that take photos take it, too.
 */
export const uploadPartBytes = 8 * 1024 * 1024;

export const restoreSteps = ['checking', 'backing-up', 'replacing'] as const;

/** Names of files, never paths. */
const listedForm = /^watch-repair-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/;
const uploadForm = /^upload-[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Whether this is the name of a backup in the folder. */
export const isBackupFileName = (name: string): boolean => listedForm.test(name);
export const isUploadName = (name: string): boolean => uploadForm.test(name);

const notAName = 'name must be the name of a backup';
const listedName = z.string().refine(isBackupFileName, notAName);
const backupParam = z.strictObject({
  name: z.string().refine((name) => isBackupFileName(name) || isUploadName(name), notAName),
});
const uploadParam = z.strictObject({ name: z.string().refine(isUploadName, notAName) });

const missing: readonly ProblemCode[] = ['backup-not-found', 'backup-elsewhere'];

const contentsSchema = z
  .object({
    at: isoTime.describe('When it was started'),
    shop: z.string().describe('The shop’s name'),
    product: z.string().describe('The version that made it'),
    bytes: z.number().int(),
    repairs: count('Tickets, deleted ones included'),
    clients: count('Clients, deleted ones included'),
    texts: count('Texts in and out'),
    photos: count('Photos in the file'),
    damagedPhotos: count('Of these, how many were damaged when it was made'),
    missingPhotos: count('How many photos of tickets were lost before it was made'),
  })
  .meta({ id: 'BackupContents' });
export type BackupContents = z.infer<typeof contentsSchema>;

const lookSchema = z.object({
  share: z.number().min(0).max(1).describe('How much of the file has been checked'),
  contents: contentsSchema.nullable().describe('null until the whole file has been checked'),
});

const kind = z
  .enum(['by-hand', 'command', 'scheduled'])
  .describe('From the screens, from the command line, or by the schedule');

const backupFacts = { at: isoTime, bytes: z.number().int(), kind };

const backupsSchema = z
  .object({
    folder: z.string().describe('Where on the server backups are kept'),
    schedule: z
      .object({ dailyAt: z.string(), keep: z.number().int(), nextAt: isoTime })
      .nullable()
      .describe('null if backups are not scheduled'),
    running: z
      .object({
        kind,
        phase: z.enum(['photos', 'rows', 'checking']),
        share: z.number().min(0).max(1).describe('How much of the phase is done'),
      })
      .nullable(),
    last: z
      .object({
        ...backupFacts,
        ticketsToCheck: z
          .array(z.string())
          .optional()
          .describe('Tickets whose photos were damaged or lost when it was made'),
      })
      .nullable()
      .describe('The last one that was made, wherever it went'),
    failure: z
      .object({ at: isoTime, kind, reason: z.string() })
      .nullable()
      .describe('The last one that failed, until one is made again'),
    isStale: z.boolean().describe('Older than 48 hours: there should be a newer one'),
    items: z
      .array(
        z.object({
          name: z.string(),
          ...backupFacts,
          machine: z.string().optional().describe('Which machine has it, if several make backups'),
        }),
      )
      .describe('The backups in the folder, newest first'),
    restoring: z
      .object({
        backupAt: isoTime.describe('When the backup was made'),
        step: z
          .enum(restoreSteps)
          .describe('The file is checked, today’s shop is backed up, then it is replaced'),
      })
      .nullable()
      .describe('The restore that is running; while it replaces the shop, every call answers 503'),
    restoreFailure: z
      .object({ at: isoTime, reason: z.string() })
      .nullable()
      .describe(
        'Why the last restore failed, for a week or until one is started again; nothing was replaced',
      ),
  })
  .meta({ id: 'Backups' });
export type Backups = z.infer<typeof backupsSchema>;

export const backupOperations = {
  getBackups: {
    method: 'GET',
    path: '/api/backups',
    summary: 'The last backups, the schedule, and the progress of one being made',
    responses: { 200: backupsSchema },
  },
  startBackup: {
    method: 'POST',
    path: '/api/backups',
    summary: 'Make a backup now; answers once it has started',
    responses: { 202: backupsSchema },
    problems: ['backup-running', 'restore-running'],
  },
  inspectBackup: {
    method: 'GET',
    path: '/api/backups/{name}',
    summary:
      'Check a backup from beginning to end, and say what is in it; ask again until it is checked',
    params: backupParam,
    responses: { 200: lookSchema },
    problems: [...missing, 'backup-unusable'],
  },
  getBackupFile: {
    method: 'GET',
    path: '/api/backups/{name}/file',
    summary: 'A backup as a file',
    params: z.strictObject({ name: listedName }),
    responses: { 200: z.unknown() },
    givesFile: ['application/x-tar'],
    problems: missing,
  },
  beginUpload: {
    method: 'POST',
    path: '/api/backups/uploads',
    summary: 'Begin uploading a backup; this replaces nothing',
    body: z.strictObject({
      bytes: z
        .number('bytes must be the size of the file, a whole number above 0')
        .int()
        .positive()
        .describe('How large the file is'),
    }),
    responses: { 201: z.object({ name: z.string() }) },
    problems: ['upload-too-large', 'upload-no-room'],
  },
  uploadPart: {
    method: 'PUT',
    path: '/api/backups/uploads/{name}',
    summary: `A part of an upload, at most ${uploadPartBytes / 1024 / 1024} MB; may be sent again`,
    params: uploadParam,
    query: z.strictObject({
      at: z.coerce
        .number('at must be a number')
        .int('at must be a whole number')
        .min(0, 'at must not be negative')
        .describe('Where in the file the part begins, in bytes'),
    }),
    responses: { 200: z.object({ bytes: z.number().int().describe('How much has arrived') }) },
    takesFile: ['application/octet-stream'],
    problems: [
      'backup-not-found',
      'restore-running',
      'upload-too-large',
      'upload-no-room',
      'upload-interrupted',
    ],
  },
  discardUpload: {
    method: 'DELETE',
    path: '/api/backups/uploads/{name}',
    summary: 'Remove what was uploaded',
    params: uploadParam,
    responses: { 204: nothing },
    problems: ['restore-running'],
  },
  startRestore: {
    method: 'POST',
    path: '/api/backups/{name}/restore',
    summary:
      'Replace the shop with a backup: first today’s shop is backed up, or nothing is replaced; all sessions end',
    params: backupParam,
    body: z.strictObject({
      password: z
        .string('Password is required')
        .refine((password) => password !== '', 'Password is required')
        .max(limits.password, atMost('Password', limits.password)),
    }),
    responses: { 202: backupsSchema },
    problems: [
      ...missing,
      'backup-unusable',
      'invalid-password',
      'too-many-logins',
      'restore-running',
      'backup-running',
      'import-running',
    ],
  },
} as const satisfies Record<string, Operation>;
