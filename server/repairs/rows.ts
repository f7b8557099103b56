import { type SelectQueryBuilder, sql } from 'kysely';
import type { Repair } from '../../domain/api-answers.ts';
import { fieldKinds } from '../../domain/field-kinds.ts';
import { fieldColumns, fromColumns } from '../../domain/field-list.ts';
import { dollarsFromCents } from '../../domain/money.ts';
import { agreedPrice, balanceCents } from '../../domain/payments.ts';
import { isBeforeRecords } from '../../domain/pickup.ts';
import { loadLines } from '../../domain/price-lines.ts';
import { repairFields } from '../../domain/repair-fields.ts';
import { isOpen } from '../../domain/repair-status.ts';
import { numberFails } from '../database/failed-numbers.ts';
import type { Handle, RepairTicketsTable } from '../database/tables.ts';

/** A repair as the engine gives it, and as the product answers with it. */

const ticketFieldColumns = fieldColumns(repairFields).map((column) => `ticket.${column}` as const);

/** 1 if the newest estimate was declined, and one that it replaced was accepted. */
const wasAcceptedBefore = sql<number>`case when estimate.declined_at is not null and exists (
    select 1 from estimates as earlier
    where earlier.repair_id = ticket.ticket_number and earlier.replaced_at is not null
      and earlier.response_status = 'accepted') then 1 else 0 end`;

/** 1 if a part has been neither received nor returned, ordered or not: the partial index's condition. */
const hasOpenPart = sql<number>`case when exists (
    select 1 from parts as part where part.ticket_number = ticket.ticket_number
      and part.received_on is null and part.returned_on is null
  ) then 1 else 0 end`;

/**
 * The last date of a warranty that no come-back continues. Neither `not exists` nor a join: with those,
 * PostgreSQL would read all warranties in ticket order.
 */
const warrantyUntil = sql<string | null>`(select max(warranty.until_on) from warranties as warranty
  where warranty.ticket_number = ticket.ticket_number and (
    select later.id from warranties as later where later.continues = warranty.id and (
      select back.deleted_at from repair_tickets as back where back.ticket_number = later.ticket_number) is null
    limit 1) is null)`;

