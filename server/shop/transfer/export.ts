import { finished, type Readable } from 'node:stream';
import type { ExportFormat } from '../../../domain/api-transfer.ts';
import { Problem } from '../../../domain/problems.ts';
import { type Clock, isoTime } from '../../clock.ts';
import type { Database } from '../../database/database.ts';
import { csvZip, jsonFile } from './export-files.ts';

/** Each holds a snapshot of the data, and on PostgreSQL one of the connections. */
const mostAtOnce = 2;

/** A reader that takes nothing for this long is gone, in milliseconds. */
const usualPatienceMs = 60_000;

export interface ExportedFile {
  name: string;
  contentType: string;
  bytes: Readable;
}

export type ExportActions = ReturnType<typeof exportActions>;

interface Parts {
  database: Database;
  publicUrl: string | null;
  clock: Clock;
  patienceMs?: number | undefined;
}

/** All data of the shop as it was at one moment. */
export function exportActions({ database, publicUrl, clock, patienceMs = usualPatienceMs }: Parts) {
  let underWay = 0;
  return {
    /** @throws Problem export-running */
    async open(format: ExportFormat): Promise<ExportedFile> {
      if (underWay >= mostAtOnce) throw new Problem('export-running');
      underWay += 1;
      const snapshot = await database.snapshot().catch((error: unknown) => {
        underWay -= 1;
        throw error;
      });
      const at = isoTime(clock());
      // A snapshot is not held for ever for a reader who has gone to sleep.
      const giveUp = setTimeout(() => bytes.destroy(), patienceMs).unref();
      const source = { db: snapshot.db, publicUrl, at, onPiece: () => giveUp.refresh() };
      const bytes = format === 'csv' ? csvZip(source) : jsonFile(source);
      finished(bytes, () => {
        clearTimeout(giveUp);
        underWay -= 1;
        snapshot.close().catch(() => undefined);
      });
      const stem = `watch-repairs-${at.slice(0, 10)}`;
      return format === 'csv'
        ? { name: `${stem}.zip`, contentType: 'application/zip', bytes }
        : { name: `${stem}.json`, contentType: 'application/json; charset=utf-8', bytes };
    },
  };
}
