import { finished, type Readable } from 'node:stream';
import type { ExportFormat } from '../../../domain/api-transfer.ts';
import { Problem } from '../../../domain/problems.ts';
import { isoTime } from '../../clock.ts';
import type { Deps } from '../../deps.ts';
import type { Http } from '../../http/operations.ts';
import { csvZip, jsonFile } from './export-files.ts';

/** Each holds a snapshot of the data, and on PostgreSQL one of the connections. */
const mostAtOnce = 2;

/** A reader that takes nothing for this long is gone, in milliseconds. */
const patienceMs = 60_000;

interface ExportedFile {
  name: string;
  contentType: string;
  bytes: Readable;
}

/** All data of the shop as it was at one moment, as files. */
export function exportRoutes(
  http: Http,
  deps: Pick<Deps, 'database' | 'publicUrl' | 'clock'>,
): void {
  let underWay = 0;
  http.handle('exportData', async ({ query, request, reply }) => {
    if (request.method === 'HEAD') return undefined;
    if (underWay >= mostAtOnce) throw new Problem('export-running');
    underWay += 1;
    const onEnd = () => {
      underWay -= 1;
    };
    const { name, contentType, bytes } = await openExport(deps, query.format, onEnd);
    reply
      .header('content-type', contentType)
      .header('content-disposition', `attachment; filename="${name}"`);
    return bytes;
  });
}

/** @param onEnd called once the file has been read, or never will be */
async function openExport(
  { database, publicUrl, clock }: Pick<Deps, 'database' | 'publicUrl' | 'clock'>,
  format: ExportFormat,
  onEnd: () => void,
): Promise<ExportedFile> {
  const snapshot = await database.snapshot().catch((error: unknown) => {
    onEnd();
    throw error;
  });
  const at = isoTime(clock());
  // A snapshot is not held for ever for a reader who has gone to sleep.
  const giveUp = setTimeout(() => bytes.destroy(), patienceMs).unref();
  const source = { db: snapshot.db, publicUrl, at, onPiece: () => giveUp.refresh() };
  const bytes = format === 'csv' ? csvZip(source) : jsonFile(source);
  finished(bytes, () => {
    clearTimeout(giveUp);
    onEnd();
    snapshot.close().catch(() => undefined);
  });
  const stem = `watch-repairs-${at.slice(0, 10)}`;
  return format === 'csv'
    ? { name: `${stem}.zip`, contentType: 'application/zip', bytes }
    : { name: `${stem}.json`, contentType: 'application/json; charset=utf-8', bytes };
}