/** Every repair, including those that are deleted and may come back. */
export function keptRows(db: Handle) {
  return db
    .selectFrom('repair_tickets as ticket')
    .innerJoin('clients as client', 'client.id', 'ticket.client_id')
    .leftJoin('estimates as estimate', (join) =>
      join
        .onRef('estimate.repair_id', '=', 'ticket.ticket_number')
        .on('estimate.replaced_at', 'is', null),
    )
    .leftJoin('estimates as accepted', (join) =>
      join
        .onRef('accepted.id', '=', 'estimate.further_to')
        .on('estimate.accepted_at', 'is', null)
        .on('estimate.declined_at', 'is', null),
    )
    .leftJoin('technicians as technician', 'technician.id', 'ticket.assigned_to')
    .leftJoin('sendings as sending', (join) =>
      join
        .onRef('sending.ticket_number', '=', 'ticket.ticket_number')
        .on('sending.received_on', 'is', null),
    )
    .leftJoin('phones as phone', 'phone.phone', 'client.phone_key')
    .select([
      'ticket.id',
      'ticket.repair_id',
      'ticket.ticket_number',
      'ticket.client_id',
      'client.name as customer_name',
      'client.email as customer_email',
      'client.phone as customer_phone',
      'client.address as customer_address',
      'client.company as customer_company',
      'client.language as customer_language',
      'client.no_texts as customer_no_texts',
      'client.agreed_to_texts as customer_agreed_to_texts',
      'client.pays_by_statement as customer_pays_by_statement',
      ...ticketFieldColumns,
      'ticket.first_expected_on',
      'ticket.status',
      'ticket.visit_id',
      'ticket.watch_id',
      'ticket.is_same_day',
      'ticket.assigned_to',
      sql<string | null>`coalesce(technician.name, ticket.assigned_watchmaker)`.as(
        'assigned_watchmaker',
      ),
      'ticket.place',
      'ticket.initial_photo_url',
      'ticket.completed_photo_url',
      'ticket.completed_at',
      'ticket.completion_notes',
      'ticket.is_unrepaired',
      'ticket.is_handed_out',
      'ticket.collected_at',
      'ticket.collected_by',
      'ticket.collected_note',
      'ticket.claim_check_seen',
      'ticket.id_seen',
      'ticket.shipped_by',
      'ticket.tracking_number',
      'ticket.insured_cents',
      'ticket.pickup_reminders',
      'ticket.held_until',
      'ticket.sms_sent',
      'ticket.paid_cents',
      'ticket.tax_thousandths',
      'ticket.tax_cents',
      'ticket.created_at',
      'ticket.updated_at',
      'estimate.id as estimate_id',
      'estimate.estimate_price_cents',
      'estimate.tax_thousandths as estimate_tax_thousandths',
      'estimate.tax_cents as estimate_tax_cents',
      'estimate.work as estimate_work',
      'estimate.notes as estimate_notes',
      'estimate.lines as estimate_lines',
      'estimate.told as estimate_told',
      'estimate.sent_at as estimate_sent_at',
      'estimate.accepted_at as estimate_accepted_at',
      'estimate.declined_at as estimate_declined_at',
      'estimate.expired_at as estimate_expired_at',
      'accepted.estimate_price_cents as accepted_price_cents',
      'accepted.work as accepted_work',
      'accepted.lines as accepted_lines',
      'accepted.tax_thousandths as accepted_tax_thousandths',
      'accepted.tax_cents as accepted_tax_cents',
      wasAcceptedBefore.as('was_accepted_before'),
      hasOpenPart.as('has_open_part'),
      'sending.sent_to',
      'sending.sent_on',
      'sending.expected_on as expected_back_on',
      warrantyUntil.as('warranty_until'),
      'phone.opted_out_at',
      numberFails.as('number_fails'),
      'ticket.deleted_at',
    ]);
}

export const repairRows = (db: Handle) => keptRows(db).where('ticket.deleted_at', 'is', null);

export type StoredRepair =
  ReturnType<typeof repairRows> extends SelectQueryBuilder<never, never, infer Row> ? Row : never;

const flagOrNull = (stored: number | null) => (stored === null ? null : stored === 1);

const dollarsOrNull = (cents: number | null) => (cents === null ? null : dollarsFromCents(cents));

type PickupColumns = Pick<RepairTicketsTable, 'status' | 'is_unrepaired' | 'is_handed_out'>;

/** What is kept of the last completion says nothing while the repair is open. */
const pickupState = ({ status, is_unrepaired, is_handed_out }: PickupColumns) => ({
  isUnrepaired: is_unrepaired === 1 && !isOpen(status),
  isWaitingForPickup: is_handed_out === 0 && !isOpen(status),
});

/** What determines its price, in cents. */
const pricedIn = (row: StoredRepair) => ({
  repairPrice: row.price_cents,
  estimatePrice: row.estimate_price_cents,
  estimateAcceptedAt: row.estimate_accepted_at,
  estimateDeclinedAt: row.estimate_declined_at,
  isUnrepaired: pickupState(row).isUnrepaired,
  acceptedSoFar: row.accepted_price_cents === null ? null : { price: row.accepted_price_cents },
});

/**
 * The tax settled with the accepted estimate, else with the completion. A completion from before there was tax on
 * prices settled none.
 */
function settledTaxIn(row: StoredRepair): Repair['settledTax'] {
  if (agreedPrice(pricedIn(row)) === null) return null;
  const [thousandths, cents] =
    row.estimate_accepted_at !== null
      ? [row.estimate_tax_thousandths, row.estimate_tax_cents]
      : row.accepted_price_cents !== null
        ? [row.accepted_tax_thousandths, row.accepted_tax_cents]
        : [row.tax_thousandths, row.tax_cents];
  if (thousandths === null || cents === null) {
    return isOpen(row.status) ? null : { taxThousandths: 0, tax: 0 };
  }
  return { taxThousandths: thousandths, tax: dollarsFromCents(cents) };
}

