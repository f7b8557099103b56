import type { CustomerDetails } from '../../domain/client-fields.ts';

/** What some customers have beside a name: a language, a company. Drawn from their phone, so that all the rest stays as it is. */

const companies = ['Bell & Sons Jewelers', 'Harbor Gold', 'Northgate Antiques'];

const numberOf = (phone: string) => Number(phone.replace(/\D/g, '').slice(-4));

/** A jeweler who brings in what customers bring to them. */
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
