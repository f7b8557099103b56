import {
  type CounterField,
  type FieldColumns,
  type FieldValues,
  fieldNames,
  mapFields,
} from './field-list.ts';

/**
 * What is typed on a ticket about the watch and its repair, each field once. The forms for taking in
 * and correcting, the details, the history, export, import, search and print read this list; a new
 * field is an entry here and a migration for its column.
 */

/** Fields that a form or a paper keeps together: each form and paper says where each group goes. */
export type FieldGroup =
  | 'contact'
  | 'reference'
  | 'watch'
  | 'price'
  | 'date'
  | 'condition'
  | 'pickup';

type RepairField = CounterField & { group: FieldGroup };

export const repairFields = {
  watchBrand: {
    column: 'watch_brand',
    label: 'Watch brand',
    kind: 'line',
    limit: 'watch',
    isRequired: true,
    group: 'watch',
    isSearched: true,
    printedAs: null,
    aliases: 'brand, make, manufacturer, maker, item brand, device brand',
  },
  watchModel: {
    column: 'watch_model',
    label: 'Watch model',
    kind: 'line',
    limit: 'watch',
    isRequired: true,
    group: 'watch',
    isSearched: true,
    printedAs: null,
    aliases: 'model, item model, item, device, device model',
  },
  reference: {
    column: 'reference',
    label: 'Reference',
    kind: 'line',
    limit: 'reference',
    isRequired: false,
    group: 'watch',
    isSearched: true,
    printedAs: null,
    aliases: 'ref, ref no, reference no, reference number, model number, model no',
  },
  caliber: {
    column: 'caliber',
    label: 'Caliber',
    kind: 'line',
    limit: 'caliber',
    isRequired: false,
    group: 'watch',
    isSearched: true,
    printedAs: null,
    aliases: 'calibre, movement, movement caliber, movement number',
  },
  serialNumber: {
    column: 'serial_number',
    label: 'Serial number',
    kind: 'line',
    limit: 'serialNumber',
    isRequired: false,
    group: 'watch',
    isSearched: true,
    printedAs: null,
    description: 'On the case',
    aliases: 'serial, serial no, sn, s n, case serial, case serial number, case number, imei',
  },
  movementSerial: {
    column: 'movement_serial',
    label: 'Movement serial',
    kind: 'line',
    limit: 'serialNumber',
    isRequired: false,
    group: 'watch',
    isSearched: true,
    printedAs: null,
    aliases: 'movement serial number, movement serial no',
  },
  issue: {
    column: 'issue_description',
    label: 'Request',
    kind: 'text',
    limit: 'issue',
    isRequired: true,
    group: 'watch',
    isSearched: false,
    printedAs: 'Request',
    description: 'Shown as "Request"',
    aliases:
      'issue, issue description, problem, problem description, description, complaint, fault, work requested, repair description, service, details',
  },
  repairPrice: {
    column: 'price_cents',
    label: 'Repair price',
    kind: 'price',
    isRequired: false,
    group: 'price',
    isSearched: false,
    printedAs: 'Price',
    aliases: 'price, total, amount, cost, charge, total price, quote, fee',
  },
  priceNotes: {
    column: 'price_notes',
    label: 'Price notes',
    kind: 'text',
    limit: 'priceNotes',
    isRequired: false,
    group: 'price',
    isSearched: false,
    printedAs: 'Price notes',
    aliases: 'price note, pricing notes',
  },
  approvedUpTo: {
    column: 'approved_up_to_cents',
    label: 'Approved up to',
    kind: 'price',
    isRequired: false,
    group: 'price',
    isSearched: false,
    printedAs: 'Approved up to',
    description:
      'The price up to which the customer wants the work done without being asked; null if not given',
    aliases:
      'approved amount, pre approved, preapproved, approved limit, not to exceed, do not exceed, spending limit, max price, maximum price',
  },
  expectedOn: {
    column: 'expected_on',
    label: 'Date promised',
    kind: 'date',
    isRequired: false,
    group: 'date',
    isSearched: false,
    printedAs: 'Ready by',
    aliases:
      'promised, promised on, promised date, promise date, due date, due, due on, due by, expected, expected on, expected date, ready by, ready on',
  },
  theirReference: {
    column: 'their_reference',
    label: 'Their reference',
    kind: 'line',
    limit: 'theirReference',
    isRequired: false,
    group: 'reference',
    isSearched: true,
    printedAs: 'Their reference',
    description: 'A trade customer’s own reference for the repair',
    aliases: 'customer reference, client reference, po number, purchase order, their job number',
  },
  /** For calling only: never texted, and no client is recognized by it. */
  secondContact: {
    column: 'second_contact',
    label: 'Second contact',
    kind: 'line',
    limit: 'name',
    isRequired: false,
    group: 'contact',
    isSearched: true,
    printedAs: null,
    description: 'Someone else to call about the repair',
    aliases:
      'second name, other contact, alternate contact, alternative contact, secondary contact, emergency contact, contact 2',
  },
  secondPhone: {
    column: 'second_phone',
    label: 'Second phone',
    kind: 'phone',
    isRequired: false,
    group: 'contact',
    isSearched: true,
    printedAs: null,
    description: 'For calling only: it is never texted',
    aliases:
      'phone 2, other phone, alternate phone, alternative phone, secondary phone, home phone, work phone',
  },
  condition: {
    column: 'condition',
    label: 'Condition',
    kind: 'condition',
    isRequired: false,
    group: 'condition',
    isSearched: true,
    printedAs: null,
    description:
      'The condition in which the watch came in, and what came with it; null if not recorded',
    aliases: '',
  },
  otherCollector: {
    column: 'other_collector',
    label: 'May also be picked up by',
    kind: 'line',
    limit: 'name',
    isRequired: false,
    group: 'pickup',
    isSearched: true,
    printedAs: null,
    description: 'Who else may come for the watch, as the customer said; null for no one',
    aliases: 'authorized for pickup, authorized pickup person, may also be collected by',
  },
} as const satisfies Readonly<Record<string, RepairField>>;

type RepairFields = typeof repairFields;
export type RepairFieldName = keyof RepairFields;
export type RepairValues = FieldValues<RepairFields>;
export type RepairColumns = FieldColumns<RepairFields>;

export const repairFieldNames = fieldNames(repairFields);

/** Every field empty: for an object that has only some of them. */
export const noRepairValues = mapFields(repairFields, () => null);

export const namesOfGroup = (group: FieldGroup) =>
  repairFieldNames.filter((name) => repairFields[name].group === group);

type SearchedName = {
  [Name in RepairFieldName]: RepairFields[Name]['isSearched'] extends true ? Name : never;
}[RepairFieldName];

/** The fields that a search finds a ticket by. */
export type SearchedValues = Pick<RepairValues, SearchedName>;

export const searchedNames = repairFieldNames.filter(
  (name): name is SearchedName => repairFields[name].isSearched,
);
