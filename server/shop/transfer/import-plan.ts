import { createHash } from 'node:crypto';
import { setImmediate as pause } from 'node:timers/promises';
import { type ImportReport, shownProblems } from '../../../domain/api-transfer.ts';
import { clientFields } from '../../../domain/client-fields.ts';
import type { CsvRecord } from '../../../domain/csv.ts';
import { pickFields } from '../../../domain/field-list.ts';
import {
  type ImportedClient,
  type ImportedCustomer,
  type ImportedRepair,
  missingOfCustomer,
  type RowProblem,
} from '../../../domain/import-rows.ts';
import type { ImportKind } from '../../../domain/transfer-columns.ts';
import type { Handle } from '../../database/tables.ts';
import { newId } from '../../ids.ts';
import { Directory, type Person } from './import-clients.ts';
import { type ReadFile, type ReadRow, rowsBetweenPauses } from './import-file.ts';
import { deletedRepairIds, knownRepairIds, takenTicketNumbers } from './import-store.ts';

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
  /** Null where it gets a new one. */
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
  report: ImportReport;
}

type Counts = Pick<ImportReport, 'matched' | 'deleted' | 'renumbered' | 'lostEstimates'>;

const nothingCounted = (): Counts => ({ matched: 0, deleted: 0, renumbered: 0, lostEstimates: 0 });

function planned(
  kind: ImportKind,
  rows: number,
  counts: Counts,
  made: Pick<ImportPlan, 'clients' | 'repairs' | 'rejected'>,
): ImportPlan {
  const problems = made.rejected
    .slice(0, shownProblems)
    .flatMap(({ record, problems }) => problems.map((one) => ({ row: record.row, ...one })))
    .slice(0, shownProblems);
  const report = {
    kind,
    rows,
    added: kind === 'clients' ? made.clients.length : made.repairs.length,
    clientsAdded: kind === 'clients' ? 0 : made.clients.length,
    ...counts,
    rejected: made.rejected.length,
    problems,
  };
  return { kind, ...made, report };
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
  const counts = nothingCounted();
  const clients: NewClient[] = [];
  const rejected: RejectedRow[] = [];
  let done = 0;
  for (const { record, reading } of rows) {
    done += 1;
    if (done % rowsBetweenPauses === 0) await pause();
    if ('problems' in reading) {
      rejected.push({ record, problems: reading.problems });
      continue;
    }
    const { item } = reading;
    const customer = customerOf(item);
    if (item.isDeleted || directory.isDeleted(item.clientId)) counts.deleted += 1;
    else if (directory.find(customer)) counts.matched += 1;
    else {
      const { createdAt, updatedAt } = item;
      const person = directory.add(
        pickFields(clientFields, item),
        item.clientId,
        idAt(createdAt, now),
      );
      clients.push({ person, createdAt, updatedAt });
    }
  }
  return planned('clients', rows.length, counts, { clients, repairs: [], rejected });
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

interface Claim {
  row: number;
  content: string;
}

async function planRepairs(
  db: Handle,
  rows: readonly ReadRow<ImportedRepair>[],
  now: number,
): Promise<ImportPlan> {
  const named = rows.map(({ record, reading }) => ({
    record,
    reading,
    repairId: 'item' in reading ? repairIdOf(reading.item, record) : '',
  }));
  const items = itemsOf(rows);
  const ids = named.map(({ repairId }) => repairId);
  const numbers = items.flatMap(({ ticketNumber }) => ticketNumber ?? []);
  const known = await knownRepairIds(db, ids);
  const gone = await deletedRepairIds(db, ids);
  const taken = await takenTicketNumbers(db, numbers);
  const directory = await Directory.of(
    db,
    items.map(({ customer }) => customer),
  );
  const counts = nothingCounted();
  const made = {
    clients: [] as NewClient[],
    repairs: [] as NewRepair[],
    rejected: [] as RejectedRow[],
  };
  const claims = new Map<string, Claim>();
  const keptNumbers = new Set<string>();

  /** @returns whose repair it is, or what keeps them from being added */
  function customerFor({ customer, createdAt }: ImportedRepair): Person | RowProblem[] {
    const found = directory.find(customer);
    if (found) return found;
    const problems = missingOfCustomer(customer);
    const { clientId: _, name, email, phone, ...rest } = customer;
    if (name === null || email === null || phone === null) return problems;
    const details = { name, email, phone, ...rest };
    const person = directory.add(details, customer.clientId, idAt(createdAt, now));
    made.clients.push({ person, createdAt, updatedAt: null });
    return person;
  }

  function take(item: ImportedRepair, repairId: string, record: CsvRecord): void {
    const hasOnlyNumber = item.repairId === null && item.externalId === null;
    const ofNumber = hasOnlyNumber ? taken.get(item.ticketNumber ?? '') : undefined;
    if (known.has(repairId) || ofNumber?.isDeleted === false) {
      counts.matched += 1;
      return;
    }
    if (gone.has(repairId) || ofNumber?.isDeleted === true) {
      counts.deleted += 1;
      return;
    }
    const content = JSON.stringify(record.cells);
    const claim = claims.get(repairId);
    if (claim) {
      if (claim.content === content) {
        counts.matched += 1;
        return;
      }
      const message = `The same repair is in row ${claim.row}, with other details`;
      made.rejected.push({ record, problems: [{ column: 'Ticket number', message }] });
      return;
    }
    const client = customerFor(item);
    if (Array.isArray(client)) {
      made.rejected.push({ record, problems: client });
      return;
    }
    claims.set(repairId, { row: record.row, content });
    const wanted = item.ticketNumber;
    const isFree = wanted !== null && !taken.has(wanted) && !keptNumbers.has(wanted);
    if (isFree) keptNumbers.add(wanted);
    else counts.renumbered += 1;
    if (item.lostEstimate) counts.lostEstimates += 1;
    made.repairs.push({ repair: item, client, repairId, ticketNumber: isFree ? wanted : null });
  }

  let done = 0;
  for (const { record, reading, repairId } of named) {
    done += 1;
    if (done % rowsBetweenPauses === 0) await pause();
    if ('problems' in reading) made.rejected.push({ record, problems: reading.problems });
    else take(reading.item, repairId, record);
  }
  return planned('repairs', rows.length, counts, made);
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
