import type { Checked } from '../../domain/api.ts';
import type { ProviderAnswer } from '../../domain/api-answers.ts';
import { plainWhereAlike } from '../../domain/gsm7.ts';
import { Problem } from '../../domain/problems.ts';
import {
  adviceForFailure,
  justSentQuestion,
  secondsSinceSent,
  unknownAdvice,
} from '../../domain/text-delivery.ts';

import { composeText } from '../../domain/texts.ts';
import { isoTime } from '../clock.ts';
import { dialectOf } from '../database/dialect.ts';
import type { Handle, MessagesTable } from '../database/tables.ts';
import type { Deps } from '../deps.ts';
import { getRepair } from '../repairs/store.ts';
import { lastTicketOfPhone } from './phones.ts';
import { deliver, prepareStaffText, sendableToPhone, textSubject } from './sending.ts';
import {
  isFailedState,
  messageBy,
  type NewOutboundMessage,
  newestOfKind,
  releaseRequest,
} from './store.ts';

/**
 * The two text functions of the specification (section 7), on the same recorded path as every other
 * text: always an answer `{success, messageSid}`, even when the text could not be sent.
 */

/** Why no text may go to the number at all. */
const numberProblems: readonly string[] = [
  'client-phone-missing',
  'phone-not-textable',
  'phone-opted-out',
];

const sent = (messageSid: string): ProviderAnswer => ({ success: true, messageSid, detail: null });
const notSent = (detail: string): ProviderAnswer => ({ success: false, messageSid: null, detail });

/** What is said of a text that did not fail: while it has no sid, nobody knows whether it went out. */
const answerOf = ({ provider_sid: sid }: MessagesTable): ProviderAnswer =>
  sid === null ? notSent(unknownAdvice) : sent(sid);

/** Records and sends what `compose` makes, unless `earlier` has an answer already. */
async function send(
  deps: Deps,
  phone: string,
  compose: (tx: Handle, to: string) => Promise<Omit<NewOutboundMessage, 'phone'>>,
  earlier: (tx: Handle) => Promise<ProviderAnswer | null> = async () => null,
): Promise<ProviderAnswer> {
  const { database, clock } = deps;
  try {
    const recorded = await database.transact(async (tx) => {
      const answer = await earlier(tx);
      if (answer) return answer;
      const at = isoTime(clock());
      const to = await sendableToPhone(tx, phone);
      const message = await compose(tx, to);
      return prepareStaffText(tx, { ...message, phone: to }, at);
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
 * The answer to a completion text that was asked for before, or went out within two minutes,
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
  if (again) return null;
  const last = await newestOfKind(tx, ticketNumber, 'done', 'may have arrived');
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
  return send(deps, phoneNumber, async (tx, to) => ({
    kind: 'manual',
    ticketNumber: await lastTicketOfPhone(tx, to),
    body: plainWhereAlike(message),
  }));
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
    input.clientPhone,
    async (tx) => {
      const { ticketNumber } = await getRepair(tx, input.ticketNumber);
      const about = textSubject({ ...input, ticketNumber });
      const body = composeText(deps.shop, { kind: 'done', ...about });
      return { kind: 'done', ticketNumber, body, requestId: input.messageId ?? undefined };
    },
    (tx) => completionBefore(deps, tx, input),
  );
}
