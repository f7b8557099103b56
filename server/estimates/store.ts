import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Checked } from '../../domain/api.ts';
import type { Estimate } from '../../domain/api-answers.ts';
import {
  type EstimateStatus,
  estimateStatuses,
  listedEstimateStatuses,
} from '../../domain/estimate-answers.ts';
import { estimateFields } from '../../domain/estimate-fields.ts';
import { fromColumns } from '../../domain/field-list.ts';
import { dollarsFromCents } from '../../domain/money.ts';
import { loadLines } from '../../domain/price-lines.ts';
import { asTicketNumber } from '../../domain/ticket-number.ts';
import { dialectOf } from '../database/dialect.ts';
import { numberFails } from '../database/failed-numbers.ts';
import { isChanged, isFound } from '../database/found.ts';
import {
  afterPosition,
  firstRows,
  type Page,
  type Position,
  pageOfFound,
  readCursor,
} from '../database/page.ts';
import { prepared } from '../database/prepared.ts';
import type { EstimatesTable, Handle, Tables } from '../database/tables.ts';

export const isOfLiveTicket = ({ exists, selectFrom }: ExpressionBuilder<Tables, 'estimates'>) =>
  exists(
    selectFrom('repair_tickets as ticket')
      .select('ticket.id')
      .whereRef('ticket.ticket_number', '=', 'estimates.repair_id')
      .where('ticket.deleted_at', 'is', null),
  );

function estimateRows(db: Handle) {
  return db
    .selectFrom('estimates as estimate')
    .innerJoin('repair_tickets as ticket', 'ticket.ticket_number', 'estimate.repair_id')
    .innerJoin('clients as client', 'client.id', 'ticket.client_id')
    .leftJoin('phones as phone', 'phone.phone', 'client.phone_key')
    .leftJoin('estimates as before', 'before.id', 'estimate.further_to')
    .selectAll('estimate')
    .select([
      'before.estimate_price_cents as before_cents',
      'ticket.watch_brand',
      'ticket.watch_model',
      'ticket.issue_description',
      'ticket.initial_photo_url',
      'ticket.expected_on',
      'ticket.assigned_to',
      'ticket.status as repair_status',
      'client.phone_key',
      'client.no_texts',
      'client.agreed_to_texts',
      'phone.opted_out_at',
      numberFails.as('number_fails'),
      acceptedBefore('id').as('accepted_before_id'),
      acceptedBefore('estimate_price_cents').as('accepted_before_cents'),
    ])
    .where('ticket.deleted_at', 'is', null);
}

/** Of the estimate that was accepted last among those that this one replaced. */
const acceptedBefore = <Column extends 'id' | 'estimate_price_cents'>(column: Column) =>
  sql<EstimatesTable[Column] | null>`(select earlier.${sql.ref(column)} from estimates as earlier
    where earlier.repair_id = estimate.repair_id and earlier.replaced_at is not null
      and earlier.response_status = 'accepted'
    order by earlier.sent_at desc limit 1)`;

type EstimateRow =
  ReturnType<typeof estimateRows> extends SelectQueryBuilder<never, never, infer Row> ? Row : never;

export function toEstimate(row: EstimateRow): Estimate {
  return {
    id: row.id,
    repairId: row.repair_id,
    customerName: row.customer_name,
    customerPhone: row.customer_phone,
    customerNoTexts: row.no_texts === null ? null : row.no_texts === 1,
    customerAgreedToTexts: row.agreed_to_texts === null ? null : row.agreed_to_texts === 1,
    watchBrand: row.watch_brand,
    watchModel: row.watch_model,
    issue: row.issue_description,
    initialPhotoUrl: row.initial_photo_url,
    expectedOn: row.expected_on,
    assignedTo: row.assigned_to,
    repairStatus: row.repair_status,
    ...fromColumns(estimateFields, row),
    lines: loadLines(row.lines),
    taxThousandths: row.tax_thousandths,
    tax: dollarsFromCents(row.tax_cents),
    status: row.status,
    responseStatus: row.response_status,
    told: row.told,
    sentAt: row.sent_at,
    acceptedAt: row.accepted_at,
    declinedAt: row.declined_at,
    customerReply: row.customer_reply,
    respondedAt: row.responded_at,
    answeredBy: row.answered_by,
    isExpired: row.status === 'sent' && row.expired_at !== null,
    expiredAt: row.expired_at,
    isReplaced: row.replaced_at !== null,
    remindedAt: row.reminded_at,
    optedOutAt: row.opted_out_at,
    numberFails: row.number_fails === 1,
    createdAt: row.created_at,
    acceptedBefore:
      row.accepted_before_id === null || row.replaced_at !== null
        ? null
        : {
            id: row.accepted_before_id,
            estimatePrice: dollarsFromCents(row.accepted_before_cents ?? 0),
          },
    furtherTo: beforeIn(row),
  };
}

