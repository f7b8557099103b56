import type { Repair, SmsResult } from '../../domain/api-answers.ts';
import { Problem } from '../../domain/problems.ts';
import {
  adviceForFailure,
  neverSentCode,
  optedOutCode,
  unknownAdvice,
} from '../../domain/text-failure.ts';
import type { MessageKind } from '../../domain/text-kinds.ts';
import { textablePhone } from '../../domain/textable-phone.ts';
import { record } from '../changes/record.ts';
import { type Clock, isoTime } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Handle, MessagesTable } from '../database/tables.ts';
import type { Log } from '../log.ts';
import { markTexted } from '../repairs/store.ts';
import type { OutgoingText, SendResult, TextSender } from './sender.ts';
import {
  insertOutbound,
  isOptedOut,
  type NewOutboundMessage,
  newestOfKind,
  setOptedOut,
  settleMessage,
  unsettledMessages,
} from './store.ts';

export type TextActions = ReturnType<typeof textActions>;

/** What hangs on a text having been sent; runs in the transaction that records it. */
export type SentHandler = (tx: Handle, message: MessagesTable, at: string) => Promise<void>;

/** How long a press of a button waits for the provider before the answer says "sending". */
const patienceMs = 5000;

/** Younger texts may still be on their way by the process that recorded them. */
const settleAfterMs = 30_000;

interface Parts {
  database: Database;
  sender: TextSender;
  clock: Clock;
  log: Log;
}

/**
 * Sending texts: each is recorded before it leaves, leaves outside any transaction, and has its
 * outcome recorded with all that hangs on it. Whether an unanswered one went out is asked of the
 * provider; it is never sent again by itself (docs/decisions/texts.md).
 */
