import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../../domain/api.ts';
import { photoNameFromUrl } from '../../../domain/photos.ts';
import { HttpClient } from '../../harness/http-client.ts';
import type { S3Server } from '../../harness/s3-server.ts';
import { inconsistencies, type StoredShop, storedShop } from '../../harness/shop-consistency.ts';
import type { StoredRows } from '../../harness/stored-rows.ts';
import type { TwilioStandIn } from '../../harness/twilio-stand-in.ts';
import type { Ledger } from './ledger.ts';
import { shopPassword } from './product.ts';

/** What the check of a shop found; all empty is good. */
export interface Findings {
  lost: string[];
  /** What is there more often than anyone asked for it. */
  doubled: string[];
  /** Rows, texts and files that contradict each other. */
  inconsistent: string[];
}

/** What is really stored, by name. */
type Photos = S3Server['objects'];

interface Parts {
  photos: Photos;
  rows: StoredRows;
  standIn: TwilioStandIn;
  ledger: Ledger;
  origin: string;
}

/** This many acknowledged intakes are asked for once more in each audit. */
const repeatedIntakes = 15;

/** How long the product gets to ask the provider about everything that a kill cut short. */
const settlingMs = 60_000;

/** Checked here in another way: texts that wait for the provider. */
const checkedElsewhere = /has no outcome/;

/** Makes texts without an outcome old enough for the product to ask about them at its start. */
export async function ageUnresolvedTexts(rows: StoredRows): Promise<void> {
  const tenMinutesAgo = new Date(Date.now() - 600_000).toISOString();
  await rows.run(
    "update messages set created_at = ? where state in ('sending', 'unknown') and created_at > ?",
    tenMinutesAgo,
    tenMinutesAgo,
  );
}

/** Logins that a kill cut short count as failures, and so many of them would look like an attack. */
export async function forgiveLogins(rows: StoredRows): Promise<void> {
  await rows.run('delete from login_failures');
}

/** Texts of a deleted ticket have no words left to find them by: they may stay open. */
const openTexts = `select id from messages where state in ('sending', 'unknown', 'held')
  and (ticket_number is null or ticket_number in (select ticket_number from repair_tickets))`;

/** Does what a browser and the provider do after an outage: they repeat what was not answered. */
async function repeatUnanswered(
  { origin, ledger, standIn }: Parts,
  findings: Findings,
): Promise<void> {
  const staff = new HttpClient(origin);
  await staff.logIn(shopPassword);
  const all = [...ledger.intakes.values()];
  const acknowledged = all.filter(({ ticketNumber }) => ticketNumber !== null);
  const sample = acknowledged.filter(
    (_, index) => index % Math.ceil(acknowledged.length / repeatedIntakes) === 0,
  );
  for (const intake of [...all.filter(({ ticketNumber }) => ticketNumber === null), ...sample]) {
    const reply = await staff.attempt('createRepair', { body: intake.body });
    const isRefused = reply.status === 409;
    if (isRefused && intake.deleted !== 'no') continue;
    if (reply.status >= 300) {
      findings.inconsistent.push(`intake again: ${reply.status} ${reply.text}`);
      continue;
    }
    const { repair } = reply.json() as Answer<'createRepair'>;
    if (intake.deleted === 'yes') {
      findings.inconsistent.push(`${intake.ticketNumber} was deleted and came back`);
    } else if (intake.ticketNumber !== null && repair.ticketNumber !== intake.ticketNumber) {
      findings.doubled.push(
        `${intake.ticketNumber} became ${repair.ticketNumber} when asked again`,
      );
    }
    if (intake.ticketNumber === null) ledger.acknowledged += 1;
    intake.ticketNumber = repair.ticketNumber;
    intake.clientId = repair.clientId;
  }
  for (const [sid, entry] of ledger.replies) {
    if (entry.isAcknowledged) continue;
    const text = standIn.texts.find((one) => one.sid === sid);
    if (text) entry.isAcknowledged = (await standIn.handOver(text, origin)).ok;
    if (!entry.isAcknowledged) findings.inconsistent.push(`reply ${sid} was not taken`);
  }
  for (const [cookie, state] of ledger.sessions) {
    const { status } = await new HttpClient(origin, cookie).attempt('getSession');
    if (state === 'alive' && status !== 200) findings.lost.push(`a session: ${status}`);
    if (state === 'ended' && status !== 401) findings.lost.push(`a logout: ${status}`);
  }
}

async function settled(rows: StoredRows): Promise<void> {
  for (const until = Date.now() + settlingMs; Date.now() < until; ) {
    if ((await rows.run(openTexts)).length === 0) return;
    await sleep(100);
  }
}

const by = <Item extends object>(rows: readonly Item[], column: keyof Item) =>
  new Map(rows.map((row) => [String(row[column]), row]));