/** Also null if the accepted estimate was deleted. */
function beforeIn({ further_to: id, further_status: status, before_cents: cents }: EstimateRow) {
  if (id === null || status === null || cents === null) return null;
  return { id, estimatePrice: dollarsFromCents(cents), status };
}

export async function findEstimate(db: Handle, id: string): Promise<Estimate | undefined> {
  const row = await estimateRows(db).where('estimate.id', '=', id).executeTakeFirst();
  return row && toEstimate(row);
}

const currentRows = (db: Handle) => estimateRows(db).where('estimate.replaced_at', 'is', null);

/** The estimate that a browser asked for by this id, without a text; replaced or not. */
export async function recordedEstimateBy(
  db: Handle,
  requestId: string,
): Promise<Estimate | undefined> {
  const row = await estimateRows(db)
    .where('estimate.message_id', '=', requestId)
    .where('estimate.told', 'is not', null)
    .executeTakeFirst();
  return row && toEstimate(row);
}

/** The estimate that a text carried, while it is its ticket's current one. */
export async function currentEstimateOfText(
  db: Handle,
  messageId: string,
): Promise<Estimate | undefined> {
  const row = await currentRows(db).where('estimate.message_id', '=', messageId).executeTakeFirst();
  return row && toEstimate(row);
}

/** Whether the text became an estimate, which may have been replaced since. */
export const hasEstimateOfText = (db: Handle, messageId: string): Promise<boolean> =>
  isFound(db.selectFrom('estimates').select('id').where('message_id', '=', messageId));

/**
 * The current estimate of a ticket, with the text that carried it and the phone it went to: if no
 * text did, the phone that the customer has now.
 */
export async function currentEstimateOf(
  db: Handle,
  ticketNumber: string,
): Promise<{ estimate: Estimate; messageId: string; phone: string } | undefined> {
  const row = await currentRows(db)
    .where('estimate.repair_id', '=', ticketNumber)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const phone = row.told === null ? row.texted_phone : row.phone_key;
  return { estimate: toEstimate(row), messageId: row.message_id, phone };
}

/** @param tickets as a JSON array */
const selectCurrent = prepared<{ tickets: string }, EstimateRow>((db, { tickets }) =>
  currentRows(db).where(dialectOf(db).isAmong('estimate.repair_id', tickets)),
);

export async function currentEstimatesOf(
  db: Handle,
  tickets: readonly string[],
): Promise<Estimate[]> {
  if (tickets.length === 0) return [];
  const { rows } = await selectCurrent(db, { tickets: JSON.stringify(tickets) });
  return rows.map(toEstimate);
}

/** All estimates of a ticket, newest first, the replaced ones too. */
export async function estimatesOfTicket(db: Handle, ticketNumber: string): Promise<Estimate[]> {
  const { rows } = await selectOfTicket(db, { ticketNumber });
  return rows.map(toEstimate);
}

const selectOfTicket = prepared<{ ticketNumber: string }, EstimateRow>((db, { ticketNumber }) =>
  estimateRows(db)
    .where('estimate.repair_id', '=', ticketNumber)
    .orderBy('estimate.sent_at', 'desc'),
);

async function ticketNumbers(db: Handle, references: readonly string[]): Promise<string[]> {
  const ids = references.map((reference) => reference.toLowerCase());
  const byId = await db
    .selectFrom('repair_tickets')
    .select('ticket_number')
    .where('repair_id', 'in', ids)
    .execute();
  return [...references.map(asTicketNumber), ...byId.map((row) => row.ticket_number)];
}

/** What a list's statement binds. */
interface Listed {
  statuses: readonly EstimateStatus[];
  tickets: readonly string[] | undefined;
  /** Where the last page ended. */
  after: Position | undefined;
}

/** @param ids as a JSON array */
const selectFound = prepared<{ ids: string }, EstimateRow>((db, { ids }) =>
  estimateRows(db).where(dialectOf(db).isAmong('estimate.id', ids)),
);