export function textActions({ database, sender, clock, log }: Parts) {
  const { dialect } = database;
  const sentHandlers = new Map<string, SentHandler>();
  const underWay = new Set<string>();

  async function recordOutcome(id: string, result: SendResult): Promise<void> {
    const at = isoTime(clock());
    await database.transact(async (tx) => {
      const message = await settleMessage(
        tx,
        id,
        result.kind === 'accepted'
          ? { state: 'accepted', sid: result.sid, errorCode: null }
          : result.kind === 'rejected'
            ? { state: 'failed', sid: null, errorCode: result.code }
            : { state: 'unknown', sid: null, errorCode: null },
        at,
      );
      if (!message) return;
      const { ticket_number: ticketNumber } = message;
      if (result.kind === 'accepted') {
        if (ticketNumber !== null) await markTexted(tx, ticketNumber);
        await sentHandlers.get(message.kind)?.(tx, message, at);
      }
      // The provider heard STOP when we did not.
      if (
        result.kind === 'rejected' &&
        result.code === optedOutCode &&
        !(await isOptedOut(tx, message.phone))
      ) {
        await setOptedOut(tx, message.phone, at);
      }
      await record(tx, dialect, {
        at,
        events: [],
        changes: [{ entity: 'message', id, what: result.kind, ticketNumber }],
      });
    });
  }

  /** Hands a recorded text to the provider and records what came of it. */
  async function deliver(text: OutgoingText): Promise<SendResult> {
    underWay.add(text.reference);
    try {
      const result = await sender.send(text);
      await recordOutcome(text.reference, result);
      return result;
    } finally {
      underWay.delete(text.reference);
    }
  }

  /** Settles one text that was left without an outcome by asking the provider. */
  async function settle(message: MessagesTable): Promise<void> {
    const found = await sender.find({
      reference: message.id,
      to: message.phone,
      body: message.body,
      sentAfter: message.created_at,
    });
    if (found.kind === 'found')
      await recordOutcome(message.id, { kind: 'accepted', sid: found.sid });
    if (found.kind === 'not-found') {
      await recordOutcome(message.id, { kind: 'rejected', code: neverSentCode });
    }
  }

  return {
    /** Registers what to do in the same transaction once a text of this kind was sent. */
    onSent(kind: string, handler: SentHandler): void {
      sentHandlers.set(kind, handler);
    },

    /**
     * The number to text a ticket's customer at, checked: before every text, whatever it is.
     *
     * @throws Problem client-phone-missing, phone-not-textable, phone-opted-out
     */
    sendableTo({
      customerPhone,
      optedOutAt,
    }: Pick<Repair, 'customerPhone' | 'optedOutAt'>): string {
      const to = textableOrProblem(customerPhone);
      if (optedOutAt !== null) throw new Problem('phone-opted-out');
      return to;
    },

    /**
     * As {@link sendableTo}, for a phone that is no ticket's.
     *
     * @throws Problem client-phone-missing, phone-not-textable, phone-opted-out
     */
    async sendableToPhone(db: Handle, phone: string): Promise<string> {
      const to = textableOrProblem(phone);
      if (await isOptedOut(db, to)) throw new Problem('phone-opted-out');
      return to;
    },

    /** Records a text that is about to leave. @returns it, for {@link deliver} */
    async prepare(tx: Handle, message: NewOutboundMessage, at: string): Promise<OutgoingText> {
      const reference = await insertOutbound(tx, message, at);
      return { reference, to: message.phone, body: message.body };
    },

    deliver,

    /**
     * Sends a recorded text and says how it went; after five seconds without an answer it says
     * "sending" and goes on in the background. Never throws: the caller's work is already saved.
     */
    async deliverSoon(text: OutgoingText): Promise<SmsResult> {
      const delivery = deliver(text).then(toSmsResult, (error: unknown): SmsResult => {
        log.error(
          { error: String(error), text: text.reference },
          'The outcome of a text could not be recorded',
        );
        return { state: 'unknown', detail: unknownAdvice };
      });
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<SmsResult>((resolve) => {
        timer = setTimeout(() => resolve({ state: 'sending', detail: null }), patienceMs);
      });
      try {
        return await Promise.race([delivery, patience]);
      } finally {
        clearTimeout(timer);
      }
    },

    /** How the ticket's newest text of a kind went. */
    async resultOf(db: Handle, ticketNumber: string, kind: MessageKind): Promise<SmsResult> {
      const message = await newestOfKind(db, ticketNumber, kind);
      if (!message) return { state: 'failed', detail: adviceForFailure(neverSentCode) };
      return smsResultOf(message);
    },

    /**
     * Settles every text that was left without an outcome: at the start those that a crash cut
     * short, later those that the provider did not answer for. Where other processes share the
     * data, a text of the last seconds may be on its way by one of them, and is left alone.
     */
    async settleAll(scope: 'all' | 'old'): Promise<void> {
      const before = scope === 'all' ? clock() : clock() - settleAfterMs;
      for (const message of await unsettledMessages(database.read, isoTime(before))) {
        if (underWay.has(message.id)) continue;
        // One that cannot be settled must not keep the others waiting.
        await settle(message).catch((error: unknown) => {
          log.warn({ error: String(error), text: message.id }, 'A text could not be settled');
        });
      }
    },
  };
}

/** @throws Problem client-phone-missing, phone-not-textable */
export function textableOrProblem(phone: string): string {
  if (phone === '') throw new Problem('client-phone-missing');
  const to = textablePhone(phone);
  if (to === null) throw new Problem('phone-not-textable');
  return to;
}

/** How a recorded text went. */
export function smsResultOf(message: Pick<MessagesTable, 'state' | 'error_code'>): SmsResult {
  switch (message.state) {
    case 'sending':
      return { state: 'sending', detail: null };
    case 'unknown':
      return { state: 'unknown', detail: unknownAdvice };
    case 'failed':
    case 'undelivered':
      return { state: 'failed', detail: adviceForFailure(message.error_code) };
    default:
      return { state: 'sent', detail: null };
  }
}

function toSmsResult(result: SendResult): SmsResult {
  switch (result.kind) {
    case 'accepted':
      return { state: 'sent', detail: null };
    case 'rejected':
      return { state: 'failed', detail: adviceForFailure(result.code) };
    case 'unknown':
      return { state: 'unknown', detail: unknownAdvice };
  }
}