function balanceInCents(row: StoredRepair): number | null {
  // What was paid elsewhere is not known here.
  if (isBeforeRecords(row) && row.paid_cents === 0) return null;
  const priced = pricedIn(row);
  // It may still continue at the price that was accepted earlier.
  if (row.was_accepted_before === 1 && !priced.isUnrepaired) return null;
  return balanceCents(priced, row.paid_cents);
}

/** A watch that hasn't been sent yet is still in the shop. */
const sentOutIn = ({ sent_to, sent_on, expected_back_on }: StoredRepair): Repair['sentOut'] =>
  sent_to === null || sent_on === null
    ? null
    : { sentTo: sent_to, sentOn: sent_on, expectedOn: expected_back_on };

export function toRepair(row: StoredRepair): Repair {
  return {
    id: row.id,
    repairId: row.repair_id,
    ticketNumber: row.ticket_number,
    clientId: row.client_id,
    customerName: row.customer_name,
    customerEmail: row.customer_email,
    customerPhone: row.customer_phone,
    customerAddress: row.customer_address,
    customerCompany: row.customer_company,
    customerLanguage:
      row.customer_language === null ? null : fieldKinds.language.fromColumn(row.customer_language),
    customerNoTexts: flagOrNull(row.customer_no_texts),
    customerAgreedToTexts: flagOrNull(row.customer_agreed_to_texts),
    customerPaysByStatement: flagOrNull(row.customer_pays_by_statement),
    ...fromColumns(repairFields, row),
    firstExpectedOn: row.first_expected_on,
    status: row.status,
    visitId: row.visit_id,
    watchId: row.watch_id,
    isSameDay: row.is_same_day === 1,
    assignedTo: row.assigned_to,
    assignedWatchmaker: row.assigned_watchmaker,
    place: row.place,
    initialPhotoUrl: row.initial_photo_url,
    completedPhotoUrl: row.completed_photo_url,
    completedAt: row.completed_at,
    completionNotes: row.completion_notes,
    ...pickupState(row),
    collectedAt: row.collected_at,
    collectedBy: row.collected_by,
    collectedNote: row.collected_note,
    claimCheckSeen: row.claim_check_seen === 1,
    idSeen: row.id_seen === 1,
    shippedBy: row.shipped_by,
    trackingNumber: row.tracking_number,
    insuredValue: dollarsOrNull(row.insured_cents),
    heldUntil: row.held_until,
    estimateId: row.estimate_id,
    estimatePrice: dollarsOrNull(row.estimate_price_cents),
    estimateWork: row.estimate_work,
    estimateNotes: row.estimate_notes,
    estimateLines: loadLines(row.estimate_lines),
    estimateTold: row.estimate_told,
    estimateSentAt: row.estimate_sent_at,
    estimateAcceptedAt: row.estimate_accepted_at,
    estimateDeclinedAt: row.estimate_declined_at,
    estimateExpiredAt: row.estimate_expired_at,
    acceptedSoFar:
      row.accepted_price_cents === null
        ? null
        : {
            price: dollarsFromCents(row.accepted_price_cents),
            work: row.accepted_work,
            lines: loadLines(row.accepted_lines),
          },
    settledTax: settledTaxIn(row),
    paid: dollarsFromCents(row.paid_cents),
    balance: dollarsOrNull(balanceInCents(row)),
    isWaitingForParts: row.has_open_part === 1 && isOpen(row.status),
    sentOut: sentOutIn(row),
    warrantyUntil: row.warranty_until,
    optedOutAt: row.opted_out_at,
    numberFails: row.number_fails === 1,
    smsSent: row.sms_sent === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