/** @returns the estimates with these ids, in any order */
export const findEstimates = async (db: Handle, ids: readonly string[]): Promise<EstimateRow[]> =>
  (await selectFound(db, { ids: JSON.stringify(ids) })).rows;

const selectListed = prepared<Listed, { id: string; sent_at: string }, { most: number }>(
  (db, { statuses, tickets, after }, { most }) => {
    const branches = statuses.map((status) => {
      const query = db
        .selectFrom('estimates')
        .select(['estimates.id', 'estimates.sent_at'])
        .where('estimates.replaced_at', 'is', null)
        .where('estimates.status', '=', status)
        .where(isOfLiveTicket);
      return (tickets ? query.where('estimates.repair_id', 'in', tickets) : query)
        .where(afterPosition(['estimates.sent_at', 'estimates.id'], after))
        .orderBy('estimates.sent_at', 'desc')
        .orderBy('estimates.id', 'desc')
        .limit(sql.lit(most));
    });
    const page = sql<{
      id: string;
      sent_at: string;
    }>`select * from ${firstRows(branches, ['sent_at', 'id'], most)} as page
      order by sent_at desc, id desc`;
    return { compile: () => page.compile(db) };
  },
);

/** The current estimates of tickets, last sent first, by ticket numbers or repair ids. */
export async function listEstimates(
  db: Handle,
  filter: Checked<'listEstimates', 'query'>,
): Promise<Page<Estimate>> {
  const statuses = [...new Set(filter.status ?? listedEstimateStatuses)];
  const tickets = filter.repairId && (await ticketNumbers(db, filter.repairId));
  if (statuses.length === 0 || tickets?.length === 0) return { items: [], nextCursor: null };
  const after = filter.cursor === undefined ? undefined : readCursor(filter.cursor, 2);
  const { rows } = await selectListed(db, { statuses, tickets, after }, { most: filter.limit + 1 });
  return pageOfFound(
    rows,
    filter.limit,
    (found) => [found.sent_at, found.id],
    (ids) => findEstimates(db, ids),
    toEstimate,
  );
}

/**
 * Marks the ticket's current estimate as replaced by a newer one, or moves it on after staff acted.
 *
 * @param from only if it has one of these statuses
 * @returns its id if there was one
 */
