import type { Checked } from '../../domain/api.ts';
import type { SmsResult } from '../../domain/api-answers.ts';
import type { ProviderAnswer } from '../../domain/api-texts.ts';
import { zoneInForce } from '../../domain/clock.ts';
import { plainWhereAlike } from '../../domain/gsm7.ts';
import { Problem } from '../../domain/problems.ts';
import {
  adviceForFailure,
  justSentQuestion,
  resendRefusal,
  resendRefusalText,
  secondsSinceSent,
  unknownAdvice,
} from '../../domain/text-delivery.ts';
import { answeredDetail, composeManualText, wordsOfManualText } from '../../domain/texts.ts';
import { isoTime } from '../base/clock.ts';
import { dialectOf } from '../database/dialect.ts';
import type { Handle, MessagesTable } from '../database/tables.ts';
import { actingNow } from '../history/acting.ts';
import type { Deps } from '../ports/deps.ts';
import type { OutgoingText } from '../ports/text-sender.ts';
import { findRepair, getRepair, lockTicket } from '../repairs/store.ts';
import { readShopSettings } from '../settings/store.ts';
import { closeCase } from './attention.ts';
import { resendFacts, toMessages } from './conversation-store.ts';
import { completionText, type LinkedPhoto, linkedPhoto } from './held-texts.ts';
import { knowsOptOut, languageOfPhone, lastTicketOfPhone } from './phone-store.ts';
import {
  answerableTo,
  deliver,
  deliverSoon,
  prepareStaffText,
  sendableTo,
  sendableToPhone,
  shopText,
  smsResultOf,
  textSubject,
} from './sending.ts';
import {
  firstAnswerTo,
  isFailedState,
  messageBy,
  messageRow,
  type NewOutboundMessage,
  newestOfKind,
  releaseRequest,
} from './store.ts';

/** Texts that staff send, or have sent again. */

/** What came of a press: the text, how it went, and whether an earlier press had sent it. */
export interface Sent {
  id: string;
  sms: SmsResult;
  isRepeat: boolean;
}

type Recorded = { text: OutgoingText } | { earlier: MessagesTable };

/** Sends what was recorded, and says how it went. */
export async function finish(deps: Deps, recorded: Recorded): Promise<Sent> {
  if ('earlier' in recorded) {
    const { earlier } = recorded;
    return { id: earlier.id, sms: smsResultOf(earlier), isRepeat: true };
  }
  const sms = await deliverSoon(deps, recorded.text);
  return { id: recorded.text.reference, sms, isRepeat: false };
}

/**
 * A text as it is sent again: to the customer's current number, in the same words, but a completion's says
 * what is true now, such as the balance.
 *
 * @param photo of the repair; null if there is none, or none that the customer could open
 */
async function composeAgain(
  tx: Handle,
  { kind, body, phone, ticket_number: ticketNumber }: MessagesTable,
  photo: LinkedPhoto | null,
  now: number,
): Promise<Omit<NewOutboundMessage, 'resendOf'>> {
  if (ticketNumber === null) {
    return { kind, ticketNumber, phone: await sendableToPhone(tx, phone, null), body };
  }
  const repair = await lockTicket(tx, ticketNumber);
  const words = kind === 'done' ? await completionText(tx, repair, photo, now) : body;
  return { kind, ticketNumber, phone: await sendableTo(tx, repair), body: words };
}

/** The photo of the repair whose completion text is sent again. Not within a transaction. */
async function photoForResend(deps: Deps, id: string): Promise<LinkedPhoto | null> {
  const { read } = deps.database;
  const message = await messageRow(read, id);
  if (message?.kind !== 'done' || message.ticket_number === null) return null;
  const repair = await findRepair(read, message.ticket_number);
  return repair === undefined ? null : linkedPhoto(deps, repair);
}

/** A text in the words of staff: the id that the browser gave it, its words, and which text it answers. */
type Written = Checked<'sendText', 'body'>;

/**
 * Refuses a second answer to a customer's text: two staff members may have read it at the same time.
 *
 * @throws Problem message-not-found, already-answered
 */
async function refuseAnswered(
  tx: Handle,
  id: string,
  ticketNumber: string | null,
  now: number,
): Promise<void> {
  const asked = await messageRow(tx, id);
  if (asked?.direction !== 'inbound' || asked.ticket_number !== ticketNumber) {
    throw new Problem('message-not-found');
  }
  // Anyone else who answers it waits here, and then finds this answer.
  await dialectOf(tx).lock(tx, `phone ${asked.phone}`);
  const answer = await firstAnswerTo(tx, asked);
  if (!answer) return;
  const settings = await readShopSettings(tx);
  const { initials = null } = JSON.parse(answer.intent ?? '{}') as { initials?: string | null };
  const detail = answeredDetail(
    {
      by: settings.staff.find((one) => one.initials === initials)?.name ?? initials,
      at: Date.parse(answer.created_at),
      words: wordsOfManualText(settings.shop, answer.body),
    },
    now,
    zoneInForce(settings),
  );
  const [message] = await toMessages(tx, [answer]);
  throw new Problem('already-answered', { detail, extra: { message } });
}

