import { clientFields, customerOf } from '../../../domain/client-fields.ts';
import { estimateFields } from '../../../domain/estimate-fields.ts';
import { fromColumns } from '../../../domain/field-list.ts';
import { repairFields } from '../../../domain/repair-fields.ts';
import type { ExportRecord, ExportTableName } from '../../../domain/transfer-columns.ts';
import type { Handle } from '../../database/tables.ts';
import { clientsPage, estimatesPage, eventsPage, repairsPage, textsPage } from './export-store.ts';

/** Every row of a table as it is exported, read page by page. */

async function* rows<Row extends { id: string | number }>(
  page: (after: string) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let after = '';
  for (;;) {
    const found = await page(after);
    yield* found;
    const last = found.at(-1);
    if (last === undefined) return;
    after = String(last.id);
  }
}

async function* clients(db: Handle): AsyncGenerator<ExportRecord> {
  for await (const row of rows((after) => clientsPage(db, after))) {
    yield {
      clientId: row.id,
      ...fromColumns(clientFields, row),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      deletedAt: row.deleted_at,
    };
  }
}

async function* repairs(
  db: Handle,
  addressOf: (url: string | null) => string | null,
): AsyncGenerator<ExportRecord> {
  for await (const row of rows((after) => repairsPage(db, after))) {
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
  for await (const row of rows((after) => estimatesPage(db, after))) {
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
  for await (const row of rows((after) => textsPage(db, after))) {
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
  for await (const row of rows((after) => eventsPage(db, after))) {
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
  switch (table) {
    case 'clients':
      return clients(db);
    case 'repairs':
      return repairs(db, addressOf);
    case 'estimates':
      return estimates(db);
    case 'texts':
      return texts(db);
    case 'events':
      return events(db);
  }
}
