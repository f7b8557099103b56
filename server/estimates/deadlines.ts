import { changedFields } from '../../domain/changed-fields.ts';
import { expiredBefore, mayRemindNow, remindedSpan } from '../../domain/deadlines.ts';
import { Problem } from '../../domain/problems.ts';
import { textablePhone } from '../../domain/textable-phone.ts';
import { composeText } from '../../domain/texts.ts';
import { isoTime } from '../clock.ts';
import { record } from '../database/changes/record.ts';
import type { Handle } from '../database/tables.ts';
import type { Deps } from '../deps.ts';
import { lockTickets } from '../repairs/lock.ts';
import { findRepair } from '../repairs/store.ts';
import { openOverdueCases } from '../texts/attention.ts';
import { hasUnresolvedEstimate } from '../texts/outcome-store.ts';
import type { OutgoingText } from '../texts/sender.ts';
import { deliverSoon, prepareText, textSubject } from '../texts/sending.ts';
import {
  claimReminder,
  expireEstimates,
  type OverdueOf,
  ticketsOfOverdue,
  unremindedEstimates,
} from './deadline-store.ts';
import { hasOthersOpen } from './store.ts';

/** How often is looked for what has become due, in milliseconds. */
export const deadlinesEveryMs = 60_000;

type Candidate = Awaited<ReturnType<typeof unremindedEstimates>>[number];

/**
 * Does what becomes due by the mere passing of time: reminders, ends of estimates, overdue outcomes.
 *
 * @param isOver asked before each reminder: then the rest is left to the next time
 */
export async function meetDeadlines(deps: Deps, isOver: () => boolean): Promise<void> {
  const { database, clock, log } = deps;
  const expire = () => database.transact((tx) => expireDue(deps, tx, clock(), null));
  for (const meet of [expire, () => openOverdueCases(deps), () => remind(deps, isOver)]) {
    // One that fails must not keep the others waiting; all are tried again in a minute.
    await meet().catch((error: unknown) => {
      const cause = error instanceof Problem ? error.code : String(error);
      log.warn({ error: cause }, 'What was due could not be done');
    });
  }
}

/**
 * Marks the estimates that have waited longer than the shop lets them, in the caller's
 * transaction.
 *
 * @param of only those that were texted to a phone, or that one of a ticket; null for all
 */
export async function expireDue(
  { database: { dialect }, rules }: Deps,
  tx: Handle,
  now: number,
  of: OverdueOf,
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
}

/** @returns the recorded reminder; null where none is due any more, or none may be sent */
async function prepareReminder(deps: Deps, candidate: Candidate): Promise<OutgoingText | null> {
  const { database, rules, shop, clock } = deps;
  const { dialect } = database;
  const { id, repair_id: ticketNumber, texted_phone: phone } = candidate;
  return database.transact(async (tx) => {
    const now = clock();
    const at = isoTime(now);
    if (!mayRemindNow(rules, now)) return null;
    await lockTickets(tx, dialect, [ticketNumber]);
    const repair = await findRepair(tx, ticketNumber);
    if (repair?.status !== 'estimate-sent') return null;
    // An answer from another number would not be matched; the old one may be another person's.
    if (textablePhone(repair.customerPhone) !== phone || repair.optedOutAt !== null) return null;
    if (await hasUnresolvedEstimate(tx, ticketNumber)) return null;
    const claimed = await claimReminder(tx, id, at);
    if (!claimed) return null;
    const othersOpen = await hasOthersOpen(tx, phone, ticketNumber);
    const kind = othersOpen ? 'reminder-one-of-several' : 'reminder';
    const priceCents = claimed.estimate_price_cents;
    const body = composeText(shop, { kind, ...textSubject(repair), priceCents });
    const text = await prepareText(tx, { kind: 'reminder', ticketNumber, phone, body }, at);
    const data = {
      estimateId: id,
      messageId: text.reference,
      ...changedFields({ remindedAt: null }, { remindedAt: at }),
    };
    await record(tx, dialect, {
      at,
      events: [{ kind: 'estimate-reminded', actor: 'system', ticketNumber, data }],
      changes: [{ entity: 'estimate', id, what: 'reminded', ticketNumber }],
    });
    return text;
  });
}

/** One reminder for each estimate: claimed and recorded in one transaction before it leaves. */
async function remind(deps: Deps, isOver: () => boolean): Promise<void> {
  const { database, rules, clock } = deps;
  const span = remindedSpan(rules, clock());
  if (span === null) return;
  const candidates = await unremindedEstimates(database.read, {
    from: isoTime(span.from),
    to: isoTime(span.to),
  });
  for (const candidate of candidates) {
    if (isOver()) return;
    const text = await prepareReminder(deps, candidate);
    if (text !== null) await deliverSoon(deps, text);
  }
}
