import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { type OperationName, operations } from '../../../domain/api.ts';
import type { Operation } from '../../../domain/api-operation.ts';
import { partFilters } from '../../../domain/api-parts.ts';
import { sendingFilters } from '../../../domain/api-sendings.ts';
import { estimateStatuses } from '../../../domain/estimate-answers.ts';
import { pickupFilters } from '../../../domain/pickup.ts';
import { dueFilters, repairOrders } from '../../../domain/repair-lists.ts';
import { openStatuses, overviewStatuses, repairStatuses } from '../../../domain/repair-status.ts';
import { dataFiles } from '../../../server/base/config.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { exampleOf } from '../../harness/call-examples.ts';
import { createStorage, describeOnBothEngines, type Storage } from '../../harness/engine.ts';
import { HttpClient } from '../../harness/http-client.ts';
import { addTicketPhoto } from '../../harness/photo-upload.ts';
import { day, hour } from '../../harness/settable-clock.ts';
import {
  addSending,
  newIntake,
  reply,
  sameSerialTwice,
  stayLoggedIn,
  takeIn,
  takeInWithEstimate,
  textPicture,
  unclearReply,
} from '../../harness/shop-fixtures.ts';
import { sign } from '../../harness/signing.ts';
import { atAnyTime, textingShop } from '../../harness/texting-shop.ts';
import { csvText, importFile } from '../../harness/transfers.ts';

/** How an engine reads rows that no condition selects from an index: one after the other. */
interface Walk {
  /** The table, or what it is called in the statement. */
  through: string;
  /** Null if it is the table itself. */
  index: string | null;
}

const isAboutRows = (statement: string) =>
  /^\s*(select|insert|update|delete|with)\b/i.test(statement);

/** Listens from now on. @returns what was asked since, each statement once, and how to stop */
function listenToStatements(): { statements: ReadonlySet<string>; stop: () => void } {
  const statements = new Set<string>();
  const note = (asked: unknown) => {
    // One that the engine keeps comes with its name.
    const statement =
      typeof asked === 'object' && asked !== null && 'text' in asked ? asked.text : asked;
    if (typeof statement === 'string' && isAboutRows(statement)) statements.add(statement);
  };
  const { prepare } = DatabaseSync.prototype;
  const onSqlite = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (
    this: DatabaseSync,
    statement,
  ) {
    note(statement);
    return prepare.call(this, statement);
  });
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  const onPostgres = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    note(given[0]);
    return query.apply(this, given);
  } as never);
  return {
    statements,
    stop: () => {
      onSqlite.mockRestore();
      onPostgres.mockRestore();
    },
  };
}

/** Asks the engine how it would go about statements. @returns the walks of each, by statement */
async function walksOf(
  storage: Storage,
  statements: Iterable<string>,
): Promise<Map<string, Walk[]>> {
  return storage.databaseUrl === null
    ? walksOnSqlite(dataFiles.database(storage.dataDir), statements)
    : walksOnPostgres(storage.databaseUrl, statements);
}

function walksOnSqlite(file: string, statements: Iterable<string>): Map<string, Walk[]> {
  const database = new DatabaseSync(file, { readOnly: true });
  const walks = new Map<string, Walk[]>();
  for (const statement of statements) {
    const steps = database.prepare(`explain query plan ${statement}`).all();
    walks.set(
      statement,
      steps.flatMap(({ detail }) => {
        const [found, through = '', index = null] =
          /^SCAN (\S+)(?: USING (?:COVERING )?INDEX (\S+))?/.exec(String(detail)) ?? [];
        return found === undefined ? [] : [{ through, index }];
      }),
    );
  }
  database.close();
  return walks;
}

interface PlanStep {
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'TID Cond'?: string;
  'Node Type': string;
  Plans?: PlanStep[];
}

function walksIn(step: PlanStep): Walk[] {
  const below = (step.Plans ?? []).flatMap(walksIn);
  const through = step['Relation Name'];
  const isPicked = (step['Index Cond'] ?? step['TID Cond']) !== undefined;
  const isScan = /Scan$/.test(step['Node Type']) && step['Node Type'] !== 'Bitmap Heap Scan';
  const index = step['Index Name'] ?? null;
  if (!isScan || isPicked || (through === undefined && index === null)) return below;
  return [{ through: through ?? '', index }, ...below];
}

