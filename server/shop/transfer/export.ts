import { finished, PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type SelectQueryBuilder, sql } from 'kysely';
import { ZipFile } from 'yazl';
import type { ExportFormat } from '../../../domain/api-transfer.ts';
import { clientFields, customerOf } from '../../../domain/client-fields.ts';
import { byteOrderMark } from '../../../domain/csv.ts';
import { estimateFields } from '../../../domain/estimate-fields.ts';
import { fieldColumns, fromColumns } from '../../../domain/field-list.ts';
import { finalCheckText } from '../../../domain/final-check.ts';
import { dollarsFromCents } from '../../../domain/money.ts';
import { loadLines } from '../../../domain/price-lines.ts';
import { Problem } from '../../../domain/problems.ts';
import { repairFields } from '../../../domain/repair-fields.ts';
import {
  ticketTables as describedTables,
  type TicketTableName,
} from '../../../domain/ticket-tables.ts';
import {
  csvHeader,
  csvRecord,
  type ExportRecord,
  type ExportTableName,
  exportTableNames,
} from '../../../domain/transfer-columns.ts';
import { isoTime } from '../../base/clock.ts';
import type { Handle, WatchesTable } from '../../database/tables.ts';
import { toClosedDay } from '../../payments/closed-days.ts';
import type { Deps } from '../../ports/deps.ts';
import type { Http } from '../../ports/http.ts';
import { readFinalCheck } from '../../repairs/completion-store.ts';
import { type TicketRow, ticketTables } from '../../repairs/ticket-tables.ts';
import { findShopSettings } from '../../settings/store.ts';
import { watchesOf } from '../../watches/found.ts';
import type { StoreLocation } from '../backups/engine.ts';
import { freeze } from '../backups/snapshot.ts';

/** Every row of a table as it is exported, read page by page in the order of ids. */

/** Enough to be quick, few enough to hold in memory however large the shop. */
const pageSize = 500;

/** @param id the column that the rows are ordered by */
async function* pages<DB, Tables extends keyof DB, Row extends { id: string | number }>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  id: string,
): AsyncGenerator<Row> {
  const ordered = query.orderBy(sql.ref(id)).limit(pageSize);
  let last: Row | undefined;
  do {
    const rest = last ? ordered.where(sql<boolean>`${sql.ref(id)} > ${last.id}`) : ordered;
    const found = await rest.execute();
    yield* found;
    last = found.at(-1);
  } while (last !== undefined);
}

async function* clients(db: Handle): AsyncGenerator<ExportRecord> {
  for await (const row of pages(db.selectFrom('clients').selectAll(), 'id')) {
    yield {
      clientId: row.id,
      ...fromColumns(clientFields, row),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      deletedAt: row.deleted_at,
    };
  }
}

const taxIn = (row: { tax_thousandths: number | null; tax_cents: number | null }) => ({
  taxPercent: row.tax_thousandths === null ? null : row.tax_thousandths / 1000,
  tax: row.tax_cents === null ? null : dollarsFromCents(row.tax_cents),
});

/** What was deleted can be brought back from the shop's list, and is in every backup. */
async function* repairs(
  db: Handle,
  addressOf: (url: string | null) => string | null,
): AsyncGenerator<ExportRecord> {
  const live = db
    .selectFrom('repair_tickets as ticket')
    .innerJoin('clients as client', 'client.id', 'ticket.client_id')
    .leftJoin('estimates as accepted', (join) =>
      join
        .onRef('accepted.repair_id', '=', 'ticket.ticket_number')
        .on('accepted.replaced_at', 'is', null)
        .on('accepted.accepted_at', 'is not', null),
    )
    .leftJoin('completions as completion', (join) =>
      join
        .onRef('completion.ticket_number', '=', 'ticket.ticket_number')
        .on('completion.undone_at', 'is', null)
        .on('completion.reopened_at', 'is', null),
    )
    .selectAll('ticket')
    .select('completion.final_check')
    .select(fieldColumns(clientFields).map((column) => `client.${column}` as const))
    // Settled with the accepted estimate, else with the completion.
    .select(({ fn }) => [
      fn.coalesce('accepted.tax_thousandths', 'ticket.tax_thousandths').as('tax_thousandths'),
      fn.coalesce('accepted.tax_cents', 'ticket.tax_cents').as('tax_cents'),
    ])
    .where('ticket.deleted_at', 'is', null);
  for await (const row of pages(live, 'ticket.id')) {
    yield {
      ticketNumber: row.ticket_number,
      repairId: row.repair_id,
      status: row.status,
      isSameDay: row.is_same_day === 1,
      visitId: row.visit_id,
      watchId: row.watch_id,
      clientId: row.client_id,
      ...customerOf(fromColumns(clientFields, row)),
      ...fromColumns(repairFields, row),
      ...taxIn(row),
      firstExpectedOn: row.first_expected_on,
      technician: row.assigned_watchmaker,
      technicianId: row.assigned_to,
      place: row.place,
      completedAt: row.completed_at,
      completionNotes: row.completion_notes,
      finalCheck: finalCheckText(readFinalCheck(row.final_check)),
      isUnrepaired: row.is_unrepaired === 1,
      isCollected: row.is_handed_out === 1,
      collectedAt: row.collected_at,
      collectedBy: row.collected_by,
      collectedNote: row.collected_note,
      claimCheckSeen: row.claim_check_seen === 1,
      idSeen: row.id_seen === 1,
      shippedBy: row.shipped_by,
      trackingNumber: row.tracking_number,
      insuredValue: row.insured_cents === null ? null : dollarsFromCents(row.insured_cents),
      initialPhoto: addressOf(row.initial_photo_url),
      completionPhoto: addressOf(row.completed_photo_url),
      isTexted: row.sms_sent === 1,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    };
  }
}

