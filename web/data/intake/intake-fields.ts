import type { Input } from '../../../domain/api.ts';
import type { Client } from '../../../domain/api-answers.ts';
import { type ClientExtra, clientExtras } from '../../../domain/client-fields.ts';
import { mapFields, readTyped } from '../../../domain/field-list.ts';
import { isEmailAddress } from '../../../domain/field-schemas.ts';
import { formatPhone } from '../../../domain/phone.ts';
import { repairFields } from '../../../domain/repair-fields.ts';
import { searchable } from '../../../domain/search-text.ts';
import { type Identified, serialKeys } from '../../../domain/serial-key.ts';
import { blankRepair, readField, type TypedRepair } from './typed-repair.ts';

type TypedExtras = Record<ExtraField, string>;
/** What a form asks about a customer besides who they are, by the ticket's name for it. */
export const extraFields = {
  company: 'customerCompany',
  language: 'customerLanguage',
  noTexts: 'customerNoTexts',
  agreedToTexts: 'customerAgreedToTexts',
  paysByStatement: 'customerPaysByStatement',
} as const satisfies Partial<Record<ClientExtra, string>>;
type ExtraField = (typeof extraFields)[keyof typeof extraFields];

/** Nothing entered: what is stored stays. */
export const noExtras: TypedExtras = {
  customerCompany: '',
  customerLanguage: '',
  customerNoTexts: '',
  customerAgreedToTexts: '',
  customerPaysByStatement: '',
};

/** What is in the new-repair form: text as it was typed, so that nothing typed is ever lost. */
export interface IntakeFields extends TypedRepair, TypedExtras {
  client: Client | null;
  customerName: string;
  customerEmail: string;
  /**
   * What the customer shares with someone in the directory although another person is meant ({@link
   * sharedKey}); empty for none.
   */
  newClientKey: string;
  /** The changes to a stored client that were confirmed; empty for none. */
  confirmedChanges: string;
  customerPhone: string;
  customerAddress: string;
  isSameDay: boolean;
  /** The date promised is what staff chose, or none; else it follows the proposal. */
  hasOwnDate: boolean;
  /** The visit of the watches left before this one; empty for the first watch, whose id names the visit. */
  visitId: string;
  /** Whether the watch was here before, as staff answered ({@link watchAnswer}); empty for no answer. */
  watchAnswer: string;
}

export type IntakeField = keyof IntakeFields;

export const emptyFields: IntakeFields = {
  client: null,
  customerName: '',
  customerEmail: '',
  newClientKey: '',
  confirmedChanges: '',
  customerPhone: '',
  customerAddress: '',
  ...noExtras,
  ...blankRepair,
  isSameDay: false,
  hasOwnDate: false,
  visitId: '',
  watchAnswer: '',
};

/** They mean nothing without the customer's details. */
const sayNothingAlone: readonly IntakeField[] = [
  'client',
  'newClientKey',
  'confirmedChanges',
  'visitId',
  'watchAnswer',
];

export const intakeFields = Object.keys(emptyFields) as readonly IntakeField[];

/** Whether nothing in the form would be missed: a chosen client alone would not be. */
export function isBlank(fields: IntakeFields): boolean {
  const { client } = fields;
  const typed = client === null ? fields : { ...fields, ...fieldsWithoutClient(client, fields) };
  return intakeFields.every((name) => {
    if (sayNothingAlone.includes(name)) return true;
    if (name === 'expectedOn' && !typed.hasOwnDate) return true;
    const value = typed[name];
    return typeof value === 'string' ? value.trim() === '' : !value;
  });
}

export const isSameEmail = (one: string, other: string) =>
  one.trim() !== '' && one.trim().toLowerCase() === other.trim().toLowerCase();

/** The fields that identify a watch, as typed. */
const identity = (fields: Identified): string => serialKeys(fields).join(' | ');

/** @param sameWatchAs the tickets of the watch; empty if it is none of those with its serial */
export const watchAnswer = (fields: Identified, sameWatchAs: readonly string[]): string =>
  [identity(fields), ...sameWatchAs].join('\n');

/** @returns the answer; undefined if there is none, or it was given for another brand or serial */
export function answeredWatch(
  fields: Identified & Pick<IntakeFields, 'watchAnswer'>,
): string[] | undefined {
  const [about, ...sameWatchAs] = fields.watchAnswer.split('\n');
  return about !== '' && about === identity(fields) ? sameWatchAs : undefined;
}

type Sharing = Pick<IntakeFields, 'customerName' | 'customerEmail'>;

/** What the customer may share with someone in the directory: the email; if it is not an address, the name. */
export const sharedKey = ({ customerName, customerEmail }: Sharing): string =>
  isEmailAddress(customerEmail) ? customerEmail.trim().toLowerCase() : searchable(customerName);

/** Whether the repair is for someone other than the clients who have the typed email or name. */
export function isAnotherPerson(
  fields: Sharing & Pick<IntakeFields, 'client' | 'newClientKey'>,
): boolean {
  const { client, newClientKey } = fields;
  return client === null && newClientKey !== '' && newClientKey === sharedKey(fields);
}

/** The call's body, before its check: the schema judges, and its messages are the form's. */
export function submissionOf(repairId: string, fields: IntakeFields) {
  const {
    client,
    newClientKey,
    confirmedChanges,
    hasOwnDate: _,
    watchAnswer: __,
    ...rest
  } = fields;
  return {
    ...rest,
    ...mapFields(repairFields, (_, name) => readField(name, fields[name])),
    customerCompany: fields.customerCompany,
    customerLanguage: readTyped(clientExtras.language, fields.customerLanguage),
    customerNoTexts: readTyped(clientExtras.noTexts, fields.customerNoTexts),
    customerAgreedToTexts: readTyped(clientExtras.agreedToTexts, fields.customerAgreedToTexts),
    customerPaysByStatement: readTyped(
      clientExtras.paysByStatement,
      fields.customerPaysByStatement,
    ),
    repairId,
    visitId: fields.visitId || repairId,
    sameWatchAs: answeredWatch(fields),
    clientId: client?.id ?? null,
    asNewClient: isAnotherPerson(fields),
    // Only at "Create repair" is it known what was asked.
    confirmClientChanges: false,
  } satisfies Record<Exclude<keyof Input<'createRepair', 'body'>, 'finish' | 'comeBack'>, unknown>;
}

/** @param path of what is wrong, which may be a part of the field */
export function fieldOf(path: string): IntakeField | null {
  const [field] = path.split('.');
  if (field === 'clientId' || field === 'asNewClient') return 'client';
  return intakeFields.find((name) => name === field) ?? null;
}

export type CustomerFields = Pick<
  IntakeFields,
  'customerName' | 'customerEmail' | 'customerPhone' | 'customerAddress'
>;

/** What the directory does not know about a chosen client stays as it was typed. */
export function fieldsOfClient(client: Client, typed: CustomerFields): CustomerFields {
  return {
    customerName: client.name,
    customerEmail: client.email,
    customerPhone: formatPhone(client.phone) || typed.customerPhone,
    customerAddress: client.address ?? typed.customerAddress,
  };
}

/** What is left once a choice is undone: what the client had put there goes with the client. */
export function fieldsWithoutClient(client: Client, shown: CustomerFields): CustomerFields {
  const given = fieldsOfClient(client, emptyFields);
  const kept = (name: keyof CustomerFields) => (shown[name] === given[name] ? '' : shown[name]);
  return {
    customerName: kept('customerName'),
    customerEmail: kept('customerEmail'),
    customerPhone: kept('customerPhone'),
    customerAddress: kept('customerAddress'),
  };
}
