import type { z } from 'zod';
import { shipmentSchema } from './api-hand-over.ts';
import { collectSchema, completeSchema, newClientSchema, newRepairSchema } from './api-inputs.ts';
import {
  type ClientDetails,
  type ClientExtras,
  clientExtras,
  type IdentityField,
} from './client-fields.ts';
import { readCell } from './field-checks.ts';
import { type FieldList, type FieldValues, mapFields } from './field-list.ts';
import { requiredEmail } from './field-schemas.ts';
import {
  type Read,
  readCalendarDate,
  readFlag,
  readPrice,
  readStatus,
  readTechnician,
  readTime,
  saysCollected,
} from './import-values.ts';
import { type RepairValues, repairFields } from './repair-fields.ts';
import {
  isOpen,
  openStatuses,
  type RepairStatus,
  statusAfterEstimateDeleted,
} from './repair-status.ts';
import { placeName, type Technician } from './shop-settings.ts';
import { ticketNumberPattern } from './ticket-number.ts';
import { type ColumnMatch, type ImportKind, importFields } from './transfer-columns.ts';

/** A row of another program's file → a client or a repair as this shop would take it in, or why not. */

/** What a row is read against. */
export interface ImportContext {
  technicians: readonly Pick<Technician, 'id' | 'name' | 'isUnused'>[];
  /** For times that name no zone. */
  timeZone: string;
  /** Whether the shop asks its customers for their email. */
  isEmailRequired: boolean;
  /** Milliseconds since 1970. */
  now: number;
}

export interface RowProblem {
  /** The label of the field. */
  column: string;
  message: string;
}

export type RowReading<Item> = { item: Item } | { problems: RowProblem[] };

interface Times {
  createdAt: string | null;
  updatedAt: string | null;
}

export interface ImportedClient extends Times, ClientDetails {
  /** From our own export. */
  clientId: string | null;
  /** It had been deleted from the directory that the file comes from. */
  isDeleted: boolean;
}

/** What a repair's row says about its customer; what is missing must be known here already. */
export interface ImportedCustomer
  extends Readonly<Record<IdentityField, string | null>>,
    ClientExtras {
  clientId: string | null;
}

export interface ImportedRepair extends Times, RepairValues {
  repairId: string | null;
  /** Only if it has our own format. */
  ticketNumber: string | null;
  /** What the other program calls the repair. */
  externalId: string | null;
  customer: ImportedCustomer;
  status: RepairStatus;
  /** It waited for an answer to an estimate, which no file includes. */
  lostEstimate: boolean;
  firstExpectedOn: string | null;
  isSameDay: boolean;
  /** From our own export. */
  visitId: string | null;
  technician: Pick<Technician, 'id' | 'name'> | null;
  /** As the file calls it, whether or not the shop has it in its list. */
  place: string | null;
  completedAt: string | null;
  completionNotes: string | null;
  isUnrepaired: boolean;
  /** Whether it counts as collected, even if no time is given. */
  isHandedOut: boolean;
  collectedAt: string | null;
  collectedBy: string | null;
  collectedNote: string | null;
  claimCheckSeen: boolean;
  idSeen: boolean;
  shippedBy: string | null;
  trackingNumber: string | null;
  /** Dollars. */
  insuredValue: number | null;
  isTexted: boolean;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** One row while it is being read: gives the cells by field and gathers what is wrong with them. */
class Row {
  readonly problems: RowProblem[] = [];
  readonly #kind: ImportKind;
  readonly #cells: readonly string[];
  readonly #match: ColumnMatch;

  constructor(kind: ImportKind, cells: readonly string[], match: ColumnMatch) {
    this.#kind = kind;
    this.#cells = cells;
    this.#match = match;
  }

