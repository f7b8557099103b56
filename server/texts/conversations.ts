import type { SmsResult } from '../../domain/api-answers.ts';
import { Problem } from '../../domain/problems.ts';
import { resendRefusal, resendRefusalText } from '../../domain/text-delivery.ts';
import { composeManualText } from '../../domain/texts.ts';
import { isoTime } from '../clock.ts';
import { dialectOf } from '../database/dialect.ts';
import type { Handle, MessagesTable } from '../database/tables.ts';
import type { Deps } from '../deps.ts';
import { estimateAgain } from '../estimates/sending.ts';
import { getRepair, lockTicket } from '../repairs/store.ts';
import { closeCase } from './attention.ts';
import { resendFacts } from './conversation-store.ts';
import { knowsOptOut } from './phones.ts';
import type { OutgoingText } from './sender.ts';
import {
  deliverSoon,
  prepareStaffText,
  sendableTo,
  sendableToPhone,
  smsResultOf,
} from './sending.ts';
import { messageBy, messageRow, type NewOutboundMessage } from './store.ts';

/** What came of a press: the text, how it went, and whether an earlier press had sent it. */
export interface Sent {
  id: string;
  sms: SmsResult;
  isRepeat: boolean;
}

type Recorded = { text: OutgoingText } | { earlier: MessagesTable };

async function finish(deps: Deps, recorded: Recorded): Promise<Sent> {
  if ('earlier' in recorded) {
    const { earlier } = recorded;
    return { id: earlier.id, sms: smsResultOf(earlier), isRepeat: true };
  }
  const sms = await deliverSoon(deps, recorded.text);
  return { id: recorded.text.reference, sms, isRepeat: false };
}

/** The same words to the customer's number of today. */
async function sameWords(tx: Handle, message: MessagesTable): Promise<NewOutboundMessage> {
  const { ticket_number: ticketNumber } = message;
  const phone =
    ticketNumber === null
      ? await sendableToPhone(tx, message.phone)
      : sendableTo(await lockTicket(tx, ticketNumber));
  const { kind, body, id } = message;
  return { kind, ticketNumber, phone, body, resendOf: id };
}

/** Who is texted in the words of staff; the phone is asked for when there is no earlier text. */
interface Recipient {
  ticketNumber: string | null;
  phone: () => string | Promise<string>;
}

/** Sends a text in the words of staff, once for each `requestId`. */
async function writeOnce(
  deps: Deps,
  recipientOf: (tx: Handle) => Promise<Recipient>,
  requestId: string,
  words: string,
): Promise<Sent> {
  const { database, shop, clock } = deps;
  const at = isoTime(clock());
  const recorded = await database.transact(async (tx): Promise<Recorded> => {
    const { ticketNumber, phone: phoneOf } = await recipientOf(tx);
    await dialectOf(tx).lock(tx, `text ${requestId}`);
    const earlier = await messageBy(tx, 'request_id', requestId);
    if (earlier) {
      if (earlier.ticket_number !== ticketNumber) throw new Problem('message-id-taken');
      return { earlier };
    }
    const phone = await phoneOf();
    const body = composeManualText(shop, words, !(await knowsOptOut(tx, phone)));
    const message = { kind: 'manual', ticketNumber, phone, body, requestId } as const;
    return { text: await prepareStaffText(tx, message, at) };
  });
  return finish(deps, recorded);
}

/**
 * Texts a ticket's customer in the words of staff, once for each `requestId`.
 *
 * @param reference ticket number or repair id
 * @throws Problem repair-not-found, client-phone-missing, phone-not-textable, phone-opted-out,
 *   message-id-taken
 */
export function writeToCustomer(
  deps: Deps,
  reference: string,
  requestId: string,
  words: string,
): Promise<Sent> {
  const recipientOf = async (tx: Handle): Promise<Recipient> => {
    const repair = await getRepair(tx, reference);
    return { ticketNumber: repair.ticketNumber, phone: () => sendableTo(repair) };
  };
  return writeOnce(deps, recipientOf, requestId, words);
}

/**
 * Answers a customer's text on the phone that it came from, once for each `requestId`.
 *
 * @param id of the text
 * @throws Problem message-not-found, phone-not-textable, phone-opted-out, message-id-taken
 */
export function answerText(
  deps: Deps,
  id: string,
  requestId: string,
  words: string,
): Promise<Sent> {
  const recipientOf = async (tx: Handle): Promise<Recipient> => {
    const asked = await messageRow(tx, id);
    if (asked?.direction !== 'inbound') throw new Problem('message-not-found');
    const phone = () => sendableToPhone(tx, asked.phone);
    return { ticketNumber: asked.ticket_number, phone };
  };
  return writeOnce(deps, recipientOf, requestId, words);
}

/**
 * Sends a text that did not arrive again, once however often it is asked for. An estimate goes
 * the way of estimates: it is worded anew and stored when the provider takes it.
 *
 * @throws Problem message-not-found, text-not-resendable, repair-status, client-phone-missing,
 *   phone-not-textable, phone-opted-out, estimate-in-flight
 */
export async function sendAgain(deps: Deps, id: string): Promise<Sent> {
  const { database, clock } = deps;
  const at = isoTime(clock());
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
        ? await estimateAgain(deps, tx, message)
        : await sameWords(tx, message);
    const text = await prepareStaffText(tx, again, at);
    // From now on the new text speaks for itself.
    await closeCase(tx, id, at);
    return { text };
  });
  return finish(deps, recorded);
}
