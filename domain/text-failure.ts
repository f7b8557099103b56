import { problemTexts } from './problems.ts';
import { isAutomatic, type MessageKind } from './text-kinds.ts';

/**
 * What staff should do when a text did not arrive, in plain words, and whether sending it again makes
 * sense. The codes are the provider's (Twilio's error dictionary); the words are the shop's.
 */

/**
 * Whether a text that failed may be sent again: to the same number (it may work now), only once the
 * customer's number has been corrected, or never.
 */
export type ResendPolicy = 'same-number' | 'new-number' | 'never';

interface Failure {
  readonly advice: string;
  readonly resend: ResendPolicy;
  /** Replaces `advice` for a text that goes out only once, whether or not it arrives. */
  readonly adviceForOnce?: string;
}

const invalid: Failure = { advice: "The number isn't valid. Check it.", resend: 'new-number' };
const landline: Failure = {
  advice: "Landline, or can't get texts. Call the customer.",
  resend: 'new-number',
};
const unreached: Failure = {
  advice: "Texts to that country or network aren't possible. Call the customer.",
  resend: 'new-number',
};
/** The owner mends it; then the same text may go. */
const notSetUp: Failure = {
  advice: "Texting isn't set up. Tell the owner.",
  resend: 'same-number',
};
const notRegistered: Failure = {
  advice: "The shop's number isn't registered for US texting. Tell the owner.",
  resend: 'same-number',
};

/** The provider's code for a phone that replied STOP. */
export const optedOutCode = '21610';

/** Our own code for a text that the provider took under an id that is no text's (specification, section 7). */
export const notATextCode = 'not-a-text';

const failures: Readonly<Record<string, Failure>> = {
  [notATextCode]: notSetUp,
  '21211': invalid,
  '21614': landline,
  '21635': landline,
  '30006': landline,
  [optedOutCode]: {
    advice: 'The customer replied STOP. Call them; they can text START.',
    resend: 'new-number',
  },
  '21408': unreached,
  '21612': unreached,
  '21608': {
    advice: 'The text account is on trial or unapproved: verified numbers only.',
    resend: 'same-number',
  },
  '20003': notSetUp,
  '21606': notSetUp,
  '21659': notSetUp,
  '30002': notSetUp,
  '20429': {
    advice: 'Busy; retrying automatically did not help. Send it again in a few minutes.',
    adviceForOnce: 'Busy; retrying automatically did not help. Call the customer.',
    resend: 'same-number',
  },
  '30003': {
    advice: 'The phone is off or unreachable. Try once more later.',
    adviceForOnce: 'The phone is off or unreachable. Call the customer later.',
    resend: 'same-number',
  },
  '30005': { advice: 'The number is not in service. Check it.', resend: 'new-number' },
  '30007': {
    advice: "The carrier blocked it as spam. Don't resend; call the customer.",
    resend: 'never',
  },
  '30034': notRegistered,
  '30032': notRegistered,
};

/** Our own code for a text that never left: the process ended before the provider was asked. */
export const neverSentCode = 'never-sent';

/** @param code the provider's error code, or one of ours; null when none was given */
export function adviceForFailure(code: string | null): string {
  if (code === neverSentCode) return 'The text was not sent. Send it again or call the customer.';
  if (code === null) return 'Not delivered; call the customer.';
  return failures[code]?.advice ?? `Not delivered (code ${code}); call the customer.`;
}

/** @returns whether a text of this kind belongs to its moment and is never sent again */
export function goesOutOnce(kind: MessageKind): boolean {
  return isAutomatic(kind) || kind === 'reminder';
}

/** As {@link adviceForFailure}, without advising to send again what goes out once. */
export function adviceForText(kind: MessageKind, code: string | null): string {
  if (goesOutOnce(kind)) {
    if (code === neverSentCode) return 'The text was not sent. Call the customer.';
    const advice = failures[code ?? '']?.adviceForOnce;
    if (advice !== undefined) return advice;
  }
  return adviceForFailure(code);
}

/** @param code as in {@link adviceForFailure}; one that is not known may work another time */
export function resendPolicy(code: string | null): ResendPolicy {
  return failures[code ?? '']?.resend ?? 'same-number';
}

/** Codes with which the provider says that the number itself gets no texts. */
const numberCodes = ['21211', '21614', '21635', '30005', '30006'];

/** @returns whether another number would help, by what staff were told about a text that failed */
export function isAboutNumber(detail: string | null): boolean {
  return (
    detail === problemTexts['phone-not-textable'].detail ||
    numberCodes.some((code) => failures[code]?.advice === detail)
  );
}

/** Codes with which the provider says that the shop's account or number is not set up for the text. */
const setupCodes = ['20003', '21606', '21608', '21659', '30002', '30032', '30034'];

/** @returns whether the shop's setup is at fault, by what staff were told about a text that failed */
export function isAboutSetup(detail: string): boolean {
  return setupCodes.some((code) => failures[code]?.advice === detail);
}

/** What staff see while nobody knows whether a text went out. */
export const unknownAdvice = "We can't tell yet whether this was sent.";
