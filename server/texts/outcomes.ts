import { sql } from 'kysely';
import { casesClosedBy } from '../../domain/attention.ts';
import {
  isProviderSid,
  neverSentCode,
  notATextCode,
  optedOutCode,
} from '../../domain/text-delivery.ts';

import { isoTime } from '../clock.ts';
import { dialectOf } from '../database/dialect.ts';
import { prepared } from '../database/prepared.ts';
import type { Handle, MessagesTable } from '../database/tables.ts';
import type { Deps } from '../deps.ts';
import { storeSentEstimate } from '../estimates/transitions.ts';
import { lockTickets, markTexted } from '../repairs/store.ts';
import { closeCases } from './attention.ts';
import { isOptedOut, setOptedOut, ticketsOfPhone } from './phones.ts';
import type { Delivery, DeliveryState, SendResult } from './sender.ts';
import { isFailedState, isUnresolved, messageBy, messageRow, noteMessage } from './store.ts';

/** What becomes of the shop's texts: recorded once, with all that depends on it. */

/** What the provider reports of a text of ours. */
interface DeliveryReport extends Delivery {
  /** Our own id of the text, where the provider carried it back. */
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

/** A text that the provider took under an id that is no text's failed (specification, section 7). */
function checked(result: SendResult): SendResult {
  return result.kind === 'accepted' && !isProviderSid(result.sid)
    ? { kind: 'rejected', code: notATextCode, sid: result.sid }
    : result;
}

/** What is stored of an outcome. */
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

/** The outcome of a text that was recorded before. */
function resultOf(message: MessagesTable): SendResult {
  const { state, provider_sid: sid, error_code: code } = message;
  if (isFailedState(state)) return { kind: 'rejected', code: code ?? neverSentCode };
  return sid === null ? { kind: 'unknown' } : { kind: 'accepted', sid };
}

/** Does what depends on a text's outcome, in the transaction that records it. */
async function follow(
  tx: Handle,
  message: MessagesTable,
  what: string,
  sent: 'sent' | 'sent after all' | 'not sent',
  at: string,
): Promise<void> {
  const { id, kind, phone, ticket_number: ticketNumber } = message;
  // The provider received a STOP that we did not.
  if (message.error_code === optedOutCode && !(await isOptedOut(tx, phone))) {
    await setOptedOut(tx, phone, at);
  }
  if (sent !== 'not sent') {
    if (ticketNumber !== null) await markTexted(tx, { ticketNumber });
    if (kind === 'estimate') {
      await storeSentEstimate(tx, message, at, sent === 'sent after all');
    }
    if (kind === 'manual') {
      // It answers what the customer asked before.
      const asked = ticketNumber === null ? [{ phone }] : [{ phone }, { ticketNumber }];
      for (const one of asked) await closeCases(tx, one, casesClosedBy.text, at, null, id);
    }
  }
  await noteMessage(tx, at, { id, ticketNumber, what });
}

/**
 * What depends on a text's outcome may change its ticket, which is locked before the text's own row.
 * An estimate waits for what its customer is just texting, and so does a text of staff, which
 * handles what the phone has asked about any ticket.
 */
async function lockTicketOf(tx: Handle, message: MessagesTable | undefined): Promise<void> {
  if (!message) return;
  const { kind, phone, ticket_number: ticketNumber } = message;
  if (kind === 'estimate' || kind === 'manual') await dialectOf(tx).lock(tx, `phone ${phone}`);
  const others = kind === 'manual' ? await ticketsOfPhone(tx, phone) : [];
  await lockTickets(tx, [ticketNumber, ...others]);
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

/** One attempt at {@link reportDelivery}: `overtaken` when the text has changed in this very moment. */
async function takeReport(
  tx: Handle,
  report: DeliveryReport,
  at: string,
): Promise<'ours' | 'not ours' | 'overtaken'> {
  const { sid, state, errorCode } = report;
  const message = await reported(tx, report);
  if (!message) return 'not ours';
  await lockTicketOf(tx, message);
  if (message.provider_sid === null) {
    const outcome = { state, provider_sid: sid, error_code: errorCode };
    const adopted = await adoptMessage(tx, message.id, outcome, at);
    if (!adopted) return 'overtaken';
    const sent = isFailedState(message.state) ? 'sent after all' : 'sent';
    await follow(tx, adopted, state, isFailedState(state) ? 'not sent' : sent, at);
    return 'ours';
  }
  const stored = rank[message.state as DeliveryState] ?? 0;
  const isNews =
    rank[state] > stored ||
    // Why it failed may be reported after that it failed.
    (state === message.state && message.error_code === null && errorCode !== null);
  if (!isNews) return 'ours';
  if (!(await advanceMessage(tx, message, state, errorCode, at))) return 'overtaken';
  await follow(tx, { ...message, error_code: errorCode }, state, 'not sent', at);
  return 'ours';
}

/**
 * Records what came of a sending.
 *
 * @returns what the text has come to: the provider may have reported more in the meantime
 */
export async function recordOutcome(
  deps: Deps,
  id: string,
  given: SendResult,
): Promise<SendResult> {
  const at = isoTime(deps.clock());
  const result = checked(given);
  const outcome = outcomeOf(result);
  return deps.database.transact(async (tx) => {
    await lockTicketOf(tx, await messageRow(tx, id));
    const [message] = (await resolveMessage(tx, { id, at, ...outcome })).rows;
    if (message) {
      const sent = result.kind === 'accepted' ? 'sent' : 'not sent';
      await follow(tx, message, result.kind, sent, at);
      return result;
    }
    if (result.kind === 'accepted') {
      // Another process asked too early, when there was no such text yet: here is its sid.
      const adopted = await adoptMessage(tx, id, outcome, at);
      if (adopted) await follow(tx, adopted, result.kind, 'sent after all', at);
    }
    const known = await messageRow(tx, id);
    return known ? resultOf(known) : result;
  });
}

/**
 * Takes the provider's report on how far a text has come. For one not known to be sent this is
 * the outcome; one that failed on its way was never received, so nothing depends on it then.
 *
 * @returns false when the text is none of ours
 */
export async function reportDelivery(deps: Deps, report: DeliveryReport): Promise<boolean> {
  const { reference, sid } = report;
  if (!isProviderSid(sid)) {
    if (reference !== null) await recordOutcome(deps, reference, { kind: 'accepted', sid });
    return false;
  }
  for (;;) {
    const taken = await deps.database.transact((tx) =>
      takeReport(tx, report, isoTime(deps.clock())),
    );
    // Each report that overtakes this one brings the text further, so the loop ends.
    if (taken !== 'overtaken') return taken === 'ours';
  }
}

/** Writes the outcome of a sending, once: a text that has one is left alone, and not returned. */
const resolveMessage = prepared<Outcome & { id: string; at: string }, MessagesTable>(
  (db, outcome) =>
    db
      .updateTable('messages')
      .set({
        state: outcome.state,
        provider_sid: outcome.provider_sid,
        error_code: outcome.error_code,
        updated_at: outcome.at,
        // With an outcome, the case for the lack of one is over, and a failure is a new case.
        attention: sql<string | null>`case when ${outcome.state} = 'unknown' then attention end`,
        attention_handled_at: sql<string | null>`
        case when attention = 'unsettled' and ${outcome.state} <> 'unknown' then null
        else attention_handled_at end`,
      })
      .where('id', '=', outcome.id)
      .where(isUnresolved)
      .returningAll(),
);

/**
 * Gives a text its provider's id after all, with the outcome that the provider reports: its outcome
 * was unknown, or it counted as never sent.
 *
 * @returns the text when this call did so, else undefined
 */
async function adoptMessage(
  tx: Handle,
  id: string,
  outcome: Outcome,
  at: string,
): Promise<MessagesTable | undefined> {
  return tx
    .updateTable('messages')
    .set({
      ...outcome,
      updated_at: at,
      // An earlier case was about something else: an unknown outcome, or a text that never left.
      attention: null,
      attention_handled_at: null,
    })
    .where('id', '=', id)
    .where('direction', '=', 'outbound')
    .where('provider_sid', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Writes how far a text has come, unless that has changed meanwhile. @returns whether it did */
async function advanceMessage(
  tx: Handle,
  message: Pick<MessagesTable, 'id' | 'state'>,
  state: DeliveryState,
  errorCode: string | null,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('messages')
    .set({ state, error_code: errorCode, updated_at: at })
    .where('id', '=', message.id)
    .where('state', '=', message.state)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
