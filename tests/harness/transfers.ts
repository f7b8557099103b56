import { randomUUID } from 'node:crypto';
import type { Answer } from '../../domain/api.ts';
import { csvRecords, csvRow } from '../../domain/csv.ts';
import { guessColumns, type ImportKind, writeColumns } from '../../domain/transfer-columns.ts';
import type { HttpClient, Reply } from './http-client.ts';

/** A file as another program writes it, and the calls that take it in. */

/** Rows of cells → a CSV file. */
export const csvText = (...rows: readonly (readonly string[])[]) => rows.map(csvRow).join('');

type Step = 'check' | 'rejected' | { importId: string };

export interface FileOptions {
  columns?: string;
  timeZone?: string;
}

export function sendFile(
  staff: HttpClient,
  kind: ImportKind,
  step: Step,
  file: string | Uint8Array<ArrayBuffer>,
  options: FileOptions = {},
): Promise<Reply> {
  const header = typeof file === 'string' ? (csvRecords(file).next().value?.cells ?? []) : [];
  const columns = options.columns ?? writeColumns(guessColumns(kind, header));
  const query = new URLSearchParams({ kind, columns, timeZone: options.timeZone ?? 'UTC' });
  const path = typeof step === 'string' ? step : step.importId;
  return staff.send(typeof step === 'string' ? 'POST' : 'PUT', `/api/imports/${path}?${query}`, {
    headers: { 'content-type': 'text/csv' },
    body: file,
  });
}

export type Report = Answer<'checkImport'>;

async function report(reply: Promise<Reply>): Promise<Report> {
  const { status, text, json } = await reply;
  if (status !== 200) throw new Error(`The file was refused: ${status} ${text}`);
  return json() as Report;
}

export const checkFile = (
  staff: HttpClient,
  kind: ImportKind,
  file: string | Uint8Array<ArrayBuffer>,
  options?: FileOptions,
) => report(sendFile(staff, kind, 'check', file, options));

export const importFile = (
  staff: HttpClient,
  kind: ImportKind,
  file: string | Uint8Array<ArrayBuffer>,
  options?: FileOptions & { importId?: string },
) => report(sendFile(staff, kind, { importId: options?.importId ?? randomUUID() }, file, options));

export function csvObjects(text: string): Record<string, string>[] {
  const [header, ...rows] = [...csvRecords(text)];
  return rows.map(({ cells }) =>
    Object.fromEntries((header?.cells ?? []).map((name, index) => [name, cells[index] ?? ''])),
  );
}

/** The files of a zip that this product made: stored one after the other, as its directory says. */
export async function unzipped(zip: Buffer): Promise<Record<string, string>> {
  const { inflateRawSync } = await import('node:zlib');
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const files: Record<string, string> = {};
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const size = zip.readUInt32LE(at + 20);
    const nameLength = zip.readUInt16LE(at + 28);
    const rest = zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    const local = zip.readUInt32LE(at + 42);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    files[name] = inflateRawSync(zip.subarray(from, from + size)).toString('utf8');
    at += 46 + nameLength + rest;
  }
  return files;
}

/** All data of the shop as CSV files by name, with their headers. */
export async function exportedFiles(staff: HttpClient): Promise<Record<string, string>> {
  const response = await fetch(`${staff.origin}/api/export?format=csv`, {
    headers: { cookie: staff.cookie ?? '' },
  });
  if (!response.ok) throw new Error(`The export was refused: ${response.status}`);
  return unzipped(Buffer.from(await response.arrayBuffer()));
}