  label(key: string): string {
    return importFields[this.#kind].find((field) => field.key === key)?.label ?? key;
  }

  cell(key: string): string {
    const column = this.#match[key];
    return column === undefined ? '' : (this.#cells[column] ?? '');
  }

  has(key: string): boolean {
    return key in this.#match;
  }

  refuse(key: string, message: string): void {
    this.problems.push({ column: this.label(key), message });
  }

  /** @returns the value; if there is none, the stand-in, which is never used: the problem rejects the row */
  take<Value>(key: string, read: Read<Value>, standIn: Value): Value {
    if ('value' in read) return read.value;
    this.refuse(key, read.message);
    return standIn;
  }

  /** Checks a cell by the rule of the form. */
  checked<Value>(key: string, schema: z.ZodType<Value>, standIn: Value): Value {
    const result = schema.safeParse(this.cell(key));
    if (result.success) return result.data;
    this.refuse(key, result.error.issues[0]?.message ?? 'This cannot be read');
    return standIn;
  }

  /** As {@link checked}, but an empty cell is no problem yet. */
  ifGiven<Value>(key: string, schema: z.ZodType<Value>): Value | null {
    return this.cell(key).trim() === '' ? null : this.checked<Value | null>(key, schema, null);
  }

  /** Reads the cells of a list of fields. */
  fields<List extends FieldList>(
    list: List,
    schemas: Readonly<Record<keyof List, z.ZodType>>,
  ): FieldValues<List> {
    return mapFields(list, (field, name) =>
      this.take<unknown>(name, readCell(field, this.cell(name), schemas[name]), null),
    ) as FieldValues<List>;
  }

  /** What a ticket's row says besides who its customer is. */
  customerExtras(): ClientExtras {
    return mapFields(clientExtras, (field, name) => {
      const { name: key } = clientExtras[name].onTicket;
      const read = readCell(field, this.cell(key), newRepairSchema.shape[key]);
      return this.take<unknown>(key, read, null);
    }) as ClientExtras;
  }

  /** @returns whether there is no email, and the shop asks for none */
  mayLackEmail(key: string, { isEmailRequired }: ImportContext): boolean {
    return !isEmailRequired && this.cell(key).trim() === '';
  }

  date(key: string): string | null {
    return this.take(key, readCalendarDate(this.label(key), this.cell(key)), null);
  }

  /** Dollars. */
  price(key: string): number | null {
    return this.take(key, readPrice(this.label(key), this.cell(key)), null);
  }

  flag(key: string): boolean {
    return this.take(key, readFlag(this.label(key), this.cell(key)), false);
  }

  time(key: string, { timeZone, now }: ImportContext): string | null {
    return this.take(key, readTime(this.label(key), this.cell(key), timeZone, now), null);
  }

  /** A column "Picked up" holds a yes or no, or the date. */
  flagOrTime(key: string, context: ImportContext): boolean | string {
    const cell = this.cell(key);
    return 'value' in readFlag('', cell) ? this.flag(key) : (this.time(key, context) ?? false);
  }

  uuid(key: string): string | null {
    const text = this.cell(key).trim().toLowerCase();
    return uuid.test(text) ? text : null;
  }

  reading<Item>(item: Item): RowReading<Item> {
    return this.problems.length === 0 ? { item } : { problems: this.problems };
  }
}

/**
 * The forms take what is not an address; a file does not. Its rows are matched by email, and "none" in
 * two of them would make one client of two people.
 */
const email = requiredEmail({ label: 'Email' });

/** Reads a row of clients; its messages are those of the forms. */
export function readClientRow(
  cells: readonly string[],
  match: ColumnMatch,
  context: ImportContext,
): RowReading<ImportedClient> {
  const row = new Row('clients', cells, match);
  const { name, phone, address, ...schemas } = newClientSchema.shape;
  return row.reading({
    clientId: row.uuid('clientId'),
    name: row.checked('name', name, ''),
    email: row.mayLackEmail('email', context) ? '' : row.checked('email', email, ''),
    phone: row.checked('phone', phone, ''),
    address: row.checked('address', address, null),
    ...row.fields(clientExtras, schemas),
    createdAt: row.time('createdAt', context),
    updatedAt: row.time('updatedAt', context),
    isDeleted: row.cell('deletedAt').trim() !== '',
  });
}

/** What a row without a status implies by its other cells. */
function impliedStatus(completedAt: string | null, hasTechnician: boolean): RepairStatus {
  if (completedAt !== null) return 'completed';
  return hasTechnician ? 'assigned' : 'pending';
}

function readState(row: Row, context: ImportContext) {
  const technician = row.take(
    row.cell('technician').trim() === '' ? 'technicianId' : 'technician',
    readTechnician(row.cell('technicianId'), row.cell('technician'), context.technicians),
    null,
  );
  const completedAt = row.time('completedAt', context);
  const collected = row.flagOrTime('isCollected', context);
  const day = typeof collected === 'string' ? collected : null;
  const givenAt = row.time('collectedAt', context) ?? day;
  const problemsBefore = row.problems.length;
  const said = row.take('status', readStatus(row.cell('status')), null);
  const isReadable = row.problems.length === problemsBefore;
  const named = said ?? impliedStatus(completedAt ?? givenAt, technician !== null);
  const withoutEstimate = statusAfterEstimateDeleted(named, technician !== null);
  const isQueuedWithTechnician = named === 'pending' && technician !== null;
  const status = isQueuedWithTechnician ? 'assigned' : (withoutEstimate ?? named);
  if (isReadable && (status === 'assigned' || status === 'in-progress') && technician === null) {
    if (row.cell('technician').trim() === '' && row.cell('technicianId').trim() === '') {
      row.refuse('technician', `Technician is required for a repair that is ${status}`);
    }
  }
  if (isReadable && technician?.isUnused && isOpen(status)) {
    row.refuse(
      'technician',
      `${technician.name} is marked “Not used”, so no one would see an open repair. Leave it empty, or name another technician`,
    );
  }
  if (isReadable && completedAt !== null && openStatuses.includes(status)) {
    row.refuse('completedAt', `Completed at is given, but the status is ${named}`);
  }
  const isDone = !isOpen(status);
  if (isReadable && givenAt !== null && !isDone) {
    row.refuse('collectedAt', `Collected at is given, but the status is ${named}`);
  }
  const isSaid = saysCollected(row.cell('status'));
  const collectedAt = givenAt ?? (isSaid ? completedAt : null);
  // A file that says nothing about pickups is a list of finished work, which would otherwise wait for pickup forever.
  const isUnstated = !row.has('isCollected') && !row.has('collectedAt') && status !== 'ready';
  const isHandedOut =
    isDone && (collectedAt !== null || collected === true || isSaid || isUnstated);
  return {
    technician,
    completedAt,
    status,
    lostEstimate: withoutEstimate !== null,
    collectedAt,
    isHandedOut,
  };
}

/** Longer than any program's repair numbers, in characters. */
const maxExternalId = 100;

/** What the row calls the repair: our own names for it, or the other program's. */
function readNames(row: Row) {
  const repairId = row.uuid('repairId');
  const givenId = row.cell('repairId').trim();
  const givenNumber = row.cell('ticketNumber').trim();
  const isOurs = ticketNumberPattern.test(givenNumber.toUpperCase());
  const externalId = givenId !== '' && repairId === null ? givenId : isOurs ? '' : givenNumber;
  if (externalId.length > maxExternalId) {
    row.refuse(
      externalId === givenId ? 'repairId' : 'ticketNumber',
      `It must be at most ${maxExternalId} characters`,
    );
  }
  return {
    repairId,
    ticketNumber: isOurs ? givenNumber.toUpperCase() : null,
    externalId: repairId === null && externalId !== '' ? externalId : null,
  };
}

/** How the watch left, if it is known when. */
function readPickup(row: Row, isKnown: boolean) {
  if (!isKnown) return noPickup;
  const { carrier, trackingNumber } = shipmentSchema.shape;
  const shippedBy = row.ifGiven('shippedBy', carrier);
  return {
    collectedBy: row.checked('collectedBy', collectSchema.shape.by, null),
    collectedNote: row.checked('collectedNote', collectSchema.shape.note, null),
    claimCheckSeen: row.flag('claimCheckSeen'),
    idSeen: row.flag('idSeen'),
    shippedBy,
    trackingNumber: row.checked('trackingNumber', trackingNumber, null),
    insuredValue: row.price('insuredValue'),
  };
}

const noPickup = {
  collectedBy: null,
  collectedNote: null,
  claimCheckSeen: false,
  idSeen: false,
  shippedBy: null,
  trackingNumber: null,
  insuredValue: null,
};

/** Reads a row of repairs; its messages are those of the form "New repair". */
export function readRepairRow(
  cells: readonly string[],
  match: ColumnMatch,
  context: ImportContext,
): RowReading<ImportedRepair> {
  const row = new Row('repairs', cells, match);
  const fields = newRepairSchema.shape;
  const { isHandedOut, collectedAt, ...state } = readState(row, context);
  const isKnown = collectedAt !== null;
  return row.reading({
    ...readNames(row),
    customer: {
      clientId: row.uuid('clientId'),
      name: row.ifGiven('customerName', fields.customerName),
      email: row.mayLackEmail('customerEmail', context) ? '' : row.ifGiven('customerEmail', email),
      phone: row.ifGiven('customerPhone', fields.customerPhone),
      address: row.checked('customerAddress', fields.customerAddress, null),
      ...row.customerExtras(),
    },
    ...state,
    isSameDay: row.flag('isSameDay'),
    visitId: row.uuid('visitId'),
    ...row.fields(repairFields, fields),
    firstExpectedOn: row.date('firstExpectedOn'),
    place: row.ifGiven('place', placeName),
    completionNotes: row.checked('completionNotes', completeSchema.shape.notes, null),
    isUnrepaired: row.flag('isUnrepaired'),
    isHandedOut,
    collectedAt,
    ...readPickup(row, isKnown),
    isTexted: row.flag('isTexted'),
    createdAt: row.time('createdAt', context),
    updatedAt: row.time('updatedAt', context),
  });
}

/** A customer who is not in the directory yet needs what the form asks for. */
export function missingFromCustomer(customer: ImportedCustomer): RowProblem[] {
  const { name, email, phone } = customer;
  const row = new Row('repairs', [], {});
  for (const [key, value] of Object.entries({
    customerName: name,
    customerEmail: email,
    customerPhone: phone,
  })) {
    if (value === null) row.refuse(key, `${row.label(key)} is required`);
  }
  return row.problems;
}
