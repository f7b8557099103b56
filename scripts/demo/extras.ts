import type { CustomerDetails } from '../../domain/client-fields.ts';
import { chanceOf } from './chance.ts';
import { type Person, relativeOf } from './people.ts';

/**
 * What some customers have besides a name: a language, a company, a second contact. Derived from their phone or
 * the repair, so that everything else stays the same.
 */

const companies = ['Bell & Sons Jewelers', 'Harbor Gold', 'Northgate Antiques'];

const numberOf = (phone: string) => Number(phone.replace(/\D/g, '').slice(-4));

/** A jeweler who brings in watches from their own customers. */
const isTrade = (phone: string) => numberOf(phone) % 41 === 0;

const wantsNoTexts = (phone: string) => numberOf(phone) % 31 === 0;

type Extras = Pick<
  CustomerDetails,
  | 'customerCompany'
  | 'customerLanguage'
  | 'customerNoTexts'
  | 'customerAgreedToTexts'
  | 'customerPaysByStatement'
>;

export const extrasOf = (phone: string): Extras => ({
  customerCompany: isTrade(phone) ? (companies[numberOf(phone) % companies.length] ?? null) : null,
  customerLanguage: numberOf(phone) % 11 === 0 ? 'es' : null,
  customerNoTexts: wantsNoTexts(phone) || null,
  customerAgreedToTexts: (!wantsNoTexts(phone) && numberOf(phone) % 3 !== 0) || null,
  customerPaysByStatement: isTrade(phone) || null,
});

export function secondContactOf(person: Person, repairId: string) {
  const chance = chanceOf(`${repairId} second contact`);
  if (!chance.happens(0.08)) return {};
  const digits = person.phone.replace(/\D/g, '').slice(-10);
  // The next one that is reserved for fiction.
  const line = String((Number(digits.slice(-2)) + 1) % 100).padStart(2, '0');
  return {
    secondContact: relativeOf(person, chance),
    secondPhone: `${digits.slice(0, -2)}${line}`,
  };
}

export const referenceOf = (phone: string, repairId: string): string | null =>
  isTrade(phone) ? `JC-${Number.parseInt(repairId.slice(-4), 16) % 10_000}` : null;
