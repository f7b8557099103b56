import { isOpen } from './repair-status.ts';
import { resendPolicy } from './text-failure.ts';
import { isAutomatic, type MessageKind } from './text-kinds.ts';

/** Which texts may be sent again. Shop decision (docs/decisions/texts.md, "Sending again"). */

/** What the rule needs to know of a text. */
export interface ResendFacts {
  readonly direction: 'outbound' | 'inbound';
  readonly kind: MessageKind;
  readonly state: string;
  readonly errorCode: string | null;
  /** Whether it has been sent again. */
  readonly isResent: boolean;
  /** Whether a later text of the kind about the same ticket is on its way or was taken. */
  readonly isReplaced: boolean;
  /** Whether the customer's number is another one than the text went to. */
  readonly hasNewNumber: boolean;
  /** The ticket's status; null for a text about no ticket, and for a deleted ticket's. */
  readonly ticketStatus: string | null;
  /** Whether the text is about a ticket that has been deleted. */
  readonly isTicketGone: boolean;
}

export type ResendRefusal =
  | 'inbound'
  | 'unsettled'
  | 'arrived'
  | 'automatic'
  | 'reminder'
  | 'ticket-gone'
  | 'out-of-date'
  | 'replaced'
  | 'resent'
  | 'blocked'
  | 'same-number';

/**
 * Why a text may not be sent again.
 *
 * @returns null when it may. A text of which nobody knows whether it was sent is never sent again: the
 *   customer might get it twice. An automatic answer belongs to its moment, a reminder goes out once
 */
export function resendRefusal(text: ResendFacts): ResendRefusal | null {
  if (text.direction === 'inbound') return 'inbound';
  if (text.state === 'sending' || text.state === 'unknown') return 'unsettled';
  if (text.state !== 'failed' && text.state !== 'undelivered') return 'arrived';
  if (isAutomatic(text.kind)) return 'automatic';
  if (text.kind === 'reminder') return 'reminder';
  if (text.isTicketGone) return 'ticket-gone';
  if (text.isResent) return 'resent';
  if (text.kind === 'estimate' && text.isReplaced) return 'replaced';
  const isStillOpen = text.ticketStatus !== null && isOpen(text.ticketStatus);
  if (text.kind === 'created' && !isStillOpen) return 'out-of-date';
  const policy = resendPolicy(text.errorCode);
  if (policy === 'never') return 'blocked';
  return policy === 'new-number' && !text.hasNewNumber ? 'same-number' : null;
}

const words: Readonly<Record<ResendRefusal, string>> = {
  inbound: 'This is a text of the customer, not one of ours.',
  unsettled:
    "We can't tell yet whether this was sent, so it is not sent again: the customer might get it twice. This is settled by itself.",
  arrived: 'This text was sent; the customer would get it twice.',
  automatic: 'This was an automatic answer to a moment that has passed. Write a text or call.',
  reminder: 'A reminder goes out once. Write a text or call the customer.',
  'ticket-gone': 'The ticket of this text has been deleted.',
  'out-of-date': 'The repair is finished, so this text would no longer be true.',
  replaced: 'A newer estimate has been sent for this ticket.',
  resent: 'This text has already been sent again.',
  blocked: 'The carrier blocked it as spam. Do not resend it; call the customer.',
  'same-number':
    "It cannot arrive at this number. Correct the customer's number first, or call them.",
};

/** The refusal in plain words. */
export function resendRefusalWords(refusal: ResendRefusal): string {
  return words[refusal];
}