/**
 * Makes PostgreSQL take every table and index for one of a million rows: with few it does not care
 * which way it takes. The numbers of pages stay as they are, because it calculates with the rows per page.
 */
const pretendMany = `select pg_restore_relation_stats(
    'schemaname', current_schema()::text, 'relname', relname::text,
    'relpages', greatest(1, pg_relation_size(oid) / current_setting('block_size')::int)::int,
    'reltuples', 1000000::real)
  from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'i')`;

async function walksOnPostgres(
  url: string,
  statements: Iterable<string>,
): Promise<Map<string, Walk[]>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const walks = new Map<string, Walk[]>();
  try {
    await client.query('set enable_seqscan = off; set enable_bitmapscan = off');
    // Its locks keep the server's own analyze, which may run at any moment, from recounting the few rows.
    await client.query('begin');
    await client.query('analyze');
    await client.query(pretendMany);
    for (const statement of statements) {
      const { rows } = await client.query(`explain (generic_plan, format json) ${statement}`);
      const plans: { Plan: PlanStep }[] = rows[0]['QUERY PLAN'];
      walks.set(
        statement,
        plans.flatMap(({ Plan }) => walksIn(Plan)),
      );
    }
  } finally {
    await client.end();
  }
  return walks;
}

/** Every list, with all that the screens and others may ask of it, and the page after the first. */
async function readEverything(shop: RunningApp, of: { ticketNumber: string; clientId: string }) {
  const { staff } = shop;
  const { ticketNumber, clientId } = of;
  const technicianId = 'technician-1';
  const limit = 1;
  const turn = async (name: OperationName, query: Record<string, unknown> = {}) => {
    const { text } = await staff.attempt(name, { query: { limit, ...query } });
    const { nextCursor: cursor } = JSON.parse(text);
    if (cursor !== null) await staff.attempt(name, { query: { limit, ...query, cursor } });
  };
  await staff.call('getOverview');
  await staff.call('listTechnicians');
  await staff.call('listSettingsEvents');
  await turn('listRepairs');
  for (const status of [
    ...repairStatuses.map((one) => [one]),
    openStatuses,
    ...Object.values(overviewStatuses),
  ]) {
    await turn('listRepairs', { status });
    await turn('listRepairs', { status, technicianId });
    await turn('listRepairs', { status, sameDay: true });
    await turn('listRepairs', { status, sameDay: true, technicianId });
    await turn('listRepairs', { status, clientId });
    for (const sort of repairOrders) {
      await turn('listRepairs', { status, sort });
      await turn('listRepairs', { status, sort, technicianId });
      await turn('listRepairs', { status, sort, sameDay: true });
    }
    for (const due of dueFilters) {
      await turn('listRepairs', { status, due });
      await turn('listRepairs', { status, due, sameDay: true });
      await turn('listRepairs', { status, due, sort: 'bench', technicianId });
    }
    await turn('listRepairs', { status, takenIn: 'today' });
    await turn('listRepairs', { status, takenIn: 'today', sameDay: true });
    await turn('listRepairs', { status, takenIn: 'today', sort: 'oldest', technicianId });
    await staff.call('countRepairs', { query: { status: [...status] } });
    await staff.call('countRepairs', { query: { status: [...status], technicianId } });
    await staff.call('countRepairs', { query: { status: [...status], sameDay: 'true' } });
  }
  for (const sort of repairOrders) await turn('listRepairs', { sort });
  for (const due of dueFilters) await turn('listRepairs', { due });
  await turn('listRepairs', { takenIn: 'today' });
  await turn('listRepairs', { price: 'above-approved' });
  await turn('listRepairs', { price: 'above-approved', status: ['pending'], sort: 'promised' });
  await staff.call('countRepairs');
  for (const pickup of pickupFilters) {
    await turn('listRepairs', { pickup });
    await turn('listRepairs', { pickup, status: ['ready'], technicianId, sameDay: true });
    await turn('listRepairs', { pickup, clientId });
    await turn('listRepairs', { pickup, q: 'omega' });
  }
  await turn('listRepairs', { pickup: 'waiting', waitingDays: '30' });
  await turn('listRepairs', { sameDay: true });
  await turn('listRepairs', { technicianId });
  await turn('listRepairs', { clientId });
  for (const q of ['omega', 'sp', 'omega seam', 'nobody has this']) {
    await turn('listRepairs', { q });
    await turn('listRepairs', { q, status: openStatuses, technicianId });
    await turn('listRepairs', { q, clientId });
    await turn('listRepairs', { q, similar: true });
    await turn('listClients', { q });
    await turn('listClients', { q, similar: true });
  }
  await turn('listRepairs', { clientId, technicianId, sameDay: true });
  await turn('listEstimates');
  for (const status of estimateStatuses) await turn('listEstimates', { status });
  await turn('listEstimates', { status: [...estimateStatuses] });
  await turn('listEstimates', { repairId: [ticketNumber] });
  await turn('listEstimates', { accepted: 'this-month' });
  await staff.call('countEstimates');
  await turn('listClients');
  await turn('listMessages');
  await turn('listMessages', { ticketNumber });
  await turn('listMessages', { phone: '(212) 555-0100' });
  await turn('listMessages', { ticketNumber, phone: '(212) 555-0100' });
  await turn('listAttention');
  await turn('listDeleted');
  for (const show of partFilters) await turn('listOrderedParts', { show });
  for (const show of sendingFilters) await turn('listSendings', { show });
  await staff.call('findLiftAngle', { query: { caliber: '3132' } });
  await staff.call('getMoney', { query: {} });
  const watch = { watchBrand: 'Omega', serialNumber: 'V6Z-1', movementSerial: '36 218' };
  await staff.call('findSeenWatches', { query: watch });
  for (const q of ['omega', 'sp', 'nobody has this']) {
    await staff.call('listWatches', { query: { q } });
  }
  await turn('listPayments');
  await turn('listClosedDays');
  await staff.send('GET', '/api/payments/csv');
  await staff.call('getRepair', { params: { ticketNumber } });
  await staff.call('getClient', { params: { id: clientId } });
  await staff.call('listClientEvents', { params: { id: clientId } });
}

