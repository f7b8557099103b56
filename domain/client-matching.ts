import {
  type ClientDetails,
  type ClientExtras,
  clientExtraNames,
  type IdentityField,
  identityNames,
} from './client-fields.ts';
import { isEmailAddress } from './field-schemas.ts';
import { isSamePhone, phoneKey } from './phone.ts';
import { searchable } from './search-text.ts';

/** Which client is meant, and what was typed differently from what is stored. docs/decisions/clients.md */

export interface ClientDifference {
  field: IdentityField;
  from: string;
  to: string;
}

type Identity = Pick<ClientDetails, IdentityField>;

const tidy = (text: string) => text.normalize('NFC').trim();

function isSame(field: IdentityField, one: string, other: string): boolean {
  if (field === 'phone') return isSamePhone(one, other);
  if (field === 'email') return one.toLowerCase() === other.toLowerCase();
  return one === other;
}

/** The phone first: it is what changes most. */
const comparedFields = ['phone', ...identityNames.filter((name) => name !== 'phone')] as const;

/**
 * How a client's details differ. A phone or email that is only written differently is the same; an
 * address or email that is left out stays, and what is not an email address ("none") never replaces one.
 */
export function clientDifferences(before: Identity, after: Identity): ClientDifference[] {
  return comparedFields
    .map((field) => ({ field, from: tidy(before[field] ?? ''), to: tidy(after[field] ?? '') }))
    .filter(({ field, from, to }) => !isSame(field, from, to))
    .filter(({ field, to }) => field !== 'email' || isEmailAddress(to))
    .filter(({ field, to }) => field !== 'address' || to !== '');
}

/**
 * A customer agrees to texts at one number: if the number changes, the agreement ends. Source: 47 CFR
 * 64.1200(f)(9): the agreement names the number that may be texted.
 *
 * @returns the details, without an agreement to texts that was given for another phone
 */
export const agreedFor = <Details extends Pick<ClientDetails, 'phone' | 'agreedToTexts'>>(
  phone: string,
  details: Details,
): Details =>
  details.agreedToTexts !== true || phoneKey(phone) === phoneKey(details.phone)
    ? details
    : { ...details, agreedToTexts: null };

/** What keeps texts from being sent. */
const restricting: Partial<ClientExtras> = { noTexts: true, agreedToTexts: false };

/**
 * What was said about the customer that differs from what is stored, apart from who they are: it needs no
 * confirmation. If it isn't certain that this client is meant, only restrictions count: someone who asks not
 * to be texted isn't.
 *
 * @param said null if nothing was said
 * @param isCertain whether the client is certainly the one meant
 */
export const changedExtras = (
  stored: ClientExtras,
  said: ClientExtras,
  isCertain: boolean,
): Partial<ClientExtras> =>
  Object.fromEntries(
    clientExtraNames
      .filter((name) => said[name] !== null && said[name] !== stored[name])
      .filter((name) => isCertain || said[name] === restricting[name])
      .map((name) => [name, said[name]]),
  );

/**
 * Whether the client would become another person: the name changes, and the phone or the email.
 * Shop decision: such a change to a chosen client needs confirmation from every caller.
 */
export function replacesPerson(differences: readonly ClientDifference[]): boolean {
  const changes = new Set(differences.map(({ field }) => field));
  return changes.has('name') && (changes.has('phone') || changes.has('email'));
}

/** Whether two names are the same, however each is written. */
export const isSameName = (one: string, other: string): boolean =>
  searchable(one) === searchable(other);

/**
 * Whether someone is certainly the person typed, by name and phone: what counts if the email is not an address
 * and distinguishes no one.
 */
export function hasNameAndPhone(
  owner: Identity,
  typed: Pick<ClientDetails, 'name' | 'phone'>,
): boolean {
  return (
    searchable(typed.name) !== '' &&
    phoneKey(typed.phone) !== '' &&
    isSameName(owner.name, typed.name) &&
    isSamePhone(owner.phone, typed.phone)
  );
}

/**
 * Which of the clients with one email an intake means: the one with the same name and phone, else
 * the one with either. Shop decision: families share an email, so another name with another phone
 * is another person.
 *
 * @param owners the clients with the email, the newest first: of equals the first is meant
 * @param typed a blank name or phone is not typed yet, and distinguishes no one
 * @returns null if nobody has the name or the phone
 */
export function clientMeant<Owner extends Identity>(
  owners: readonly Owner[],
  typed: Pick<ClientDetails, 'name' | 'phone'>,
): Owner | null {
  const hasName = (owner: Owner) =>
    searchable(typed.name) === '' || isSameName(owner.name, typed.name);
  const hasPhone = (owner: Owner) =>
    phoneKey(typed.phone) === '' || isSamePhone(owner.phone, typed.phone);
  return (
    owners.find((owner) => hasName(owner) && hasPhone(owner)) ??
    owners.find((owner) => hasName(owner) || hasPhone(owner)) ??
    null
  );
}
