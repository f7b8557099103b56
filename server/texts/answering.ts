import { casesClosedBy } from '../../domain/attention.ts';
import { dayMs } from '../../domain/clock.ts';
import { textablePhone } from '../../domain/phone.ts';
import type { RepairStatus } from '../../domain/repair-status.ts';
import {
  type EstimateAnswerState,
  mayReplyAutomatically,
  type ReplyDecision,
  type ReplySituation,
} from '../../domain/reply-decision.ts';
import { composeText } from '../../domain/texts.ts';
import { isoTime } from '../base/clock.ts';
import { isClientPhone } from '../clients/store.ts';
import type { Handle } from '../database/tables.ts';
import { estimatesForPhone, ticketsWithToldEstimates } from '../estimates/store.ts';
import type { EstimateActions } from '../ports/estimate-actions.ts';
import type { OutgoingText } from '../ports/text-sender.ts';
import { readShopSettings } from '../settings/store.ts';
import { closeCases } from './attention.ts';
import {
  automaticTextsTo,
  hasBeenTexted,
  isOptedOut,
  languageOfPhone,
  lastTicketOfPhone,
  onlyOpenTicketOf,
  setOptedOut,
} from './phone-store.ts';
import { prepareText, unresolvedEstimatesTo } from './store.ts';

/** What a customer's text is decided by, and what follows from the decision. */

type PhoneEstimate = Awaited<ReturnType<typeof estimatesForPhone>>[number];

/** The state of an estimate when an answer comes, from its own and its ticket's status. */
function answerState(estimate: PhoneEstimate): EstimateAnswerState {
  if (estimate.replaced_at !== null) {
    // More work that wasn't accepted: the repair continued without it.
    if (estimate.before_cents === null || estimate.status === 'accepted') return 'closed';
    if (estimate.status === 'declined') return 'returned';
    return estimate.expired_at === null ? 'closed' : 'expired';
  }
  const waits = (status: RepairStatus) => estimate.repair_status === status;
  switch (estimate.status) {
    case 'sent':
      if (!waits('estimate-sent')) return 'closed';
      return estimate.expired_at === null ? 'open' : 'expired';
    case 'accepted':
      return waits('estimate-accepted') ? 'accepted' : 'work-started';
    case 'declined':
      return waits('estimate-declined') ? 'declined' : 'returned';
    case 'assigned':
      return 'work-started';
    case 'completed':
      return estimate.response_status === 'declined' ? 'returned' : 'work-started';
  }
}

/**
 * The state of a phone and its estimates.
 *
 * @param upTo ISO 8601: estimates that were texted later are left out, since a text from that time cannot be
 *   about them
 */
export async function situationOf(
  tx: Handle,
  phone: string,
  mediaCount: number,
  upTo?: string,
): Promise<ReplySituation> {
  const rows = (await estimatesForPhone(tx, phone)).filter(
    ({ sent_at: sentAt }) => upTo === undefined || sentAt <= upTo,
  );
  const lastTicket = await lastTicketOfPhone(tx, phone);
  return {
    optedOut: await isOptedOut(tx, phone),
    knownPhone:
      rows.length > 0 ||
      lastTicket !== null ||
      (await hasBeenTexted(tx, phone)) ||
      (await isClientPhone(tx, phone)),
    lastTicket,
    onlyOpenTicket: mediaCount > 0 ? await onlyOpenTicketOf(tx, phone) : null,
    mediaCount,
    unresolved: await unresolvedEstimatesTo(tx, phone, upTo),
    told: await ticketsWithToldEstimates(tx, phone, upTo),
    estimates: rows.map((row) => ({
      estimateId: row.id,
      ticketNumber: row.ticket_number,
      watch: `${row.watch_brand} ${row.watch_model}`,
      priceCents: row.estimate_price_cents,
      state: answerState(row),
      goesOnCents: row.before_cents,
    })),
  };
}

/** Makes the change that was decided on, in the transaction that holds the phone and its tickets. */
export async function act(
  estimates: EstimateActions,
  tx: Handle,
  { action }: ReplyDecision,
  { id, phone, body }: { id: string; phone: string; body: string },
  at: string,
): Promise<void> {
  switch (action.kind) {
    case 'apply-accept':
    case 'apply-decline': {
      const answer = action.kind === 'apply-accept' ? 'accepted' : 'declined';
      const isApplied = await estimates.applyAnswer(
        tx,
        action.estimateId,
        { answer, words: body, by: 'customer', messageId: id },
        at,
      );
      if (!isApplied) throw new Error('A ticket changed although it was locked');
      return;
    }
    case 'set-opt-out':
      await setOptedOut(tx, phone, at);
      return closeCases(tx, { phone }, casesClosedBy.optOut, at, id);
    case 'clear-opt-out':
      await setOptedOut(tx, phone, null);
      return closeCases(tx, { phone }, casesClosedBy.optIn, at, id);
    case 'none':
      return;
  }
}

/** Whether the text that should go back may go: two machines must not answer each other forever. */
export async function mayAnswer(
  tx: Handle,
  { reply }: ReplyDecision,
  phone: string,
  now: number,
): Promise<boolean> {
  if (reply === null) return true;
  // A short code or a foreign number cannot be texted, and must not turn into another person's.
  if (textablePhone(phone) !== phone) return false;
  const sent = await automaticTextsTo(tx, phone, isoTime(now - dayMs));
  return mayReplyAutomatically(reply.kind, sent, now);
}

/** Records the text that goes back. */
export async function prepareReply(
  tx: Handle,
  reply: NonNullable<ReplyDecision['reply']>,
  { ticketNumber, phone }: { ticketNumber: string | null; phone: string },
  at: string,
): Promise<OutgoingText> {
  const { shop } = await readShopSettings(tx);
  const language = await languageOfPhone(tx, phone, ticketNumber);
  const body = composeText(shop, reply, language);
  return prepareText(tx, { kind: reply.kind, ticketNumber, phone, body }, at);
}
