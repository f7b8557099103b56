import type { Checked } from '../../domain/api.ts';
import type { ProviderAnswer } from '../../domain/api-answers.ts';
import { plainWhereAlike } from '../../domain/gsm7.ts';
import { isProviderSid } from '../../domain/manual-text.ts';
import { Problem } from '../../domain/problems.ts';
import { adviceForFailure, unknownAdvice } from '../../domain/text-failure.ts';
import { record } from '../changes/record.ts';
import { type Clock, isoTime } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Handle } from '../database/tables.ts';
import { getRepair } from '../repairs/store.ts';
import type { TextActions } from '../texts/actions.ts';
import { lastTicketOfPhone, type NewOutboundMessage } from '../texts/store.ts';
import type { Wording } from '../texts/wording.ts';

export type FunctionActions = ReturnType<typeof functionActions>;

interface Parts {
  database: Database;
  texts: TextActions;
  wording: Wording;
  clock: Clock;
}

/** Why no text may go to the number at all. */
const numberProblems: readonly string[] = [
  'client-phone-missing',
  'phone-not-textable',
  'phone-opted-out',
];

const notSent = (detail: string): ProviderAnswer => ({ success: false, messageSid: null, detail });

/**
 * The two text functions of the specification (section 7), on the same recorded path as every other
 * text: an answer `{success, messageSid}` whatever kept the text from being sent.
 */
export function functionActions({ database, texts, wording, clock }: Parts) {
  /** Records and sends what `compose` makes. */
  async function send(
    phone: string,
    compose: (tx: Handle, to: string) => Promise<Omit<NewOutboundMessage, 'phone'>>,
  ): Promise<ProviderAnswer> {
    const at = isoTime(clock());
    try {
      const text = await database.transact(async (tx) => {
        const to = await texts.sendableToPhone(tx, phone);
        const message = await compose(tx, to);
        const prepared = await texts.prepare(tx, { ...message, phone: to }, at);
        const { kind, ticketNumber } = message;
        const data = { messageId: prepared.reference, text: kind };
        await record(tx, database.dialect, {
          at,
          events:
            ticketNumber === null
              ? []
              : [{ kind: 'text-sent', actor: 'staff', ticketNumber, data }],
          changes: [{ entity: 'message', id: prepared.reference, what: 'text-sent', ticketNumber }],
        });
        return prepared;
      });
      const result = await texts.deliver(text);
      switch (result.kind) {
        case 'accepted':
          return { success: isProviderSid(result.sid), messageSid: result.sid, detail: null };
        case 'rejected':
          return notSent(adviceForFailure(result.code));
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

  return {
    /** Texts a number; the text is shown on the ticket that the phone was last texted about. */
    sendSms: ({ phoneNumber, message }: Checked<'sendSms', 'body'>): Promise<ProviderAnswer> =>
      send(phoneNumber, async (tx, to) => ({
        kind: 'manual',
        ticketNumber: await lastTicketOfPhone(tx, to),
        body: plainWhereAlike(message),
      })),

    /** Tells a customer that the watch is ready. @throws Problem repair-not-found */
    sendCompletion: (input: Checked<'sendCompletion', 'body'>): Promise<ProviderAnswer> =>
      send(input.clientPhone, async (tx) => {
        const { ticketNumber } = await getRepair(tx, input.ticketNumber);
        return { kind: 'done', ticketNumber, body: wording.done({ ...input, ticketNumber }) };
      }),
  };
}
