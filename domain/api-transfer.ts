import { z } from 'zod';
import { count } from './api-answers.ts';
import type { Operation } from './api-operation.ts';
import { isTimeZone } from './clock.ts';
import { lookupText, uuidField } from './field-schemas.ts';
import { importKinds } from './transfer-columns.ts';

/** The calls by which a shop's data is exported and imported. */

/** Files larger than this are refused, in bytes: 20 MB. Shop decision. */
export const maxImportBytes = 20 * 1024 * 1024;

/** Files with more rows than this are refused. Shop decision (docs/import-export.md). */
export const maxImportRows = 20_000;

export const exportFormats = ['csv', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The number of a file's errors that are shown; the file of rejected rows names them all. */
export const maxShownProblems = 100;

export const importReportSchema = z
  .object({
    kind: z.enum(importKinds),
    rows: count('Rows below the header'),
    added: count('Clients or repairs that are new here'),
    clientsAdded: count('Clients that are added with repairs'),
    matched: count('Rows that are here already, or repeated in the file'),
    deleted: count('Rows skipped because what they hold was deleted here'),
    rejected: count('Rows that cannot be imported'),
    renumbered: count('Repairs that get a new ticket number'),
    lostEstimates: count('Repairs that waited for an answer to an estimate and go back to work'),
    problems: z
      .array(
        z.object({
          row: count('As a spreadsheet counts; the header is 1'),
          column: z.string(),
          message: z.string(),
        }),
      )
      .describe(`What is wrong with the rejected rows; at most ${maxShownProblems}`),
  })
  .meta({ id: 'ImportReport' });
export type ImportReport = z.infer<typeof importReportSchema>;

const fileQuery = z.strictObject({
  kind: z.enum(importKinds, 'kind must be clients or repairs'),
  columns: lookupText('columns', 1000)
    .min(1, 'columns is required')
    .describe('Which field is in which column, counted from 0: name:0,email:2'),
  timeZone: lookupText('timeZone', 60)
    .refine(isTimeZone, 'timeZone must be a name such as "America/New_York"')
    .default('UTC')
    .describe('For times in the file that name no time zone'),
});

const importParam = z.strictObject({ importId: uuidField('importId') });

const csvFile = ['text/csv'];

export const transferOperations = {
  exportData: {
    method: 'GET',
    path: '/api/export',
    summary: 'All data: a zip with one CSV file per table, or one JSON document',
    query: z.strictObject({
      format: z.enum(exportFormats, 'format must be csv or json').default('csv'),
    }),
    responses: { 200: z.unknown() },
    givesFile: ['application/zip', 'application/json'],
    problems: ['export-running'],
  },
  checkImport: {
    method: 'POST',
    path: '/api/imports/check',
    summary: 'What an import of this file would do; nothing is changed',
    query: fileQuery,
    responses: { 200: importReportSchema },
    takesFile: csvFile,
    problems: ['import-unreadable', 'import-too-large'],
  },
  rejectedRows: {
    method: 'POST',
    path: '/api/imports/rejected',
    summary:
      'The rows of this file that cannot be imported, each with its reasons; changes nothing',
    query: fileQuery,
    responses: { 200: z.unknown() },
    takesFile: csvFile,
    givesFile: csvFile,
    problems: ['import-unreadable', 'import-too-large'],
  },
  runImport: {
    method: 'PUT',
    path: '/api/imports/{importId}',
    summary: 'Import every valid row, or none; the same importId again does nothing more',
    params: importParam,
    query: fileQuery,
    responses: { 200: importReportSchema },
    takesFile: csvFile,
    problems: ['import-unreadable', 'import-too-large', 'import-running'],
  },
  getImport: {
    method: 'GET',
    path: '/api/imports/{importId}',
    summary: 'How far along an import is, or what it did',
    params: importParam,
    responses: {
      200: z.object({
        state: z
          .enum(['unknown', 'running', 'done'])
          .describe('unknown: it has not started, or another of the shop’s processes is doing it'),
        rowsDone: count('Rows processed so far'),
        rows: count('Rows below the header'),
        report: importReportSchema.nullable(),
      }),
    },
  },
} as const satisfies Record<string, Operation>;
