import type { Client } from '../../domain/api-answers.ts';
import { phoneKey } from '../../domain/intake-rules.ts';
import { searchable, searchTerms } from '../../domain/search-text.ts';

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
  const telling = field === 'customerPhone' ? phoneKey(text) : text;
  return telling.length < fewest[field] ? null : text;
}

/** Whether a client that the search found is meant by this field, and not by another of theirs. */
export function isMeant(field: TellingField, typed: string, client: Client): boolean {
  switch (field) {
    case 'customerName':
      return searchTerms(typed).every((term) => searchable(client.name).includes(term));
    case 'customerEmail':
      return client.email.toLowerCase().includes(typed.trim().toLowerCase());
    case 'customerPhone':
      return searchTerms(typed).every((term) => phoneKey(client.phone).includes(term));
  }
}
