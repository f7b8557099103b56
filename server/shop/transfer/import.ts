import type { FastifyRequest } from 'fastify';
import type { Answer, Checked } from '../../../domain/api.ts';
import { type ImportReport, importReportSchema } from '../../../domain/api-transfer.ts';
import { byteOrderMark, csvRow } from '../../../domain/csv.ts';
import { Problem } from '../../../domain/problems.ts';
import { type ImportKind, readColumns } from '../../../domain/transfer-columns.ts';
import { isoTime } from '../../clock.ts';
import type { Handle } from '../../database/tables.ts';
import type { Deps } from '../../deps.ts';
import type { Http } from '../../http/operations.ts';
import { type ImportRequest, readFile } from './import-file.ts';
import { type ImportPlan, planImport } from './import-plan.ts';
import { writeImport } from './import-rows.ts';

/** A browser that asks for an import again does so within minutes; in milliseconds. */
const keptMs = 30 * 24 * 60 * 60_000;

type ImportDeps = Pick<Deps, 'database' | 'technicians' | 'clock'>;

type Progress = Answer<'getImport'>;

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

function columnsOf(kind: ImportKind, text: string) {
  const columns = readColumns(kind, text);
  if (columns) return columns;
  const message = 'columns must be written as name:0,email:2, with fields of that kind';
  throw new Problem('validation-failed', {
    detail: message,
    errors: [{ path: 'columns', message }],
  });
}

function requestOf(query: Checked<'checkImport', 'query'>, { body }: FastifyRequest): GivenRequest {
  const { kind, timeZone } = query;
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  return { kind, timeZone, columns: columnsOf(kind, query.columns), bytes };
}

const read = ({ technicians, clock }: ImportDeps, request: GivenRequest) =>
  readFile(request, { technicians, timeZone: request.timeZone, now: clock() });

async function readAndPlan(deps: ImportDeps, request: GivenRequest) {
  const file = await read(deps, request);
  return { file, plan: await planImport(deps.database.read, file, deps.clock()) };
}

/** @returns what an import did that was done before */
async function findImport(db: Handle, id: string): Promise<ImportReport | null> {
  const row = await db
    .selectFrom('imports')
    .select('report')
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? importReportSchema.parse(JSON.parse(row.report)) : null;
}

/** Takes in every row that is right, in one transaction. */
async function importOnce(
  deps: ImportDeps,
  importId: string,
  request: GivenRequest,
  progress: Progress,
): Promise<ImportReport> {
  const { database, clock } = deps;
  const { dialect } = database;
  const file = await read(deps, request);
  progress.rows = file.rows.length;
  return database.transact(async (tx) => {
    if (!(await dialect.tryLock(tx, 'import'))) throw new Problem('import-running');
    // It may have been done a moment ago by another process.
    const earlier = await findImport(tx, importId);
    if (earlier) return earlier;
    const now = clock();
    const at = isoTime(now);
    const plan = await planImport(tx, file, now);
    // The same file again: nothing has changed, so nothing is written.
    if (plan.report.added === 0) return plan.report;
    progress.rowsDone = 0;
    const onProgress = (rowsDone: number) => {
      progress.rowsDone = rowsDone;
    };
    await writeImport({ tx, dialect, importId, at, onProgress }, plan);
    await tx
      .deleteFrom('imports')
      .where('created_at', '<', isoTime(now - keptMs))
      .execute();
    const done = { id: importId, report: JSON.stringify(plan.report), created_at: at };
    await tx.insertInto('imports').values(done).execute();
    return plan.report;
  });
}

/** Clients and repairs from another program's file. One import at a time. */
export function importRoutes(http: Http, deps: ImportDeps): void {
  let running: Running | null = null;

  http.handle('checkImport', async ({ query, request }) => {
    const { plan } = await readAndPlan(deps, requestOf(query, request));
    return plan.report;
  });

  http.handle('rejectedRows', async ({ query, request, reply }) => {
    const { file, plan } = await readAndPlan(deps, requestOf(query, request));
    reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="rejected-${query.kind}.csv"`);
    return Buffer.from(rejectedFile(file.headers, plan), 'utf8');
  });

  // The same id again answers with what was done.
  http.handle('runImport', async ({ params: { importId }, query, request }) => {
    const given = requestOf(query, request);
    if (running) {
      if (running.importId === importId) return running.result;
      throw new Problem('import-running');
    }
    const progress: Progress = { state: 'running', rowsDone: 0, rows: 0, report: null };
    const begin = async () =>
      (await findImport(deps.database.read, importId)) ??
      importOnce(deps, importId, given, progress);
    const result = begin().finally(() => {
      running = null;
    });
    running = { importId, progress, result };
    return result;
  });

  http.handle('getImport', async ({ params: { importId } }): Promise<Progress> => {
    if (running?.importId === importId) return running.progress;
    const report = await findImport(deps.database.read, importId);
    if (!report) return { state: 'unknown', rowsDone: 0, rows: 0, report: null };
    return { state: 'done', rowsDone: report.rows, rows: report.rows, report };
  });
}
