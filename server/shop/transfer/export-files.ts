import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { byteOrderMark } from '../../../domain/csv.ts';
import {
  csvHeader,
  csvRecord,
  type ExportTableName,
  exportTableNames,
} from '../../../domain/transfer-columns.ts';
import type { Handle } from '../../database/tables.ts';
import { exportedRecords } from './export-records.ts';

/** An export as bytes, made while it is read: never more than a page of rows is in memory. */

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
export function csvZip(source: ExportSource): Readable {
  const zip = new ZipFile();
  const mtime = new Date(source.at);
  for (const table of exportTableNames) {
    // One after the other: each begins when the one before has been read.
    zip.addReadStreamLazy(`${table}.csv`, { mtime, mode: 0o100600 }, (use) =>
      use(null, csvFile(source, table)),
    );
  }
  zip.end();
  return handedOn(zip);
}

/** The zip's own stream does not fail when a file in it does. */
function handedOn(zip: ZipFile): Readable {
  const out = new PassThrough();
  zip.on('error', (error: Error) => out.destroy(error));
  pipeline(zip.outputStream, out).catch(() => undefined);
  return out;
}
