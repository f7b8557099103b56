import { clientFields } from '../../../domain/client-fields.ts';
import { fieldColumns } from '../../../domain/field-list.ts';
import { repairFields } from '../../../domain/repair-fields.ts';
import type { Handle } from '../../database/tables.ts';

/** The rows of the exported tables, a page at a time in the order of their ids. */

/** Enough to be quick, few enough to hold in memory however large the shop. */
export const pageSize = 500;

export function clientsPage(db: Handle, after: string) {
  return db
    .selectFrom('clients')
    .select(['id', ...fieldColumns(clientFields), 'created_at', 'updated_at', 'deleted_at'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(pageSize)
    .execute();
}

/** What was deleted can be brought back from the shop's list, and is in every backup. */
export function repairsPage(db: Handle, after: string) {
  return db
    .selectFrom('repair_tickets as ticket')
    .innerJoin('clients as client', 'client.id', 'ticket.client_id')
    .select([
      'ticket.id',
      'ticket.ticket_number',
      'ticket.repair_id',
      'ticket.status',
      'ticket.is_same_day',
      'ticket.client_id',
      ...fieldColumns(clientFields).map((column) => `client.${column}` as const),
      ...fieldColumns(repairFields).map((column) => `ticket.${column}` as const),
      'ticket.assigned_watchmaker',
      'ticket.assigned_to',
      'ticket.completed_at',
      'ticket.completion_notes',
      'ticket.initial_photo_url',
      'ticket.completed_photo_url',
      'ticket.sms_sent',
      'ticket.created_at',
      'ticket.updated_at',
    ])
    .where('ticket.deleted_at', 'is', null)
    .where('ticket.id', '>', after)
    .orderBy('ticket.id')
    .limit(pageSize)
    .execute();
}

export function estimatesPage(db: Handle, after: string) {
  return db
    .selectFrom('estimates')
    .innerJoin('repair_tickets as ticket', 'ticket.ticket_number', 'estimates.repair_id')
    .selectAll('estimates')
    .where('ticket.deleted_at', 'is', null)
    .where('estimates.id', '>', after)
    .orderBy('estimates.id')
    .limit(pageSize)
    .execute();
}

export function textsPage(db: Handle, after: string) {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(pageSize)
    .execute();
}

export function eventsPage(db: Handle, after: string) {
  return db
    .selectFrom('events')
    .select([
      'id',
      'at',
      'kind',
      'actor',
      'ticket_number',
      'repair_id',
      'client_id',
      'session',
      'data',
    ])
    .where('id', '>', Number(after === '' ? 0 : after))
    .orderBy('id')
    .limit(pageSize)
    .execute();
}
