import { adviceForText } from './text-failure.ts';
import { type MessageKind, textName } from './text-kinds.ts';

/**
 * What staff should look at: texts that did not arrive or may not have left, and replies that no
 * rule could settle. Each case is one text. Shop decision (docs/decisions/texts.md, "Needs attention").
 */

/** Why a customer's text is a case. */
export const replyAttentions = [
  /** Not understood, or due an answer that it did not get. */
  'unclear',
  /** The opposite of an earlier answer, before staff acted; it counts. */
  'changed-mind',
  /** The opposite of an earlier answer after staff acted; it changed nothing. */
  'moved-on',
  'opted-out',
  /** Needed a text back that may not be sent. */
  'answered-while-opted-out',
  /** An answer to an estimate that has run out; it changed nothing. */
  'expired',
] as const;
export type ReplyAttention = (typeof replyAttentions)[number];

export const attentionReasons = ['not-delivered', 'unsettled', ...replyAttentions] as const;
export type AttentionReason = (typeof attentionReasons)[number];

/** For how long nobody need look at a text of which nobody knows yet whether it was sent: 2 minutes. */
export const unsettledPatienceMs = 2 * 60_000;

/** A text as it is stored. */
interface StoredText {
  readonly state: string;
  /** The reason that was written down: a reply's, or `unsettled` once the patience has run out. */
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

/**
 * Which earlier cases leave the list by themselves when something happens to their ticket or phone.
 * A text that did not arrive also leaves when it is sent again, and when the ticket's next estimate
 * goes out; an unsettled one when it is settled.
 */
export const casesClosedBy = {
  /** An answer was applied to the ticket's estimate, by text or booked by staff. */
  answer: ['unclear', 'changed-mind', 'answered-while-opted-out', 'expired'],
  /** A new estimate went out for the ticket. */
  estimate: ['expired'],
  /** The phone opted out, again or at all: one case is enough. */
  optOut: ['opted-out'],
  optIn: ['opted-out'],
} as const satisfies Record<string, readonly ReplyAttention[]>;

interface AttentionWords {
  readonly happened: string;
  readonly advice: string;
}

/**
 * A case in plain words.
 *
 * @param reason why it is one
 * @param text the text in question; `errorCode` is the provider's
 * @returns what happened, and what to do
 */
export function attentionWords(
  reason: AttentionReason,
  text: { kind: MessageKind; errorCode: string | null },
): AttentionWords {
  const name = textName(text.kind);
  switch (reason) {
    case 'not-delivered':
      return {
        happened: `${name} did not arrive.`,
        advice: adviceForText(text.kind, text.errorCode),
      };
    case 'unsettled':
      return {
        happened: `We can't tell yet whether ${name.charAt(0).toLowerCase()}${name.slice(1)} was sent.`,
        advice: 'Do not send it again. Call the customer if it is urgent.',
      };
    case 'unclear':
      return {
        happened: 'The customer wrote something that was not understood.',
        advice: 'Read it and answer. If it accepts or declines an estimate, book it so.',
      };
    case 'changed-mind':
      return {
        happened: 'The customer changed their answer to the estimate.',
        advice: 'The new answer counts. Make sure that nobody works on the old one.',
      };
    case 'moved-on':
      return {
        happened: 'The customer wants another answer, but the ticket has moved on.',
        advice: 'Nothing was changed, and they were asked to call. Call the customer.',
      };
    case 'opted-out':
      return {
        happened: 'The customer wants no more texts.',
        advice: 'Nothing can be texted to this number. Phone them from now on.',
      };
    case 'answered-while-opted-out':
      return {
        happened: 'The customer answered by text, but wants no texts from us.',
        advice: 'They got no text back. Phone them.',
      };
    case 'expired':
      return {
        happened: 'The customer answered an estimate that has run out.',
        advice:
          'Nothing was changed. Book the answer if the price still holds, or send a new estimate.',
      };
  }
}
