import { createHash } from 'node:crypto';
import { setImmediate as pause } from 'node:timers/promises';
import { type ImportReport, maxShownProblems } from '../../../domain/api-transfer.ts';
import { type ClientExtras, clientFields } from '../../../domain/client-fields.ts';
import type { CsvRecord } from '../../../domain/csv.ts';
import { pickFields } from '../../../domain/field-list.ts';
import {
  type ImportedClient,
  type ImportedCustomer,
  type ImportedRepair,
  missingFromCustomer,
  type RowProblem,
} from '../../../domain/import-rows.ts';
import type { ImportKind } from '../../../domain/transfer-columns.ts';
import { newId } from '../../base/ids.ts';
import type { Handle } from '../../database/tables.ts';
import { takenRepairIds } from '../../repairs/store.ts';
import { Directory, inChunks, type Person } from './import-clients.ts';
import { type ReadFile, type ReadRow, rowsBetweenPauses } from './import-file.ts';

/** What an import is going to do, decided for the whole file before anything is written. */

export interface NewClient {
  person: Person;
  createdAt: string | null;
  updatedAt: string | null;
}

export interface NewRepair {
  repair: ImportedRepair;
  client: Person;
  repairId: string;
  /** Null if it gets a new one. */
  ticketNumber: string | null;
}

export interface RejectedRow {
  record: CsvRecord;
  problems: readonly RowProblem[];
}

export interface ImportPlan {
  kind: ImportKind;
  clients: NewClient[];
  repairs: NewRepair[];
  rejected: RejectedRow[];
  /** Marks in the file that keep texts from clients already in the directory, by id. */
  restricted: ReadonlyMap<string, Partial<ClientExtras>>;
  report: ImportReport;
}

type Draft = Omit<ImportPlan, 'kind' | 'report' | 'restricted'> &
  Pick<ImportReport, 'matched' | 'deleted' | 'renumbered' | 'lostEstimates'>;

/** @param take decides what becomes of a row that can be read; it may still be rejected */
async function planRows<Item>(
  kind: ImportKind,
  rows: readonly ReadRow<Item>[],
  { restricted }: Directory,
  take: (item: Item, record: CsvRecord, draft: Draft) => void,
): Promise<ImportPlan> {
  const draft: Draft = {
    ...{ clients: [], repairs: [], rejected: [] },
    ...{ matched: 0, deleted: 0, renumbered: 0, lostEstimates: 0 },
  };
  for (const [index, { record, reading }] of rows.entries()) {
    if (index % rowsBetweenPauses === 0) await pause();
    if ('problems' in reading) draft.rejected.push({ record, problems: reading.problems });
    else take(reading.item, record, draft);
  }
  const { clients, repairs, rejected, ...counts } = draft;
  const problems = rejected
    .slice(0, maxShownProblems)
    .flatMap(({ record, problems }) => problems.map((one) => ({ row: record.row, ...one })))
    .slice(0, maxShownProblems);
  const report = {
    kind,
    rows: rows.length,
    added: draft[kind].length,
    clientsAdded: kind === 'clients' ? 0 : clients.length,
    ...counts,
    rejected: rejected.length,
    problems,
  };
  return { kind, clients, repairs, rejected, restricted, report };
}

const customerOf = (client: ImportedClient): ImportedCustomer => ({
  clientId: client.clientId,
  ...pickFields(clientFields, client),
  phone: client.phone === '' ? null : client.phone,
});

/** The row's own time, else now: ids, and with them lists, follow it. */
const idAt = (createdAt: string | null, now: number) => () =>
  newId(createdAt === null ? now : Date.parse(createdAt));

const itemsOf = <Item>(rows: readonly ReadRow<Item>[]) =>
  rows.flatMap(({ reading }) => ('item' in reading ? [reading.item] : []));

async function planClients(
  db: Handle,
  rows: readonly ReadRow<ImportedClient>[],
  now: number,
): Promise<ImportPlan> {
  const directory = await Directory.of(db, itemsOf(rows).map(customerOf));
  return planRows('clients', rows, directory, (item, _record, draft) => {
    const { clientId, createdAt, updatedAt } = item;
    if (!item.isDeleted) directory.restrict(customerOf(item));
    if (item.isDeleted || directory.isDeleted(clientId)) draft.deleted += 1;
    else if (directory.find(customerOf(item))) draft.matched += 1;
    else {
      const details = pickFields(clientFields, item);
      const person = directory.add(details, clientId, idAt(createdAt, now));
      draft.clients.push({ person, createdAt, updatedAt });
    }
  });
}

