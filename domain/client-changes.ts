import { phoneKey } from './intake-rules.ts';

/** What a client of the directory is called and how they are reached. */
export interface ClientDetails {
  name: string;
  email: string;
  phone: string;
  address: string | null;
}

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

/**
 * In what a client's details differ, for telling people: a phone or e-mail that is only written
 * differently is the same. An address that is left out is no difference: the one on file stays.
 */
export function clientDifferences(before: ClientDetails, after: ClientDetails): ClientDifference[] {
  return (['phone', 'name', 'email', 'address'] as const)
    .map((field) => ({ field, from: tidy(before[field] ?? ''), to: tidy(after[field] ?? '') }))
    .filter(({ field, from, to }) => !isSame(field, from, to))
    .filter(({ field, to }) => field !== 'address' || to !== '');
}
