import {
  type CounterField,
  type FieldColumns,
  type FieldValues,
  fieldNames,
} from './field-list.ts';

/**
 * What the directory knows about a client, each field once: the forms, the history, export, import,
 * search and print read this list. A ticket shows the same fields under names of its own.
 */

type ClientField = CounterField & {
  onTicket: {
    /** What a ticket calls the field. */
    name: string;
    /** Its column in the export and import of repairs. */
    label: string;
    aliases: string;
  };
};

const emailAliases = 'e mail, mail, email address, e mail address, customer email, client email';

const phoneAliases =
  'phone number, telephone, tel, mobile, mobile phone, cell, cell phone, customer phone, client phone';

export const clientFields = {
  name: {
    column: 'name',
    label: 'Name',
    kind: 'line',
    limit: 'name',
    isRequired: true,
    isSearched: true,
    printedAs: 'Customer',
    aliases: 'customer, customer name, client, client name, full name, contact',
    onTicket: {
      name: 'customerName',
      label: 'Customer name',
      aliases: 'customer, client, client name, name, full name, contact',
    },
  },
  email: {
    column: 'email',
    label: 'Email',
    kind: 'line',
    limit: 'email',
    isRequired: true,
    isSearched: true,
    printedAs: 'Email',
    aliases: emailAliases,
    onTicket: { name: 'customerEmail', label: 'Email', aliases: emailAliases },
  },
  /** If it is not known, the empty text is stored (specification, section 5, "New client"). */
  phone: {
    column: 'phone',
    label: 'Phone',
    kind: 'line',
    limit: 'phone',
    isRequired: true,
    isSearched: true,
    printedAs: 'Phone',
    aliases: `${phoneAliases}, primary phone`,
    onTicket: { name: 'customerPhone', label: 'Phone', aliases: phoneAliases },
  },
  address: {
    column: 'address',
    label: 'Address',
    kind: 'text',
    limit: 'address',
    isRequired: false,
    isSearched: true,
    printedAs: 'Address',
    aliases: 'street, street address, postal address, customer address, full address',
    onTicket: {
      name: 'customerAddress',
      label: 'Address',
      aliases: 'street, street address, customer address, client address, full address',
    },
  },
} as const satisfies Readonly<Record<string, ClientField>>;

type ClientFields = typeof clientFields;
export type ClientFieldName = keyof ClientFields;
export type ClientColumns = FieldColumns<ClientFields>;

/** The name of a client in the directory, and how to reach them. */
export type ClientDetails = FieldValues<ClientFields>;

/** The same, as a ticket has it. */
export type CustomerDetails = {
  [Name in ClientFieldName as ClientFields[Name]['onTicket']['name']]: ClientDetails[Name];
};

export const clientFieldNames = fieldNames(clientFields);

/** A client's details under the names that a ticket has for them. */
export function customerOf(client: ClientDetails): CustomerDetails {
  return Object.fromEntries(
    clientFieldNames.map((name) => [clientFields[name].onTicket.name, client[name]]),
  ) as CustomerDetails;
}

/** A ticket's customer as a client of the directory. */
export function clientOf(customer: CustomerDetails): ClientDetails {
  return Object.fromEntries(
    clientFieldNames.map((name) => [name, customer[clientFields[name].onTicket.name]]),
  ) as ClientDetails;
}
