import type { Estimate, Repair } from '../../domain/api-answers.ts';
import { centsFromDollars } from '../../domain/money.ts';
import { hasUsPhoneDigits } from '../../domain/phone.ts';
import { Problem } from '../../domain/problems.ts';
import { isAllowed, statusAfterEstimateDeleted } from '../../domain/repair-status.ts';
import { adviceForFailure } from '../../domain/text-failure.ts';
import { record } from '../changes/record.ts';
import { type Clock, isoTime } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Handle, MessagesTable } from '../database/tables.ts';
import { newId } from '../ids.ts';
import { findRepair, getRepair, takeAction, updateTicket } from '../repairs/store.ts';
import type { TextActions } from '../texts/actions.ts';
import { hasUnsettledEstimate } from '../texts/store.ts';
import type { Wording } from '../texts/wording.ts';
import {
  currentEstimateOfText,
  deleteEstimate,
  estimatesForPhone,
  findEstimate,
  insertEstimate,
  replaceCurrent,
  writeAnswer,
} from './store.ts';

/** What is stored as an estimate once its text was accepted for sending. */
interface EstimateIntent {
  priceCents: number;
  notes: string | null;
  customerName: string;
  customerPhone: string;
}

export type EstimateActions = ReturnType<typeof estimateActions>;

interface Parts {
  database: Database;
  texts: TextActions;
  wording: Wording;
  clock: Clock;
}

