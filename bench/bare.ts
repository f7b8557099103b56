import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';

/**
 * What the product is compared with: `node:http` and `node:sqlite` and nothing else, on a copy of the
 * same store. No check, no session, no search, no text message.
 */

const database = new DatabaseSync(process.env.DATABASE ?? '');
database.exec(`
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma foreign_keys = on;
  pragma cache_size = -16000;
  pragma wal_autocheckpoint = 4000;
`);

/** All that the product answers about a repair, under the same names. */
const shown = `select ticket.id, ticket.repair_id as repairId, ticket.ticket_number as ticketNumber,
  ticket.client_id as clientId, client.name as customerName, client.email as customerEmail,
  client.phone as customerPhone, client.address as customerAddress,
  client.company as customerCompany, client.language as customerLanguage,
  client.no_texts as customerNoTexts, client.agreed_to_texts as customerAgreedToTexts,
  client.pays_by_statement as customerPaysByStatement, ticket.their_reference as theirReference,
  ticket.watch_brand as watchBrand, ticket.watch_model as watchModel,
  ticket.serial_number as serialNumber, ticket.movement_serial as movementSerial,
  ticket.reference, ticket.caliber, ticket.watch_id as watchId, ticket.issue_description as issue,
  ticket.price_cents as repairPrice, ticket.price_notes as priceNotes,
  ticket.approved_up_to_cents as approvedUpTo,
  ticket.expected_on as expectedOn, ticket.first_expected_on as firstExpectedOn, ticket.status,
  ticket.visit_id as visitId, ticket.is_same_day as isSameDay, ticket.assigned_to as assignedTo,
  coalesce(technician.name, ticket.assigned_watchmaker) as assignedWatchmaker,
  ticket.initial_photo_url as initialPhotoUrl, ticket.completed_photo_url as completedPhotoUrl,
  ticket.completed_at as completedAt, ticket.completion_notes as completionNotes,
  ticket.is_unrepaired as isUnrepaired, ticket.completed_at is not null and ticket.is_handed_out = 0 as isWaitingForPickup,
  ticket.collected_at as collectedAt, ticket.collected_by as collectedBy,
  ticket.collected_note as collectedNote, ticket.claim_check_seen as claimCheckSeen,
  ticket.id_seen as idSeen, ticket.shipped_by as shippedBy,
  ticket.tracking_number as trackingNumber, ticket.insured_cents as insuredValue,
  ticket.other_collector as otherCollector, ticket.held_until as heldUntil,
  ticket.condition, ticket.second_contact as secondContact, ticket.second_phone as secondPhone,
  ticket.place, ticket.paid_cents as paid,
  coalesce(estimate.tax_thousandths, ticket.tax_thousandths) as taxThousandths,
  coalesce(estimate.tax_cents, ticket.tax_cents) as tax,
  ticket.status not in ('completed', 'ready') and exists (select 1 from parts where
    parts.ticket_number = ticket.ticket_number and received_on is null and returned_on is null)
    as isWaitingForParts,
  sending.sent_to as sentTo, sending.sent_on as sentOn, sending.expected_on as expectedBackOn,
  (select max(until_on) from warranties where warranties.ticket_number = ticket.ticket_number and not exists (
    select 1 from warranties as later join repair_tickets as back on back.ticket_number = later.ticket_number
    where later.continues = warranties.id and back.deleted_at is null)) as warrantyUntil,
  coalesce(estimate.estimate_price_cents, ticket.price_cents) - ticket.paid_cents as balance, estimate.id as estimateId,
  estimate.estimate_price_cents as estimatePrice, estimate.work as estimateWork,
  estimate.notes as estimateNotes, estimate.lines as estimateLines,
  estimate.told as estimateTold,
  estimate.sent_at as estimateSentAt, estimate.accepted_at as estimateAcceptedAt,
  estimate.declined_at as estimateDeclinedAt, estimate.expired_at as estimateExpiredAt,
  phone.opted_out_at as optedOutAt, coalesce((
    select state in ('failed', 'undelivered') and error_code in ('21211', '21614', '21635', '30005', '30006')
    from messages where messages.phone = client.phone_key and direction = 'outbound'
    order by messages.created_at desc, messages.id desc limit 1), 0) as numberFails, ticket.sms_sent as smsSent, ticket.created_at as createdAt,
  ticket.updated_at as updatedAt
  from repair_tickets as ticket
  join clients as client on client.id = ticket.client_id
  left join estimates as estimate
    on estimate.repair_id = ticket.ticket_number and estimate.replaced_at is null
  left join technicians as technician on technician.id = ticket.assigned_to
  left join sendings as sending
    on sending.ticket_number = ticket.ticket_number and sending.received_on is null
  left join phones as phone on phone.phone = client.phone_key
  where ticket.deleted_at is null`;
