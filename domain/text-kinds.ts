/** The kinds of texts as they are recorded. An answer that the product sends itself is automatic. */

export const automaticKinds = [
  'confirm-accept',
  'confirm-decline',
  'clarify',
  'which',
  'not-open',
  'call-us',
  'unknown-number',
] as const;

/** What staff send, and the reminders. */
const shopTextKinds = [
  'created',
  'estimate',
  'reminder',
  'done',
  'pickup-reminder',
  'manual',
  'test',
] as const;

/** `reply` is any text from a customer. */
export const messageKinds = [...shopTextKinds, ...automaticKinds, 'reply'] as const;

export type AutomaticKind = (typeof automaticKinds)[number];
export type MessageKind = (typeof messageKinds)[number];

const names: Readonly<Record<MessageKind, string>> = {
  created: 'The drop-off text',
  estimate: 'The estimate',
  reminder: 'The estimate reminder',
  done: 'The completion text',
  'pickup-reminder': 'The pickup reminder',
  manual: 'Your text',
  test: 'The test text',
  'confirm-accept': 'The confirmation',
  'confirm-decline': 'The confirmation',
  clarify: 'Our reply',
  which: 'Our reply',
  'not-open': 'Our reply',
  'call-us': 'Our reply',
  'unknown-number': 'Our reply',
  reply: 'The customer’s text',
};

/** What staff call a text of this kind, at the beginning of a sentence. */
export function textName(kind: MessageKind): string {
  return names[kind];
}

/** @returns whether it answers a customer's text automatically */
export function isAutomatic(kind: MessageKind): boolean {
  const automatic: readonly MessageKind[] = automaticKinds;
  return automatic.includes(kind);
}

/** @returns whether it reminds a customer, once */
export const isReminder = (kind: MessageKind): boolean =>
  kind === 'reminder' || kind === 'pickup-reminder';

export const messageStates = [
  /** Recorded, and not to be sent before its time. */
  'held',
  'sending',
  'unknown',
  'accepted',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'received',
] as const;
export type MessageState = (typeof messageStates)[number];