/** Estimates: texted, answered, deleted. */
export function estimateActions({ database, texts, wording, clock }: Parts) {
  const { dialect } = database;

  /** The text went out: now the estimate exists and the ticket waits for the answer. */
  async function storeSent(tx: Handle, message: MessagesTable, at: string): Promise<void> {
    const ticketNumber = message.ticket_number;
    if (ticketNumber === null || message.intent === null) return;
    const repair = await findRepair(tx, ticketNumber);
    // Deleted while the text was on its way: nothing is left that an answer could change.
    if (!repair) return;
    const intent = JSON.parse(message.intent) as EstimateIntent;
    const isOpen = isAllowed('send-estimate', repair.status);
    const replaced = isOpen ? await replaceCurrent(tx, ticketNumber, at) : null;
    const id = newId(Date.parse(at));
    await insertEstimate(tx, {
      id,
      repair_id: ticketNumber,
      customer_name: intent.customerName,
      customer_phone: intent.customerPhone,
      texted_phone: message.phone,
      estimate_price_cents: intent.priceCents,
      notes: intent.notes,
      status: 'sent',
      response_status: 'pending',
      sent_at: message.created_at,
      accepted_at: null,
      declined_at: null,
      customer_reply: null,
      responded_at: null,
      // The ticket moved on while the text was on its way: the estimate is kept but not open.
      replaced_at: isOpen ? null : at,
      message_id: message.id,
      created_at: at,
    });
    if (isOpen) await takeAction(tx, ticketNumber, 'send-estimate', { updated_at: at });
    await record(tx, dialect, {
      at,
      events: [
        {
          kind: 'estimate-sent',
          actor: 'staff',
          ticketNumber,
          data: { estimateId: id, priceCents: intent.priceCents, replaced },
        },
      ],
      changes: [
        { entity: 'estimate', id, what: 'sent', ticketNumber },
        { entity: 'repair', id: repair.id, what: 'estimate-sent', ticketNumber },
      ],
    });
  }
  texts.onSent('estimate', storeSent);

  return {
    /**
     * Texts an estimate; it is stored only when the provider took the text.
     *
     * @param reference ticket number or repair id
     * @param amount dollars
     * @throws Problem repair-not-found, repair-status, client-phone-missing, phone-not-textable,
     *   phone-opted-out, estimate-in-flight, sms-failed, sms-unknown
     */
    async send(
      reference: string,
      amount: number,
      notes: string | null,
    ): Promise<{ estimate: Estimate; repair: Repair }> {
      const priceCents = centsFromDollars(amount);
      if (priceCents === null) throw new Problem('validation-failed');
      const text = await database.transact(async (tx) => {
        const repair = await getRepair(tx, reference);
        await dialect.lock(tx, `estimate ${repair.ticketNumber}`);
        if (repair.customerPhone === '') throw new Problem('client-phone-missing');
        if (!hasUsPhoneDigits(repair.customerPhone)) throw new Problem('phone-not-textable');
        if (!isAllowed('send-estimate', repair.status)) {
          throw new Problem('repair-status', { extra: { repair } });
        }
        if (await hasUnsettledEstimate(tx, repair.ticketNumber)) {
          throw new Problem('estimate-in-flight');
        }
        const to = await texts.sendableTo(tx, repair.customerPhone);
        const othersOpen = (await estimatesForPhone(tx, to)).some(
          (other) =>
            other.status === 'sent' &&
            other.replaced_at === null &&
            other.ticket_number !== repair.ticketNumber,
        );
        const intent: EstimateIntent = {
          priceCents,
          notes,
          customerName: repair.customerName,
          customerPhone: repair.customerPhone,
        };
        return texts.prepare(
          tx,
          {
            kind: 'estimate',
            ticketNumber: repair.ticketNumber,
            phone: to,
            body: wording.estimate(repair, priceCents, othersOpen),
            intent,
          },
          isoTime(clock()),
        );
      });
      const result = await texts.deliver(text);
      if (result.kind === 'rejected') {
        throw new Problem('sms-failed', { extra: { advice: adviceForFailure(result.code) } });
      }
      if (result.kind === 'unknown') throw new Problem('sms-unknown');
      const repair = await getRepair(database.read, reference);
      const estimate = await currentEstimateOfText(database.read, text.reference);
      // The ticket moved on in the meantime: another estimate, or none, speaks for it.
      if (!estimate) throw new Problem('repair-status', { extra: { repair } });
      return { estimate, repair };
    },

    /**
     * Writes the customer's answer and moves the ticket, in the caller's transaction.
     *
     * @param reply the customer's words
     * @returns whether it could be applied: not when staff were faster
     */
    async applyAnswer(
      tx: Handle,
      estimateId: string,
      answer: 'accepted' | 'declined',
      reply: string,
      at: string,
    ): Promise<boolean> {
      const estimate = await findEstimate(tx, estimateId);
      if (!estimate) return false;
      const repair = await getRepair(tx, estimate.repairId);
      const action = answer === 'accepted' ? 'accept-estimate' : 'decline-estimate';
      if (!isAllowed(action, repair.status)) return false;
      if (!(await writeAnswer(tx, estimateId, { status: answer, reply, at }))) return false;
      await takeAction(tx, repair.ticketNumber, action, { updated_at: at });
      const { ticketNumber } = repair;
      await record(tx, dialect, {
        at,
        events: [
          { kind: `estimate-${answer}`, actor: 'customer', ticketNumber, data: { estimateId } },
        ],
        changes: [
          { entity: 'estimate', id: estimateId, what: answer, ticketNumber },
          { entity: 'repair', id: repair.id, what: `estimate-${answer}`, ticketNumber },
        ],
      });
      return true;
    },

    /**
     * Deletes an estimate; a ticket that waited on it goes back to where it was worked on
     * (docs/decisions/states.md).
     *
     * @throws Problem estimate-not-found
     */
    async remove(id: string): Promise<void> {
      const at = isoTime(clock());
      await database.transact(async (tx) => {
        const deleted = await deleteEstimate(tx, id);
        if (!deleted) throw new Problem('estimate-not-found');
        const ticketNumber = deleted.repair_id;
        const repair = await getRepair(tx, ticketNumber);
        const back =
          deleted.replaced_at === null
            ? statusAfterEstimateDeleted(repair.status, repair.assignedTo !== null)
            : null;
        if (back !== null) {
          await updateTicket(tx, ticketNumber, { status: back, updated_at: at });
        }
        await record(tx, dialect, {
          at,
          events: [
            {
              kind: 'estimate-deleted',
              actor: 'staff',
              ticketNumber,
              data: { estimateId: id, priceCents: deleted.estimate_price_cents, status: back },
            },
          ],
          changes: [
            { entity: 'estimate', id, what: 'deleted', ticketNumber },
            { entity: 'repair', id: repair.id, what: 'updated', ticketNumber },
          ],
        });
      });
    },
  };
}
