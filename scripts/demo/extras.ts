import type { CustomerDetails } from '../../domain/client-fields.ts';

/** What some customers have besides a name: a language, a company. Derived from their phone, so that everything else stays the same. */

const companies = ['Bell & Sons Jewelers', 'Harbor Gold', 'Northgate Antiques'];

const numberOf = (phone: string) => Number(phone.replace(/\D/g, '').slice(-4));

/** A jeweler who brings in watches from their own customers. */
const isTrade = (phone: string) => numberOf(phone) % 41 === 0;

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
  customerNoTexts: null,
  customerAgreedToTexts: null,
  customerPaysByStatement: isTrade(phone) || null,
});

export const referenceOf = (phone: string, repairId: string): string | null =>
  isTrade(phone) ? `JC-${Number.parseInt(repairId.slice(-4), 16) % 10_000}` : null;
