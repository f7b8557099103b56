import type { Repair, SmsResult } from '../../domain/api-answers.ts';
import { Problem } from '../../domain/problems.ts';
import { adviceForFailure, neverSentCode, unknownAdvice } from '../../domain/text-failure.ts';
import type { MessageKind } from '../../domain/text-kinds.ts';
import { textablePhone, textFault } from '../../domain/textable-phone.ts';
import { type Clock, isoTime, patiently } from '../clock.ts';
import { refuseWhileClosed } from '../database/closed.ts';
import type { Database } from '../database/database.ts';
import type { Handle, MessagesTable } from '../database/tables.ts';
import type { Log } from '../log.ts';
import { isOptedOut } from './opt-outs.ts';
import { textOutcomes } from './outcomes.ts';
import { unresolvedMessages } from './reconciling.ts';
import type { OutgoingText, SendResult, TextSender } from './sender.ts';
import { insertOutbound, messageBySid, type NewOutboundMessage, newestOfKind } from './store.ts';

export type TextActions = ReturnType<typeof textActions>;

/** How long a press of a button waits for the provider before the answer says "sending". */
const patienceMs = 5000;

/** Younger texts may still be on their way by the process that recorded them. */
const reconcileAfterMs = 30_000;

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
  const outcomes = textOutcomes({ database, clock });
  const underWay = new Set<string>();
  const deliveries = new Set<Promise<SendResult>>();

  /** Hands a recorded text to the provider and records what came of it. */
  async function handOver(text: OutgoingText): Promise<SendResult> {
    underWay.add(text.reference);
    try {
      return await outcomes.record(text.reference, await sender.send(text));
    } finally {
      underWay.delete(text.reference);
    }
  }

  function deliver(text: OutgoingText): Promise<SendResult> {
    const delivery = handOver(text);
    deliveries.add(delivery);
    const forget = () => deliveries.delete(delivery);
    delivery.then(forget, forget);
    return delivery;
  }

  /** Reconciles one text that was left without an outcome, by asking the provider. */
  async function reconcile(message: MessagesTable): Promise<void> {
    const found = await sender.find(
      {
        reference: message.id,
        to: message.phone,
        body: message.body,
        sentAfter: message.created_at,
      },
      async (sid) => (await messageBySid(database.read, sid)) !== undefined,
    );
    if (found.kind === 'found') {
      const { sid, state = 'accepted', errorCode = null } = found;
      await outcomes.report({ reference: message.id, sid, state, errorCode });
    }
    if (found.kind === 'not-found') {
      await outcomes.record(message.id, { kind: 'rejected', code: neverSentCode });
    }
  }

  return {
    /** Registers what to do in the same transaction once a text of this kind was sent. */
    onSent: outcomes.onSent,

    /** Takes the provider's word on a text. @returns false when the text is none of ours */
    report: outcomes.report,

    /** Resolves when no text is on its way any more, or after so many milliseconds. */
    idle: (atMost: number): Promise<void> => patiently(Promise.allSettled(deliveries), atMost),

    /**
     * The number to text a ticket's customer at, checked. For every text, of any kind.
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

    /**
     * Records a text that is about to leave.
     *
     * @returns it, for {@link deliver}
     * @throws Problem shop-moved while the shop is closed for moving
     */
    async prepare(tx: Handle, message: NewOutboundMessage, at: string): Promise<OutgoingText> {
      await refuseWhileClosed(tx);
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
     * Reconciles every text that was left without an outcome: at the start those that a crash cut
     * short, later those that the provider did not answer for. Where other processes share the
     * data, one of them may still be sending a text of the last seconds, so it is left alone.
     *
     * @param isOver asked before each text: then the rest is left to the next time
     */
    async reconcileAll(scope: 'all' | 'old', isOver: () => boolean = () => false): Promise<void> {
      const now = clock();
      const before = scope === 'all' ? now : now - reconcileAfterMs;
      const unsettled = await unresolvedMessages(database.read, isoTime(before), isoTime(now));
      for (const message of unsettled) {
        if (isOver()) return;
        if (underWay.has(message.id)) continue;
        // One that cannot be reconciled must not hold up the others.
        await reconcile(message).catch((error: unknown) => {
          log.warn({ error: String(error), text: message.id }, 'A text could not be reconciled');
        });
      }
    },
  };
}

/** @throws Problem client-phone-missing, phone-not-textable */
export function textableOrProblem(phone: string): string {
  if (phone === '') throw new Problem('client-phone-missing');
  const to = textablePhone(phone);
  if (to !== null) return to;
  const advice = `Texts cannot reach this number: ${textFault(phone)}.`;
  throw new Problem('phone-not-textable', { extra: { advice } });
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