/** Sends a text in the words of staff, once for each `messageId`. */
async function writeOnce(
  deps: Deps,
  { messageId: requestId, body: words, answers }: Written,
  recipientOf: (tx: Handle) => Promise<{
    ticketNumber: string | null;
    /** Asked for when there is no earlier text. */
    phone: () => string | Promise<string>;
  }>,
): Promise<Sent> {
  const { database, clock } = deps;
  const at = isoTime(clock());
  const recorded = await database.transact(async (tx): Promise<Recorded> => {
    const { ticketNumber, phone: phoneOf } = await recipientOf(tx);
    await dialectOf(tx).lock(tx, `text ${requestId}`);
    const earlier = await messageBy(tx, 'request_id', requestId);
    if (earlier) {
      if (earlier.ticket_number !== ticketNumber) throw new Problem('message-id-taken');
      return { earlier };
    }
    if (answers !== null) await refuseAnswered(tx, answers, ticketNumber, clock());
    const phone = await phoneOf();
    const { shop } = await readShopSettings(tx);
    const language = await languageOfPhone(tx, phone, ticketNumber);
    const body = composeManualText(shop, words, !(await knowsOptOut(tx, phone)), language);
    const { initials } = actingNow();
    const intent = initials === null ? undefined : { initials };
    const message = { kind: 'manual', ticketNumber, phone, body, requestId, intent } as const;
    return { text: await prepareStaffText(tx, message, at) };
  });
  return finish(deps, recorded);
}

/**
 * Texts a ticket's customer in the words of staff, once for each `messageId`.
 *
 * @param reference ticket number or repair id
 * @throws Problem repair-not-found, message-not-found, client-phone-missing, phone-not-textable,
 *   phone-opted-out, texts-not-wanted, texts-not-agreed, message-id-taken, already-answered
 */
export function sendText(deps: Deps, reference: string, text: Written): Promise<Sent> {
  return writeOnce(deps, text, async (tx) => {
    const repair = await getRepair(tx, reference);
    return { ticketNumber: repair.ticketNumber, phone: () => sendableTo(tx, repair) };
  });
}

/**
 * Answers a customer's text on the phone that it came from, once for each `messageId`.
 *
 * @param id of the customer's text
 * @throws Problem message-not-found, phone-not-textable, phone-opted-out, message-id-taken,
 *   already-answered
 */
export function replyToText(deps: Deps, id: string, text: Written): Promise<Sent> {
  return writeOnce(deps, text, async (tx) => {
    const asked = await messageRow(tx, id);
    if (asked?.direction !== 'inbound') throw new Problem('message-not-found');
    return { ticketNumber: asked.ticket_number, phone: () => answerableTo(tx, asked.phone) };
  });
}

/**
 * Resends a text that did not arrive, once, however often it is asked for. An estimate goes
 * the way of estimates: it is reworded and stored when the provider takes it. A completion's
 * text is reworded, too.
 *
 * @throws Problem message-not-found, text-not-resendable, repair-status, client-phone-missing,
 *   phone-not-textable, phone-opted-out, texts-not-wanted, texts-not-agreed, estimate-in-flight
 */
export async function resendText(deps: Deps, id: string): Promise<Sent> {
  const { database, clock, estimates } = deps;
  const at = isoTime(clock());
  const photo = await photoForResend(deps, id);
  const recorded = await database.transact(async (tx): Promise<Recorded> => {
    await dialectOf(tx).lock(tx, `resend ${id}`);
    const message = await messageRow(tx, id);
    if (!message) throw new Problem('message-not-found');
    const earlier = await messageBy(tx, 'resend_of', id);
    if (earlier) return { earlier };
    const refusal = resendRefusal(await resendFacts(tx, message));
    if (refusal !== null) {
      throw new Problem('text-not-resendable', { detail: resendRefusalText(refusal) });
    }
    const again =
      message.kind === 'estimate'
        ? await estimates.estimateAgain(tx, message)
        : await composeAgain(tx, message, photo, Date.parse(at));
    const text = await prepareStaffText(tx, { ...again, resendOf: id }, at);
    // From now on the new text counts instead.
    await closeCase(tx, id, at);
    return { text };
  });
  return finish(deps, recorded);
}