/** A UUID that the same text always gives (version 8 of RFC 9562). */
function derivedId(what: string, text: string): string {
  const hex = createHash('sha256').update(`${what}\n${text}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Which repair a row means, so that the same file a second time changes nothing: by our id, else by
 * the other program's, else by the ticket number, else by everything that the row says.
 */
function repairIdOf(
  { repairId, externalId, ticketNumber }: ImportedRepair,
  record: CsvRecord,
): string {
  if (repairId !== null) return repairId;
  if (externalId !== null) return derivedId('external', externalId);
  if (ticketNumber !== null) return derivedId('ticket', ticketNumber);
  return derivedId('row', JSON.stringify(record.cells.map((cell) => cell.trim())));
}

/** Which of these repair ids are here, not deleted. */
async function knownRepairIds(db: Handle, ids: Iterable<string>): Promise<Set<string>> {
  const rows = await inChunks(ids, (chunk) =>
    db
      .selectFrom('repair_tickets')
      .select('repair_id')
      .where('deleted_at', 'is', null)
      .where('repair_id', 'in', chunk)
      .execute(),
  );
  return new Set(rows.map((row) => row.repair_id));
}

/** Which of these ticket numbers are taken, and whether by a repair that has been deleted. */
async function takenTicketNumbers(
  db: Handle,
  numbers: Iterable<string>,
): Promise<Map<string, { isDeleted: boolean }>> {
  const rows = await inChunks(numbers, (chunk) =>
    db
      .selectFrom('repair_tickets')
      .select(['ticket_number', 'deleted_at'])
      .where('ticket_number', 'in', chunk)
      .execute(),
  );
  return new Map(rows.map((row) => [row.ticket_number, { isDeleted: row.deleted_at !== null }]));
}

async function planRepairs(
  db: Handle,
  rows: readonly ReadRow<ImportedRepair>[],
  now: number,
): Promise<ImportPlan> {
  const items = itemsOf(rows);
  const ids = rows.map(({ record, reading }) =>
    'item' in reading ? repairIdOf(reading.item, record) : '',
  );
  const known = await knownRepairIds(db, ids);
  const taken = new Set(await inChunks(ids, (chunk) => takenRepairIds(db, chunk)));
  const numbers = items.flatMap(({ ticketNumber }) => ticketNumber ?? []);
  const takenNumbers = await takenTicketNumbers(db, numbers);
  const customers = items.map(({ customer }) => customer);
  const directory = await Directory.of(db, customers);
  const claims = new Map<string, { row: number; content: string }>();
  const keptNumbers = new Set<string>();

  /** @returns whose repair it is, or what keeps them from being added */
  function customerFor(
    { customer, createdAt }: ImportedRepair,
    { clients }: Draft,
  ): Person | RowProblem[] {
    const found = directory.find(customer);
    if (found) return found;
    const { clientId, name, email, phone, ...rest } = customer;
    if (name === null || email === null || phone === null) return missingFromCustomer(customer);
    const details = { name, email, phone, ...rest };
    const person = directory.add(details, clientId, idAt(createdAt, now));
    clients.push({ person, createdAt, updatedAt: null });
    return person;
  }

  return planRows('repairs', rows, directory, (item, record, draft) => {
    directory.restrict(item.customer);
    const repairId = repairIdOf(item, record);
    const hasOnlyNumber = item.repairId === null && item.externalId === null;
    const ofNumber = hasOnlyNumber ? takenNumbers.get(item.ticketNumber ?? '') : undefined;
    const content = JSON.stringify(record.cells);
    const claim = claims.get(repairId);
    if (known.has(repairId) || ofNumber?.isDeleted === false) draft.matched += 1;
    else if (taken.has(repairId) || ofNumber?.isDeleted === true) draft.deleted += 1;
    else if (claim?.content === content) draft.matched += 1;
    else if (claim) {
      const message = `The same repair is in row ${claim.row}, with different details`;
      draft.rejected.push({ record, problems: [{ column: 'Ticket number', message }] });
    } else {
      const client = customerFor(item, draft);
      if (Array.isArray(client)) {
        draft.rejected.push({ record, problems: client });
        return;
      }
      claims.set(repairId, { row: record.row, content });
      const wanted = item.ticketNumber;
      const isFree = wanted !== null && !takenNumbers.has(wanted) && !keptNumbers.has(wanted);
      if (isFree) keptNumbers.add(wanted);
      else draft.renumbered += 1;
      if (item.lostEstimate) draft.lostEstimates += 1;
      const ticketNumber = isFree ? wanted : null;
      draft.repairs.push({ repair: item, client, repairId, ticketNumber });
    }
  });
}

/**
 * Decides what becomes of each row, against the data as the handle shows it.
 *
 * @param now milliseconds since 1970
 */
export function planImport(db: Handle, file: ReadFile, now: number): Promise<ImportPlan> {
  return file.kind === 'clients'
    ? planClients(db, file.rows, now)
    : planRepairs(db, file.rows, now);
}