async function* estimates(db: Handle): AsyncGenerator<ExportRecord> {
  const live = db
    .selectFrom('estimates')
    .innerJoin('repair_tickets as ticket', 'ticket.ticket_number', 'estimates.repair_id')
    .selectAll('estimates')
    .where('ticket.deleted_at', 'is', null);
  for await (const row of pages(live, 'estimates.id')) {
    yield {
      estimateId: row.id,
      ticketNumber: row.repair_id,
      customerName: row.customer_name,
      customerPhone: row.customer_phone,
      ...fromColumns(estimateFields, row),
      lines: loadLines(row.lines),
      ...taxIn(row),
      status: row.status,
      responseStatus: row.response_status,
      told: row.told,
      sentAt: row.sent_at,
      acceptedAt: row.accepted_at,
      declinedAt: row.declined_at,
      customerReply: row.customer_reply,
      respondedAt: row.responded_at,
      answeredBy: row.answered_by,
      remindedAt: row.reminded_at,
      expiredAt: row.expired_at,
      replacedAt: row.replaced_at,
      createdAt: row.created_at,
    };
  }
}

async function* rowsOfTickets(db: Handle, table: TicketTableName): AsyncGenerator<ExportRecord> {
  const live = db
    .selectFrom(sql<TicketRow>`${sql.table(table)}`.as('stored'))
    .innerJoin('repair_tickets as ticket', 'ticket.ticket_number', 'stored.ticket_number')
    .selectAll('stored')
    .where('ticket.deleted_at', 'is', null);
  const [idKey] = describedTables[table].exported;
  for await (const row of pages(live, 'stored.id')) {
    const { id, ...record } = ticketTables[table].toRecord(row);
    yield { [idKey]: id, ...record };
  }
}

const isTicketTable = (table: ExportTableName): table is TicketTableName => table in ticketTables;

async function* watches(db: Handle): AsyncGenerator<ExportRecord> {
  const recordsOf = async (rows: readonly WatchesTable[]) => {
    const found = await watchesOf(
      db,
      rows.map(({ id }) => id),
    );
    const createdAt = new Map(rows.map((row) => [row.id, row.created_at]));
    return found.map(({ id, photoUrl: _, ...watch }) => ({
      watchId: id,
      ...watch,
      createdAt: createdAt.get(id) ?? null,
    }));
  };
  let page: WatchesTable[] = [];
  for await (const row of pages(db.selectFrom('watches').selectAll(), 'id')) {
    page.push(row);
    if (page.length < rowsInPiece) continue;
    yield* await recordsOf(page);
    page = [];
  }
  yield* await recordsOf(page);
}

async function* closedDays(db: Handle): AsyncGenerator<ExportRecord> {
  // One a day: few enough to be read at once.
  for (const row of await db.selectFrom('closed_days').selectAll().orderBy('day').execute()) {
    const { id: closingId, byMethod, ...day } = toClosedDay(row);
    yield { closingId, ...day, ...byMethod };
  }
}

async function* texts(db: Handle): AsyncGenerator<ExportRecord> {
  for await (const row of pages(db.selectFrom('messages').selectAll(), 'id')) {
    yield {
      textId: row.id,
      direction: row.direction,
      kind: row.kind,
      ticketNumber: row.ticket_number,
      phone: row.phone,
      body: row.body,
      photos: row.media_count,
      state: row.state,
      providerId: row.provider_sid,
      errorCode: row.error_code,
      meaning: row.meaning,
      attention: row.attention,
      attentionHandledAt: row.attention_handled_at,
      resendOf: row.resend_of,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    };
  }
}

async function* events(db: Handle): AsyncGenerator<ExportRecord> {
  for await (const row of pages(db.selectFrom('events').selectAll(), 'id')) {
    yield {
      eventId: row.id,
      at: row.at,
      kind: row.kind,
      actor: row.actor,
      ticketNumber: row.ticket_number,
      repairId: row.repair_id,
      clientId: row.client_id,
      session: row.session,
      initials: row.initials,
      data: JSON.parse(row.data) as Record<string, unknown>,
    };
  }
}

