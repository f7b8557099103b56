import { isOpen } from './repair-status.ts';
import { isAutomatic, isReminder, type MessageKind } from './text-kinds.ts';

/**
 * What staff should do when a text did not arrive, and whether sending it again makes sense. The
 * codes are the provider's (Twilio's error dictionary); the advice is the shop's.
 */

/** Whether it may be sent again: to the same number, only to a corrected one, or never. */
type ResendPolicy = 'same-number' | 'new-number' | 'never';

interface Failure {
  readonly advice: string;
  readonly resend: ResendPolicy;
  /** Replaces `advice` for a text that goes out only once, whether or not it arrives. */
  readonly adviceForOnce?: string;
  /** Whether the number itself is at fault. */
  readonly isAboutNumber?: true;
}

const invalid: Failure = {
  advice: 'The number isn’t valid. Check it.',
  resend: 'new-number',
  isAboutNumber: true,
};
const landline: Failure = {
  advice: 'Landline, or can’t get texts. Call the customer.',
  resend: 'new-number',
  isAboutNumber: true,
};
const unreached: Failure = {
  advice: 'Texts to that country or network aren’t possible. Call the customer.',
  resend: 'new-number',
};
/** The owner fixes it; then the same text may be sent. */
const notSetUp: Failure = {
  advice: 'Texting isn’t set up. Tell the owner.',
  resend: 'same-number',
};
const notRegistered: Failure = {
  advice: 'The shop’s number isn’t registered for US texting. Tell the owner.',
  resend: 'same-number',
};

/** The provider's code for a phone that replied STOP. */
export const optedOutCode = '21610';

/** Our own code for a text that was still held when the watch was collected. */
export const collectedCode = 'collected';

/** Our own code for a text that the provider took under an id that is not a text's (specification, section 7). */
export const notATextCode = 'not-a-text';

/** Our own code for a text whose account was turned off, or lost its token, before the text was sent. */
export const noAccountCode = 'no-account';

/** Our own code for a text that was held and whose customer has since asked for none. */
export const withheldCode = 'withheld';

/**
 * Our own code for a text that was still held in the backup that was restored, and that the provider has
 * no record of in these words. A held text is composed again when it is sent, so it may have gone out in
 * other words.
 */
export const restoredCode = 'restored';

const failures: Readonly<Record<string, Failure>> = {
  [notATextCode]: notSetUp,
  [noAccountCode]: {
    advice: 'The account for this text isn’t set up anymore. Send it again, or tell the owner.',
    adviceForOnce:
      'The account for this text isn’t set up anymore. Call the customer, and tell the owner.',
    resend: 'same-number',
  },
  [restoredCode]: {
    advice:
      'It may have been sent after the backup was made. Ask the customer before you send it again.',
    resend: 'same-number',
  },
  [collectedCode]: {
    advice: 'The watch left the shop before this text was sent.',
    resend: 'same-number',
  },
  [withheldCode]: {
    advice: 'The customer asked not to be texted, or hasn’t agreed to texts.',
    resend: 'same-number',
  },
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
    advice: 'This is a trial or unapproved text account: it texts verified numbers only.',
    resend: 'same-number',
  },
  '20003': notSetUp,
  '21606': notSetUp,
  '21659': notSetUp,
  '30002': notSetUp,
  '20429': {
    advice:
      'The text provider was busy, and retrying automatically did not help. Send it again in a few minutes.',
    adviceForOnce:
      'The text provider was busy, and retrying automatically did not help. Call the customer.',
    resend: 'same-number',
  },
  '30003': {
    advice: 'The phone is off or unreachable. Try again later.',
    adviceForOnce: 'The phone is off or unreachable. Call the customer later.',
    resend: 'same-number',
  },
  '30005': {
    advice: 'The number is not in service. Check it.',
    resend: 'new-number',
    isAboutNumber: true,
  },
  '30007': {
    advice: 'The carrier blocked it as spam. Don’t resend; call the customer.',
    resend: 'never',
  },
  '30034': notRegistered,
  '30032': notRegistered,
};

/** Our own code for a text that was never sent: the process ended before the provider was asked. */
export const neverSentCode = 'never-sent';

/** @param code the provider's error code, or one of ours; null when none was given */
export function adviceForFailure(code: string | null): string {
  if (code === neverSentCode) return 'The text was not sent. Send it again or call the customer.';
  if (code === null) return 'Not delivered; call the customer.';
  return failures[code]?.advice ?? `Not delivered (code ${code}); call the customer.`;
}

/** @returns whether a text of this kind makes sense only at its moment and is never sent again */
export function goesOutOnce(kind: MessageKind): boolean {
  return isAutomatic(kind) || isReminder(kind);
}

/** As {@link adviceForFailure}, without advising staff to send again what is only sent once. */
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

/** What staff read about a number that can't be texted. Source: specification, section 8. */
export const notTextableWords = 'Invalid phone number format. Please use a valid US phone number.';

