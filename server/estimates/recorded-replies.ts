import type { Estimate, Repair, SmsResult } from '../../domain/api-answers.ts';
import {
  type AnswerWay,
  answersForReply,
  type RecordableAnswer,
} from '../../domain/estimate-answers.ts';
import { centsFromDollars } from '../../domain/money.ts';
import { phoneKey, textablePhone } from '../../domain/phone.ts';
import { Problem } from '../../domain/problems.ts';
import { composeText } from '../../domain/texts.ts';
import { isoTime } from '../base/clock.ts';
import { dialectOf } from '../database/dialect.ts';
import type { Handle, MessagesTable } from '../database/tables.ts';
import type { Deps } from '../ports/deps.ts';
import type { OutgoingText } from '../ports/text-sender.ts';
import { findRepair, getRepair, lockTickets } from '../repairs/store.ts';
import { readShopSettings } from '../settings/store.ts';
import { closeCase } from '../texts/attention.ts';
import { isOptedOut, textedSince, ticketsOfPhone } from '../texts/phone-store.ts';
import { deliverSoon, textSubject, withheldNow } from '../texts/sending.ts';
import { fileUnder, messageRow, prepareText } from '../texts/store.ts';
import { currentEstimateOf, findEstimate } from './store.ts';
import { applyAnswer } from './transitions.ts';

/** Staff record the answer that they read in a text, or were given by phone or at the counter. */

interface GivenAnswer {
  answer: RecordableAnswer;
  by: AnswerWay;
  seenAnswerAt?: string | null | undefined;
}

/**
 * Applies the answer that a customer gave by phone or at the counter. Nothing is texted.
 *
 * @param id the estimate's
 * @param given with the time of the answer that staff have seen, null for none; undefined applies it
 *   no matter what was answered before
 * @throws Problem estimate-not-found, repair-status
 */
export async function answerEstimate(
  deps: Deps,
  id: string,
  { answer, by, seenAnswerAt }: GivenAnswer,
): Promise<{ repair: Repair; estimate: Estimate }> {
  const { database, clock } = deps;
  return database.transact(async (tx) => {
    const asked = await findEstimate(tx, id);
    if (!asked) throw new Problem('estimate-not-found');
    // Waits until a text that the customer is sending right now has been dealt with.
    const phone = phoneKey(asked.customerPhone);
    await dialectOf(tx).lock(tx, `phone ${phone}`);
    await lockTickets(tx, [asked.repairId, ...(await ticketsOfPhone(tx, phone))]);
    const latest = await findEstimate(tx, id);
    const answeredAt = latest?.acceptedAt ?? latest?.declinedAt ?? null;
    const hasSeen = seenAnswerAt === undefined || seenAnswerAt === answeredAt;
    const given = { answer, words: null, by, messageId: null };
    const isApplied = hasSeen && (await applyAnswer(tx, id, given, isoTime(clock())));
    const repair = await getRepair(tx, asked.repairId);
    const estimate = await findEstimate(tx, id);
    if (!isApplied || !estimate) throw new Problem('repair-status', { extra: { repair } });
    return { repair, estimate };
  });
}

/**
 * Applies a customer's text to the estimate that it is about, by the table of states; this also handles its case.
 *
 * @param ticketNumber which estimate is meant if the phone has several; null for that of the
 *   ticket on which the text is shown
 * @returns how the confirmation went; null if none may be sent
 * @throws Problem message-not-found, reply-not-recordable, repair-status
 */
export async function recordReply(
  deps: Deps,
  id: string,
  answer: RecordableAnswer,
  ticketNumber: string | null,
): Promise<{ repair: Repair; estimate: Estimate; sms: SmsResult | null }> {
  const { database, clock } = deps;
  const at = isoTime(clock());
  const recorded = await database.transact(async (tx) => {
    const message = await messageRow(tx, id);
    if (!message) throw new Problem('message-not-found');
    await dialectOf(tx).lock(tx, `phone ${message.phone}`);
    const subject = await subjectOf(tx, message, ticketNumber);
    const { repair, estimate, choices } = subject;
    const isApplied =
      choices.includes(answer) &&
      (await applyAnswer(
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
  const sms = recorded.text === null ? null : await deliverSoon(deps, recorded.text);
  const repair = await getRepair(database.read, recorded.ticketNumber);
  const estimate = await findEstimate(database.read, recorded.estimateId);
  // Deleted at the same moment: the ticket's state says so.
  if (!estimate) throw new Problem('repair-status', { extra: { repair } });
  return { repair, estimate, sms };
}

/** The ticket and the estimate that a text may be recorded for. @throws Problem reply-not-recordable */
async function subjectOf(
  tx: Handle,
  message: MessagesTable,
  named: string | null,
): Promise<{ repair: Repair; estimate: Estimate; choices: readonly RecordableAnswer[] }> {
  const reference = named ?? message.ticket_number;
  // An answer handles what the phone has asked about any ticket.
  const ofPhone = await ticketsOfPhone(tx, message.phone);
  await lockTickets(tx, [message.ticket_number, named, ...ofPhone]);
  const repair = reference === null ? undefined : await findRepair(tx, reference);
  if (!repair) throw new Problem('reply-not-recordable');
  const current = await currentEstimateOf(tx, repair.ticketNumber);
  // A ticket other than the one that the text is shown on must at least be this phone's.
  const isOthers =
    repair.ticketNumber !== message.ticket_number && current?.phone !== message.phone;
  const isAfter = current !== undefined && current.estimate.sentAt > message.created_at;
  if (message.direction !== 'inbound' || !current || isOthers || isAfter) {
    throw new Problem('reply-not-recordable', { extra: { repair } });
  }
  // A later text may have arrived meanwhile: what was said last must not be overturned by what was said
  // before.
  const { phone, created_at: readAt } = message;
  if (await textedSince(tx, phone, readAt, ['ACCEPT', 'DECLINE'], repair.ticketNumber)) {
    throw new Problem('reply-not-recordable', {
      detail: 'The customer has answered in a later text. Read that one.',
      extra: { repair },
    });
  }
  const { estimate } = current;
  const text = { direction: message.direction, createdAt: message.created_at };
  return { repair, estimate, choices: answersForReply(text, estimate, repair.status) };
}

/** What is texted back to a clear answer, unless no text may go there. */
async function prepareConfirmation(
  tx: Handle,
  { repair, estimate }: { repair: Repair; estimate: Estimate },
  phone: string,
  answer: RecordableAnswer,
  at: string,
): Promise<OutgoingText | null> {
  const priceCents = centsFromDollars(estimate.estimatePrice);
  if (priceCents === null || textablePhone(phone) !== phone) return null;
  // It may be days since the customer wrote.
  if ((await isOptedOut(tx, phone)) || (await withheldNow(tx, phone, repair)) !== null) {
    return null;
  }
  const kind = answer === 'accepted' ? 'confirm-accept' : 'confirm-decline';
  const { shop } = await readShopSettings(tx);
  const goesOnCents = estimate.furtherTo && centsFromDollars(estimate.furtherTo.estimatePrice);
  const text = { kind, ...textSubject(repair), priceCents, goesOnCents } as const;
  const body = composeText(shop, text, repair.customerLanguage);
  return prepareText(tx, { kind, ticketNumber: repair.ticketNumber, phone, body }, at);
}
