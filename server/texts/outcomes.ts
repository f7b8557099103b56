import { casesClosedBy } from '../../domain/attention.ts';
import {
  isProviderSid,
  neverSentCode,
  notATextCode,
  optedOutCode,
} from '../../domain/text-delivery.ts';
import { isoTime } from '../base/clock.ts';
import { prepared } from '../database/prepared.ts';
import type { Handle, MessagesTable } from '../database/tables.ts';
import { recordTextEvent } from '../history/record.ts';
import type { Deps } from '../ports/deps.ts';
import type { Delivery, DeliveryState, OutgoingText, SendResult } from '../ports/text-sender.ts';
import { markTexted } from '../repairs/store.ts';
import { closeCases } from './attention.ts';
import { markUnsent, storeWithAnswer } from './awaited-answers.ts';
import { lockText } from './lock-text.ts';
import { isOptedOut, setOptedOut } from './phone-store.ts';
import { isFailedState, messageBy, messageRow } from './store.ts';

/** What becomes of the shop's texts: recorded once, with all that depends on it. */

/** What the provider reports of a text of ours. */
export interface DeliveryReport extends Delivery {
  /** Our own id of the text, if the provider carried it back. */
  reference: string | null;
}

/** Reports arrive more than once and in any order: a text never goes back. */
const rank: Readonly<Record<DeliveryState, number>> = {
  accepted: 1,
  sent: 2,
  delivered: 3,
  undelivered: 3,
  failed: 3,
};

/** A text that the provider took counts as failed if its id is not a text's (specification, section 7). */
function checked(result: SendResult): SendResult {
  return result.kind === 'accepted' && !isProviderSid(result.sid)
    ? { kind: 'rejected', code: notATextCode, sid: result.sid }
    : result;
}

type Outcome = Pick<MessagesTable, 'state' | 'provider_sid' | 'error_code'>;

export function outcomeOf(result: SendResult): Outcome {
  switch (result.kind) {
    case 'accepted':
      return { state: 'accepted', provider_sid: result.sid, error_code: null };
    case 'rejected':
      return { state: 'failed', provider_sid: null, error_code: result.code };
    case 'unknown':
      return { state: 'unknown', provider_sid: null, error_code: null };
  }
}

function resultOf(message: MessagesTable): SendResult {
  const { state, provider_sid: sid, error_code: code } = message;
  if (isFailedState(state)) return { kind: 'rejected', code: code ?? neverSentCode };
  return sid === null ? { kind: 'unknown' } : { kind: 'accepted', sid };
}

/**
 * Does what depends on a text's outcome, in the transaction that records it.
 *
 * @returns the text to send back to a customer whose answer waited for it; null if there is none
 */
async function applyOutcome(
  { estimates }: Deps,
  tx: Handle,
  message: MessagesTable,
  what: string,
  sent: 'sent' | 'sent after all' | 'not sent',
  now: number,
): Promise<OutgoingText | null> {
  const at = isoTime(now);
  let reply: OutgoingText | null = null;
  const { id, kind, phone, ticket_number: ticketNumber } = message;
  // The provider received a STOP that we did not.
  if (message.error_code === optedOutCode && !(await isOptedOut(tx, phone))) {
    await setOptedOut(tx, phone, at);
  }
  if (sent !== 'not sent') {
    if (ticketNumber !== null) await markTexted(tx, { ticketNumber });
    if (kind === 'estimate') {
      reply = await storeWithAnswer(estimates, tx, message, {
        at,
        now,
        wasGivenUp: sent === 'sent after all',
      });
    }
    if (kind === 'manual') {
      // It answers what the customer asked before.
      const asked = ticketNumber === null ? [{ phone }] : [{ phone }, { ticketNumber }];
      for (const one of asked) await closeCases(tx, one, casesClosedBy.text, at, null, id);
    }
  }
  if (kind === 'estimate' && isFailedState(message.state)) await markUnsent(tx, message);
  await recordTextEvent(tx, at, { id, ticketNumber, what });
  return reply;
}

