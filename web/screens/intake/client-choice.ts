import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import type { Client } from '../../../domain/api-answers.ts';
import {
  type ClientDifference,
  clientDifferences,
  clientMeant,
  hasNameAndPhone,
  isSameName,
} from '../../../domain/client-matching.ts';
import { isEmailAddress } from '../../../domain/field-schemas.ts';
import { isolated } from '../../../domain/isolated.ts';
import { phoneKey } from '../../../domain/phone.ts';
import { searchLine, searchTerms } from '../../../domain/search-text.ts';
import type { NewRepair } from '../../data/intake/intake-check.ts';
import {
  type CustomerFields,
  extraFields,
  fieldsOfClient,
  fieldsWithoutClient,
  type IntakeFields,
  isAnotherPerson,
  isSameEmail,
  noExtras,
} from '../../data/intake/intake-fields.ts';
import { clientQuery, clientsQuery } from '../../data/queries.ts';
import { useRested } from '../../parts/list/search-results.tsx';
import { type IntakeForm, useIntakeForm } from './intake-control.tsx';

const otherFields = ['customerEmail', 'customerPhone', 'customerAddress'] as const;
const customerFields = ['customerName', ...otherFields] as const;

function put(form: IntakeForm, values: ReturnType<typeof fieldsOfClient>): void {
  for (const name of customerFields) form.setValue(name, values[name]);
  form.clearErrors(['client', ...customerFields]);
}

/** Clears what was entered about another customer. */
function forgetExtras(form: IntakeForm): void {
  for (const name of Object.values(extraFields)) form.setValue(name, noExtras[name]);
}

/** Puts a client of the directory into a form, or takes the one in it out again. */
export function chooseClient(form: IntakeForm, client: Client | null): void {
  const before = form.getValues();
  if (client !== null) put(form, fieldsOfClient(client, before));
  else if (before.client !== null) put(form, fieldsWithoutClient(before.client, before));
  if (before.client !== null && before.client.id !== client?.id) {
    form.setValue('visitId', '');
    forgetExtras(form);
  }
  form.setValue('client', client);
  form.setValue('newClientKey', '');
}

/**
 * Another name was typed over that of the chosen client: the rest of what they had put into the form
 * goes with them, so that nobody else's watch gets their email, phone or address.
 */
export function detachClient(form: IntakeForm, client: Client): void {
  const { customerName: _, ...without } = fieldsWithoutClient(client, form.getValues());
  for (const name of otherFields) form.setValue(name, without[name]);
  forgetExtras(form);
  form.setValue('visitId', '');
  form.setValue('client', null);
}

/** Reattaches a detached client, under the name that is typed. */
export function attachClient(form: IntakeForm, client: Client): void {
  const typed = form.getValues();
  const given = fieldsOfClient(client, typed);
  for (const name of otherFields) form.setValue(name, typed[name].trim() || given[name]);
  form.clearErrors(['client', ...otherFields]);
  form.setValue('client', client);
}

/** Chooses a client and moves on: the customer is done, the watch comes next. */
export function useTakeClient(): (client: Client) => void {
  const form = useIntakeForm();
  return (client) => {
    chooseClient(form, client);
    form.setFocus('watchBrand');
  };
}

/** What creating the repair would change on a client of the directory. */
export interface ClientQuestion {
  client: Client;
  differences: readonly ClientDifference[];
  isConfirmed: boolean;
  /** The confirmation is for these changes: any further typing voids it. */
  confirm: (isYes: boolean) => void;
}

type ClientPart = Pick<NewRepair, 'clientId' | 'asNewClient' | 'confirmClientChanges'>;

/** Whose repair it is going to be, by the rules of the server (docs/decisions/clients.md). */
export function useClientQuestion(form: IntakeForm): {
  question: ClientQuestion | null;
  sent: ClientPart;
} {
  const fields = useWatch({ control: form.control }) as IntakeFields;
  const { shares, meant } = useSharing(form);
  const { client: chosen } = fields;
  // The draft may be from yesterday; the client is as stored today.
  const { data } = useQuery({ ...clientQuery(chosen?.id ?? ''), enabled: chosen !== null });

  const isAnother = isAnotherPerson(fields);
  const client =
    chosen === null
      ? isAnother
        ? null
        : meant
      : data?.client.id === chosen.id
        ? data.client
        : chosen;
  const differences = client === null ? [] : wouldChange(client, fields);
  if (client === null || differences.length === 0) {
    const asNewClient = isAnother || (client === null && shares.length > 0);
    const sent = { clientId: chosen?.id ?? null, asNewClient, confirmClientChanges: false };
    return { question: null, sent };
  }
  const key = JSON.stringify([client.id, differences]);
  return {
    question: {
      client,
      differences,
      isConfirmed: fields.confirmedChanges === key,
      confirm: (isYes) => form.setValue('confirmedChanges', isYes ? key : ''),
    },
    // Only the client who was asked about may be changed.
    sent: { clientId: client.id, asNewClient: false, confirmClientChanges: true },
  };
}

