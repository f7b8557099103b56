import type { Delivery, DeliveryState } from '../ports/text-sender.ts';

/** What the provider calls, and what it says there. The server needs this even without real texts. */

/** Where the provider hands over customers' texts and reports on the shop's own. */
export const webhookPaths = {
  inbound: '/webhooks/twilio/inbound',
  status: '/webhooks/twilio/status',
};

/** The id in the report that the check sends to try the address: no text has it. */
export const probeSid = `SM${'0'.repeat(32)}`;

/** The provider's words for how far a text has come. */
const stateOfWord: Readonly<Record<string, DeliveryState>> = {
  queued: 'accepted',
  scheduled: 'accepted',
  accepted: 'accepted',
  sending: 'accepted',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
  canceled: 'failed',
};

/** @returns null for a word that says nothing about a text of the shop's */
export function deliveryOf(sid: string, word: string, code: unknown): Delivery | null {
  const state = Object.hasOwn(stateOfWord, word) ? stateOfWord[word] : undefined;
  if (state === undefined) return null;
  const given = code === null || code === undefined ? '' : String(code);
  return { sid, state, errorCode: /^[1-9]\d{0,9}$/.test(given) ? given : null };
}