/** What a shop does in a month, one of each. */
async function work(shop: RunningApp): Promise<void> {
  const { staff } = shop;
  const { repair, estimateId } = await takeInWithEstimate(shop);
  await reply(shop, repair, 'ACCEPT');
  const params = { ticketNumber: repair.ticketNumber };
  await staff.call('assignRepair', { params, body: { technicianId: 'technician-1' } });
  await staff.call('startRepair', { params });
  const { payment } = await staff.call('takePayment', {
    params,
    body: { paymentId: randomUUID(), kind: 'deposit', method: 'cash', amount: 5 },
  });
  await staff.call('voidPayment', { params: { id: payment.id }, body: { reason: 'Twice' } });
  const { body: closing } = await exampleOf(shop, 'closeDay');
  await staff.attempt('closeDay', { body: closing });
  for (const description of ['Crown', 'Gasket']) {
    const dates = { orderedOn: '2026-03-02', expectedOn: '2026-03-09' };
    const { part } = await staff.call('addPart', {
      params,
      body: { partId: randomUUID(), description, ...dates },
    });
    if (description === 'Crown') continue;
    const id = { params: { id: part.id } };
    await staff.call('changePart', { ...id, body: { receivedOn: '2026-03-05' } });
    await staff.call('removePart', id);
  }
  const { sending } = await addSending(shop, repair, { sentOn: '2026-03-02' });
  const sent = { params: { id: sending.id } };
  await staff.call('changeSending', { ...sent, body: { receivedOn: '2026-03-05' } });
  await staff.call('removeSending', sent);
  const [seen, same] = await sameSerialTwice(shop);
  const again = { params: { ticketNumber: same.ticketNumber } };
  const sameWatchAs = [seen.ticketNumber];
  const { repair: joined } = await staff.call('answerWatch', { ...again, body: { sameWatchAs } });
  await staff.call('listWatches', { query: { q: same.serialNumber ?? '' } });
  await staff.call('getWatch', { params: { id: joined.watchId ?? '' } });
  await staff.call('undoWatchAnswer', again);
  const measured = await exampleOf(shop, 'addMeasurement');
  await staff.call('addMeasurement', { params, body: measured.body as never });
  const { id: photoId } = await addTicketPhoto(shop, params);
  const photo = { params: { id: photoId } };
  await staff.send('GET', `/api/photos/${photoId}`);
  await staff.call('changeTicketPhoto', { ...photo, body: { caption: 'Dial' } });
  await staff.call('removeTicketPhoto', photo);
  const held = { params, body: { outcome: 'approved', holdSeconds: 5 } } as const;
  await staff.call('completeRepair', held);
  await staff.call('undoComplete', { params });
  await staff.call('completeRepair', held);
  await staff.call('sendHeldText', { params });
  await staff.call('reopenRepair', { params });
  await staff.call('completeRepair', { params, body: { outcome: 'approved' } });
  const { repair: collected } = await staff.call('collectRepair', { params, body: {} });
  await staff.call('undoCollectRepair', {
    params,
    body: { collectedAt: collected.collectedAt ?? '' },
  });
  await staff.call('deleteEstimate', { params: { id: estimateId } });
  await unclearReply(shop);
  await reply(shop, await takeIn(shop, { customerEmail: 'none' }), 'When is it ready?');
  const { messageId } = await textPicture(shop, (await takeIn(shop)).customerPhone);
  const picture = { params: { id: messageId, position: '0' } };
  await shop.staff.attempt('getTextPicture', picture);
  const { id } = await sign(shop, params);
  await shop.staff.attempt('getSignaturePicture', { params: { id } });
  await shop.staff.call('fetchTextPicture', picture);
  const { items } = await staff.call('listAttention');
  const asked = { params: { id: items[0]?.id ?? '' } };
  const { message } = await staff.call('handleAttention', asked);
  const body = { handledAt: message.attentionHandledAt ?? '' };
  await staff.call('undoHandled', { ...asked, body });
  await staff.call('handleAttention', asked);
  const failed = await takeIn(shop, {
    customerPhone: '(212) 555-0199',
    visitId: randomUUID(),
    isSameDay: true,
    expectedOn: '2026-03-02',
  });
  await shop.app.textsDone();
  await readEverything(shop, failed);
  await staff.call('deleteRepair', { params: { ticketNumber: failed.ticketNumber } });
  await staff.call('listDeleted');
  await staff.call('restoreRepair', { params: { ticketNumber: failed.ticketNumber } });
  await staff.call('editClient', {
    params: { id: failed.clientId },
    body: { name: 'B', email: 'b@example.com', phone: failed.customerPhone },
  });
  await staff.call('deleteClient', { params: { id: failed.clientId } });
  await staff.call('deleteRepair', { params: { ticketNumber: failed.ticketNumber } });
  await importFile(
    staff,
    'clients',
    csvText(['Name', 'Email', 'Phone'], ['C', 'c@example.com', '212-555-0111']),
  );
  await staff.attempt('createRepair', { body: newIntake() });
  for (const time of [48 * hour, 31 * day]) {
    shop.clock.advance(time);
    await stayLoggedIn(shop);
    await shop.app.meetDeadlines();
    await shop.app.reconcileTexts();
    await shop.app.tidyUp();
  }
}

