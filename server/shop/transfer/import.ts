import { randomInt } from 'node:crypto';
import { setImmediate as pause } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { Answer, Checked } from '../../../domain/api.ts';
import { type ImportReport, importReportSchema } from '../../../domain/api-transfer.ts';
import { clientExtras } from '../../../domain/client-fields.ts';
import { byteOrderMark, csvRow } from '../../../domain/csv.ts';
import { pickFields, toColumns } from '../../../domain/field-list.ts';
import { centsFromDollars } from '../../../domain/money.ts';
import { phoneKey } from '../../../domain/phone.ts';
import { collectedBeforeRecords, maxPickupReminders } from '../../../domain/pickup.ts';
import { fieldProblem, Problem } from '../../../domain/problems.ts';
import { repairFields } from '../../../domain/repair-fields.ts';
import { isOpen } from '../../../domain/repair-status.ts';
import { repairSearchLine } from '../../../domain/search-lines.ts';
import { freeTicketNumber } from '../../../domain/ticket-number.ts';
import { type ImportKind, readColumns } from '../../../domain/transfer-columns.ts';
import { isoTime } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import { restrictClient } from '../../clients/actions.ts';
import { insertClient } from '../../clients/store.ts';
import type { Dialect } from '../../database/dialect.ts';
import type { Handle } from '../../database/tables.ts';
import { type NewChange, type NewEvent, record } from '../../history/record.ts';
import type { Deps } from '../../ports/deps.ts';
import type { Http } from '../../ports/http.ts';
import { addCompletion } from '../../repairs/completion-store.ts';
import { insertTicket, isTicketNumberTaken, refreshSearchText } from '../../repairs/store.ts';
import { keyColumns, unanswered } from '../../repairs/watch-store.ts';
import { readShopSettings } from '../../settings/store.ts';
import { clientsBy } from './import-clients.ts';
import { type ImportRequest, readFile, rowsBetweenPauses } from './import-file.ts';
import { type ImportPlan, type NewClient, type NewRepair, planImport } from './import-plan.ts';

/** Writes what an import has decided, in the caller's transaction. No text is sent. */

interface Writing {
  tx: Handle;
  dialect: Dialect;
  importId: string;
  /** ISO 8601 in UTC. */
  at: string;
  onProgress: (rowsDone: number) => void;
}

async function writeClient({ tx, at }: Writing, client: NewClient): Promise<NewEvent> {
  const { id, ...fields } = client.person;
  await insertClient(tx, id, fields, client.createdAt ?? at, client.updatedAt ?? at);
  const data = { before: null, after: pickFields(clientExtras, fields) };
  return { kind: 'client-imported', actor: 'staff', clientId: id, data };
}

async function writeRepair(
  { tx, at }: Writing,
  planned: NewRepair,
  index: number,
): Promise<NewEvent> {
  const { repair, client, repairId } = planned;
  const createdAt = repair.createdAt ?? at;
  const ticketNumber =
    planned.ticketNumber ??
    // A moment of its own for each: one moment has only 13,824 numbers.
    (await freeTicketNumber(Date.parse(at) + index, randomInt, (candidate) =>
      isTicketNumberTaken(tx, candidate),
    ));
  const updatedAt = repair.updatedAt ?? at;
  const holder = {
    assignedTo: repair.technician?.id ?? null,
    assignedWatchmaker: repair.technician?.name ?? null,
  };
  await insertTicket(tx, {
    id: newId(Date.parse(createdAt)),
    repair_id: repairId,
    ticket_number: ticketNumber,
    client_id: client.id,
    phone_key: phoneKey(client.phone),
    ...toColumns(repairFields, repair),
    ...keyColumns(repair),
    ...unanswered,
    first_expected_on: repair.firstExpectedOn ?? repair.expectedOn,
    status: repair.status,
    visit_id: repair.visitId,
    is_same_day: repair.isSameDay ? 1 : 0,
    initial_photo_url: null,
    completed_photo_url: null,
    completed_at: repair.completedAt,
    completion_notes: repair.completionNotes,
    is_unrepaired: repair.isUnrepaired ? 1 : 0,
    is_handed_out: repair.isHandedOut ? 1 : 0,
    collected_at: repair.collectedAt,
    collected_by: repair.collectedBy,
    collected_note: repair.collectedNote,
    claim_check_seen: repair.claimCheckSeen ? 1 : 0,
    id_seen: repair.idSeen ? 1 : 0,
    shipped_by: repair.shippedBy,
    tracking_number: repair.trackingNumber,
    insured_cents: repair.insuredValue === null ? null : centsFromDollars(repair.insuredValue),
    hand_over_id: null,
    // An import texts nobody, now or later, and brings no payments along.
    pickup_reminders: repair.isHandedOut ? collectedBeforeRecords : maxPickupReminders,
    held_until: null,
    assigned_to: holder.assignedTo,
    assigned_watchmaker: holder.assignedWatchmaker,
    place: repair.place,
    sms_sent: repair.isTexted ? 1 : 0,
    paid_cents: 0,
    // Work done elsewhere has no tax here: today's rate doesn't say what was in its price.
    tax_thousandths: isOpen(repair.status) ? null : 0,
    tax_cents: isOpen(repair.status) ? null : 0,
    search_text: repairSearchLine(
      {
        ...repair,
        ticketNumber,
        place: repair.isHandedOut ? null : repair.place,
        customerName: client.name,
        customerPhone: client.phone,
      },
      [],
    ),
    created_at: createdAt,
    client_at_intake: null,
    last_assignment: null,
    same_day_switch: null,
    updated_at: updatedAt,
    deleted_at: null,
  });
  const { completedAt, isUnrepaired } = repair;
  const ticket = { ticketNumber, completedAt, isUnrepaired, updatedAt };
  await addCompletion(tx, { ...ticket, ...holder }, undefined);
  return {
    kind: 'repair-imported',
    actor: 'staff',
    ticketNumber,
    repairId,
    clientId: client.id,
    data: {
      status: repair.status,
      ...(repair.externalId === null ? {} : { externalId: repair.externalId }),
      ...(repair.lostEstimate ? { lostEstimate: true } : {}),
    },
  };
}

