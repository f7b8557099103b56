import { type SelectQueryBuilder, sql } from 'kysely';
import { clientFields, customerOf } from '../../../domain/client-fields.ts';
import { estimateFields } from '../../../domain/estimate-fields.ts';
import { fieldColumns, fromColumns } from '../../../domain/field-list.ts';
import { repairFields } from '../../../domain/repair-fields.ts';
import type { ExportRecord, ExportTableName } from '../../../domain/transfer-columns.ts';
import type { Handle } from '../../database/tables.ts';

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

/** What was deleted can be brought back from the shop's list, and is in every backup. */
async function* repairs(
  db: Handle,
  addressOf: (url: string | null) => string | null,
): AsyncGenerator<ExportRecord> {
  const live = db
    .selectFrom('repair_tickets as ticket')
    .innerJoin('clients as client', 'client.id', 'ticket.client_id')
    .selectAll('ticket')
    .select(fieldColumns(clientFields).map((column) => `client.${column}` as const))
    .where('ticket.deleted_at', 'is', null);
  for await (const row of pages(live, 'ticket.id')) {
    yield {
      ticketNumber: row.ticket_number,
      repairId: row.repair_id,
      status: row.status,
      isSameDay: row.is_same_day === 1,
      clientId: row.client_id,
      ...customerOf(fromColumns(clientFields, row)),
      ...fromColumns(repairFields, row),
      technician: row.assigned_watchmaker,
      technicianId: row.assigned_to,
      completedAt: row.completed_at,
      completionNotes: row.completion_notes,
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
      status: row.status,
      responseStatus: row.response_status,
      sentAt: row.sent_at,
      acceptedAt: row.accepted_at,
      declinedAt: row.declined_at,
      customerReply: row.customer_reply,
      respondedAt: row.responded_at,
      remindedAt: row.reminded_at,
      expiredAt: row.expired_at,
      replacedAt: row.replaced_at,
      createdAt: row.created_at,
    };
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
      data: JSON.parse(row.data) as Record<string, unknown>,
    };
  }
}

/**
 * @param publicUrl where the shop is reached from outside: photos are then named by whole addresses
 */
export function exportedRecords(
  db: Handle,
  table: ExportTableName,
  publicUrl: string | null,
): AsyncGenerator<ExportRecord> {
  const addressOf = (url: string | null) =>
    url === null || publicUrl === null ? url : new URL(url, publicUrl).href;
  return { clients, repairs, estimates, texts, events }[table](db, addressOf);
}
