import { casesClosedBy } from '../../domain/attention.ts';
import { phoneKey } from '../../domain/phone.ts';
import { decideReply, type ReplyDecision } from '../../domain/reply-decision.ts';
import { readReply } from '../../domain/reply-meaning.ts';
import { isoTime } from '../base/clock.ts';
import { dialectOf } from '../database/dialect.ts';
import { answeredUntilKey, readSetting } from '../database/settings.ts';
import type { Handle } from '../database/tables.ts';
import { wasTextedEstimateSince, wasToldEstimateSince } from '../estimates/store.ts';
import { recordTextEvent } from '../history/record.ts';
import type { Deps } from '../ports/deps.ts';
import type { OutgoingText, ReceivedText } from '../ports/text-sender.ts';
import { lockTickets } from '../repairs/store.ts';
import { act, mayAnswer, prepareReply, situationOf } from './answering.ts';
import { closeCases } from './attention.ts';
import { lastInboundAt, textedSince, ticketsOfPhone } from './phone-store.ts';
import { takePictures } from './pictures.ts';
import { deliverSoon } from './sending.ts';
import { insertInbound, messageBy, unresolvedEstimatesTo } from './store.ts';
import { limitForStrangers } from './strangers.ts';

/** What customers text: kept, understood, applied, answered. */

/** The provider takes texts of at most this many characters; no more is kept of one. */
const longestBody = 1600;

/** As much of a text as is kept, without half a character at its end. */
function kept(body: string): string {
  if (body.length <= longestBody) return body;
  return body.slice(0, longestBody).replace(/[\uD800-\uDBFF]$/, '');
}

/** The time to file a text under: after all that the phone has sent, even by a clock that is behind. */
async function filingTime(tx: Handle, phone: string, now: number): Promise<string> {
  const last = await lastInboundAt(tx, phone);
  return isoTime(last === null ? now : Math.max(now, Date.parse(last) + 1));
}

/**
 * A text that comes late must not overturn what the customer has said since, nor answer an estimate that was
 * sent since, nor count if an estimate that no text carried was given or settled since: staff read it. STOP
 * counts anyway, unless retracted.
 */
async function asOfNow(
  tx: Handle,
  decision: ReplyDecision,
  phone: string,
  textedAt: string | undefined,
): Promise<ReplyDecision> {
  if (textedAt === undefined) return decision;
  const unresolved = await unresolvedEstimatesTo(tx, phone);
  const older = await unresolvedEstimatesTo(tx, phone, textedAt);
  const isOvertaken =
    older.length < unresolved.length ||
    (await textedSince(tx, phone, textedAt)) ||
    (await wasTextedEstimateSince(tx, phone, textedAt)) ||
    (await wasToldEstimateSince(tx, phone, textedAt));
  if (!isOvertaken) return decision;
  const stillOptsOut =
    decision.action.kind === 'set-opt-out' && !(await textedSince(tx, phone, textedAt, ['START']));
  return {
    ...decision,
    action: stillOptsOut ? decision.action : { kind: 'none' },
    reply: null,
    attention:
      decision.attention === 'answered-while-unsettled'
        ? 'unclear'
        : (decision.attention ?? 'unclear'),
  };
}

/** Whether it came late because a backup replaced the shop that had received and answered it. */
async function wasAnsweredBefore(tx: Handle, { textedAt }: ReceivedText): Promise<boolean> {
  const until = textedAt === undefined ? null : await readSetting(tx, answeredUntilKey);
  return until !== null && textedAt !== undefined && textedAt < until;
}

/** @returns the stored text's id and the text to send back; null for a repeat */
async function take(
  deps: Deps,
  tx: Handle,
  received: ReceivedText,
  phone: string,
  body: string,
): Promise<{ id: string; reply: OutgoingText | null } | null> {
  const { clock, estimates } = deps;
  // Two texts from one phone at once are taken one after the other. Estimates for the phone are
  // stored under the same lock, so no ticket is missing below.
  await dialectOf(tx).lock(tx, `phone ${phone}`);
  await lockTickets(tx, await ticketsOfPhone(tx, phone));
  const now = clock();
  const at = await filingTime(tx, phone, now);
  await estimates.expireDue(tx, now, { phone });
  const reading = readReply({ ...received, body });
  const decided = decideReply(reading, await situationOf(tx, phone, received.mediaCount));
  const decision = await asOfNow(tx, decided, phone, received.textedAt);
  const { about: ticketNumber, reply } = decision;
  const mayGo = await mayAnswer(tx, decision, phone, now);
  const isStranger = mayGo && reply !== null && ticketNumber === null;
  const limit = isStranger ? await limitForStrangers(tx, now) : 'open';
  const isAnswered = mayGo && limit === 'open';
  // If the customer gets no answer although one was due, staff should look.
  const attention =
    limit === 'just reached'
      ? 'limit-reached'
      : (decision.attention ?? (isAnswered ? null : 'unclear'));
  const { meaning } = reading;
  const words = kept(body);
  const text = {
    ticket_number: ticketNumber,
    phone,
    body: words,
    provider_sid: received.sid,
    meaning,
    attention,
    media_count: received.mediaCount,
    account: received.account ?? null,
  };
  const id = await insertInbound(tx, text, received.textedAt ?? at);
  if (id === null) return null;
  const { mediaCount, mediaIds = [] } = received;
  const sent = { id, phone, ticket_number: ticketNumber, media_count: mediaCount, mediaIds };
  await takePictures(tx, sent, now);
  if (attention === 'answered-while-unsettled' && ticketNumber !== null) {
    await closeCases(tx, { ticketNumber }, casesClosedBy.laterAnswer, at, id);
  }
  await act(estimates, tx, decision, { id, phone, body: words }, at);
  const prepared =
    reply !== null && isAnswered && !(await wasAnsweredBefore(tx, received))
      ? await prepareReply(tx, reply, { ticketNumber, phone }, at)
      : null;
  const pictures = mediaCount > 0 ? { pictures: mediaCount } : {};
  const data = { messageId: id, meaning, attention, ...pictures };
  const event = { kind: 'text-received', actor: 'customer', data } as const;
  await recordTextEvent(tx, at, { id, ticketNumber, what: 'received' }, event);
  return { id, reply: prepared };
}

/**
 * Takes a customer's text: stores it and applies what it means, once, however often the same text
 * is delivered. What the rules say is texted back, without being waited for.
 *
 * @returns the stored text's id, and a promise of the answer having been handed over
 */
export async function receiveText(
  deps: Deps,
  received: ReceivedText,
): Promise<{ id: string; answered: Promise<unknown> }> {
  const phone = phoneKey(received.from);
  // PostgreSQL cannot store the NUL character, and nobody can read it.
  const body = received.body.replaceAll('\0', '');
  const outcome = await deps.database.transact((tx) => take(deps, tx, received, phone, body));
  if (outcome === null) {
    const known = await messageBy(deps.database.read, 'provider_sid', received.sid);
    if (!known) throw new Error('A repeated text is not stored');
    return { id: known.id, answered: Promise.resolve() };
  }
  const answered = outcome.reply === null ? Promise.resolve() : deliverSoon(deps, outcome.reply);
  return { id: outcome.id, answered };
}
