import type { SmsResult } from '../../domain/api-answers.ts';
import { Problem } from '../../domain/problems.ts';
import { heldSpan } from '../../domain/schedule.ts';
import { neverSentCode, optedOutCode } from '../../domain/text-delivery.ts';
import { isoTime, patiently } from '../clock.ts';
import { record } from '../database/changes.ts';
import { refuseWhileClosed } from '../database/settings.ts';
import type { Handle } from '../database/tables.ts';
import type { Deps } from '../deps.ts';
import { findRepair, lockTickets, updateTicket } from '../repairs/store.ts';
import type { OutgoingText } from './sender.ts';
import { deliverSoon, patienceMs, sendableTo, smsResultOfNewest } from './sending.ts';
import { newestOfKind } from './store.ts';

/**
 * Texts of completions that can still be undone: recorded with the completion, sent once their time
 * is over. Who ends the hold under the ticket's lock sends the text, so it leaves once.
 */

/**
 * Ends the hold of a ticket that is locked, and takes its text back.
 *
 * @returns the id of the text; null where there was none
 */
export async function withdrawHeldText(tx: Handle, ticketNumber: string): Promise<string | null> {
  await updateTicket(tx, ticketNumber, { held_until: null });
  const withdrawn = await tx
    .deleteFrom('messages')
    .where('ticket_number', '=', ticketNumber)
    .where('state', '=', 'held')
    .returning('id')
    .executeTakeFirst();
  return withdrawn?.id ?? null;
}

/** To whom a held text goes by now, or why it goes to nobody. */
function recipientOf(repair: Parameters<typeof sendableTo>[0]): { to: string } | { code: string } {
  try {
    return { to: sendableTo(repair) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { code: error.code === 'phone-opted-out' ? optedOutCode : neverSentCode };
  }
}

/**
 * Ends the hold of a ticket.
 *
 * @param heldUntil only while it is held until then; undefined for however long it is held
 * @returns its text, for the sender; null where there is none to send
 */
async function release(
  { database, clock }: Deps,
  ticketNumber: string,
  heldUntil?: string,
): Promise<OutgoingText | null> {
  return database.transact(async (tx) => {
    await refuseWhileClosed(tx);
    await lockTickets(tx, [ticketNumber]);
    const repair = await findRepair(tx, ticketNumber);
    const isHeld = repair !== undefined && repair.heldUntil !== null;
    if (!isHeld || (heldUntil !== undefined && repair.heldUntil !== heldUntil)) return null;
    const at = isoTime(clock());
    await updateTicket(tx, repair.ticketNumber, { held_until: null });
    const given = recipientOf(repair);
    const text = await tx
      .updateTable('messages')
      .set(
        'to' in given
          ? // It leaves now: whether it did is asked from here on.
            { state: 'sending', phone: given.to, created_at: at, updated_at: at }
          : { state: 'failed', error_code: given.code, updated_at: at },
      )
      .where('ticket_number', '=', repair.ticketNumber)
      .where('state', '=', 'held')
      .returning(['id', 'body'])
      .executeTakeFirst();
    await record(tx, {
      at,
      events: [],
      changes: [{ entity: 'repair', id: repair.id, what: 'hold-over', ticketNumber }],
    });
    return text && 'to' in given ? { reference: text.id, to: given.to, body: text.body } : null;
  });
}

/**
 * Sends the held text of a ticket at once.
 *
 * @returns how it went, also where it has left already
 */
export async function sendHeldText(deps: Deps, ticketNumber: string): Promise<SmsResult> {
  const text = await release(deps, ticketNumber);
  if (text !== null) return deliverSoon(deps, text);
  const { read } = deps.database;
  const last = await newestOfKind(read, ticketNumber, 'done');
  const leaving = last && deps.deliveries.get(last.id);
  if (leaving) await patiently(leaving, patienceMs);
  return smsResultOfNewest(read, ticketNumber, 'done');
}

/**
 * Sends the held texts whose time has come.
 *
 * @param isStopping asked before each text: then the rest waits for the next run
 */
export async function sendDueTexts(deps: Deps, isStopping: () => boolean): Promise<void> {
  const { database, clock, log } = deps;
  const span = heldSpan(clock());
  const due = await database.read
    .selectFrom('repair_tickets')
    .select(['ticket_number', 'held_until'])
    .where('held_until', 'is not', null)
    .where(({ eb, or }) =>
      or([
        eb('held_until', '<=', isoTime(span.until)),
        eb('held_until', '>', isoTime(span.tooFar)),
      ]),
    )
    .orderBy('held_until')
    .limit(100)
    .execute();
  for (const { ticket_number: ticketNumber, held_until: heldUntil } of due) {
    if (isStopping()) return;
    // One that cannot be sent must not hold up the others.
    await release(deps, ticketNumber, heldUntil ?? undefined)
      .then((text) => text && deliverSoon(deps, text))
      .catch((error: unknown) => {
        log.warn({ error: String(error), ticketNumber }, 'A held text could not be sent');
      });
  }
}