/** All that is texted automatically, at any time of the day. */
const everything = {
  ...atAnyTime,
  reminderAfterDays: 1,
  estimateExpiresAfterDays: 60,
  remindsOfPickUp: true,
};

/** What the engine asks automatically, for references to a row that goes. */
const askedWithin = [
  "select 1 from estimates where repair_id = 'x'",
  "select 1 from repair_tickets where client_id = 'x'",
];

/** Never more than a few: a page, parts that are late, who is logged in, what is set, the texting accounts, how far something has come. */
const small =
  /^(CONSTANT|branch\d*|late_parts|listed|page|shop_counts|stored|technician|sessions|settings|login_failures|imports|phones?|texting_accounts|texting_tokens|account|kysely_\w+|json_each|\d+(-ROW)?)$/;

/** The embedded engine goes through what its full-text index has found, which is what it is for. */
const foundByText = /^select .* "search_\w+" as found.* match \? /;

/** PostgreSQL takes the trigrams' index only if the table is larger than here. */
const foundInSmallTable =
  /^select id from \(with matching as materialized .* like \$\d+ escape '\\'\)\)\) select id from matching\) as found order by id desc limit \d+$/;

/**
 * Indexes that hold only what still waits for something, has been deleted for less than a month, or
 * was changed in the shop's settings or restored: each read from its newest row, for a page.
 */
