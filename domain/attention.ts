import type { RepairStatus } from './repair-status.ts';
import { adviceForText } from './text-delivery.ts';
import { type MessageKind, textName } from './text-kinds.ts';

/**
 * What staff should look at. A case is one text, or one ticket whose answer or delay calls for a next step.
 * Shop decision (docs/decisions/texts.md, "Needs attention").
 */

/** Why a customer's text is a case. */
export const replyAttentions = [
  /** Decides nothing: not understood, or unclear what it is about. */
  'unclear',
  /** A picture without a message. */
  'sent-photo',
  /** The opposite of an earlier answer, before staff acted; it counts. */
  'changed-mind',
  /** The opposite of an earlier answer after staff acted; it changed nothing. */
  'moved-on',
  'opted-out',
  /** Needed a text back, which may not be sent. */
  'answered-while-opted-out',
  /** An answer to an estimate that has run out; it changed nothing. */
  'expired',
  /** The first text of a day that got no answer because of the limit for phones on no ticket. */
  'limit-reached',
  /** A clear answer to an estimate that may or may not have been sent: it waits until that is known. */
  'answered-while-unsettled',
  /** The same once it is known that the estimate was not sent. */
  'answered-unsent',
  /** A clear answer while an estimate given without a text is open; it changed nothing. */
  'answered-by-text',
] as const;
export type ReplyAttention = (typeof replyAttentions)[number];

/** An answer with one of these is applied if its estimate turns out to have been sent. */
export const awaitingEstimate = [
  'answered-while-unsettled',
  'answered-unsent',
] as const satisfies ReplyAttention[];

export const attentionReasons = ['not-delivered', 'unsettled', ...replyAttentions] as const;
export type AttentionReason = (typeof attentionReasons)[number];

/** Answers that staff have not acted on, and the status that a ticket has until they do. */
export const answeredStatuses = {
  accepted: 'estimate-accepted',
  declined: 'estimate-declined',
} as const satisfies Record<string, RepairStatus>;

/** In these statuses, work on a promised repair has not begun. An accepted estimate is a case already. */
export const notBegunStatuses = ['pending', 'assigned'] as const satisfies RepairStatus[];

/** In these statuses, a long time without any change deserves a look; an answered estimate is a case already. */
export const restingStatuses = [
  ...notBegunStatuses,
  'in-progress',
  'estimate-sent',
] as const satisfies RepairStatus[];

export const caseReasons = [
  ...attentionReasons,
  'accepted',
  'declined',
  /** Promised within two open days, or overdue. */
  'not-begun',
  /** A part is expected after the promised date. */
  'part-late',
  /** A watch that was sent out is overdue back, or is expected back after the promised date. */
  'back-late',
  'quiet',
] as const;
export type CaseReason = (typeof caseReasons)[number];

/** How long a text may go without anyone knowing whether it was sent before staff look at it: 2 minutes. */
export const unresolvedPatienceMs = 2 * 60_000;

/** A text as it is stored. */
interface StoredText {
  readonly state: string;
  /** The reason that was written down: a reply's, or `unsettled` once the time for it has run out. */
  readonly attention: string | null;
}

/** @returns why a stored text is a case; null when it is none, or no longer */
export function attentionReasonOf({ state, attention }: StoredText): AttentionReason | null {
  switch (state) {
    case 'failed':
    case 'undelivered':
      return 'not-delivered';
    case 'sending':
    case 'unknown':
      return attention === 'unsettled' ? attention : null;
    case 'received':
      return replyAttentions.find((reason) => reason === attention) ?? null;
    default:
      return null;
  }
}

/** Which earlier cases leave the list when something happens to their ticket or phone. */
export const casesClosedBy = {
  /** The customer's answer was applied, whether texted or recorded by staff. */
  answer: [
    'unclear',
    'changed-mind',
    'answered-while-opted-out',
    'expired',
    'limit-reached',
    'answered-by-text',
    ...awaitingEstimate,
  ],
  /** Staff texted the customer in their own words. */
  text: [
    'unclear',
    'sent-photo',
    'moved-on',
    'expired',
    'limit-reached',
    'answered-unsent',
    'answered-by-text',
  ],
  /** A new estimate for the ticket was sent, or given without a text. */
  newEstimate: ['expired', 'answered-unsent', 'answered-by-text'],
  /** An estimate has gone out after all, and a newer one counts. */
  lateEstimate: ['expired', 'answered-unsent'],
  /** The customer answered the same estimate again: the later answer counts. */
  laterAnswer: ['answered-while-unsettled'],
  /** The phone opted out, for the first time or again: one case is enough. */
  optOut: ['opted-out'],
  optIn: ['opted-out'],
} as const satisfies Record<string, readonly ReplyAttention[]>;