/** The text that a report is about: its own reference, else the provider's id, says which. */
async function reported(
  tx: Handle,
  { reference, sid }: DeliveryReport,
): Promise<MessagesTable | undefined> {
  const named = reference === null ? undefined : await messageRow(tx, reference);
  const isNamed =
    named?.direction === 'outbound' && (named.provider_sid === null || named.provider_sid === sid);
  if (isNamed) return named;
  const known = await messageBy(tx, 'provider_sid', sid);
  return known?.direction === 'outbound' ? known : undefined;
}

/**
 * Writes an outcome of a text that is locked. The first one ends the case of having none; if it is a
 * failure, the text is a case again, even if staff had handled it.
 *
 * @returns the text with it
 */
async function write(
  tx: Handle,
  message: MessagesTable,
  outcome: Outcome,
  at: string,
): Promise<MessagesTable> {
  const isFirst = message.provider_sid === null && outcome.state !== 'unknown';
  const isNewCase = isFirst && (message.attention !== null || isFailedState(message.state));
  const written: Written = {
    ...outcome,
    updated_at: at,
    attention: isFirst ? null : message.attention,
    attention_handled_at: isNewCase ? null : message.attention_handled_at,
  };
  await updateOutcome(tx, { ...written, id: message.id });
  return { ...message, ...written };
}

type Written = Outcome & Pick<MessagesTable, 'updated_at' | 'attention' | 'attention_handled_at'>;

const updateOutcome = prepared<Written & { id: string }>((db, { id, ...written }) =>
  db.updateTable('messages').set(written).where('id', '=', id),
);

/**
 * Records how sending a text went.
 *
 * @returns what the text has come to, since the provider may have reported more in the meantime; and the text
 *   to send back to a customer whose answer waited for it
 */
export async function recordOutcome(
  deps: Deps,
  id: string,
  given: SendResult,
): Promise<{ result: SendResult; reply: OutgoingText | null }> {
  const now = deps.clock();
  const result = checked(given);
  return deps.database.transact(async (tx) => {
    const message = await lockText(tx, await messageRow(tx, id));
    if (!message) return { result, reply: null };
    const isOpen = message.state === 'sending' || message.state === 'unknown';
    // Another process asked too early, when there was no such text yet: here is its sid.
    const isFoundLate = result.kind === 'accepted' && message.provider_sid === null;
    if (!isOpen && !isFoundLate) return { result: resultOf(message), reply: null };
    const written = await write(tx, message, outcomeOf(result), isoTime(now));
    const sent = isOpen ? 'sent' : 'sent after all';
    const came = result.kind === 'accepted' ? sent : 'not sent';
    return { result, reply: await applyOutcome(deps, tx, written, result.kind, came, now) };
  });
}

/**
 * Takes the provider's report on how far a text has come. For one not known to be sent this is
 * the outcome; one that failed on its way was never received, so nothing depends on it then.
 *
 * @returns whether the text is one of ours, and the text to send back as {@link recordOutcome} does
 */
export async function reportDelivery(
  deps: Deps,
  report: DeliveryReport,
): Promise<{ isOurs: boolean; reply: OutgoingText | null }> {
  const { reference, sid, state, errorCode } = report;
  if (!isProviderSid(sid)) {
    if (reference !== null) await recordOutcome(deps, reference, { kind: 'accepted', sid });
    return { isOurs: false, reply: null };
  }
  const now = deps.clock();
  return deps.database.transact(async (tx) => {
    await lockText(tx, await reported(tx, report));
    const message = await reported(tx, report);
    if (!message) return { isOurs: false, reply: null };
    const isFirst = message.provider_sid === null;
    const isNews =
      isFirst ||
      rank[state] > (rank[message.state as DeliveryState] ?? 0) ||
      // Why it failed may be reported only after the failure itself.
      (state === message.state && message.error_code === null && errorCode !== null);
    if (!isNews) return { isOurs: true, reply: null };
    const outcome = { state, provider_sid: message.provider_sid ?? sid, error_code: errorCode };
    const written = await write(tx, message, outcome, isoTime(now));
    const sent = isFailedState(message.state) ? 'sent after all' : 'sent';
    const came = isFirst && !isFailedState(state) ? sent : 'not sent';
    return { isOurs: true, reply: await applyOutcome(deps, tx, written, state, came, now) };
  });
}