const smallIndexes =
  /^(messages_unsettled|messages_needing_attention|tickets_answered|tickets_waiting|tickets_waiting_since|tickets_not_begun|tickets_at_rest|estimates_waiting|tickets_deleted|tickets_held|clients_deleted|events_of_settings|events_of_restores|parts_waited_for|parts_on_order|sendings_not_back|sendings_out|sendings_back|parts_received|parts_returned)$/;

/** A list without any condition begins with its newest row, or its oldest, and ends with its page. */
const wholeList =
  /^select .* from "\w+"( as "\w+")?( left join "phones" .*)? where ("\w+"\."deleted_at" is null and )?1 = 1 order by ("\w+"\.)?"(id|day)" desc limit /;
const wholeListWithin =
  /^select \* from \(select "id" from repair_tickets where deleted_at is null and 1 = 1 order by id (asc|desc) limit \d+\) as page order by /;
/** A search looks through this many of the newest rows, and then asks the index. */
const newestRows = / order by (watch_id desc, )?("\w+"\.)?"?id"? desc limit (1000|3000|10000)\)/;
const endOfLog = /^select "revision" from "changes" order by "revision" (desc )?limit /;

function isAllowed(statement: string, { through, index }: Walk): boolean {
  if (small.test(through) || (index !== null && smallIndexes.test(index))) return true;
  const line = statement.replaceAll(/\s+/g, ' ');
  if (/^(found|\(subquery-\d+\))$/.test(through) && foundByText.test(line)) return true;
  return [wholeList, wholeListWithin, newestRows, foundInSmallTable, endOfLog].some((one) =>
    one.test(line),
  );
}

/** Every answer that a screen reads again and again: a new one is asked for in readEverything. */
const polled = (Object.values(operations) as Operation[])
  .filter(({ method, hasRevision }) => method === 'GET' && hasRevision)
  .map(({ path }) => path);

/** @returns those that were not sent to any of the addresses */
const unasked = (addresses: readonly string[]): string[] =>
  polled.filter((path) => {
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return !addresses.some((address) => pattern.test(address.replace(/\?.*/, '')));
  });

describeOnBothEngines('no query', (engine) => {
  it('scans a table that grows', async () => {
    const storage = await createStorage(engine);
    const first = await startApp(engine, { storage, config: { shop: textingShop(everything) } });
    await first.stop();
    // What is asked at every start is asked again; what the migrations asked is not.
    const { statements, stop } = listenToStatements();
    const sent = vi.spyOn(HttpClient.prototype, 'send');
    const shop = await startApp(engine, { storage, clock: first.clock });
    try {
      await work(shop);
      expect(unasked(sent.mock.calls.map(([, address]) => address))).toEqual([]);
    } finally {
      stop();
      sent.mockRestore();
    }
    const asked = [...statements].filter(
      (statement) => !/information_schema|pg_|sqlite_master/.test(statement),
    );
    expect(asked.length).toBeGreaterThan(100);
    const walks = await walksOf(storage, [...asked, ...askedWithin]);
    const found = [...walks].flatMap(([statement, each]) =>
      each
        .filter((walk) => !isAllowed(statement, walk))
        .map(({ through, index }) => `${through} by ${index}: ${statement}`),
    );
    expect(found).toEqual([]);
    await shop.close();
  });
});
