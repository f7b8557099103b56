import type { Repair, SmsResult } from '../../domain/api-answers.ts';
import type { Language } from '../../domain/languages.ts';
import { isSamePhone, phoneKey, textablePhone, textFault } from '../../domain/phone.ts';
import { Problem } from '../../domain/problems.ts';
import {
  type TextWishes,
  type Withheld,
  withheldReason,
  withheldWords,
} from '../../domain/text-consent.ts';
import {
  adviceForFailure,
  neverSentCode,
  noAccountCode,
  unknownAdvice,
  withheldCode,
} from '../../domain/text-delivery.ts';
import type { MessageKind } from '../../domain/text-kinds.ts';
import { composeText, type ShopText } from '../../domain/texts.ts';
import { withTimeout } from '../base/clock.ts';
import type { Handle, MessagesTable } from '../database/tables.ts';
import { recordTextEvent } from '../history/record.ts';
import type { Deps } from '../ports/deps.ts';
import type { OutgoingText, SendResult } from '../ports/text-sender.ts';
import { readShopSettings } from '../settings/store.ts';
import { type DeliveryReport, outcomeOf, recordOutcome, reportDelivery } from './outcomes.ts';
import { isOptedOut, wishesOfPhone } from './phone-store.ts';
import { type NewOutboundMessage, newestOfKind, prepareText } from './store.ts';

/**
 * Sending texts: each is recorded before it is sent, sent outside any transaction, and has its
 * outcome recorded with all that depends on it. The provider is asked whether an unanswered one went
 * out; it is never sent again automatically (docs/decisions/texts.md).
 */

/** How long a press of a button waits for the provider before the answer says "sending". */
export const patienceMs = 5000;

/** What a text about a ticket names: the ticket, and the watch by brand and model. */
export function textSubject({
  ticketNumber,
  watchBrand,
  watchModel,
}: Pick<Repair, 'ticketNumber' | 'watchBrand' | 'watchModel'>) {
  return { ticketNumber, watch: `${watchBrand} ${watchModel}` };
}

/** The body of a text from the shop, with its current settings. @param language the customer's */
export const shopText = async (
  db: Handle,
  text: ShopText,
  language: Language | null,
): Promise<string> => composeText((await readShopSettings(db)).shop, text, language);

/** @throws Problem client-phone-missing, phone-not-textable */
export function textableOrProblem(phone: string): string {
  if (phone === '') throw new Problem('client-phone-missing');
  const to = textablePhone(phone);
  if (to !== null) return to;
  const advice = `Texts cannot reach this number: ${textFault(phone)}.`;
  throw new Problem('phone-not-textable', { extra: { advice } });
}

type TicketWishes = Pick<Repair, 'customerPhone'> & TextWishes;

/**
 * Why the shop doesn't text a phone, by its current settings: one of its owners, or the ticket's customer,
 * wants no texts, or has not agreed to them. The ticket's customer agrees only for the number they gave.
 *
 * @param ticket that the text is about; null for none
 * @returns null if texts may be sent
 */
export async function withheldNow(
  db: Handle,
  phone: string,
  ticket: TicketWishes | null,
): Promise<Withheld | null> {
  const owners = await wishesOfPhone(db, phoneKey(phone));
  const isOwn = ticket !== null && isSamePhone(ticket.customerPhone, phone);
  const asked = isOwn ? ticket : (owners ?? ticket);
  // No one whose wishes could count is known.
  if (asked === null) return null;
  const isUnwanted = ticket?.customerNoTexts || owners?.customerNoTexts;
  const { customerAgreedToTexts } = asked;
  return withheldReason(
    { customerNoTexts: isUnwanted === true, customerAgreedToTexts },
    await readShopSettings(db),
  );
}

/**
 * The checked number for an answer to someone who has just texted from it: they want a reply.
 *
 * @throws Problem client-phone-missing, phone-not-textable, phone-opted-out
 */
export async function answerableTo(db: Handle, phone: string): Promise<string> {
  const to = textableOrProblem(phone);
  if (await isOptedOut(db, to)) throw new Problem('phone-opted-out');
  return to;
}

/**
 * The checked number for any other text to a phone.
 *
 * @param ticket that the text is about; null for none
 * @throws Problem as {@link answerableTo}; texts-not-wanted, texts-not-agreed
 */
export async function sendableToPhone(
  db: Handle,
  phone: string,
  ticket: TicketWishes | null,
): Promise<string> {
  const withheld = await withheldNow(db, phone, ticket);
  if (withheld !== null) throw new Problem(`texts-${withheld}`);
  return answerableTo(db, phone);
}

