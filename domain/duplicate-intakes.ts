import { phoneKey } from './phone.ts';

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
  /** The same for all the watches that one customer leaves together; null if it is not known. */
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

type SubmissionVerdict =
  | { kind: 'welcome' }
  | { kind: 'duplicate'; ticketNumber: string }
  | { kind: 'too-soon'; retryAfterSeconds: number };

/**
 * Judges a new submission against the phone's earlier ones.
 *
 * @param earlier tickets, `createdAt` in milliseconds since 1970; those of other phones, those ten
 *   minutes old or older, and those dated more than {@link clockSkewMs} ahead do not count; those of the
 *   same visit only as duplicates
 * @param now milliseconds since 1970
 * @returns duplicate takes precedence over too-soon: it says more. Too-soon names the whole seconds after which
 *   the phone may submit again
 */
export function judgeSubmission(
  submission: Submission,
  earlier: readonly (Submission & { createdAt: number; ticketNumber: string })[],
  now: number,
): SubmissionVerdict {
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
