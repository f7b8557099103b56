import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Repair } from '../../domain/api-answers.ts';
import { changedFields } from '../../domain/edits.ts';
import type { Before } from '../../domain/further-work.ts';
import { textablePhone } from '../../domain/phone.ts';
import { expiredBefore, mayRemindNow, remindedSpan } from '../../domain/reminders.ts';
import { composeText } from '../../domain/texts.ts';
import { isoTime } from '../base/clock.ts';
import { restoredAt } from '../database/settings.ts';
import type { Handle, Tables } from '../database/tables.ts';
import { record } from '../history/record.ts';
import type { Deps } from '../ports/deps.ts';
import type { OutgoingText } from '../ports/text-sender.ts';
import { findRepair, lockTickets } from '../repairs/store.ts';
import { readShopSettings } from '../settings/store.ts';
import { deliverSoon, textSubject, withheldNow } from '../texts/sending.ts';
import { hasUnresolvedEstimate, prepareText } from '../texts/store.ts';
import { findEstimate, hasOthersOpen, isOfLiveTicket } from './store.ts';
import { goesOn, resume } from './transitions.ts';

type Candidate = Awaited<ReturnType<typeof unremindedEstimates>>[number];

/**
 * Marks the estimates that have waited longer than the shop lets them, in the caller's
 * transaction.
 *
 * @param of only those that were texted to a phone, or the one of a ticket; null for all
 */
export async function expireDue(tx: Handle, now: number, of: OverdueOf): Promise<void> {
  const before = expiredBefore(await readShopSettings(tx), now);
  if (before === null) return;
  const at = isoTime(now);
  const overdue = isOverdue(isoTime(before), of);
  const due = await tx.selectFrom('estimates').select('repair_id').where(overdue).execute();
  await lockTickets(
    tx,
    due.map((row) => row.repair_id),
  );
  const expired = await tx
    .updateTable('estimates')
    .set({ expired_at: at })
    .where(overdue)
    .returning(['id', 'repair_id'])
    .execute();
  if (expired.length === 0) return;
  /** Repairs that continue at the earlier accepted price, by the estimate's id. */
  const resumed = new Map<string, { before: Before; repair: Repair }>();
  for (const { id, repair_id: ticketNumber } of expired) {
    const before = (await findEstimate(tx, id))?.furtherTo;
    if (before) resumed.set(id, { before, repair: await resume(tx, ticketNumber, before, at) });
  }
  const waiting = 'estimate-sent';
  await record(tx, {
    at,
    events: expired.map(({ id, repair_id }) => ({
      kind: 'estimate-expired',
      actor: 'system',
      ticketNumber: repair_id,
      data: {
        estimateId: id,
        ...goesOn(resumed.get(id)?.before ?? null),
        ...changedFields(
          { status: waiting, expiredAt: null },
          { status: resumed.get(id)?.repair.status ?? waiting, expiredAt: at },
        ),
      },
    })),
    changes: [
      ...expired.map(({ id, repair_id }) => ({
        entity: 'estimate' as const,
        id,
        what: 'expired',
        ticketNumber: repair_id,
      })),
      ...[...resumed.values()].map(({ repair: { id, ticketNumber } }) => ({
        entity: 'repair' as const,
        id,
        what: 'went-on',
        ticketNumber,
      })),
    ],
  });
}

/** @returns the recorded reminder; null if none is due anymore, or none may be sent */
async function prepareReminder(deps: Deps, candidate: Candidate): Promise<OutgoingText | null> {
  const { database, clock } = deps;
  const { id, repair_id: ticketNumber, texted_phone: phone } = candidate;
  return database.transact(async (tx) => {
    const now = clock();
    const at = isoTime(now);
    const settings = await readShopSettings(tx);
    if (!mayRemindNow(settings, now)) return null;
    await lockTickets(tx, [ticketNumber]);
    const repair = await findRepair(tx, ticketNumber);
    if (repair?.status !== 'estimate-sent') return null;
    // An answer from another number would not be matched; the old number may be someone else's by now.
    if (textablePhone(repair.customerPhone) !== phone || repair.optedOutAt !== null) return null;
    if ((await withheldNow(tx, phone, repair)) !== null) return null;
    if (await hasUnresolvedEstimate(tx, ticketNumber)) return null;
    // Its one reminder, unless it was answered, replaced or reminded meanwhile.
    const claimed = await tx
      .updateTable('estimates')
      .set({ reminded_at: at })
      .where('id', '=', id)
      .where('status', '=', 'sent')
      .where('replaced_at', 'is', null)
      .where('expired_at', 'is', null)
      .where('reminded_at', 'is', null)
      .returning('estimate_price_cents')
      .executeTakeFirst();
    if (!claimed) return null;
    const othersOpen = await hasOthersOpen(tx, phone, ticketNumber);
    const kind = othersOpen ? 'reminder-one-of-several' : 'reminder';
    const priceCents = claimed.estimate_price_cents;
    const body = composeText(
      settings.shop,
      { kind, ...textSubject(repair), priceCents },
      repair.customerLanguage,
    );
    const text = await prepareText(tx, { kind: 'reminder', ticketNumber, phone, body }, at);
    const data = {
      estimateId: id,
      messageId: text.reference,
      ...changedFields({ remindedAt: null }, { remindedAt: at }),
    };
    await record(tx, {
      at,
      events: [{ kind: 'estimate-reminded', actor: 'system', ticketNumber, data }],
      changes: [{ entity: 'estimate', id, what: 'reminded', ticketNumber }],
    });
    return text;
  });
}