/**
 * Makes imported tickets searchable by the new name if their clients were renamed after the plan was
 * made. The clients are locked, so that a later rename waits for these tickets and finds them.
 */
async function catchUpWithClients({ tx, dialect }: Writing, plan: ImportPlan): Promise<void> {
  const added = new Set(plan.clients.map(({ person }) => person.id));
  const known = new Map(
    plan.repairs.flatMap(({ client }) => (added.has(client.id) ? [] : [[client.id, client]])),
  );
  await dialect.lockClients(tx, [...known.keys()]);
  for (const { id, name, phone } of await clientsBy(tx, 'id', known.keys())) {
    const planned = known.get(id);
    if (planned?.name !== name || planned.phone !== phone) {
      await refreshSearchText(tx, { client_id: id });
    }
  }
}

/**
 * Adds everything of a plan with its events. The change log gets one row for all clients and one for
 * all repairs: screens fetch their lists again, and ten thousand rows would only make them do it often.
 */
async function writeImport(writing: Writing, plan: ImportPlan): Promise<void> {
  const { tx, at } = writing;
  let events: NewEvent[] = [];
  let rowsDone = 0;
  const note = async (event: NewEvent, isRow: boolean) => {
    events.push(event);
    if (isRow) rowsDone += 1;
    if (events.length < rowsBetweenPauses) return;
    await record(tx, { at, events, changes: [] });
    events = [];
    writing.onProgress(rowsDone);
    await pause();
  };
  for (const client of plan.clients) {
    await note(await writeClient(writing, client), plan.kind === 'clients');
  }
  for (const [index, repair] of plan.repairs.entries()) {
    await note(await writeRepair(writing, repair, index), true);
  }
  await catchUpWithClients(writing, plan);
  for (const [id, marks] of plan.restricted) await restrictClient(tx, id, marks, at);
  const changed = (entity: 'client' | 'repair', count: number): NewChange[] =>
    count === 0 ? [] : [{ entity, id: writing.importId, what: 'imported', ticketNumber: null }];
  await record(tx, {
    at,
    events,
    changes: [...changed('client', plan.clients.length), ...changed('repair', plan.repairs.length)],
  });
}

/** How long what an import did is kept, in milliseconds: a browser that asks again does so within minutes. */
const keptMs = 30 * 24 * 60 * 60_000;

type ImportDeps = Pick<Deps, 'database' | 'clock'>;

type Progress = Answer<'getImport'>;

interface Running {
  importId: string;
  progress: Progress;
  result: Promise<ImportReport>;
}

type GivenRequest = ImportRequest & { timeZone: string };

/** The rows that cannot be imported, as they were, with the row number and the reasons in columns of their own. */
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
  throw fieldProblem('columns', message);
}

function requestOf(query: Checked<'checkImport', 'query'>, { body }: FastifyRequest): GivenRequest {
  const { kind, timeZone } = query;
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  return { kind, timeZone, columns: columnsOf(kind, query.columns), bytes };
}

async function read({ database, clock }: ImportDeps, request: GivenRequest) {
  const { technicians, intake } = await readShopSettings(database.read);
  const { isEmailRequired } = intake;
  return readFile(request, {
    technicians,
    timeZone: request.timeZone,
    isEmailRequired,
    now: clock(),
  });
}

async function readAndPlan(deps: ImportDeps, request: GivenRequest) {
  const file = await read(deps, request);
  return { file, plan: await planImport(deps.database.read, file, deps.clock()) };
}

/** @returns what an earlier import with this id did; null if there was none */
async function findImport(db: Handle, id: string): Promise<ImportReport | null> {
  const row = await db
    .selectFrom('imports')
    .select('report')
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? importReportSchema.parse(JSON.parse(row.report)) : null;
}

/** Imports every valid row, in one transaction. */
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
    if (plan.report.added === 0 && plan.restricted.size === 0) return plan.report;
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
