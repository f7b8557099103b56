import type { Repair, SmsResult } from '../../domain/api-answers.ts';
import { Problem } from '../../domain/problems.ts';
import type { MessageKind } from '../../domain/text-kinds.ts';
import type { Handle } from '../database/tables.ts';
import type { Deps } from '../deps.ts';
import type { OutgoingText } from '../texts/sender.ts';
import { deliverSoon, prepareText, sendableTo } from '../texts/sending.ts';

/** The text that is about to leave, or why there is none. */
export type PreparedText = { text: OutgoingText } | { refusal: Problem };

export interface WithSms {
  repair: Repair;
  sms: SmsResult;
}

/**
 * Records the text that is to go out, or says why it cannot: whether it goes out never decides what
 * is done.
 */
export async function prepareCustomerText(
  tx: Handle,
  repair: Repair,
  kind: MessageKind,
  body: string,
  at: string,
): Promise<PreparedText> {
  try {
    const phone = sendableTo(repair);
    const { ticketNumber } = repair;
    return { text: await prepareText(tx, { kind, ticketNumber, phone, body }, at) };
  } catch (error) {
    if (error instanceof Problem) return { refusal: error };
    throw error;
  }
}

export async function deliverCustomerText(deps: Deps, prepared: PreparedText): Promise<SmsResult> {
  return 'text' in prepared
    ? deliverSoon(deps, prepared.text)
    : { state: 'failed', detail: prepared.refusal.message };
}
