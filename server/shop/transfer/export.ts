import { finished, PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { ExportFormat } from '../../../domain/api-transfer.ts';
import { byteOrderMark } from '../../../domain/csv.ts';
import { Problem } from '../../../domain/problems.ts';
import {
  csvHeader,
  csvRecord,
  type ExportTableName,
  exportTableNames,
} from '../../../domain/transfer-columns.ts';
import { isoTime } from '../../clock.ts';
import type { Handle } from '../../database/tables.ts';
import type { Deps } from '../../deps.ts';
import type { Http } from '../../http/operations.ts';
import { exportedRecords } from './export-records.ts';

/**
 * All data of the shop as it was at one moment, as files that are made while they are read: never more
 * than a page of rows is in memory.
 */

export interface ExportSource {
  db: Handle;
  publicUrl: string | null;
  /** ISO 8601 in UTC. */
  at: string;
  /** Called each time the reader has taken a piece and asks for the next. */
  onPiece?: () => void;
}

/** Rows are handed on so many at a time: a piece for each would cost more than its text. */
const rowsInPiece = 200;

async function* inPieces(
  texts: AsyncIterable<string>,
  onPiece: () => void = () => undefined,
): AsyncGenerator<string> {
  let gathered: string[] = [];
  for await (const text of texts) {
    gathered.push(text);
    if (gathered.length < rowsInPiece) continue;
    yield gathered.join('');
    onPiece();
    gathered = [];
  }
  if (gathered.length > 0) yield gathered.join('');
}

async function* csvTexts(source: ExportSource, table: ExportTableName): AsyncGenerator<string> {
  yield byteOrderMark + csvHeader(table);
  for await (const record of exportedRecords(source.db, table, source.publicUrl)) {
    yield csvRecord(table, record);
  }
}

/** One table as CSV: UTF-8 with a mark, CRLF. */
export const csvFile = (source: ExportSource, table: ExportTableName) =>
  Readable.from(inPieces(csvTexts(source, table), source.onPiece), { objectMode: false });

async function* jsonTexts(source: ExportSource): AsyncGenerator<string> {
  yield `{\n"format": "watch-repair-back-office",\n"version": 1,\n"exportedAt": "${source.at}"`;
  for (const table of exportTableNames) {
    yield `,\n"${table}": [`;
    let isFirst = true;
    for await (const record of exportedRecords(source.db, table, source.publicUrl)) {
      yield `${isFirst ? '' : ','}\n${JSON.stringify(record)}`;
      isFirst = false;
    }
    yield '\n]';
  }
  yield '\n}\n';
}

/** All tables as one JSON document, a record on each line. */
export const jsonFile = (source: ExportSource) =>
  Readable.from(inPieces(jsonTexts(source), source.onPiece), { objectMode: false });

/** All tables as CSV files in one zip. */
function csvZip(source: ExportSource): Readable {
  const zip = new ZipFile();
  const mtime = new Date(source.at);
  for (const table of exportTableNames) {
    // One after the other: each begins when the one before has been read.
    zip.addReadStreamLazy(`${table}.csv`, { mtime, mode: 0o100600 }, (use) =>
      use(null, csvFile(source, table)),
    );
  }
  zip.end();
  // The zip's own stream does not fail when a file in it does.
  const out = new PassThrough();
  zip.on('error', (error: Error) => out.destroy(error));
  pipeline(zip.outputStream, out).catch(() => undefined);
  return out;
}

/** Each holds a snapshot of the data, and on PostgreSQL one of the connections. */
const mostAtOnce = 2;

/** A reader that takes nothing for this long is gone, in milliseconds. */
const patienceMs = 60_000;

type ExportDeps = Pick<Deps, 'database' | 'publicUrl' | 'clock'>;

export function exportRoutes(http: Http, deps: ExportDeps): void {
  let underWay = 0;
  http.handle('exportData', async ({ query: { format }, request, reply }) => {
    if (request.method === 'HEAD') return undefined;
    if (underWay >= mostAtOnce) throw new Problem('export-running');
    underWay += 1;
    const at = isoTime(deps.clock());
    const bytes = await openExport(deps, format, at, () => {
      underWay -= 1;
    });
    const [end, type] =
      format === 'csv' ? ['zip', 'application/zip'] : ['json', 'application/json; charset=utf-8'];
    const name = `watch-repairs-${at.slice(0, 10)}.${end}`;
    reply
      .header('content-type', type)
      .header('content-disposition', `attachment; filename="${name}"`);
    return bytes;
  });
}

/** @param onEnd called once the file has been read, or never will be */
async function openExport(
  { database, publicUrl }: ExportDeps,
  format: ExportFormat,
  at: string,
  onEnd: () => void,
): Promise<Readable> {
  const snapshot = await database.snapshot().catch((error: unknown) => {
    onEnd();
    throw error;
  });
  // A snapshot is not held for ever for a reader who has gone to sleep.
  const giveUp = setTimeout(() => bytes.destroy(), patienceMs).unref();
  const source = { db: snapshot.db, publicUrl, at, onPiece: () => giveUp.refresh() };
  const bytes = format === 'csv' ? csvZip(source) : jsonFile(source);
  finished(bytes, () => {
    clearTimeout(giveUp);
    onEnd();
    snapshot.close().catch(() => undefined);
  });
  return bytes;
}
