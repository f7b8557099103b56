import type { Estimate, Repair, SmsResult } from '../../domain/api-answers.ts';
import { type AnswerWay, type BookableAnswer, bookingChoices } from '../../domain/booking.ts';
import { centsFromDollars } from '../../domain/money.ts';
import { filedPhone } from '../../domain/phone.ts';
import { Problem } from '../../domain/problems.ts';
import { textablePhone } from '../../domain/textable-phone.ts';
import { type Clock, isoTime } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Handle, MessagesTable } from '../database/tables.ts';
import { lockTickets } from '../repairs/lock.ts';
import { findRepair, getRepair } from '../repairs/store.ts';
import type { TextActions } from '../texts/actions.ts';
import { closeCase } from '../texts/attention-store.ts';
import { isOptedOut } from '../texts/opt-outs.ts';
import type { OutgoingText } from '../texts/sender.ts';
import { answeredSince, fileUnder, messageRow, ticketsOfPhone } from '../texts/store.ts';
import type { Wording } from '../texts/wording.ts';
import type { EstimateActions } from './actions.ts';
import { currentEstimateOf, findEstimate } from './store.ts';

export type RecordedReplyActions = ReturnType<typeof recordedReplyActions>;

interface Parts {
  database: Database;
  texts: TextActions;
  estimates: EstimateActions;
  wording: Wording;
  clock: Clock;
}

/** Staff book the answer that they read in a text, or were given by phone or at the counter. */
export function recordedReplyActions({ database, texts, estimates, wording, clock }: Parts) {
  const { dialect } = database;

  /** The ticket and the estimate that a text may be booked for. @throws Problem reply-not-bookable */
  async function subjectOf(
    tx: Handle,
    message: MessagesTable,
    named: string | null,
  ): Promise<{ repair: Repair; estimate: Estimate; choices: readonly BookableAnswer[] }> {
    const reference = named ?? message.ticket_number;
    // An answer handles what the phone has asked about any ticket.
    const ofPhone = await ticketsOfPhone(tx, message.phone);
    await lockTickets(tx, dialect, [message.ticket_number, named, ...ofPhone]);
    const repair = reference === null ? undefined : await findRepair(tx, reference);
    if (!repair) throw new Problem('reply-not-bookable');
    const current = await currentEstimateOf(tx, repair.ticketNumber);
    // Another ticket than the one that the text is shown on must at least be this phone's.
    const isOthers =
      repair.ticketNumber !== message.ticket_number && current?.phone !== message.phone;
    const isAfter = current !== undefined && current.estimate.sentAt > message.created_at;
    if (message.direction !== 'inbound' || !current || isOthers || isAfter) {
      throw new Problem('reply-not-bookable', { extra: { repair } });
    }
    // The press may have crossed it: what was said last must not be overturned by what was said before.
    if (await answeredSince(tx, repair.ticketNumber, message.phone, message.created_at)) {
      throw new Problem('reply-not-bookable', {
        detail: 'The customer has answered in a later text. Read that one.',
        extra: { repair },
      });
    }
    const { estimate } = current;
    const text = { direction: message.direction, createdAt: message.created_at };
    return { repair, estimate, choices: bookingChoices(text, estimate, repair.status) };
  }

  /** What a clear answer gets back, unless no text may go there. */
  async function prepareConfirmation(
    tx: Handle,
    { repair, estimate }: { repair: Repair; estimate: Estimate },
    phone: string,
    answer: BookableAnswer,
    at: string,
  ): Promise<OutgoingText | null> {
    const priceCents = centsFromDollars(estimate.estimatePrice);
    if (priceCents === null || textablePhone(phone) !== phone || (await isOptedOut(tx, phone))) {
      return null;
    }
    return texts.prepare(
      tx,
      {
        kind: answer === 'accepted' ? 'confirm-accept' : 'confirm-decline',
        ticketNumber: repair.ticketNumber,
        phone,
        body: wording.confirm(repair, priceCents, answer),
      },
      at,
    );
  }

  return {
    /**
     * Applies the answer that a customer gave by phone or at the counter. Nothing is texted.
     *
     * @param id the estimate's
     * @throws Problem estimate-not-found, repair-status
     */
    async bookHeard(
      id: string,
      answer: BookableAnswer,
      by: AnswerWay,
    ): Promise<{ repair: Repair; estimate: Estimate }> {
      return database.transact(async (tx) => {
        const asked = await findEstimate(tx, id);
        if (!asked) throw new Problem('estimate-not-found');
        // After what the customer is just texting.
        const phone = filedPhone(asked.customerPhone);
        await dialect.lock(tx, `phone ${phone}`);
        await lockTickets(tx, dialect, [asked.repairId, ...(await ticketsOfPhone(tx, phone))]);
        const heard = { answer, words: null, by, messageId: null };
        const isApplied = await estimates.applyAnswer(tx, id, heard, isoTime(clock()));
        const repair = await getRepair(tx, asked.repairId);
        const estimate = await findEstimate(tx, id);
        if (!isApplied || !estimate) throw new Problem('repair-status', { extra: { repair } });
        return { repair, estimate };
      });
    },

    /**
     * Applies a customer's text to the estimate that it is about, by the table of states; its case is
     * handled by it.
     *
     * @param ticketNumber which estimate is meant where the phone has several; null for that of the
     *   ticket on which the text is shown
     * @returns how the confirmation went; null where none may be sent
     * @throws Problem message-not-found, reply-not-bookable, repair-status
     */
    async book(
      id: string,
      answer: BookableAnswer,
      ticketNumber: string | null,
    ): Promise<{ repair: Repair; estimate: Estimate; sms: SmsResult | null }> {
      const at = isoTime(clock());
      const booked = await database.transact(async (tx) => {
        const message = await messageRow(tx, id);
        if (!message) throw new Problem('message-not-found');
        await dialect.lock(tx, `phone ${message.phone}`);
        const subject = await subjectOf(tx, message, ticketNumber);
        const { repair, estimate, choices } = subject;
        const isApplied =
          choices.includes(answer) &&
          (await estimates.applyAnswer(
            tx,
            estimate.id,
            { answer, words: message.body, by: 'staff', messageId: id },
            at,
          ));
        if (!isApplied) throw new Problem('repair-status', { extra: { repair } });
        await fileUnder(tx, id, repair.ticketNumber);
        await closeCase(tx, id, at);
        const text = await prepareConfirmation(tx, subject, message.phone, answer, at);
        return { ticketNumber: repair.ticketNumber, estimateId: estimate.id, text };
      });
      const sms = booked.text === null ? null : await texts.deliverSoon(booked.text);
      const repair = await getRepair(database.read, booked.ticketNumber);
      const estimate = await findEstimate(database.read, booked.estimateId);
      // Deleted in the same moment: how the ticket stands says so.
      if (!estimate) throw new Problem('repair-status', { extra: { repair } });
      return { repair, estimate, sms };
    },
  };
}
