import { sql } from 'kysely';
import { dateIn, dateText } from '../../domain/calendar-date.ts';
import { zoneInForce } from '../../domain/clock.ts';
import { centsFromDollars } from '../../domain/money.ts';
import { balanceAskedFor } from '../../domain/payments.ts';
import { textablePhone } from '../../domain/phone.ts';
import { type PickupSpan, pickupSpans } from '../../domain/reminders.ts';
import { overviewStatuses } from '../../domain/repair-status.ts';
import { composeText } from '../../domain/texts.ts';
import { isoTime } from '../base/clock.ts';
import { isChanged, literals } from '../database/found.ts';
import { restoredAt } from '../database/settings.ts';
import type { Handle } from '../database/tables.ts';
import { recordRepairEvent } from '../history/record.ts';
import type { Deps } from '../ports/deps.ts';
import type { OutgoingText } from '../ports/text-sender.ts';
import { readShopSettings } from '../settings/store.ts';
import { deliverSoon, textSubject, withheldNow } from '../texts/sending.ts';
import { prepareText } from '../texts/store.ts';
import { getRepair, lockTickets } from './store.ts';

/** At once: the others wait for the next minute. */
const maxAtOnce = 200;

/**
 * Reminds the customers whose watches wait to be picked up. Each reminder is claimed and recorded in
 * one transaction before it is sent, so that it goes out once, no matter what happens in between.
 *
 * @param isStopping asked before each: if true, the rest waits for the next run
 */
export async function remindOfPickups(deps: Deps, isStopping: () => boolean): Promise<void> {
  const { database, clock } = deps;
  const settings = await readShopSettings(database.read);
  for (const span of pickupSpans(settings, clock(), await restoredAt(database.read))) {
    for (const ticketNumber of await unreminded(database.read, span)) {
      if (isStopping()) return;
      const text = await prepareReminder(deps, ticketNumber, span.nth);
      if (text !== null) await deliverSoon(deps, text);
    }
  }
}

/** In the words of the partial index of what waits, so that the engine sees that it applies. */
const isDue = ({
  nth,
  from,
  to,
}: PickupSpan) => sql<boolean>`status in (${literals(overviewStatuses.completed)})
  and deleted_at is null and is_handed_out = 0 and pickup_reminders < ${nth}
  and completed_at is not null and coalesce(completed_at, created_at) between ${isoTime(from)} and ${isoTime(to)}`;

async function unreminded(db: Handle, span: PickupSpan): Promise<string[]> {
  const rows = await db
    .selectFrom('repair_tickets')
    .select('ticket_number')
    .where(isDue(span))
    .orderBy(sql`coalesce(completed_at, created_at)`)
    .limit(maxAtOnce)
    .execute();
  return rows.map((row) => row.ticket_number);
}

/** @returns the recorded text; null if none is due anymore, or none may be sent */
function prepareReminder(
  { database, clock }: Deps,
  ticketNumber: string,
  nth: number,
): Promise<OutgoingText | null> {
  return database.transact(async (tx) => {
    const now = clock();
    const settings = await readShopSettings(tx);
    const spans = pickupSpans(settings, now, await restoredAt(tx));
    const span = spans.find((one) => one.nth === nth);
    if (span === undefined) return null;
    await lockTickets(tx, [ticketNumber]);
    const claiming = tx
      .updateTable('repair_tickets')
      .set({ pickup_reminders: nth })
      .where('ticket_number', '=', ticketNumber)
      .where(isDue(span));
    if (!(await isChanged(claiming))) return null;
    const repair = await getRepair(tx, ticketNumber);
    // Its moment passes, even if nothing can be texted.
    const withheld = await withheldNow(tx, repair.customerPhone, repair);
    const isWanted = repair.optedOutAt === null && withheld === null;
    const phone = isWanted ? textablePhone(repair.customerPhone) : null;
    if (phone === null) return null;
    const zone = zoneInForce(settings);
    const readyAt = Date.parse(repair.completedAt ?? repair.createdAt);
    const { customerLanguage: language } = repair;
    const body = composeText(
      settings.shop,
      {
        kind: 'pickup-reminder',
        ...textSubject(repair),
        readySince: dateText(dateIn(readyAt, zone), dateIn(now, zone), language),
        balanceCents: centsFromDollars(balanceAskedFor(repair) ?? 0) ?? 0,
      },
      language,
    );
    const at = isoTime(now);
    const message = { kind: 'pickup-reminder', ticketNumber, phone, body } as const;
    const text = await prepareText(tx, message, at);
    const data = { messageId: text.reference, reminder: nth };
    await recordRepairEvent(tx, repair, at, {
      kind: 'repair-pickup-reminded',
      actor: 'system',
      data,
    });
    return text;
  });
}
