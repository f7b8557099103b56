import { type ClientDetails, clientFieldNames } from './client-fields.ts';
import { phoneKey } from './phone.ts';
import { searchable } from './search-text.ts';

export interface ClientDifference {
  field: keyof ClientDetails;
  from: string;
  to: string;
}

const tidy = (text: string) => text.normalize('NFC').trim();

function isSame(field: keyof ClientDetails, one: string, other: string): boolean {
  if (field === 'phone') return phoneKey(one) === phoneKey(other);
  if (field === 'email') return one.toLowerCase() === other.toLowerCase();
  return one === other;
}

/** The phone first: it is what changes most. */
const toldFields = ['phone', ...clientFieldNames.filter((name) => name !== 'phone')] as const;

/**
 * In what a client's details differ, for telling people: a phone or e-mail that is only written
 * differently is the same. An address that is left out is no difference: the one on file stays.
 */
export function clientDifferences(before: ClientDetails, after: ClientDetails): ClientDifference[] {
  return toldFields
    .map((field) => ({ field, from: tidy(before[field] ?? ''), to: tidy(after[field] ?? '') }))
    .filter(({ field, from, to }) => !isSame(field, from, to))
    .filter(({ field, to }) => field !== 'address' || to !== '');
}

/**
 * Whether the client would become another person: the name changes, and the phone or the e-mail.
 * Shop decision: such a change of a chosen client needs a yes from every caller.
 */
export function replacesPerson(differences: readonly ClientDifference[]): boolean {
  const changes = new Set(differences.map(({ field }) => field));
  return changes.has('name') && (changes.has('phone') || changes.has('email'));
}

/**
 * Which of the clients with one e-mail an intake means: the one with the same name and phone, else
 * the one with either. Shop decision: families share an e-mail, so another name with another phone
 * is another person.
 *
 * @param owners the clients with the e-mail, the newest first: of equals the first is meant
 * @param typed a blank name or phone is not typed yet, and tells nobody apart
 * @returns null where nobody has the name or the phone
 */
export function clientMeant<Owner extends ClientDetails>(
  owners: readonly Owner[],
  typed: Pick<ClientDetails, 'name' | 'phone'>,
): Owner | null {
  const name = searchable(typed.name);
  const phone = phoneKey(typed.phone);
  const hasName = (owner: Owner) => name === '' || searchable(owner.name) === name;
  const hasPhone = (owner: Owner) => phone === '' || phoneKey(owner.phone) === phone;
  return (
    owners.find((owner) => hasName(owner) && hasPhone(owner)) ??
    owners.find((owner) => hasName(owner) || hasPhone(owner)) ??
    null
  );
}
