import {
  decideReply,
  type EstimateAnswerState,
  mayReplyAutomatically,
  type ReplyDecision,
} from '../../domain/reply-decision.ts';
import { type ReplyMeaning, readReply } from '../../domain/reply-meaning.ts';
import { type AutomaticKind, isAutomatic, type MessageKind } from '../../domain/text-kinds.ts';
import { textablePhone } from '../../domain/textable-phone.ts';
import { composeText, type ShopText, type TextingShop } from '../../domain/texts.ts';
import type { Calendar } from '../../scripts/demo/calendar.ts';
import type { Chance } from '../../scripts/demo/chance.ts';
import type {
  EstimatesTable,
  MessagesTable,
  RepairTicketsTable,
} from '../../server/database/tables.ts';
import { casesAmong } from './cases.ts';
import { isoTime, type Ledger } from './ledger.ts';

/** The client's phone, as the product's texts and replies go through it. */

/** What carriers report of texts that do not arrive. */
const carrierCodes = ['30003', '30005', '30006', '30007'];
const landlineCode = '21614';

export interface SentText {
  message: MessagesTable;
  settledAt: string;
}

interface Parts {
  shop: TextingShop;
  /** As the client gave it. */
  phone: string;
  isLandline: boolean;
  ledger: Ledger;
  chance: Chance;
  newId: (milliseconds: number) => string;
  /** Milliseconds since 1970. */
  present: number;
  ticketOf: (ticketNumber: string) => RepairTicketsTable | undefined;
  newestTicket: () => string | null;
  estimates: () => readonly EstimatesTable[];
  /** Writes the customer's answer and moves the ticket. */
  onAnswer: (
    estimateId: string,
    answer: 'accepted' | 'declined',
    body: string,
    now: number,
  ) => void;
}

/** As the product sees it when a text comes in (`server/texts/inbound.ts`). */
function answerState(
  estimate: EstimatesTable,
  repairStatus: string | undefined,
): EstimateAnswerState {
  if (estimate.replaced_at !== null) return 'closed';
  switch (estimate.status) {
    case 'sent':
      return repairStatus === 'estimate-sent' ? 'open' : 'closed';
    case 'accepted':
      return repairStatus === 'estimate-accepted' ? 'accepted' : 'work-started';
    case 'declined':
      return repairStatus === 'estimate-declined' ? 'declined' : 'returned';
    case 'assigned':
      return 'work-started';
    case 'completed':
      return estimate.response_status === 'declined' ? 'returned' : 'work-started';
  }
}