const nobody: Client[] = [];

/** @param typed null asks for nothing */
export function useClientSearch(typed: string | null) {
  const rested = useRested(typed);
  const q = typed === null ? null : rested;
  const search = useInfiniteQuery({
    ...clientsQuery(q ?? ''),
    enabled: q !== null,
    placeholderData: keepPreviousData,
  });
  const found = q === null ? nobody : (search.data?.pages[0]?.items ?? nobody);
  return {
    found,
    /** The answer is for what is typed now. */
    isCurrent: q === typed && !search.isPlaceholderData && search.data !== undefined,
    error: search.data === undefined ? search.error : null,
  };
}

/**
 * The clients of the directory whom the form may mean, the newest first: those that have its email, case
 * ignored. If the email is not an address it tells nobody apart: then those with the name, unless it is known whose
 * visit it is.
 */
export function useSharing({ control }: Pick<IntakeForm, 'control'>): {
  by: 'email' | 'name';
  shares: Client[];
  /** Whose repair it is unless staff say otherwise (docs/decisions/clients.md). */
  meant: Client | null;
} {
  const [email, name, phone, visitId] = useWatch({
    control,
    name: ['customerEmail', 'customerName', 'customerPhone', 'visitId'],
  });
  const by = isEmailAddress(email) ? 'email' : 'name';
  const { found } = useClientSearch(
    by === 'email'
      ? searchFor('customerEmail', email)
      : visitId === ''
        ? searchFor('customerName', name)
        : null,
  );
  const typed = { name, phone };
  if (by === 'email') {
    const shares = found.filter((client) => isSameEmail(client.email, email));
    return { by, shares, meant: clientMeant(shares, typed) };
  }
  const shares = found.filter((client) => isSameName(client.name, name));
  return { by, shares, meant: shares.find((client) => hasNameAndPhone(client, typed)) ?? null };
}

/** What creating the repair would change on a client; a field that is still empty changes nothing. */
export function wouldChange(client: Client, typed: CustomerFields): ClientDifference[] {
  return clientDifferences(client, {
    name: typed.customerName.trim() || client.name,
    email: typed.customerEmail.trim() || client.email,
    phone: typed.customerPhone.trim() || client.phone,
    address: typed.customerAddress,
  });
}

/** E.g. "the phone from (212) 555-0101 to (212) 555-0102, the name from Ada to Bob". */
export function changeWords(differences: readonly ClientDifference[]): string {
  return differences
    .map(({ field, from, to }) =>
      from === ''
        ? `the ${field} to ${isolated(to)}`
        : `the ${field} from ${isolated(from)} to ${isolated(to)}`,
    )
    .join(', ');
}

export type TellingField = 'customerName' | 'customerEmail' | 'customerPhone';

const ofClient = { customerName: 'name', customerEmail: 'email', customerPhone: 'phone' } as const;

/** Fewer characters would match half of the directory. */
const fewest: Record<TellingField, number> = {
  customerName: 3,
  customerEmail: 3,
  customerPhone: 5,
};

/** @returns what to search the directory for, or null while too little is typed */
export function searchFor(field: TellingField, typed: string): string | null {
  const text = typed.trim();
  const telling = field === 'customerPhone' ? phoneKey(text).replace('+1', '') : text;
  return telling.length < fewest[field] ? null : text;
}

const lineOf = (field: TellingField, text: string) =>
  field === 'customerPhone' ? phoneKey(text) : searchLine([text], null);

/** Whether a client that the search found is meant by this field, and not by another of theirs. */
export function isMeant(field: TellingField, typed: string, client: Client): boolean {
  const line = lineOf(field, client[ofClient[field]]);
  return searchTerms(typed).every((term) => line.includes(term));
}

/** More could not be taken in at a glance while a customer waits. */
export const maxOffered = 3;

/**
 * The clients found by the search whom a finished field means: those it matches in full, else the only one it
 * matches in part.
 */
export function knownBy(field: TellingField, typed: string, found: readonly Client[]): Client[] {
  const meant = found.filter((client) => isMeant(field, typed, client));
  const whole = meant.filter(
    (client) => lineOf(field, client[ofClient[field]]) === lineOf(field, typed),
  );
  if (whole.length > 0) return whole.slice(0, maxOffered);
  return meant.length === 1 ? meant : [];
}
