import type { Checked } from '../../domain/api.ts';
import type { Estimate, Repair } from '../../domain/api-answers.ts';
import { casesClosedBy } from '../../domain/attention.ts';
import type { AnswerWay, BookableAnswer } from '../../domain/booking.ts';
import { changedFields } from '../../domain/changed-fields.ts';
import { expiredBefore, type TextingRules } from '../../domain/deadlines.ts';
import {
  type EstimateOnTicket,
  estimateFields,
  estimateOnTicket,
} from '../../domain/estimate-fields.ts';
import { fromColumns } from '../../domain/field-list.ts';
import { centsFromDollars, dollarsFromCents } from '../../domain/money.ts';
import { filedPhone } from '../../domain/phone.ts';
import { Problem } from '../../domain/problems.ts';
import { isAllowed, statusAfterEstimateDeleted } from '../../domain/repair-status.ts';
import { adviceForFailure } from '../../domain/text-failure.ts';
import { type Clock, isoTime } from '../clock.ts';
import { record } from '../database/changes/record.ts';
import type { Database } from '../database/database.ts';
import type { Handle, MessagesTable } from '../database/tables.ts';
import { newId } from '../ids.ts';
import { lockTicket, lockTickets } from '../repairs/lock.ts';
import {
  findDeletedRepair,
  findRepair,
  getRepair,
  takeAction,
  updateTicket,
} from '../repairs/store.ts';
import { actingSession } from '../shop/history/acting-session.ts';
import { type TextActions, textableOrProblem } from '../texts/actions.ts';
import { closeCases, closeFailedEstimates } from '../texts/attention-store.ts';
import { hasUnresolvedEstimate } from '../texts/reconciling.ts';
import type { NewOutboundMessage } from '../texts/store.ts';
import type { Wording } from '../texts/wording.ts';
import { askedBefore, askIfJustSent } from './repeats.ts';
import {
  currentEstimateOfText,
  deleteEstimate,
  estimatesForPhone,
  expireEstimates,
  findEstimate,
  hasNewerEstimate,
  insertEstimate,
  replaceCurrent,
  ticketsOfOverdue,
  writeAnswer,
} from './store.ts';

/** What is stored as an estimate once its text was accepted for sending. */
interface EstimateIntent {
  priceCents: number;
  notes: string | null;
  customerName: string;
  customerPhone: string;
  /** Who had it sent: it may be stored long after, by nobody's doing. Absent in older texts. */
  session?: string | null;
}

export type EstimateActions = ReturnType<typeof estimateActions>;

interface Parts {
  database: Database;
  texts: TextActions;
  wording: Wording;
  rules: TextingRules;
  clock: Clock;
}

export interface EstimateAnswer {
  answer: BookableAnswer;
  /** The customer's, where they are in writing. */
  words: string | null;
  /** The customer's own text, that text as read by staff, or the way the answer reached staff. */
  by: 'customer' | 'staff' | AnswerWay;
  /** The text in which it was given; null where there is none. */
  messageId: string | null;
}

