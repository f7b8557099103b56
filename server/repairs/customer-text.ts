import type { Repair, SmsResult } from '../../domain/api-answers.ts';
import { Problem } from '../../domain/problems.ts';
import type { MessageKind } from '../../domain/text-kinds.ts';
import type { Handle } from '../database/tables.ts';
import type { TextActions } from '../texts/actions.ts';
import type { OutgoingText } from '../texts/sender.ts';

/** The text that is about to leave, or why there is none. */
export type PreparedText = { text: OutgoingText } | { refusal: Problem };

export interface WithSms {
  repair: Repair;
  sms: SmsResult;
}

/** What the customer is told of their repair: whether that goes out never decides what is done. */
export function customerTexts(texts: TextActions) {
  return {
    /** Records the text that is to go out, or says why it cannot. */
    async prepare(
      tx: Handle,
      repair: Repair,
      kind: MessageKind,
      body: string,
      at: string,
    ): Promise<PreparedText> {
      try {
        const phone = texts.sendableTo(repair);
        const { ticketNumber } = repair;
        return { text: await texts.prepare(tx, { kind, ticketNumber, phone, body }, at) };
      } catch (error) {
        if (error instanceof Problem) return { refusal: error };
        throw error;
      }
    },

    async finish(prepared: PreparedText): Promise<SmsResult> {
      return 'text' in prepared
        ? texts.deliverSoon(prepared.text)
        : { state: 'failed', detail: prepared.refusal.message };
    },
  };
}
