import {
  type CounterField,
  type FieldColumns,
  type FieldValues,
  fieldNames,
  mapFields,
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

/** Who a client is and how to reach them: what a ticket's client is found by. */
const identityFields = {
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
  /** If it is not known, an empty string is stored (specification, section 5, "New client"). */
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

/** What else a shop may know: it never tells one client from another, and stays as it is if left out. */
export const clientExtras = {
  company: {
    column: 'company',
    label: 'Company',
    kind: 'line',
    limit: 'name',
    isRequired: false,
    isSearched: true,
    printedAs: null,
    aliases: 'company name, business, business name, organization, firm',
    onTicket: {
      name: 'customerCompany',
      label: 'Company',
      aliases: 'company name, business, business name, organization, customer company',
    },
  },
  language: {
    column: 'language',
    label: 'Language of texts',
    kind: 'language',
    isRequired: false,
    isSearched: false,
    printedAs: null,
    description: 'The language the customer is texted in; null for English',
    aliases: 'language, preferred language',
    onTicket: {
      name: 'customerLanguage',
      label: 'Language of texts',
      aliases: 'language, preferred language',
    },
  },
  noTexts: {
    column: 'no_texts',
    label: 'Don’t text',
    kind: 'flag',
    isRequired: false,
    isSearched: false,
    printedAs: null,
    description: 'Whether the customer wants no texts: none are sent',
    aliases: 'do not text, no texts, no sms, sms opt out',
    onTicket: {
      name: 'customerNoTexts',
      label: 'Don’t text',
      aliases: 'do not text, no texts, no sms, sms opt out',
    },
  },
  agreedToTexts: {
    column: 'agreed_to_texts',
    label: 'Agreed to texts',
    kind: 'flag',
    isRequired: false,
    isSearched: false,
    printedAs: null,
    description:
      'Whether the customer has agreed to be texted. The history has when, and who recorded it',
    aliases: 'text consent, sms consent, consent to texts, sms opt in',
    onTicket: {
      name: 'customerAgreedToTexts',
      label: 'Agreed to texts',
      aliases: 'text consent, sms consent, consent to texts, sms opt in',
    },
  },
  paysByStatement: {
    column: 'pays_by_statement',
    label: 'Pays by statement',
    kind: 'flag',
    isRequired: false,
    isSearched: false,
    printedAs: null,
    description: 'A trade customer: no balance is asked for at pickup',
    aliases: 'on account, house account, trade account, wholesale, trade',
    onTicket: {
      name: 'customerPaysByStatement',
      label: 'Pays by statement',
      aliases: 'on account, house account, trade account, wholesale, trade',
    },
  },
} as const satisfies Readonly<Record<string, ClientField>>;

export const clientFields = { ...identityFields, ...clientExtras } as const;

type ClientFields = typeof clientFields;
export type ClientFieldName = keyof ClientFields;
export type ClientColumns = FieldColumns<ClientFields>;

/** What the directory knows about a client. */
export type ClientDetails = FieldValues<ClientFields>;

/** The same, as a ticket has it. */
export type CustomerDetails = {
  [Name in ClientFieldName as ClientFields[Name]['onTicket']['name']]: ClientDetails[Name];
};

export const clientFieldNames = fieldNames(clientFields);

export type IdentityField = keyof typeof identityFields;
export const identityNames = fieldNames(identityFields);

export type ClientExtra = keyof typeof clientExtras;
export type ClientExtras = FieldValues<typeof clientExtras>;
export const clientExtraNames = fieldNames(clientExtras);

/** For an object that has only the identity fields. */
export const noClientExtras = mapFields(clientExtras, () => null);

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
