import { type ClientDetails, clientFieldNames } from './client-fields.ts';
import { isEmailAddress } from './field-schemas.ts';
import { isSamePhone, phoneKey } from './phone.ts';
import { searchable } from './search-text.ts';

/** What keeps one walk-in from becoming two tickets. Source: specification, sections 5 and 9. */

/** The same phone, brand, model and request within this time is a duplicate: 10 minutes. */
export const duplicateWindowMs = 10 * 60_000;

/** The same phone may not submit twice within this time: 30 seconds. */
export const submissionSpacingMs = 30_000;

/** How far a ticket may be dated ahead by another server's clock and still count. Shop decision. */
export const clockSkewMs = 5_000;

/** The form ignores a second press within this time: 2 seconds. */
export const repeatSubmitGuardMs = 2_000;

interface Submission {
  phone: string;
  watchBrand: string;
  watchModel: string;
  issue: string;
  /** Of the watches that one customer leaves together; null where it is not known. */
  visitId: string | null;
}

type Described = Omit<Submission, 'visitId'>;

function sameText(one: string, other: string): boolean {
  const plain = (text: string) => text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
  return plain(one) === plain(other);
}

/** @returns whether both describe the same watch with the same request from the same phone */
export function isSameSubmission(one: Described, other: Described): boolean {
  return (
    phoneKey(one.phone) === phoneKey(other.phone) &&
    sameText(one.watchBrand, other.watchBrand) &&
    sameText(one.watchModel, other.watchModel) &&
    sameText(one.issue, other.issue)
  );
}

type IntakeVerdict =
  | { kind: 'welcome' }
  | { kind: 'duplicate'; ticketNumber: string }
  | { kind: 'too-soon'; retryAfterSeconds: number };

/**
 * Judges a new submission against the phone's earlier ones.
 *
 * @param earlier tickets, `createdAt` in milliseconds since 1970; those of other phones, those ten
 *   minutes old, and those dated more than {@link clockSkewMs} ahead do not count; those of the same
 *   visit only as duplicates
 * @param now milliseconds since 1970
 * @returns duplicate goes before too-soon: it says more. Too-soon names the whole seconds after which
 *   the phone is welcome
 */
export function judgeSubmission(
  submission: Submission,
  earlier: readonly (Submission & { createdAt: number; ticketNumber: string })[],
  now: number,
): IntakeVerdict {
  const ages = earlier
    .filter((ticket) => phoneKey(ticket.phone) === phoneKey(submission.phone))
    .map((ticket) => ({ ticket, age: now - ticket.createdAt }))
    .filter(({ age }) => age >= -clockSkewMs);
  const duplicate = ages.find(
    ({ ticket, age }) => age < duplicateWindowMs && isSameSubmission(ticket, submission),
  );
  if (duplicate) return { kind: 'duplicate', ticketNumber: duplicate.ticket.ticketNumber };
  const ofOthers = ages.filter(
    ({ ticket: { visitId } }) => visitId === null || visitId !== submission.visitId,
  );
  const youngest = Math.min(...ofOthers.map(({ age }) => age));
  if (youngest < submissionSpacingMs) {
    return {
      kind: 'too-soon',
      retryAfterSeconds: Math.ceil((submissionSpacingMs - youngest) / 1000),
    };
  }
  return { kind: 'welcome' };
}

export interface ClientDifference {
  field: keyof ClientDetails;
  from: string;
  to: string;
}

const tidy = (text: string) => text.normalize('NFC').trim();

function isSame(field: keyof ClientDetails, one: string, other: string): boolean {
  if (field === 'phone') return isSamePhone(one, other);
  if (field === 'email') return one.toLowerCase() === other.toLowerCase();
  return one === other;
}

/** The phone first: it is what changes most. */
const comparedFields = ['phone', ...clientFieldNames.filter((name) => name !== 'phone')] as const;

/**
 * In what a client's details differ. A phone or e-mail that is only written differently is the same; an
 * address or e-mail that is left out stays, and what is no e-mail address ("none") takes no place of one.
 */
export function clientDifferences(before: ClientDetails, after: ClientDetails): ClientDifference[] {
  return comparedFields
    .map((field) => ({ field, from: tidy(before[field] ?? ''), to: tidy(after[field] ?? '') }))
    .filter(({ field, from, to }) => !isSame(field, from, to))
    .filter(({ field, to }) => field !== 'email' || isEmailAddress(to))
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

/** Whether two names are one, however each is written. */
export const isSameName = (one: string, other: string): boolean =>
  searchable(one) === searchable(other);

/**
 * Whether somebody is surely who is typed, by name and phone: what counts where the e-mail is no address
 * and tells nobody apart.
 */
export function hasNameAndPhone(
  owner: ClientDetails,
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