/**
 * @param publicUrl where the shop is reached from outside: photos are then named by whole addresses
 */
function exportedRecords(
  db: Handle,
  table: ExportTableName,
  publicUrl: string | null,
): AsyncGenerator<ExportRecord> {
  const addressOf = (url: string | null) =>
    url === null || publicUrl === null ? url : new URL(url, publicUrl).href;
  if (isTicketTable(table)) return rowsOfTickets(db, table);
  return { clients, repairs, estimates, watches, closedDays, texts, events }[table](db, addressOf);
}

/**
 * All data of the shop as it was at one moment, as files that are made while they are read: never more
 * than a page of rows is in memory.
 */

export interface ExportSource {
  db: Handle;
  publicUrl: string | null;
  /** ISO 8601 in UTC. */
  at: string;
}

/** Rows are passed on this many at a time: one piece per row would cost more than the text itself. */
const rowsInPiece = 200;

async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let gathered: string[] = [];
  for await (const text of texts) {
    gathered.push(text);
    if (gathered.length < rowsInPiece) continue;
    yield gathered.join('');
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
  Readable.from(inPieces(csvTexts(source, table)), { objectMode: false });

async function* jsonTexts(source: ExportSource): AsyncGenerator<string> {
  yield `{\n"format": "watch-repair-back-office",\n"version": 1,\n"exportedAt": "${source.at}"`;
  yield `,\n"settings": ${JSON.stringify(await findShopSettings(source.db))}`;
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

export const jsonFile = (source: ExportSource) =>
  Readable.from(inPieces(jsonTexts(source)), { objectMode: false });

async function* settingsTexts({ db }: ExportSource): AsyncGenerator<string> {
  yield `${JSON.stringify(await findShopSettings(db), null, 2)}\n`;
}

/** The shop's settings as JSON, beside the tables. */
export const settingsFile = (source: ExportSource) =>
  Readable.from(settingsTexts(source), { objectMode: false });

function csvZip(source: ExportSource): Readable {
  const zip = new ZipFile();
  const mtime = new Date(source.at);
  for (const table of exportTableNames) {
    // One after the other: each begins when the one before has been read.
    zip.addReadStreamLazy(`${table}.csv`, { mtime, mode: 0o100600 }, (use) =>
      use(null, csvFile(source, table)),
    );
  }
  zip.addReadStreamLazy('settings.json', { mtime, mode: 0o100600 }, (use) =>
    use(null, settingsFile(source)),
  );
  zip.end();
  // The zip's own stream does not fail when a file in it does.
  const out = new PassThrough();
  zip.on('error', (error: Error) => out.destroy(error));
  pipeline(zip.outputStream, out).catch(() => undefined);
  return out;
}

/** Each holds a snapshot of the data, and on PostgreSQL one of the connections. */
const maxAtOnce = 2;

/**
 * A reader that takes nothing for this long, in milliseconds, is gone: meanwhile the log of the embedded
 * database grows with each change, and PostgreSQL clears nothing away. Connections buffer a few megabytes,
 * which even a slow one passes on within this time.
 */
const usualStallMs = 60_000;

interface ExportDeps extends Pick<Deps, 'publicUrl' | 'clock'> {
  config: StoreLocation;
  downloadStallMs: number | undefined;
}

export function exportRoutes(http: Http, deps: ExportDeps): void {
  let underWay = 0;
  http.handle('exportData', async ({ query: { format }, request, reply }) => {
    if (request.method === 'HEAD') return undefined;
    if (underWay >= maxAtOnce) throw new Problem('export-running');
    underWay += 1;
    const at = isoTime(deps.clock());
    const bytes = await openExport(deps, format, at, () => {
      underWay -= 1;
    });
    const [end, type] =
      format === 'csv' ? ['zip', 'application/zip'] : ['json', 'application/json; charset=utf-8'];
    const name = `watch-repairs-${at.slice(0, 10)}.${end}`;
    // Restarted with each byte that is sent. It closes the connection, and with it the file.
    reply.raw.setTimeout(deps.downloadStallMs ?? usualStallMs);
    reply
      .header('content-type', type)
      .header('content-disposition', `attachment; filename="${name}"`);
    return bytes;
  });
}

/** @param onEnd called once the file has been read, or never will be */
async function openExport(
  { config, publicUrl }: ExportDeps,
  format: ExportFormat,
  at: string,
  onEnd: () => void,
): Promise<Readable> {
  const store = await freeze(config).catch((error: unknown) => {
    onEnd();
    throw error;
  });
  const source = { db: store.db, publicUrl, at };
  const bytes = format === 'csv' ? csvZip(source) : jsonFile(source);
  finished(bytes, () => {
    onEnd();
    store.close().catch(() => undefined);
  });
  return bytes;
}
