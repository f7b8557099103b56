import type { SmsResult } from '../../../domain/api-answers.ts';
import type { RecordableAnswer } from '../../../domain/estimate-answers.ts';
import type { MessageState } from '../../../domain/text-kinds.ts';
import type { ToastMessage } from '../../data/toasts.ts';

/** What the texts of a ticket are called, how they went and what they were read as, in plain words. */

const kindWords: Readonly<Record<string, string>> = {
  created: 'Drop-off text',
  estimate: 'Estimate',
  reminder: 'Estimate reminder',
  done: 'Completion text',
  'pickup-reminder': 'Pickup reminder',
  manual: 'Custom text',
  'confirm-accept': 'Acceptance confirmation',
  'confirm-decline': 'Decline confirmation',
  clarify: 'Asked to clarify',
  which: 'Asked which estimate was meant',
  'not-open': 'Told that no estimate is open',
  'call-us': 'Asked to call the shop',
  'unknown-number': 'Reply to an unknown number',
  reply: 'Reply',
};

/** @param kind a text's kind as stored; an unknown one is shown as it is */
export function textKindWords(kind: string): string {
  return kindWords[kind] ?? kind.replaceAll('-', ' ');
}

export const textStateWords: Record<MessageState, string> = {
  held: 'Sending in a moment',
  sending: 'Being sent',
  unknown: 'Can’t tell yet if it was sent',
  // Not "Accepted": that is what customers do to estimates.
  accepted: 'Sent',
  sent: 'Sent',
  delivered: 'Delivered',
  undelivered: 'Not delivered',
  failed: 'Not sent',
  received: 'Received',
};

const meaningWords: Readonly<Record<string, string>> = {
  ACCEPT: 'Read as: ACCEPT',
  DECLINE: 'Read as: DECLINE',
  STOP: 'Read as: opting out of texts',
  OPT_OUT_REQUEST: 'Read as: opting out of texts',
  START: 'Read as: opting back in to texts',
  HELP: 'Read as: asking for help',
  EMPTY: 'Empty message',
  REACTION: 'A reaction to one of our texts',
  AUTO_REPLY: 'An automatic reply from the phone',
  UNCLEAR: 'Not understood',
};

export function textMeaningWords(meaning: string | null): string | null {
  return meaning === null ? null : (meaningWords[meaning] ?? null);
}

const attentionText: Readonly<Record<string, string>> = {
  unclear: 'Not an ACCEPT or DECLINE: please reply.',
  'sent-photo': 'Please look at it and reply.',
  'changed-mind': 'The customer changed their mind about the estimate.',
  'moved-on': 'The customer wants something else, but the work has moved on: please call them.',
  'opted-out': 'The customer opted out of texts: call them from now on.',
  expired: 'The estimate had expired, so nothing was changed.',
  'limit-reached': 'No reply was sent: the daily limit on automatic texts was reached.',
  'answered-while-unsettled':
    'We can’t tell yet whether the estimate was sent. The answer counts once we know that it was.',
  'answered-unsent': 'The estimate was not sent, so nothing was changed: please call them.',
  'answered-by-text':
    'The open estimate was not texted, so nothing was changed. If they meant it, record the answer.',
  'answered-while-opted-out':
    'The customer opted out of texts, so no confirmation was sent: call them.',
};

export function attentionWordsOf(attention: unknown): string | null {
  return typeof attention === 'string' ? (attentionText[attention] ?? null) : null;
}

export function sentToast(sms: SmsResult, title: string): ToastMessage {
  const detail = sms.detail ?? undefined;
  const outcome: Record<SmsResult['state'], ToastMessage> = {
    sent: { kind: 'success', title },
    sending: { kind: 'info', title: 'The text is on its way' },
    unknown: { kind: 'info', title: 'Can’t tell yet if the text was sent', detail },
    failed: { kind: 'error', title: 'The text was not sent', detail },
    withheld: { kind: 'info', title: 'The text was not sent', detail },
  };
  return outcome[sms.state];
}

const confirmed: Readonly<Record<SmsResult['state'], string>> = {
  sent: 'The confirmation was sent.',
  sending: 'The confirmation is on its way.',
  unknown:
    'We can’t tell yet whether the confirmation was sent. The ticket will show it once we know.',
  failed: 'The confirmation was not sent.',
  withheld: 'No confirmation was sent.',
};

/** How the confirmation of a recorded answer went. That a customer got none stays longer on the screen. */
export function recordedToast(answer: RecordableAnswer, sms: SmsResult | null): ToastMessage {
  const title = `Recorded as ${answer}`;
  if (sms === null) {
    return { kind: 'info', title, detail: 'No confirmation can be texted. Call the customer.' };
  }
  const isUntexted = sms.state === 'failed' || sms.state === 'withheld';
  const advice = isUntexted ? ` ${sms.detail ?? 'Call the customer.'}` : '';
  const isDone = sms.state === 'sent' || sms.state === 'sending';
  return { kind: isDone ? 'success' : 'info', title, detail: `${confirmed[sms.state]}${advice}` };
}