interface AttentionText {
  readonly happened: string;
  readonly advice: string;
}

const texts: Readonly<Record<Exclude<CaseReason, 'not-delivered' | 'unsettled'>, AttentionText>> = {
  unclear: {
    happened: 'The customer wrote something that was not understood.',
    advice: 'Read it and answer. If it accepts or declines an estimate, record it as that answer.',
  },
  'sent-photo': {
    happened: 'The customer sent a photo without a message.',
    advice: 'Look at it and answer.',
  },
  'changed-mind': {
    happened: 'The customer changed their answer to the estimate.',
    advice: 'The new answer counts. Make sure no one works from the old one.',
  },
  'moved-on': {
    happened: 'The customer wants to change their answer, but the ticket has moved on.',
    advice: 'Nothing was changed, and they were asked to call. Call the customer.',
  },
  'opted-out': {
    happened: 'The customer opted out of texts.',
    advice: 'This number can’t be texted. Call them from now on.',
  },
  'answered-while-opted-out': {
    happened: 'The customer answered by text, but has opted out of texts.',
    advice: 'They got no reply. Call them.',
  },
  expired: {
    happened: 'The customer answered an estimate that has expired.',
    advice:
      'Nothing was changed. Record the answer if the price still holds, or send a new estimate.',
  },
  'limit-reached': {
    happened: 'Daily limit on automatic texts reached',
    advice: 'Reply yourself, or raise the limit under Shop, Settings, Texting.',
  },
  'answered-while-unsettled': {
    happened: 'The customer answered, but we can’t tell yet whether the estimate was sent.',
    advice:
      'Wait a few minutes. The answer counts once we know that the estimate was sent, unless you mark it as handled.',
  },
  'answered-unsent': {
    happened: 'The customer answered, but the estimate was not sent.',
    advice: 'Nothing was changed. Call the customer, or send the estimate again.',
  },
  'answered-by-text': {
    happened: 'The customer answered by text, but the open estimate was not texted to them.',
    advice:
      'Nothing was changed, and they got no reply. Find out which price they mean, then record the answer.',
  },
  accepted: {
    happened: 'The customer accepted the estimate.',
    advice: 'Assign a technician.',
  },
  declined: {
    happened: 'The customer declined the estimate.',
    advice: 'Prepare the return and mark it complete, or send a new estimate.',
  },
  'not-begun': {
    happened: 'The promised date is close or past, and work has not started.',
    advice: 'Assign it or start work, or agree on a later date with the customer.',
  },
  'part-late': {
    happened: 'A part is expected after the promised date.',
    advice: 'Ask the supplier, or agree on a later date with the customer.',
  },
  'back-late': {
    happened: 'The watch is late coming back.',
    advice: 'Ask when it will be back, or agree on a later date with the customer.',
  },
  quiet: {
    happened: 'No activity on this repair for 14 days.',
    advice: 'Find out what it is waiting for, and let the customer know.',
  },
};

/**
 * A case in plain words.
 *
 * @param reason why it is one
 * @param text the text in question; for an answer, the estimate's text; `errorCode` is the provider's,
 *   `unanswered` how many phones the day's limit has left without an answer
 * @returns what happened, and what to do
 */
export function attentionText(
  reason: CaseReason,
  {
    kind,
    errorCode,
    unanswered = 1,
  }: { kind: MessageKind; errorCode: string | null; unanswered?: number | undefined },
): AttentionText {
  const name = textName(kind);
  if (reason === 'not-delivered') {
    return { happened: `${name} was not delivered.`, advice: adviceForText(kind, errorCode) };
  }
  if (reason === 'limit-reached') {
    const { happened, advice } = texts[reason];
    const numbers = unanswered === 1 ? 'unknown number' : 'unknown numbers';
    return { happened: `${happened}: ${unanswered} ${numbers} without a reply.`, advice };
  }
  if (reason !== 'unsettled') return texts[reason];
  return {
    happened: `We can’t tell yet whether ${name.charAt(0).toLowerCase()}${name.slice(1)} was sent.`,
    advice: 'Do not send it again. Call the customer if it is urgent.',
  };
}