const oneTicket = database.prepare(`${shown} and ticket.ticket_number = ?`);
const newestTickets = database.prepare(`${shown} order by ticket.id desc limit 51`);

const flags = [
  ...['isSameDay', 'isUnrepaired', 'isWaitingForPickup', 'isWaitingForParts', 'smsSent'],
  ...['claimCheckSeen', 'idSeen', 'numberFails'],
];
const prices = ['repairPrice', 'approvedUpTo', 'estimatePrice', 'paid', 'balance', 'insuredValue'];

/** Turns money into dollars, flags into booleans, the condition into a value; in the row itself, which is the quickest. */
function asRepair(row: Record<string, unknown>): object {
  for (const flag of flags) row[flag] = row[flag] === 1;
  for (const price of prices) row[price] = row[price] === null ? null : Number(row[price]) / 100;
  const { sentTo, sentOn, expectedBackOn, ...rest } = row;
  const sentOut = sentOn && { sentTo, sentOn, expectedOn: expectedBackOn };
  const lines = row.estimateLines;
  row.estimateLines = lines === null ? null : JSON.parse(String(lines));
  row.condition = row.condition === null ? null : JSON.parse(String(row.condition));
  return { ...rest, sentOut };
}

function list() {
  const rows = newestTickets.all().slice(0, 50);
  const nextCursor = Buffer.from(`["${rows.at(-1)?.id}"]`).toString('base64url');
  return { items: rows.map(asRepair), nextCursor };
}

const insert = (table: string, columns: string) => {
  const values = columns.split(', ').map(() => '?');
  return database.prepare(`insert into ${table} (${columns}) values (${values})`);
};
const insertClient = insert(
  'clients',
  'id, name, email, email_key, phone, search_text, created_at, updated_at',
);
const insertTicket = insert(
  'repair_tickets',
  'id, repair_id, ticket_number, client_id, phone_key, watch_brand, watch_model, issue_description, status, price_cents, search_text, created_at, updated_at',
);
const insertEvent = insert('events', 'at, kind, actor, ticket_number, repair_id, client_id, data');
const insertChange = insert('changes', 'at, entity, entity_id, what, ticket_number');
let taken = 0;

/** Client, ticket, event and change of the product's request, in one durable transaction. */
function takeIn(body: string): object {
  const given = JSON.parse(body);
  const { repairId, customerName: name, customerEmail: email, customerPhone: phone } = given;
  const { watchBrand, watchModel, issue, repairPrice } = given;
  const at = new Date().toISOString();
  taken += 1;
  const number = `WH${String(taken).padStart(13, '0')}BAR`;
  const [client, id] = [`zzzz-${randomUUID()}`, `zzzz-${randomUUID()}`];
  const line = [number, name, watchBrand, watchModel, phone].join(' | ').toLowerCase();
  const watch = [watchBrand, watchModel, issue, 'pending', repairPrice * 100];
  database.exec('begin immediate');
  insertClient.run(client, name, email, email, phone, `${name} | ${email} | ${phone}`, at, at);
  insertTicket.run(id, repairId, number, client, phone, ...watch, line, at, at);
  insertEvent.run(at, 'repair-created', 'staff', number, repairId, client, body);
  insertChange.run(at, 'repair', id, 'created', number);
  database.exec('commit');
  return { id, ticketNumber: number, status: 'pending', ...given };
}

createServer((request, response) => {
  const path = request.url ?? '';
  const reply = (status: number, body: unknown) => {
    const text = JSON.stringify(body);
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
  };
  if (request.method === 'POST') {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => reply(201, { repair: takeIn(body) }));
  } else if (request.headers['if-none-match'] !== undefined) {
    response.writeHead(304, { etag: '"bare-1"' });
    response.end();
  } else if (path === '/list') reply(200, list());
  else reply(200, { repair: asRepair(oneTicket.get(path.slice('/ticket/'.length)) ?? {}) });
}).listen(Number(process.env.PORT), '127.0.0.1');
