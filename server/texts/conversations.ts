import type { SmsResult } from '../../domain/api-answers.ts';
import { casesClosedBy } from '../../domain/attention.ts';
import { composeManualText } from '../../domain/manual-text.ts';
import { Problem } from '../../domain/problems.ts';
import { resendRefusal, resendRefusalWords } from '../../domain/resend.ts';
import type { MessageKind } from '../../domain/text-kinds.ts';
import type { TextingShop } from '../../domain/texts.ts';
import { type Clock, isoTime } from '../clock.ts';
import { record } from '../database/changes/record.ts';
import type { Database } from '../database/database.ts';
import type { Handle, MessagesTable } from '../database/tables.ts';
import type { EstimateActions } from '../estimates/actions.ts';
import { lockTicket } from '../repairs/lock.ts';
import { getRepair } from '../repairs/store.ts';
import { smsResultOf, type TextActions } from './actions.ts';
import { closeCase, closeCases } from './attention-store.ts';
import { resendFacts } from './conversation-store.ts';
import { hasBeenToldToOptOut } from './opt-outs.ts';
import type { OutgoingText } from './sender.ts';
import { messageOfRequest, messageRow, type NewOutboundMessage, resendOf } from './store.ts';

export type ConversationActions = ReturnType<typeof conversationActions>;

interface Parts {
  database: Database;
  texts: TextActions;
  estimates: EstimateActions;
  shop: TextingShop;
  clock: Clock;
}

/** What came of a press: the text, how it went, and whether an earlier press had sent it. */
interface Sent {
  id: string;
  sms: SmsResult;
  isRepeat: boolean;
}

type Recorded = { text: OutgoingText } | { earlier: MessagesTable };

/** What staff say to customers themselves, and say again. */
export function conversationActions({ database, texts, estimates, shop, clock }: Parts) {
  const { dialect } = database;

  async function finish(recorded: Recorded): Promise<Sent> {
    if ('earlier' in recorded) {
      const { earlier } = recorded;
      return { id: earlier.id, sms: smsResultOf(earlier), isRepeat: true };
    }
    const sms = await texts.deliverSoon(recorded.text);
    return { id: recorded.text.reference, sms, isRepeat: false };
  }

  /** Writes down that staff had a text sent. */
  async function note(
    tx: Handle,
    at: string,
    ticketNumber: string | null,
    what: 'text-sent' | 'text-resent',
    data: { messageId: string; text: MessageKind; resendOf?: string },
  ): Promise<void> {
    await record(tx, dialect, {
      at,
      events:
        ticketNumber === null ? [] : [{ kind: what, actor: 'staff' as const, ticketNumber, data }],
      changes: [{ entity: 'message', id: data.messageId, what, ticketNumber }],
    });
  }

  /** The same words to the customer's number of today. */
  async function sameWords(tx: Handle, message: MessagesTable): Promise<NewOutboundMessage> {
    const { ticket_number: ticketNumber } = message;
    const phone =
      ticketNumber === null
        ? await texts.sendableToPhone(tx, message.phone)
        : texts.sendableTo(await lockTicket(tx, dialect, ticketNumber));
    const { kind, body, id } = message;
    return { kind, ticketNumber, phone, body, resendOf: id };
  }

  /** What the customer asked before has been answered by it. */
  texts.onSent('manual', async (tx, { id, ticket_number: ticketNumber, phone }, at) => {
    const asked = ticketNumber === null ? [{ phone }] : [{ phone }, { ticketNumber }];
    for (const one of asked) await closeCases(tx, one, casesClosedBy.text, at, null, id);
  });

  /** Who is texted in the words of staff; the phone is asked for when there is no earlier text. */
  interface Recipient {
    ticketNumber: string | null;
    phone: () => string | Promise<string>;
  }

  /** Sends a text in the words of staff, once for each `requestId`. */
  async function writeOnce(
    recipientOf: (tx: Handle) => Promise<Recipient>,
    requestId: string,
    words: string,
  ): Promise<Sent> {
    const at = isoTime(clock());
    const recorded = await database.transact(async (tx): Promise<Recorded> => {
      const { ticketNumber, phone: phoneOf } = await recipientOf(tx);
      await dialect.lock(tx, `text ${requestId}`);
      const earlier = await messageOfRequest(tx, requestId);
      if (earlier) {
        if (earlier.ticket_number !== ticketNumber) throw new Problem('message-id-taken');
        return { earlier };
      }
      const phone = await phoneOf();
      const body = composeManualText(shop, words, !(await hasBeenToldToOptOut(tx, phone)));
      const text = await texts.prepare(
        tx,
        { kind: 'manual', ticketNumber, phone, body, requestId },
        at,
      );
      await note(tx, at, ticketNumber, 'text-sent', { messageId: text.reference, text: 'manual' });
      return { text };
    });
    return finish(recorded);
  }

  return {
    /**
     * Texts a ticket's customer in the words of staff, once for each `requestId`.
     *
     * @param reference ticket number or repair id
     * @throws Problem repair-not-found, client-phone-missing, phone-not-textable, phone-opted-out,
     *   message-id-taken
     */
    write: (reference: string, requestId: string, words: string): Promise<Sent> =>
      writeOnce(
        async (tx) => {
          const repair = await getRepair(tx, reference);
          return { ticketNumber: repair.ticketNumber, phone: () => texts.sendableTo(repair) };
        },
        requestId,
        words,
      ),

    /**
     * Answers a customer's text on the phone that it came from, once for each `requestId`.
     *
     * @param id of the text
     * @throws Problem message-not-found, phone-not-textable, phone-opted-out, message-id-taken
     */
    answer: (id: string, requestId: string, words: string): Promise<Sent> =>
      writeOnce(
        async (tx) => {
          const asked = await messageRow(tx, id);
          if (asked?.direction !== 'inbound') throw new Problem('message-not-found');
          const phone = () => texts.sendableToPhone(tx, asked.phone);
          return { ticketNumber: asked.ticket_number, phone };
        },
        requestId,
        words,
      ),

    /**
     * Sends a text that did not arrive again, once however often it is asked for. An estimate goes
     * the way of estimates: it is worded anew and stored when the provider takes it.
     *
     * @throws Problem message-not-found, text-not-resendable, repair-status, client-phone-missing,
     *   phone-not-textable, phone-opted-out, estimate-in-flight
     */
    async sendAgain(id: string): Promise<Sent> {
      const at = isoTime(clock());
      const recorded = await database.transact(async (tx): Promise<Recorded> => {
        await dialect.lock(tx, `resend ${id}`);
        const message = await messageRow(tx, id);
        if (!message) throw new Problem('message-not-found');
        const earlier = await resendOf(tx, id);
        if (earlier) return { earlier };
        const refusal = resendRefusal(await resendFacts(tx, message));
        if (refusal !== null) {
          throw new Problem('text-not-resendable', { detail: resendRefusalWords(refusal) });
        }
        const again =
          message.kind === 'estimate'
            ? await estimates.again(tx, message)
            : await sameWords(tx, message);
        const text = await texts.prepare(tx, again, at);
        // From now on the new text speaks for itself.
        await closeCase(tx, id, at);
        await note(tx, at, message.ticket_number, 'text-resent', {
          messageId: text.reference,
          text: message.kind,
          resendOf: id,
        });
        return { text };
      });
      return finish(recorded);
    },
  };
}