export async function updateCurrent(
  tx: Handle,
  ticketNumber: string,
  change: { replaced_at: string } | { status: EstimateStatus },
  from: readonly EstimateStatus[] = estimateStatuses,
): Promise<string | null> {
  const row = await tx
    .updateTable('estimates')
    .set(change)
    .where('repair_id', '=', ticketNumber)
    .where('replaced_at', 'is', null)
    .where('status', 'in', from)
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Whether a declined estimate of a ticket was replaced at that moment. */
export const wasDeclinedEstimateReplaced = (db: Handle, ticketNumber: string, at: string) =>
  isFound(
    db
      .selectFrom('estimates')
      .select('id')
      .where('repair_id', '=', ticketNumber)
      .where('response_status', '=', 'declined')
      .where('replaced_at', '=', at),
  );

/** Makes an estimate that was replaced the current one of its ticket again. */
export async function reviveEstimate(
  tx: Handle,
  id: string,
  status: 'accepted' | 'assigned',
): Promise<void> {
  await tx
    .updateTable('estimates')
    .set({ replaced_at: null, status })
    .where('id', '=', id)
    .execute();
}

/** Whether the ticket's current estimate was given after the given time. */
export const hasNewerEstimate = (db: Handle, ticketNumber: string, than: string) =>
  isFound(
    db
      .selectFrom('estimates')
      .select('id')
      .where('repair_id', '=', ticketNumber)
      .where('replaced_at', 'is', null)
      .where('sent_at', '>', than),
  );

/** Writes the customer's answer, if the estimate still waits for one or may still be changed. */
export async function writeAnswer(
  tx: Handle,
  id: string,
  answer: {
    status: 'accepted' | 'declined';
    reply: string | null;
    answeredBy: string | null;
    at: string;
  },
): Promise<boolean> {
  return isChanged(
    tx
      .updateTable('estimates')
      .set({
        status: answer.status,
        response_status: answer.status,
        // Recorded although it had expired: from now on it counts as not expired.
        expired_at: null,
        accepted_at: answer.status === 'accepted' ? answer.at : null,
        declined_at: answer.status === 'declined' ? answer.at : null,
        customer_reply: answer.reply,
        responded_at: answer.at,
        answered_by: answer.answeredBy,
      })
      .where('id', '=', id)
      .where('replaced_at', 'is', null)
      .where('status', 'in', listedEstimateStatuses),
  );
}

export async function deleteEstimateRow(
  tx: Handle,
  id: string,
): Promise<EstimatesTable | undefined> {
  return tx
    .deleteFrom('estimates')
    .where('id', '=', id)
    .where(isOfLiveTicket)
    .returningAll()
    .executeTakeFirst();
}

/** The estimates that were texted to a phone, with their tickets' state, newest first. */
export async function estimatesForPhone(db: Handle, phone: string) {
  return db
    .selectFrom('estimates as estimate')
    .innerJoin('repair_tickets as ticket', 'ticket.ticket_number', 'estimate.repair_id')
    .leftJoin('estimates as before', 'before.id', 'estimate.further_to')
    .select([
      'before.estimate_price_cents as before_cents',
      'estimate.id',
      'estimate.repair_id as ticket_number',
      'estimate.estimate_price_cents',
      'estimate.status',
      'estimate.response_status',
      'estimate.replaced_at',
      'estimate.expired_at',
      'estimate.sent_at',
      'ticket.status as repair_status',
      'ticket.watch_brand',
      'ticket.watch_model',
    ])
    .where('estimate.texted_phone', '=', phone)
    .where('ticket.deleted_at', 'is', null)
    .orderBy('estimate.sent_at', 'desc')
    .limit(50)
    .execute();
}

export const wasTextedEstimateSince = (db: Handle, phone: string, since: string) =>
  isFound(
    db
      .selectFrom('estimates')
      .select('id')
      .where('texted_phone', '=', phone)
      .where('sent_at', '>', since)
      .limit(1),
  );

/**
 * Whether an estimate that no text carried was given to a phone's owners, or came to its end, since a
 * given time.
 */
export const wasToldEstimateSince = (db: Handle, phone: string, since: string) =>
  isFound(
    db
      .selectFrom('clients as client')
      .innerJoin('repair_tickets as ticket', 'ticket.client_id', 'client.id')
      .innerJoin('estimates as estimate', 'estimate.repair_id', 'ticket.ticket_number')
      .select('estimate.id')
      .where('client.phone_key', '=', phone)
      .where('estimate.told', 'is not', null)
      .where(({ eb, or }) =>
        or([
          eb('estimate.sent_at', '>', since),
          eb('estimate.responded_at', '>', since),
          eb('estimate.replaced_at', '>', since),
          eb('estimate.expired_at', '>', since),
        ]),
      )
      .limit(1),
  );

/**
 * The tickets of a phone's owners that wait for the answer to an estimate that no text carried,
 * expired or not, newest first.
 *
 * @param upTo ISO 8601: those that were given later are left out
 */
export async function ticketsWithToldEstimates(
  db: Handle,
  phone: string,
  upTo?: string,
): Promise<string[]> {
  const told = db
    .selectFrom('clients as client')
    .innerJoin('repair_tickets as ticket', 'ticket.client_id', 'client.id')
    .innerJoin('estimates as estimate', 'estimate.repair_id', 'ticket.ticket_number')
    .select('ticket.ticket_number')
    .where('client.phone_key', '=', phone)
    .where('ticket.status', '=', 'estimate-sent')
    .where('ticket.deleted_at', 'is', null)
    .where('estimate.told', 'is not', null)
    .where('estimate.status', '=', 'sent')
    .where('estimate.replaced_at', 'is', null)
    .orderBy('estimate.sent_at', 'desc');
  const rows = await (upTo === undefined
    ? told
    : told.where('estimate.sent_at', '<=', upTo)
  ).execute();
  return rows.map((row) => row.ticket_number);
}

/** Whether the phone has another ticket's estimate open: then an answer must name the ticket. */
export async function hasOthersOpen(
  db: Handle,
  phone: string,
  ticketNumber: string,
): Promise<boolean> {
  const isTexted = (await estimatesForPhone(db, phone)).some(
    (other) =>
      other.ticket_number !== ticketNumber &&
      other.status === 'sent' &&
      other.replaced_at === null &&
      other.expired_at === null,
  );
  return (
    isTexted || (await ticketsWithToldEstimates(db, phone)).some((other) => other !== ticketNumber)
  );
}
