import { isProviderSid } from '../../domain/manual-text.ts';
import { neverSentCode, notATextCode, optedOutCode } from '../../domain/text-failure.ts';
import { type Clock, isoTime } from '../clock.ts';
import { record } from '../database/changes/record.ts';
import type { Database } from '../database/database.ts';
import type { Handle, MessagesTable } from '../database/tables.ts';
import { lockTickets } from '../repairs/lock.ts';
import { markTexted } from '../repairs/store.ts';
import { isOptedOut, setOptedOut } from './opt-outs.ts';
import { adoptMessage, advanceMessage, resolveMessage } from './reconciling.ts';
import type { Delivery, DeliveryState, SendResult } from './sender.ts';
import { isFailedState, messageBySid, messageRow, ticketsOfPhone } from './store.ts';

/**
 * What hangs on a text having been sent; runs in the transaction that records it.
 *
 * @param wasGivenUp whether it counted as never sent until now, so that another may have followed it
 */
export type SentHandler = (
  tx: Handle,
  message: MessagesTable,
  at: string,
  wasGivenUp: boolean,
) => Promise<void>;

/** The provider's word on a text of ours. */
export interface DeliveryReport extends Delivery {
  /** Our own id of the text, where the provider carried it back. */
  reference: string | null;
}

/** News arrive more than once and in any order: a text never goes back. */
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

/** The outcome of a text that was recorded before. */
function resultOf(message: MessagesTable): SendResult {
  const { state, provider_sid: sid, error_code: code } = message;
  if (isFailedState(state)) return { kind: 'rejected', code: code ?? neverSentCode };
  return sid === null ? { kind: 'unknown' } : { kind: 'accepted', sid };
}

/** Records what becomes of the shop's texts, each once, with all that hangs on it. */
export function textOutcomes({ database, clock }: { database: Database; clock: Clock }) {
  const { dialect } = database;
  const sentHandlers = new Map<string, SentHandler>();

  async function follow(
    tx: Handle,
    message: MessagesTable,
    what: string,
    sent: 'sent' | 'sent after all' | 'not sent',
    at: string,
  ): Promise<void> {
    const { id, ticket_number: ticketNumber } = message;
    // The provider received a STOP that we did not.
    if (message.error_code === optedOutCode && !(await isOptedOut(tx, message.phone))) {
      await setOptedOut(tx, message.phone, at);
    }
    if (sent !== 'not sent') {
      if (ticketNumber !== null) await markTexted(tx, ticketNumber);
      await sentHandlers.get(message.kind)?.(tx, message, at, sent === 'sent after all');
    }
    await record(tx, dialect, {
      at,
      events: [],
      changes: [{ entity: 'message', id, what, ticketNumber }],
    });
  }

  /**
   * What hangs on a text's outcome may change its ticket, which is locked before the text's own row.
   * An estimate is also stored in turn with what its customer texts, and so is an answer of staff,
   * which handles what the phone has asked about any ticket.
   */
  async function lockTicketOf(tx: Handle, message: MessagesTable | undefined): Promise<void> {
    if (!message) return;
    const { kind, phone, ticket_number: ticketNumber } = message;
    if (kind === 'estimate' || kind === 'manual') await dialect.lock(tx, `phone ${phone}`);
    const others = kind === 'manual' ? await ticketsOfPhone(tx, phone) : [];
    await lockTickets(tx, dialect, [ticketNumber, ...others]);
  }

  /** The text that a report is about: its own reference, else the provider's id, says which. */
  async function reported(
    tx: Handle,
    { reference, sid }: DeliveryReport,
  ): Promise<MessagesTable | undefined> {
    const named = reference === null ? undefined : await messageRow(tx, reference);
    const isNamed =
      named?.direction === 'outbound' &&
      (named.provider_sid === null || named.provider_sid === sid);
    if (isNamed) return named;
    const known = await messageBySid(tx, sid);
    return known?.direction === 'outbound' ? known : undefined;
  }

  /** One attempt at {@link report}: `overtaken` when the text has changed in this very moment. */
  async function tell(
    tx: Handle,
    news: DeliveryReport,
    at: string,
  ): Promise<'ours' | 'not ours' | 'overtaken'> {
    const { sid, state, errorCode } = news;
    const message = await reported(tx, news);
    if (!message) return 'not ours';
    await lockTicketOf(tx, message);
    if (message.provider_sid === null) {
      const adopted = await adoptMessage(tx, message.id, { state, sid, errorCode }, at);
      if (!adopted) return 'overtaken';
      const sent = isFailedState(message.state) ? 'sent after all' : 'sent';
      await follow(tx, adopted, state, isFailedState(state) ? 'not sent' : sent, at);
      return 'ours';
    }
    const stored = rank[message.state as DeliveryState] ?? 0;
    const isNews =
      rank[state] > stored ||
      // Why it failed may be told after that it failed.
      (state === message.state && message.error_code === null && errorCode !== null);
    if (!isNews) return 'ours';
    if (!(await advanceMessage(tx, message, { state, errorCode }, at))) return 'overtaken';
    await follow(tx, { ...message, error_code: errorCode }, state, 'not sent', at);
    return 'ours';
  }

  /**
   * Records what came of a sending.
   *
   * @returns what the text has come to: the provider may have told more in the meantime
   */
  async function recordResult(id: string, given: SendResult): Promise<SendResult> {
    const at = isoTime(clock());
    const result = checked(given);
    return database.transact(async (tx) => {
      await lockTicketOf(tx, await messageRow(tx, id));
      const message = await resolveMessage(
        tx,
        id,
        result.kind === 'accepted'
          ? { state: 'accepted', sid: result.sid, errorCode: null }
          : result.kind === 'rejected'
            ? { state: 'failed', sid: null, errorCode: result.code }
            : { state: 'unknown', sid: null, errorCode: null },
        at,
      );
      if (message) {
        await follow(
          tx,
          message,
          result.kind,
          result.kind === 'accepted' ? 'sent' : 'not sent',
          at,
        );
        return result;
      }
      if (result.kind === 'accepted') {
        // Another process asked too early, when there was no such text yet: here is its sid.
        const taken = { state: 'accepted', sid: result.sid, errorCode: null } as const;
        const adopted = await adoptMessage(tx, id, taken, at);
        if (adopted) await follow(tx, adopted, result.kind, 'sent after all', at);
      }
      const settled = await messageRow(tx, id);
      return settled ? resultOf(settled) : result;
    });
  }

  return {
    /** Registers what to do in the same transaction once a text of this kind was sent. */
    onSent(kind: string, handler: SentHandler): void {
      sentHandlers.set(kind, handler);
    },

    record: recordResult,

    /**
     * Takes the provider's report on how far a text has come. For one not known to be sent this is
     * the outcome; one that failed on its way was never received, so nothing depends on it then.
     *
     * @returns false when the text is none of ours
     */
    async report(news: DeliveryReport): Promise<boolean> {
      const { reference, sid } = news;
      if (!isProviderSid(sid)) {
        if (reference !== null) await recordResult(reference, { kind: 'accepted', sid });
        return false;
      }
      for (;;) {
        const told = await database.transact((tx) => tell(tx, news, isoTime(clock())));
        // Each report that overtakes this one brings the text further, so the loop ends.
        if (told !== 'overtaken') return told === 'ours';
      }
    },
  };
}