/** Estimates: texted, answered, deleted. */
export function estimateActions({ database, texts, wording, rules, clock }: Parts) {
  const { dialect } = database;

  /** The text went out: now the estimate exists and the ticket waits for the answer. */
  async function storeSent(
    tx: Handle,
    message: MessagesTable,
    at: string,
    wasGivenUp: boolean,
  ): Promise<void> {
    const ticketNumber = message.ticket_number;
    if (ticketNumber === null || message.intent === null) return;
    const live = await findRepair(tx, ticketNumber);
    // Deleted while the text was on its way: the estimate goes and comes back with its ticket.
    const repair = live ?? (await findDeletedRepair(tx, ticketNumber))?.repair;
    if (!repair) return;
    const intent = JSON.parse(message.intent) as EstimateIntent;
    // Only after one that was given up can another have been sent; the clock may have been set since.
    const isOpen =
      isAllowed('send-estimate', repair.status) &&
      !(wasGivenUp && (await hasNewerEstimate(tx, ticketNumber, message.created_at)));
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
      expired_at: null,
      reminded_at: null,
      created_at: at,
    });
    if (isOpen && live) await takeAction(tx, ticketNumber, 'send-estimate', { updated_at: at });
    else if (isOpen) {
      await updateTicket(tx, ticketNumber, { status: 'estimate-sent', updated_at: at });
    }
    await closeCases(tx, { ticketNumber }, casesClosedBy.estimate, at, null);
    await closeFailedEstimates(tx, ticketNumber, at);
    await record(tx, dialect, {
      at,
      events: [
        {
          kind: 'estimate-sent',
          actor: 'staff',
          ticketNumber,
          session: intent.session ?? null,
          data: {
            estimateId: id,
            priceCents: intent.priceCents,
            replaced,
            ...changedFields(pickEstimated(repair), isOpen ? estimated(intent) : {}),
          },
        },
      ],
      changes: [
        { entity: 'estimate', id, what: 'sent', ticketNumber },
        { entity: 'repair', id: repair.id, what: 'estimate-sent', ticketNumber },
      ],
    });
  }
  texts.onSent('estimate', storeSent);

  /** Whether the phone has another ticket's estimate open: then an answer must name the ticket. */
  async function hasOthersOpen(db: Handle, phone: string, ticketNumber: string): Promise<boolean> {
    return (await estimatesForPhone(db, phone)).some(
      (other) => isOpenEstimate(other) && other.ticket_number !== ticketNumber,
    );
  }

  /** The text that an estimate would leave as now. @throws Problem as {@link send} */
  async function compose(
    db: Handle,
    repair: Repair,
    priceCents: number,
  ): Promise<{ phone: string; body: string }> {
    textableOrProblem(repair.customerPhone);
    if (!isAllowed('send-estimate', repair.status)) {
      throw new Problem('repair-status', { extra: { repair } });
    }
    if (await hasUnresolvedEstimate(db, repair.ticketNumber)) {
      throw new Problem('estimate-in-flight');
    }
    const phone = texts.sendableTo(repair);
    const othersOpen = await hasOthersOpen(db, phone, repair.ticketNumber);
    return { phone, body: wording.estimate(repair, priceCents, othersOpen) };
  }

  /** The text with what is stored once the provider took it. @throws Problem as {@link send} */
  async function draft(
    tx: Handle,
    reference: string,
    priceCents: number,
    notes: string | null,
  ): Promise<NewOutboundMessage & { ticketNumber: string }> {
    const { ticketNumber, customerPhone } = await getRepair(tx, reference);
    // After what the customer is just texting: an answer, or STOP.
    await dialect.lock(tx, `phone ${filedPhone(customerPhone)}`);
    const repair = await lockTicket(tx, dialect, reference);
    const intent: EstimateIntent = {
      priceCents,
      notes,
      customerName: repair.customerName,
      customerPhone: repair.customerPhone,
      session: actingSession(),
    };
    return { kind: 'estimate', ticketNumber, ...(await compose(tx, repair, priceCents)), intent };
  }

  function centsOrProblem(amount: number): number {
    const priceCents = centsFromDollars(amount);
    if (priceCents === null) throw new Problem('validation-failed');
    return priceCents;
  }

  return {
    hasOthersOpen,

    /**
     * What {@link send} would text, without any effect.
     *
     * @throws Problem as sending would
     */
    async preview(reference: string, amount: number): Promise<string> {
      const priceCents = centsOrProblem(amount);
      const repair = await getRepair(database.read, reference);
      return (await compose(database.read, repair, priceCents)).body;
    },

    /**
     * An estimate whose text did not arrive, as it would leave now: the same price and notes.
     *
     * @throws Problem repair-not-found, repair-status, client-phone-missing, phone-not-textable,
     *   phone-opted-out, estimate-in-flight
     */
    async again(tx: Handle, failed: MessagesTable): Promise<NewOutboundMessage> {
      if (failed.ticket_number === null || failed.intent === null) {
        throw new Problem('repair-not-found');
      }
      const { priceCents, notes } = JSON.parse(failed.intent) as EstimateIntent;
      const text = await draft(tx, failed.ticket_number, priceCents, notes);
      return { ...text, resendOf: failed.id };
    },

    /**
     * Texts an estimate; it is stored only when the provider took the text. Once for each
     * `estimateId`: asked again, it answers with the estimate that was sent.
     *
     * @param asked `repairId` is a ticket number or repair id, `amount` in dollars
     * @throws Problem repair-not-found, repair-status, client-phone-missing, phone-not-textable,
     *   phone-opted-out, estimate-in-flight, estimate-just-sent, message-id-taken, sms-failed,
     *   sms-unknown
     */
    async send({
      repairId: reference,
      amount,
      notes,
      estimateId,
      again,
    }: Checked<'sendEstimate', 'body'>): Promise<{
      estimate: Estimate;
      repair: Repair;
      isRepeat: boolean;
    }> {
      const priceCents = centsOrProblem(amount);
      const recorded = await database.transact(async (tx) => {
        const earlier = estimateId && (await askedBefore(tx, dialect, reference, estimateId));
        if (earlier) return earlier;
        const text = await draft(tx, reference, priceCents, notes);
        if (!again) await askIfJustSent(tx, text.ticketNumber, priceCents, clock());
        const requestId = estimateId ?? undefined;
        return texts.prepare(tx, { ...text, requestId }, isoTime(clock()));
      });
      const isRepeat = typeof recorded === 'string';
      if (!isRepeat) {
        const result = await texts.deliver(recorded);
        if (result.kind === 'rejected') {
          throw new Problem('sms-failed', { extra: { advice: adviceForFailure(result.code) } });
        }
        if (result.kind === 'unknown') throw new Problem('sms-unknown');
      }
      const messageId = isRepeat ? recorded : recorded.reference;
      const repair = await getRepair(database.read, reference);
      const estimate = await currentEstimateOfText(database.read, messageId);
      // The ticket moved on in the meantime: another estimate, or none, speaks for it.
      if (!estimate) throw new Problem('repair-status', { extra: { repair } });
      return { estimate, repair, isRepeat };
    },

    /**
     * Writes the customer's answer and moves the ticket, in the caller's transaction, which has locked
     * the ticket. What waited to be read on the ticket, or came from its phone, has been answered by it.
     *
     * @returns whether it could be applied: not when the ticket has moved on
     */
    async applyAnswer(
      tx: Handle,
      estimateId: string,
      { answer, words, by, messageId }: EstimateAnswer,
      at: string,
    ): Promise<boolean> {
      const estimate = await findEstimate(tx, estimateId);
      if (!estimate) return false;
      const repair = await getRepair(tx, estimate.repairId);
      const action = answer === 'accepted' ? 'accept-estimate' : 'decline-estimate';
      if (!isAllowed(action, repair.status)) return false;
      if (!(await writeAnswer(tx, estimateId, { status: answer, reply: words, at }))) return false;
      const moved = await takeAction(tx, repair.ticketNumber, action, { updated_at: at });
      const { ticketNumber } = repair;
      const phone = filedPhone(estimate.customerPhone);
      for (const asked of [{ ticketNumber }, { phone }]) {
        await closeCases(tx, asked, casesClosedBy.answer, at, messageId);
      }
      // Screens tell of what a customer did; what a colleague booked is another matter.
      const what = by === 'customer' ? answer : (`booked-${answer}` as const);
      await record(tx, dialect, {
        at,
        events: [
          {
            kind: `estimate-${answer}`,
            actor: by === 'customer' ? 'customer' : 'staff',
            ticketNumber,
            data: {
              estimateId,
              by,
              messageId,
              ...changedFields(
                { status: repair.status, response: estimate.responseStatus },
                { status: moved.status, response: answer },
              ),
            },
          },
        ],
        changes: [
          { entity: 'estimate', id: estimateId, what, ticketNumber },
          { entity: 'repair', id: repair.id, what: `estimate-${what}`, ticketNumber },
        ],
      });
      return true;
    },

    /**
     * Marks the estimates that have waited longer than the shop lets them, in the caller's
     * transaction.
     *
     * @param of only those that were texted to a phone, or that one of a ticket; null for all
     */
    async expireDue(
      tx: Handle,
      now: number,
      of: { phone: string } | { ticketNumber: string } | null,
    ): Promise<void> {
      const before = expiredBefore(rules, now);
      if (before === null) return;
      const at = isoTime(now);
      await lockTickets(tx, dialect, await ticketsOfOverdue(tx, isoTime(before), of));
      const expired = await expireEstimates(tx, isoTime(before), at, of);
      if (expired.length === 0) return;
      await record(tx, dialect, {
        at,
        events: expired.map(({ id, repair_id }) => ({
          kind: 'estimate-expired',
          actor: 'system',
          ticketNumber: repair_id,
          data: { estimateId: id, ...changedFields({ expiredAt: null }, { expiredAt: at }) },
        })),
        changes: expired.map(({ id, repair_id }) => ({
          entity: 'estimate',
          id,
          what: 'expired',
          ticketNumber: repair_id,
        })),
      });
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
        const known = await findEstimate(tx, id);
        if (!known) throw new Problem('estimate-not-found');
        const repair = await lockTicket(tx, dialect, known.repairId);
        const { ticketNumber } = repair;
        const deleted = await deleteEstimate(tx, id);
        if (!deleted) throw new Problem('estimate-not-found');
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
              data: {
                estimateId: id,
                priceCents: deleted.estimate_price_cents,
                status: back,
                before: {
                  ...estimateOnTicket(fromColumns(estimateFields, deleted)),
                  response: deleted.response_status,
                  status: repair.status,
                },
                after: {
                  ...estimateOnTicket(null),
                  response: null,
                  status: back ?? repair.status,
                },
              },
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

/** What a ticket shows once an estimate was sent. */
function estimated({ priceCents, notes }: EstimateIntent) {
  return {
    status: 'estimate-sent',
    ...estimateOnTicket({ estimatePrice: dollarsFromCents(priceCents), notes }),
  };
}

/** What changes on a ticket when an estimate is sent. */
function pickEstimated(repair: Repair) {
  const { status, estimatePrice, estimateNotes } = repair;
  return { status, estimatePrice, estimateNotes } satisfies EstimateOnTicket & { status: string };
}

/** Whether an estimate waits for an answer that would count. */
function isOpenEstimate(estimate: Awaited<ReturnType<typeof estimatesForPhone>>[number]): boolean {
  return (
    estimate.status === 'sent' && estimate.replaced_at === null && estimate.expired_at === null
  );
}
