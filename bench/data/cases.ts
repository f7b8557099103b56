import { attentionReasonOf, casesClosedBy, type ReplyAttention } from '../../domain/attention.ts';
import type { Calendar } from '../../scripts/demo/calendar.ts';
import type { Chance } from '../../scripts/demo/chance.ts';
import type { MessagesTable } from '../../server/database/tables.ts';
import { isoTime, type Ledger } from './ledger.ts';

const dayMs = 24 * 60 * 60_000;

interface Parts {
  ledger: Ledger;
  chance: Chance;
  /** Milliseconds since 1970. */
  present: number;
}

/** What needs attention among a phone's texts, and how it leaves the list: as in the product. */
export function casesAmong(messages: readonly MessagesTable[], { ledger, chance, present }: Parts) {
  const isOpen = (message: MessagesTable) =>
    attentionReasonOf(message) !== null && message.attention_handled_at === null;

  /** The newest text is the one that it happens by: its own case stays. */
  function closeReplies(reasons: readonly ReplyAttention[], at: string): void {
    for (const message of messages.slice(0, -1)) {
      const isMeant = reasons.some((reason) => reason === message.attention);
      if (isMeant) message.attention_handled_at ??= at;
    }
  }

  function handleByHand(message: MessagesTable, at: string): void {
    const { id, ticket_number } = message;
    const data = { messageId: id, reason: attentionReasonOf(message) };
    message.attention_handled_at = at;
    ledger.record(
      at,
      ticket_number === null
        ? []
        : [{ kind: 'attention-handled', actor: 'staff', ticket_number, data }],
      [{ entity: 'message', entity_id: id, what: 'handled', ticket_number }],
    );
  }

  return {
    /** An answer was applied: what the customer wrote before it needs no one any more. */
    closeAnswered: (at: string) => closeReplies(casesClosedBy.answer, at),

    /** The phone opted out or in. */
    closeOptOuts: (at: string) => closeReplies(casesClosedBy.optOut, at),

    /** A later estimate went out: earlier ones that did not arrive need no one any more. */
    closeReplaced(ticketNumber: string, by: MessagesTable, at: string): void {
      for (const message of messages) {
        const isOther = message.kind === 'estimate' && message !== by;
        if (isOther && message.ticket_number === ticketNumber && isOpen(message)) {
          message.attention_handled_at = at;
        }
      }
    },

    /** Staff look into a case within some hours of work; some of the last two weeks wait still. */
    handle(calendar: Calendar): void {
      for (const message of messages.filter(isOpen)) {
        const noticedAt = Date.parse(message.updated_at);
        if (present - noticedAt < 14 * dayMs && chance.happens(0.5)) continue;
        const handledAt = calendar.workingAfter(noticedAt, 10 + chance.int(9 * 60));
        if (handledAt <= present) handleByHand(message, isoTime(handledAt));
      }
    },
  };
}