/** Everything that was acknowledged is there, and nothing more often than it was asked for. */
function checkLedger(ledger: Ledger, shop: StoredShop, photos: Photos, findings: Findings): void {
  const tickets = by(shop.repair_tickets, 'repair_id');
  for (const [repairId, { ticketNumber, deleted }] of ledger.intakes) {
    const row = tickets.get(repairId);
    const isGone = row === undefined || row.deleted_at !== null;
    if (deleted === 'yes' && !isGone) findings.lost.push(`the deletion of ${ticketNumber}`);
    if (deleted === 'no' && ticketNumber !== null) {
      if (isGone) findings.lost.push(`ticket ${ticketNumber}`);
      else if (row.ticket_number !== ticketNumber) findings.doubled.push(`ticket ${ticketNumber}`);
    }
  }
  const events = new Map<string, number>();
  for (const { ticket_number, client_id, kind } of shop.events) {
    for (const subject of [ticket_number, client_id]) {
      if (subject === null) continue;
      const key = `${subject} ${kind}`;
      events.set(key, (events.get(key) ?? 0) + 1);
    }
  }
  for (const [key, { acknowledged, doubtful }] of ledger.expected) {
    const found = events.get(key) ?? 0;
    if (found < acknowledged) findings.lost.push(`${key}: ${found} of ${acknowledged}`);
    if (found > acknowledged + doubtful) {
      findings.doubled.push(`${key}: ${found}, asked for ${acknowledged + doubtful} times`);
    }
  }
  const numbers = by(shop.repair_tickets, 'ticket_number');
  const estimates = by(shop.estimates, 'id');
  for (const [id, { ticketNumber, amount }] of ledger.estimates) {
    if (!numbers.has(ticketNumber)) continue;
    const row = estimates.get(id);
    if (Number(row?.estimate_price_cents) !== amount * 100) findings.lost.push(`estimate ${id}`);
  }
  for (const [key, { url, isCertain }] of ledger.photos) {
    const [ticketNumber = '', kind] = key.split(' ');
    const row = numbers.get(ticketNumber);
    const stored = kind === 'initial' ? row?.initial_photo_url : row?.completed_photo_url;
    if (row && isCertain && stored !== url) findings.lost.push(`photo ${key}`);
    const name = typeof stored === 'string' ? photoNameFromUrl(stored) : null;
    if (row && (name === null || !photos.has(name))) findings.lost.push(`the file of photo ${key}`);
  }
}

/** What the provider took and what the shop recorded are the same texts, each once. */
function checkTexts(
  ledger: Ledger,
  shop: StoredShop,
  standIn: TwilioStandIn,
  findings: Findings,
): void {
  const messages = by(shop.messages, 'id');
  const bySid = Map.groupBy(shop.messages, ({ provider_sid: sid }) => String(sid));
  const tickets = new Set(shop.repair_tickets.map(({ ticket_number: number }) => number));
  const seen = new Set<string>();
  const once = new Set<string>();
  for (const text of standIn.texts.filter(({ direction }) => direction !== 'inbound')) {
    const reference = new URL(text.statusCallback ?? '').searchParams.get('reference') ?? '';
    if (seen.has(reference)) findings.doubled.push(`text ${reference} to ${text.to}`);
    seen.add(reference);
    const row = messages.get(reference);
    if (!row) {
      findings.inconsistent.push(`text ${reference} was sent without a record`);
      continue;
    }
    const isGone = row.ticket_number !== null && !tickets.has(String(row.ticket_number));
    if (!isGone && bySid.get(text.sid)?.length !== 1) {
      findings.inconsistent.push(`text ${reference} went out and counts as ${row.state}`);
    }
    if (row.kind === 'created' || row.kind === 'done') {
      const key = `${row.ticket_number} ${row.kind}`;
      if (once.has(key)) findings.doubled.push(`the text "${row.kind}" of ${row.ticket_number}`);
      once.add(key);
    }
  }
  const taken = new Set(standIn.texts.map(({ sid }) => sid));
  for (const { id, provider_sid: sid } of shop.messages) {
    if (sid !== null && !taken.has(String(sid))) {
      findings.inconsistent.push(`message ${id} counts as sent and never was`);
    }
  }
  for (const { message_id: id } of shop.estimates) {
    if (messages.get(String(id))?.provider_sid === null) {
      findings.inconsistent.push(`an estimate whose text ${id} never went out`);
    }
  }
  for (const [sid, { isAcknowledged }] of ledger.replies) {
    const count = bySid.get(sid)?.length ?? 0;
    if (isAcknowledged && count === 0) findings.lost.push(`reply ${sid}`);
    if (count > 1) findings.doubled.push(`reply ${sid}`);
  }
}

/** Rows that contradict each other: states against the replayed events, estimates against texts. */
function checkRows(shop: StoredShop, findings: Findings): void {
  const tickets = new Set(shop.repair_tickets.map(({ ticket_number: number }) => number));
  const kept = {
    ...shop,
    // A deleted ticket's texts have lost their words.
    messages: shop.messages.filter(
      ({ ticket_number: number }) => number === null || tickets.has(number),
    ),
  };
  const problems = inconsistencies(kept);
  findings.inconsistent.push(...problems.filter((problem) => !checkedElsewhere.test(problem)));
}

/** Checks a shop that has just been started again. Nobody else may be using it. */
export async function audit(parts: Parts): Promise<Findings> {
  const findings: Findings = { lost: [], doubled: [], inconsistent: [] };
  await repeatUnanswered(parts, findings);
  await settled(parts.rows);
  const open = await parts.rows.run(openTexts);
  for (const { id } of open) findings.inconsistent.push(`text ${id} was never settled`);
  const shop = await storedShop(parts.rows);
  checkLedger(parts.ledger, shop, parts.photos, findings);
  checkTexts(parts.ledger, shop, parts.standIn, findings);
  checkRows(shop, findings);
  return findings;
}