// The two text functions of the specification (section 7) always answer `{success, messageSid}`.

/** Why no text may go to the number at all. */
const numberProblems: readonly string[] = [
  'client-phone-missing',
  'phone-not-textable',
  'phone-opted-out',
  'texts-not-wanted',
  'texts-not-agreed',
];

const sent = (messageSid: string): ProviderAnswer => ({ success: true, messageSid, detail: null });
const notSent = (detail: string): ProviderAnswer => ({ success: false, messageSid: null, detail });

/** What is said about a text that did not fail: while it has no sid, nobody knows whether it went out. */
const answerOf = ({ provider_sid: sid }: MessagesTable): ProviderAnswer =>
  sid === null ? notSent(unknownAdvice) : sent(sid);

/**
 * Records and sends what `compose` makes for the checked number, unless `earlier` has an answer already.
 */
async function send(
  deps: Deps,
  compose: (tx: Handle) => Promise<NewOutboundMessage>,
  earlier: (tx: Handle) => Promise<ProviderAnswer | null> = async () => null,
): Promise<ProviderAnswer> {
  const { database, clock } = deps;
  try {
    const recorded = await database.transact(async (tx) => {
      const answer = await earlier(tx);
      if (answer) return answer;
      const at = isoTime(clock());
      return prepareStaffText(tx, await compose(tx), at);
    });
    if ('success' in recorded) return recorded;
    const result = await deliver(deps, recorded);
    switch (result.kind) {
      case 'accepted':
        return sent(result.sid);
      case 'rejected':
        return { ...notSent(adviceForFailure(result.code)), messageSid: result.sid ?? null };
      case 'unknown':
        return notSent(unknownAdvice);
    }
  } catch (error) {
    if (error instanceof Problem && numberProblems.includes(error.code)) {
      return notSent(error.message);
    }
    throw error;
  }
}

/**
 * The answer to a completion text that was asked for before, or went out in the last two minutes,
 * no matter who had it sent; null when it is to be sent.
 */
async function completionBefore(
  { clock }: Deps,
  tx: Handle,
  { messageId, ticketNumber: reference, again }: Checked<'sendCompletion', 'body'>,
): Promise<ProviderAnswer | null> {
  const { ticketNumber, customerName } = await getRepair(tx, reference);
  await dialectOf(tx).lock(tx, `completion text ${ticketNumber}`);
  const asked = messageId === null ? undefined : await messageBy(tx, 'request_id', messageId);
  if (asked && messageId !== null) {
    if (asked.kind !== 'done' || asked.ticket_number !== ticketNumber) {
      throw new Problem('message-id-taken');
    }
    if (!isFailedState(asked.state)) return answerOf(asked);
    await releaseRequest(tx, messageId);
  }
  const last = await newestOfKind(tx, ticketNumber, 'done', 'may have arrived');
  // It will still be sent, however long ago it was recorded.
  if (last?.state === 'held') return notSent(resendRefusalText('held'));
  if (again) return null;
  const seconds = last ? secondsSinceSent(last.created_at, clock()) : null;
  if (!last || seconds === null) return null;
  return last.provider_sid === null
    ? answerOf(last)
    : { ...notSent(justSentQuestion(customerName, seconds)), justSent: true };
}

/** Texts a number; the text is shown on the ticket that the phone was last texted about. */
export function sendSms(
  deps: Deps,
  { phoneNumber, message }: Checked<'sendSms', 'body'>,
): Promise<ProviderAnswer> {
  return send(deps, async (tx) => {
    const phone = await sendableToPhone(tx, phoneNumber, null);
    const ticketNumber = await lastTicketOfPhone(tx, phone);
    return { kind: 'manual', ticketNumber, phone, body: plainWhereAlike(message) };
  });
}

/**
 * Notifies a customer that the watch is ready, once for each `messageId`; a second time within two
 * minutes only when asked to do so again.
 *
 * @throws Problem repair-not-found, message-id-taken
 */
export function sendCompletion(
  deps: Deps,
  input: Checked<'sendCompletion', 'body'>,
): Promise<ProviderAnswer> {
  return send(
    deps,
    async (tx) => {
      const repair = await getRepair(tx, input.ticketNumber);
      const { ticketNumber, customerLanguage } = repair;
      const phone = await sendableToPhone(tx, input.clientPhone, repair);
      const about = textSubject({ ...input, ticketNumber });
      const body = await shopText(tx, { kind: 'done', ...about }, customerLanguage);
      return { kind: 'done', ticketNumber, phone, body, requestId: input.messageId ?? undefined };
    },
    (tx) => completionBefore(deps, tx, input),
  );
}
