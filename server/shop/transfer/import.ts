import type { ImportReport } from '../../../domain/api-transfer.ts';
import { byteOrderMark, csvRow } from '../../../domain/csv.ts';
import type { ImportContext } from '../../../domain/import-rows.ts';
import { Problem } from '../../../domain/problems.ts';
import type { Technician } from '../../../domain/shop-config.ts';
import { type Clock, isoTime } from '../../clock.ts';
import { latestRevision } from '../../database/change-log.ts';
import type { Database } from '../../database/database.ts';
import { type ImportRequest, readFile } from './import-file.ts';
import { type ImportPlan, planImport } from './import-plan.ts';
import { takeIn } from './import-rows.ts';
import { deleteImportsBefore, findImport, insertImport } from './import-store.ts';

/** A browser that asks for an import again does so within minutes; in milliseconds. */
const keptMs = 30 * 24 * 60 * 60_000;

export type ImportActions = ReturnType<typeof importActions>;

interface Parts {
  database: Database;
  technicians: readonly Technician[];
  clock: Clock;
}

export interface Progress {
  state: 'unknown' | 'running' | 'done';
  rowsDone: number;
  rows: number;
  report: ImportReport | null;
}

/** The import that this process is doing. */
interface Running {
  importId: string;
  progress: Progress;
  result: Promise<ImportReport>;
}

type GivenRequest = ImportRequest & { timeZone: string };

/** The rows that cannot be taken in, as they were, with why in two columns of their own. */
function rejectedFile(headers: readonly string[], plan: ImportPlan): string {
  const rows = plan.rejected.map(({ record, problems }) =>
    csvRow([
      String(record.row),
      problems.map(({ column, message }) => `${column}: ${message}`).join('; '),
      ...record.cells,
    ]),
  );
  return [byteOrderMark, csvRow(['Row', 'Why it was left out', ...headers]), ...rows].join('');
}

/** Clients and repairs from another program's file. */
export function importActions({ database, technicians, clock }: Parts) {
  const { dialect } = database;
  let running: Running | null = null;

  const contextOf = ({ timeZone }: GivenRequest): ImportContext => ({
    technicians,
    timeZone,
    now: clock(),
  });

  async function lookAt(request: GivenRequest) {
    const file = await readFile(request, contextOf(request));
    return { headers: file.headers, plan: await planImport(database.read, file, clock()) };
  }

  async function doOnce(
    importId: string,
    request: GivenRequest,
    progress: Progress,
  ): Promise<ImportReport> {
    const file = await readFile(request, contextOf(request));
    progress.rows = file.rows.length;
    const revision = await latestRevision(database.read);
    const ahead = await planImport(database.read, file, clock());
    return database.transact(async (tx) => {
      if (!(await dialect.tryLock(tx, 'import'))) throw new Problem('import-running');
      // It may have been done a moment ago by another process.
      const earlier = await findImport(tx, importId);
      if (earlier) return earlier;
      const now = clock();
      const at = isoTime(now);
      // Planned ahead, so that others who write wait for less; anew where something has changed since.
      const isStill = (await latestRevision(tx)) === revision;
      const plan = isStill ? ahead : await planImport(tx, file, now);
      // The same file again: nothing has changed, so nothing is written.
      if (plan.report.added === 0) return plan.report;
      progress.rowsDone = 0;
      const onProgress = (rowsDone: number) => {
        progress.rowsDone = rowsDone;
      };
      await takeIn({ tx, dialect, importId, at, onProgress }, plan);
      await deleteImportsBefore(tx, isoTime(now - keptMs));
      await insertImport(tx, importId, plan.report, at);
      return plan.report;
    });
  }

  return {
    /** What an import would do. @throws Problem import-unreadable */
    async check(request: GivenRequest): Promise<ImportReport> {
      return (await lookAt(request)).plan.report;
    },

    /** The file of the rows that cannot be taken in. @throws Problem import-unreadable */
    async rejected(request: GivenRequest): Promise<string> {
      const { headers, plan } = await lookAt(request);
      return rejectedFile(headers, plan);
    },

    /**
     * Takes in every row that is right, in one transaction. The same id again answers with what was
     * done.
     *
     * @throws Problem import-unreadable; import-running while another one is under way
     */
    async run(importId: string, request: GivenRequest): Promise<ImportReport> {
      if (running) {
        if (running.importId === importId) return running.result;
        throw new Problem('import-running');
      }
      const progress: Progress = { state: 'running', rowsDone: 0, rows: 0, report: null };
      const begin = async () =>
        (await findImport(database.read, importId)) ?? doOnce(importId, request, progress);
      const result = begin().finally(() => {
        running = null;
      });
      running = { importId, progress, result };
      return result;
    },

    /** How far an import has come, or what it did. */
    async progress(importId: string): Promise<Progress> {
      if (running?.importId === importId) return running.progress;
      const report = await findImport(database.read, importId);
      if (!report) return { state: 'unknown', rowsDone: 0, rows: 0, report: null };
      return { state: 'done', rowsDone: report.rows, rows: report.rows, report };
    },
  };
}