/** @returns whether another number would help, by the advice that staff got about a text that failed */
export function isAboutNumber(detail: string | null): boolean {
  return (
    detail === notTextableWords ||
    Object.values(failures).some((failure) => failure.isAboutNumber && failure.advice === detail)
  );
}

/** The provider's codes for a number that gets no texts. */
export const numberCodes: readonly string[] = Object.keys(failures).filter(
  (code) => failures[code]?.isAboutNumber,
);

/** What staff see while nobody knows whether a text went out. */
export const unknownAdvice = 'We can’t tell yet whether this was sent.';

/** Which texts may be sent again. Shop decision (docs/decisions/texts.md, "Sending again"). */

/** What the rule needs to know about a text. */
export interface ResendFacts {
  readonly direction: 'outbound' | 'inbound';
  readonly kind: MessageKind;
  readonly state: string;
  readonly errorCode: string | null;
  /** Whether it has been sent again. */
  readonly isResent: boolean;
  /** Whether a later text of the same kind about the same ticket is on its way or was accepted. */
  readonly isReplaced: boolean;
  /** Whether the customer's number is no longer the one that the text went to. */
  readonly hasNewNumber: boolean;
  /** The ticket's status; null for a text about no ticket, and for a deleted ticket's. */
  readonly ticketStatus: string | null;
  /** Whether the text is about a ticket that has been deleted. */
  readonly isTicketGone: boolean;
  /** Whether the watch has been collected. */
  readonly isCollected: boolean;
}

const refusalTexts = {
  inbound: 'This text is from the customer, not from us.',
  unresolved:
    'We can’t tell yet whether this was sent, so it can’t be resent: the customer might get it twice. We will know soon.',
  held: 'This text will be sent automatically once the completion can no longer be undone.',
  arrived: 'This text was sent; the customer would get it twice.',
  automatic: 'This was an automatic reply, and it is out of date. Write a text or call.',
  reminder: 'A reminder is sent only once. Write a text or call the customer.',
  'ticket-gone': 'The ticket for this text has been deleted.',
  'out-of-date': 'The repair is finished, so this text would no longer be true.',
  reopened: 'The repair is being worked on again, so this text would no longer be true.',
  collected: 'The watch has left the shop, so this text would no longer be true.',
  'done-again': 'A newer text says that the repair is done.',
  replaced: 'There is a newer estimate for this ticket.',
  resent: 'This text has already been resent.',
  blocked: 'The carrier blocked it as spam. Do not resend it; call the customer.',
  'same-number':
    'It can’t be delivered to this number. Correct the customer’s number first, or call them.',
} as const;

type ResendRefusal = keyof typeof refusalTexts;

/** Why a text may not be sent again; null when it may. */
export function resendRefusal(text: ResendFacts): ResendRefusal | null {
  if (text.direction === 'inbound') return 'inbound';
  if (text.state === 'sending' || text.state === 'unknown') return 'unresolved';
  if (text.state === 'held') return 'held';
  if (text.state !== 'failed' && text.state !== 'undelivered') return 'arrived';
  if (isAutomatic(text.kind)) return 'automatic';
  if (isReminder(text.kind)) return 'reminder';
  if (text.isTicketGone) return 'ticket-gone';
  if (text.isResent) return 'resent';
  if (text.kind === 'estimate' && text.isReplaced) return 'replaced';
  const isStillOpen = text.ticketStatus !== null && isOpen(text.ticketStatus);
  if (text.kind === 'created' && !isStillOpen) return 'out-of-date';
  if (text.kind === 'done') {
    if (isStillOpen) return 'reopened';
    if (text.isCollected) return 'collected';
    if (text.isReplaced) return 'done-again';
  }
  const policy = resendPolicy(text.errorCode);
  if (policy === 'never') return 'blocked';
  return policy === 'new-number' && !text.hasNewNumber ? 'same-number' : null;
}

/** The refusal as staff read it. */
export function resendRefusalText(refusal: ResendRefusal): string {
  return refusalTexts[refusal];
}

/**
 * For how long a text counts as just sent, in milliseconds: staff are asked before the same is texted
 * a second time, because two tabs don't know about each other (docs/decisions/texts.md).
 */
const justSentMs = 2 * 60_000;

/**
 * How long ago a text was sent, while it counts as just sent. Up to two minutes in the future, by a
 * clock that was set back, count as now.
 *
 * @param sentAt ISO 8601
 * @param now milliseconds since 1970, by the server's clock
 * @returns whole seconds, 0 to 119; null when it is too long ago
 */
export function secondsSinceSent(sentAt: string, now: number): number | null {
  const age = now - Date.parse(sentAt);
  return Math.abs(age) < justSentMs ? Math.max(0, Math.floor(age / 1000)) : null;
}

/** What staff are asked. @param seconds as {@link secondsSinceSent} gives them */
export function justSentQuestion(name: string, seconds: number): string {
  const ago = seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `Already sent to ${name} ${ago} ago. Send again?`;
}

/** @returns whether the provider took a text: its ids of texts begin with SM or MM (specification, section 7) */
export function isProviderSid(sid: string): boolean {
  return /^(SM|MM)/.test(sid);
}
