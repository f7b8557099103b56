import type { Client } from '../../domain/api-answers.ts';
import { phoneKey } from '../../domain/phone.ts';
import { searchable, searchLine, searchTerms } from '../../domain/search-text.ts';

/** Recognising a customer of the directory by what is typed into the form. */

export type TellingField = 'customerName' | 'customerEmail' | 'customerPhone';

/** Fewer would match half of the directory. In letters or digits. */
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

/** Whether a client that the search found is meant by this field, and not by another of theirs. */
export function isMeant(field: TellingField, typed: string, client: Client): boolean {
  switch (field) {
    case 'customerName':
      return searchTerms(typed).every((term) => searchLine([client.name], null).includes(term));
    case 'customerEmail':
      return client.email.toLowerCase().includes(typed.trim().toLowerCase());
    case 'customerPhone':
      return searchTerms(typed).every((term) => phoneKey(client.phone).includes(term));
  }
}

/** More could not be taken in at a glance while a customer waits. */
export const mostOffered = 3;

function isWhole(field: TellingField, typed: string, client: Client): boolean {
  switch (field) {
    case 'customerName':
      return searchable(typed) === searchable(client.name);
    case 'customerEmail':
      return searchable(typed) === searchable(client.email);
    case 'customerPhone':
      return phoneKey(typed) === phoneKey(client.phone);
  }
}

/** Of those that the search found, whom a finished field means: all of it, or as the only one. */
export function knownBy(field: TellingField, typed: string, found: readonly Client[]): Client[] {
  const meant = found.filter((client) => isMeant(field, typed, client));
  const whole = meant.filter((client) => isWhole(field, typed, client));
  if (whole.length > 0) return whole.slice(0, mostOffered);
  return meant.length === 1 ? meant : [];
}
