import { setImmediate as pause } from 'node:timers/promises';
import { maxImportRows } from '../../../domain/api-transfer.ts';
import { CsvError, type CsvRecord, csvRecords } from '../../../domain/csv.ts';
import { encodingOf } from '../../../domain/file-encoding.ts';
import {
  type ImportContext,
  type ImportedClient,
  type ImportedRepair,
  type RowReading,
  readClientRow,
  readRepairRow,
} from '../../../domain/import-rows.ts';
import { listText } from '../../../domain/list-text.ts';
import { Problem } from '../../../domain/problems.ts';
import {
  type ColumnMatch,
  type ImportKind,
  missingFields,
} from '../../../domain/transfer-columns.ts';

/** A file with its rows, each read as a client or a repair or refused. */

export interface ReadRow<Item> {
  record: CsvRecord;
  reading: RowReading<Item>;
}

export type ReadFile = { headers: string[] } & (
  | { kind: 'clients'; rows: ReadRow<ImportedClient>[] }
  | { kind: 'repairs'; rows: ReadRow<ImportedRepair>[] }
);

export interface ImportRequest {
  kind: ImportKind;
  columns: ColumnMatch;
  bytes: Uint8Array;
}

/** After this many rows, other requests get their turn. */
export const rowsBetweenPauses = 200;

const unreadable = (detail: string) => new Problem('import-unreadable', { detail });

function decoded(bytes: Uint8Array): string {
  if (bytes.length === 0) throw unreadable('The file is empty.');
  const verdict = encodingOf(bytes);
  if ('refusal' in verdict) throw unreadable(verdict.refusal);
  return new TextDecoder(verdict.encoding, { fatal: false, ignoreBOM: true }).decode(bytes);
}

async function recordsOf(text: string): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  try {
    for (const record of csvRecords(text)) {
      records.push(record);
      if (records.length > maxImportRows + 1) {
        throw unreadable(
          `The file has more than ${maxImportRows.toLocaleString('en-US')} rows. Please split it and import the parts.`,
        );
      }
      if (records.length % rowsBetweenPauses === 0) await pause();
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw unreadable(`Row ${error.row}: ${error.message}. Nothing was imported.`);
  }
  return records;
}

async function readAll<Item>(
  records: readonly CsvRecord[],
  headers: readonly string[],
  read: (cells: readonly string[]) => RowReading<Item>,
): Promise<ReadRow<Item>[]> {
  const rows: ReadRow<Item>[] = [];
  for (const record of records) {
    const { cells } = record;
    const hasTooMany = cells.slice(headers.length).some((cell) => cell.trim() !== '');
    const message = `The row has ${cells.length} cells, but the header names ${headers.length} columns`;
    const reading = hasTooMany ? { problems: [{ column: 'Row', message }] } : read(cells);
    rows.push({ record, reading });
    if (rows.length % rowsBetweenPauses === 0) await pause();
  }
  return rows;
}

/**
 * Reads a whole file, letting others be served in between.
 *
 * @throws Problem import-unreadable: not text, quotes that do not match, no rows, too many rows, a
 *   required field without a column
 */
export async function readFile(request: ImportRequest, context: ImportContext): Promise<ReadFile> {
  const { kind, columns, bytes } = request;
  const [header, ...records] = await recordsOf(decoded(bytes));
  if (!header) throw unreadable('The file is empty.');
  if (records.length === 0) {
    throw unreadable('The file has column names but no rows.');
  }
  const headers = header.cells;
  const missing = missingFields(kind, columns);
  if (missing.length > 0) {
    throw unreadable(`Choose a column for ${listText(missing)}.`);
  }
  if (kind === 'clients') {
    const rows = await readAll(records, headers, (cells) => readClientRow(cells, columns, context));
    return { kind, headers, rows };
  }
  const rows = await readAll(records, headers, (cells) => readRepairRow(cells, columns, context));
  return { kind, headers, rows };
}