export function textingWith(parts: Parts) {
  const { shop, ledger, chance, newId, present, ticketOf, estimates } = parts;
  const to = textablePhone(parts.phone);
  const messages: MessagesTable[] = [];
  const cases = casesAmong(messages, { ledger, chance, present });
  let optedOutAt: string | null = null;
  let hasEverOptedOut = false;

  function keep(message: MessagesTable): void {
    messages.push(message);
    ledger.rows.messages.push(message);
  }

  /** What the carrier has said by now of a text that the provider took. */
  function carried(sentAt: number): Pick<MessagesTable, 'state' | 'error_code' | 'updated_at'> {
    const heardAt = sentAt + chance.int(9000) + 800;
    if (heardAt > present) {
      return { state: 'accepted', error_code: null, updated_at: isoTime(sentAt) };
    }
    const updated_at = isoTime(heardAt);
    if (chance.happens(0.012)) {
      return { state: 'undelivered', error_code: chance.pick(carrierCodes), updated_at };
    }
    return { state: chance.happens(0.02) ? 'sent' : 'delivered', error_code: null, updated_at };
  }

  /** A text is handed to the provider. @returns when the outcome was written down */
  function handOver(message: MessagesTable, now: number): string {
    const at = isoTime(Math.min(now + 120 + chance.int(600), present));
    ledger.record(
      at,
      [],
      [
        {
          entity: 'message',
          entity_id: message.id,
          what: parts.isLandline ? 'rejected' : 'accepted',
          ticket_number: message.ticket_number,
        },
      ],
    );
    if (parts.isLandline) {
      Object.assign(message, { state: 'failed', error_code: landlineCode, updated_at: at });
      return at;
    }
    message.provider_sid = `SM${message.id.replaceAll('-', '')}`;
    Object.assign(message, carried(Date.parse(at)));
    const ticket = message.ticket_number === null ? undefined : ticketOf(message.ticket_number);
    if (ticket) ticket.sms_sent = 1;
    return at;
  }

  /** Sends where a text may be sent. @returns what was sent and when that was settled; null when it was not */
  function send(
    kind: MessageKind,
    text: ShopText,
    ticketNumber: string | null,
    now: number,
    intent?: Record<string, unknown>,
  ): SentText | null {
    if (to === null || optedOutAt !== null) return null;
    const message: MessagesTable = {
      id: newId(now),
      direction: 'outbound',
      kind,
      ticket_number: ticketNumber,
      phone: to,
      body: composeText(shop, text),
      state: 'sending',
      provider_sid: null,
      error_code: null,
      intent: intent === undefined ? null : JSON.stringify(intent),
      meaning: null,
      attention: null,
      attention_handled_at: null,
      resend_of: null,
      request_id: null,
      media_count: 0,
      created_at: isoTime(now),
      updated_at: isoTime(now),
    };
    keep(message);
    const settledAt = handOver(message, now);
    return message.state === 'failed' ? null : { message, settledAt };
  }

  function situation() {
    return {
      lastTicket:
        messages.findLast(({ direction }) => direction === 'outbound')?.ticket_number ??
        parts.newestTicket(),
      optedOut: optedOutAt !== null,
      knownPhone: true,
      mediaCount: 0,
      unsettled: [],
      estimates: estimates()
        .filter((estimate) => estimate.texted_phone === to)
        .toSorted((one, other) => (one.sent_at < other.sent_at ? 1 : -1))
        .slice(0, 50)
        .map((estimate) => {
          const ticket = ticketOf(estimate.repair_id);
          return {
            estimateId: estimate.id,
            ticketNumber: estimate.repair_id,
            watch: `${ticket?.watch_brand} ${ticket?.watch_model}`,
            priceCents: estimate.estimate_price_cents,
            state: answerState(estimate, ticket?.status),
          };
        }),
    };
  }

  function mayAnswer({ reply }: ReplyDecision, now: number): boolean {
    if (reply === null) return true;
    const earlier = messages
      .filter(({ direction, kind }) => direction === 'outbound' && isAutomatic(kind))
      .map(({ kind, created_at }) => ({
        kind: kind as AutomaticKind,
        sentAt: Date.parse(created_at),
      }));
    return mayReplyAutomatically(reply.kind, earlier, now);
  }

  function act({ action }: ReplyDecision, body: string, now: number): void {
    switch (action.kind) {
      case 'set-opt-out':
      case 'clear-opt-out':
        hasEverOptedOut = true;
        optedOutAt = action.kind === 'set-opt-out' ? isoTime(now) : null;
        cases.closeOptOuts(isoTime(now));
        break;
      case 'apply-accept':
        parts.onAnswer(action.estimateId, 'accepted', body, now);
        break;
      case 'apply-decline':
        parts.onAnswer(action.estimateId, 'declined', body, now);
        break;
      case 'none':
    }
  }

  return {
    send,

    /** The customer texts the shop. @returns what it was read as; null where no text can come from */
    receive(body: string, now: number): ReplyMeaning | null {
      if (to === null || parts.isLandline) return null;
      const reading = readReply({ body, mediaCount: 0 });
      const decision = decideReply(reading, situation());
      const isAnswered = mayAnswer(decision, now);
      const attention = decision.attention ?? (isAnswered ? null : 'unclear');
      const { about, reply } = decision;
      const id = newId(now);
      const at = isoTime(now);
      keep({
        id,
        direction: 'inbound',
        kind: 'reply',
        ticket_number: about,
        phone: to,
        body,
        state: 'received',
        provider_sid: `SM${chance.hex(32)}`,
        error_code: null,
        intent: null,
        meaning: reading.meaning,
        attention,
        attention_handled_at: null,
        resend_of: null,
        request_id: null,
        media_count: 0,
        created_at: at,
        updated_at: at,
      });
      act(decision, body, now);
      const data = { meaning: reading.meaning, attention };
      ledger.record(
        at,
        about === null
          ? []
          : [{ kind: 'text-received', actor: 'customer', ticket_number: about, data }],
        [{ entity: 'message', entity_id: id, what: 'received', ticket_number: about }],
      );
      if (reply !== null && isAnswered) send(reply.kind, reply, about, now);
      return reading.meaning;
    },

    /** Whether another estimate of this phone waits for an answer, as the product asks before texting. */
    hasOtherOpen: (ticketNumber: string): boolean =>
      estimates().some(
        (other) =>
          other.texted_phone === to &&
          other.status === 'sent' &&
          other.replaced_at === null &&
          other.repair_id !== ticketNumber,
      ),

    get isReachable(): boolean {
      return to !== null && optedOutAt === null && !parts.isLandline;
    },

    closeAnswered: cases.closeAnswered,
    closeReplaced: cases.closeReplaced,

    /** What is left to do and what the product keeps of the phone itself, at the end. */
    close(calendar: Calendar): void {
      cases.handle(calendar);
      if (to !== null && hasEverOptedOut) {
        ledger.rows.phones.push({ phone: to, opted_out_at: optedOutAt });
      }
    },
  };
}

export type Texting = ReturnType<typeof textingWith>;
