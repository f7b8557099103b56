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

const shown = `select ticket.*, client.name as customer_name, client.email as customer_email,
  client.phone as customer_phone, client.address as customer_address, estimate.id as estimate_id,
  estimate.estimate_price_cents, estimate.notes as estimate_notes, estimate.sent_at,
  estimate.accepted_at, estimate.declined_at, estimate.expired_at, phone.opted_out_at
  from repair_tickets as ticket
  join clients as client on client.id = ticket.client_id
  left join estimates as estimate
    on estimate.repair_id = ticket.ticket_number and estimate.replaced_at is null
  left join phones as phone on phone.phone = client.phone_key
  where ticket.deleted_at is null`;
const oneTicket = database.prepare(`${shown} and ticket.ticket_number = ?`);
const newestTickets = database.prepare(`${shown} order by ticket.id desc limit 50`);

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
  } else if (path === '/list') reply(200, { items: newestTickets.all(), nextCursor: null });
  else reply(200, { repair: oneTicket.get(path.slice('/ticket/'.length)) ?? null });
}).listen(Number(process.env.PORT), '127.0.0.1');