/** {@link sendableToPhone} for a ticket's customer. */
export async function sendableTo(
  db: Handle,
  repair: TicketWishes & Pick<Repair, 'optedOutAt'>,
): Promise<string> {
  const withheld = await withheldNow(db, repair.customerPhone, repair);
  if (withheld !== null) throw new Problem(`texts-${withheld}`);
  const to = textableOrProblem(repair.customerPhone);
  if (repair.optedOutAt !== null) throw new Problem('phone-opted-out');
  return to;
}

/** Whether a text is not sent because the customer doesn't want it: nothing has failed. */
export const isWithheld = ({ code }: Problem): boolean =>
  code === 'texts-not-wanted' || code === 'texts-not-agreed';

/** @returns the result for a text that was not prepared because of the refusal */
export const resultOfRefusal = (refusal: Problem): SmsResult => ({
  state: isWithheld(refusal) ? 'withheld' : 'failed',
  detail: refusal.message,
});

/** {@link prepareText} for what staff have sent: it is in its ticket's history. */
export async function prepareStaffText(
  tx: Handle,
  message: NewOutboundMessage,
  at: string,
): Promise<OutgoingText> {
  const text = await prepareText(tx, message, at);
  const { reference: id } = text;
  const { kind, ticketNumber, resendOf } = message;
  const what = resendOf === undefined ? 'text-sent' : 'text-resent';
  const data = { messageId: id, text: kind, ...(resendOf !== undefined && { resendOf }) };
  await recordTextEvent(tx, at, { id, ticketNumber, what }, { kind: what, actor: 'staff', data });
  return text;
}

/**
 * Sent only by the account that it was recorded under: the account now in force may have another number, or
 * be the simulated phone.
 */
async function leave({ texting }: Deps, text: OutgoingText): Promise<SendResult> {
  const sender = await texting.of(text.account ?? null);
  return sender === null ? { kind: 'rejected', code: noAccountCode } : sender.send(text);
}

/** Hands a recorded text to the provider and records the outcome. */
export function deliver(deps: Deps, text: OutgoingText): Promise<SendResult> {
  const { deliveries } = deps;
  const delivery = leave(deps, text)
    .then(async (given) => {
      const { result, reply } = await recordOutcome(deps, text.reference, given);
      if (reply !== null) void deliverSoon(deps, reply);
      return result;
    })
    .finally(() => deliveries.delete(text.reference));
  deliveries.set(text.reference, delivery);
  return delivery;
}

/**
 * Sends a recorded text and says how it went; after five seconds without an answer it says
 * "sending" and goes on in the background. Never throws: the caller's work is already saved.
 */
export async function deliverSoon(deps: Deps, text: OutgoingText): Promise<SmsResult> {
  let sms: SmsResult = { state: 'sending', detail: null };
  const delivery = deliver(deps, text).then(
    (result) => {
      sms = smsResultOf(outcomeOf(result));
    },
    (error: unknown) => {
      deps.log.error(
        { error: String(error), text: text.reference },
        'The outcome of a text could not be recorded',
      );
      sms = { state: 'unknown', detail: unknownAdvice };
    },
  );
  await withTimeout(delivery, patienceMs);
  return sms;
}

/**
 * Takes the provider's report on how far a text has come, and sends what is texted back if a customer's
 * answer was waiting for it.
 *
 * @returns false when the text is not one of ours
 */
export async function takeReport(deps: Deps, report: DeliveryReport): Promise<boolean> {
  const { isOurs, reply } = await reportDelivery(deps, report);
  if (reply !== null) void deliverSoon(deps, reply);
  return isOurs;
}

export function smsResultOf({
  state,
  error_code: code,
}: Pick<MessagesTable, 'state' | 'error_code'>): SmsResult {
  switch (state) {
    case 'held':
    case 'sending':
      return { state: 'sending', detail: null };
    case 'unknown':
      return { state: 'unknown', detail: unknownAdvice };
    case 'failed':
    case 'undelivered':
      if (code === withheldCode) return { state: 'withheld', detail: adviceForFailure(code) };
      return { state: 'failed', detail: adviceForFailure(code) };
    default:
      return { state: 'sent', detail: null };
  }
}

export async function smsResultOfNewest(
  db: Handle,
  repair: Pick<Repair, 'ticketNumber'> & TicketWishes,
  kind: MessageKind,
): Promise<SmsResult> {
  const message = await newestOfKind(db, repair.ticketNumber, kind);
  if (message) return smsResultOf(message);
  const withheld = await withheldNow(db, repair.customerPhone, repair);
  return withheld === null
    ? { state: 'failed', detail: adviceForFailure(neverSentCode) }
    : { state: 'withheld', detail: withheldWords[withheld] };
}