/**
 * One reminder for each estimate: claimed and recorded in one transaction before it is sent.
 *
 * @param isStopping asked before each reminder: if true, the rest waits for the next run
 */
export async function remindOfEstimates(deps: Deps, isStopping: () => boolean): Promise<void> {
  const { database, clock } = deps;
  const settings = await readShopSettings(database.read);
  const span = remindedSpan(settings, clock(), await restoredAt(database.read));
  if (span === null) return;
  const candidates = await unremindedEstimates(
    database.read,
    { from: isoTime(span.from), to: isoTime(span.to) },
    settings.texts.onlyWithConsent,
  );
  for (const candidate of candidates) {
    if (isStopping()) return;
    const text = await prepareReminder(deps, candidate);
    if (text !== null) await deliverSoon(deps, text);
  }
}

/**
 * Estimates without an answer or a reminder, sent in a span of ISO times, oldest first. Those whose customers
 * may not be texted are left out: they would hold up the newer ones.
 */
async function unremindedEstimates(
  db: Handle,
  span: { from: string; to: string },
  onlyWithConsent: boolean,
): Promise<{ id: string; repair_id: string; texted_phone: string }[]> {
  return (
    db
      .selectFrom('estimates as estimate')
      .leftJoin('phones as phone', 'phone.phone', 'estimate.texted_phone')
      .select(['estimate.id', 'estimate.repair_id', 'estimate.texted_phone'])
      // A literal, so that the engine sees that the partial index applies.
      .where('estimate.status', '=', sql.lit('sent'))
      .where('estimate.replaced_at', 'is', null)
      .where('estimate.expired_at', 'is', null)
      .where('estimate.reminded_at', 'is', null)
      // A customer who was given it in another way is not texted about it.
      .where('estimate.told', 'is', null)
      .where('estimate.sent_at', '>=', span.from)
      .where('estimate.sent_at', '<=', span.to)
      .where('phone.opted_out_at', 'is', null)
      // Not a join, which could as well begin with every ticket that has ever waited.
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('repair_tickets as ticket')
            .select('ticket.id')
            .whereRef('ticket.ticket_number', '=', 'estimate.repair_id')
            .innerJoin('clients as client', 'client.id', 'ticket.client_id')
            .where('ticket.status', '=', 'estimate-sent')
            .where('ticket.deleted_at', 'is', null)
            .$if(onlyWithConsent, (asked) => asked.where('client.agreed_to_texts', '=', 1)),
        ),
      )
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('clients as owner')
              .select('owner.id')
              .whereRef('owner.phone_key', '=', 'estimate.texted_phone')
              .where('owner.no_texts', '=', 1),
          ),
        ),
      )
      .orderBy('estimate.sent_at')
      .limit(200)
      .execute()
  );
}

type OverdueOf = { phone: string } | { ticketNumber: string } | null;

const isOverdue =
  (sentBefore: string, of: OverdueOf) =>
  (where: ExpressionBuilder<Tables, 'estimates'>): Expression<SqlBool> =>
    where.and([
      // A literal, so that the engine sees that the partial index applies.
      where('status', '=', sql.lit('sent')),
      where('replaced_at', 'is', null),
      where('expired_at', 'is', null),
      where('sent_at', '<=', sentBefore),
      isOfLiveTicket(where),
      ...(of !== null && 'phone' in of ? [where('texted_phone', '=', of.phone)] : []),
      ...(of !== null && 'ticketNumber' in of ? [where('repair_id', '=', of.ticketNumber)] : []),
    ]);
