import type { Repair, SmsResult } from '../../domain/api-answers.ts';
import { dateIn } from '../../domain/calendar-date.ts';
import { zoneInForce } from '../../domain/clock.ts';
import { centsFromDollars } from '../../domain/money.ts';
import { hoursText } from '../../domain/opening-hours.ts';
import { balanceAskedFor } from '../../domain/payments.ts';
import { Problem } from '../../domain/problems.ts';
import {
  collectedCode,
  neverSentCode,
  optedOutCode,
  withheldCode,
} from '../../domain/text-delivery.ts';
import { heldSpan } from '../../domain/text-hold.ts';
import type { MessageKind } from '../../domain/text-kinds.ts';
import { isoTime, withTimeout } from '../base/clock.ts';
import { isFound } from '../database/found.ts';
import { refuseWhileClosed } from '../database/settings.ts';
import type { Handle } from '../database/tables.ts';
import { record } from '../history/record.ts';
import { reachableLink } from '../photos/links.ts';
import type { Deps } from '../ports/deps.ts';
import type { OutgoingText } from '../ports/text-sender.ts';
import { getRepair, lockTicket, updateTicket } from '../repairs/store.ts';
import { readShopSettings } from '../settings/store.ts';
import {
  deliverSoon,
  isWithheld,
  patienceMs,
  sendableTo,
  shopText,
  smsResultOfNewest,
  textSubject,
} from './sending.ts';
import { accountInForce, failedStates, leavingBy, newestOfKind } from './store.ts';

/**
 * Texts of completions. While one can still be undone its text is held: recorded with the completion,
 * sent once its time is over. Ending the hold under the ticket's lock is what sends the text, so it is
 * sent once.
 */

export interface LinkedPhoto {
  url: string;
  /** Where the customer can open it. */
  link: string;
}

/** The completion photo of a repair, where the customer can open it. Not within a transaction. */
export async function linkedPhoto(
  deps: Deps,
  { completedPhotoUrl: url }: Pick<Repair, 'completedPhotoUrl'>,
): Promise<LinkedPhoto | null> {
  const publicUrl = url === null ? null : await deps.texting.publicUrl();
  if (url === null || publicUrl === null) return null;
  const isTyped = publicUrl !== deps.publicUrl;
  const link = await reachableLink({ publicUrl, isTyped, log: deps.log }, url);
  return link === null ? null : { url, link };
}

/**
 * @param photo left out if another has replaced it in the meantime
 * @param now milliseconds since 1970: the text names the closed days of the week from then on
 */
export async function completionText(
  tx: Handle,
  done: Repair,
  photo: LinkedPhoto | null,
  now: number,
): Promise<string> {
  const settings = await readShopSettings(tx);
  const { customerLanguage: language } = done;
  const today = dateIn(now, zoneInForce(settings));
  const about = {
    ...textSubject(done),
    balanceCents: centsFromDollars(Math.max(balanceAskedFor(done) ?? 0, 0)) ?? 0,
    hours: hoursText(settings.calendar, today, language),
  };
  if (done.isUnrepaired) return shopText(tx, { kind: 'done-declined', ...about }, language);
  return photo !== null && photo.url === done.completedPhotoUrl
    ? shopText(tx, { kind: 'done-photo', ...about, photoUrl: photo.link }, language)
    : shopText(tx, { kind: 'done', ...about }, language);
}

/**
 * Removes the held text of a ticket that is locked and open again: nothing is left of it.
 *
 * @returns the id of the text; null if there was none
 */
export async function withdrawHeldText(tx: Handle, ticketNumber: string): Promise<string | null> {
  const withdrawn = await tx
    .deleteFrom('messages')
    .where('ticket_number', '=', ticketNumber)
    .where('state', '=', 'held')
    .returning('id')
    .executeTakeFirst();
  return withdrawn?.id ?? null;
}

/**
 * Stops the held text of a ticket that is locked. It stays and says that it was not sent: a customer
 * who has the watch is not told that it is ready, and one whose ticket is brought back was not told.
 * A pickup also ends the case of one that was stopped before.
 *
 * @returns the id of the text; null if there was none
 */
export async function stopHeldText(
  tx: Handle,
  ticketNumber: string,
  because: 'collected' | 'deleted',
  at: string,
): Promise<string | null> {
  const isCollected = because === 'collected';
  const stopped = await tx
    .updateTable('messages')
    .set({
      state: 'failed',
      error_code: isCollected ? collectedCode : neverSentCode,
      // Staff need not look at it. A ticket that is brought back brings its case along.
      attention_handled_at: isCollected ? at : null,
      updated_at: at,
    })
    .where('ticket_number', '=', ticketNumber)
    .where(({ eb, or, and }) =>
      or([
        eb('state', '=', 'held'),
        ...(isCollected
          ? [
              and([
                eb('kind', '=', 'done'),
                eb('state', '=', 'failed'),
                eb('error_code', '=', neverSentCode),
                eb('attention_handled_at', 'is', null),
              ]),
            ]
          : []),
      ]),
    )
    .returning('id')
    .execute();
  return newestId(stopped);
}

const newestId = (texts: readonly { id: string }[]): string | null =>
  texts
    .map(({ id }) => id)
    .toSorted()
    .at(-1) ?? null;

/** The kinds of texts that may have informed the customer since a completion text was stopped. */
const informingKinds: readonly MessageKind[] = ['manual', 'pickup-reminder'];

/** The text that a pickup stopped, unless the customer has been texted since; undefined if there is none. */
async function stoppedText(db: Handle, ticketNumber: string): Promise<string | undefined> {
  const last = await newestOfKind(db, ticketNumber, 'done');
  if (last?.state !== 'failed' || last.error_code !== collectedCode) return undefined;
  const isTold = await isFound(
    db
      .selectFrom('messages')
      .select('id')
      .where('ticket_number', '=', ticketNumber)
      .where('kind', 'in', informingKinds)
      .where('state', 'not in', failedStates)
      .where('id', '>', last.id),
  );
  return isTold ? undefined : last.id;
}

/** The photo for {@link offerStoppedText}. Not within a transaction. */
export async function photoOfStoppedText(deps: Deps, repair: Repair): Promise<LinkedPhoto | null> {
  const id = await stoppedText(deps.database.read, repair.ticketNumber);
  return id === undefined ? null : linkedPhoto(deps, repair);
}

/**
 * Makes a case of the text that a pickup stopped, now that the watch waits again: the customer does
 * not know that it is ready. The ticket is locked; the text says what is true now.
 *
 * @returns the id of the text; null if there is none to send
 */
export async function offerStoppedText(
  tx: Handle,
  repair: Repair,
  photo: LinkedPhoto | null,
  at: string,
): Promise<string | null> {
  const id = await stoppedText(tx, repair.ticketNumber);
  if (id === undefined) return null;
  await tx
    .updateTable('messages')
    .set({
      error_code: neverSentCode,
      attention_handled_at: null,
      body: await completionText(tx, repair, photo, Date.parse(at)),
      updated_at: at,
    })
    .where('id', '=', id)
    .execute();
  return id;
}

/** To whom a held text goes now, or why it goes to nobody. */
async function recipientOf(tx: Handle, repair: Repair): Promise<{ to: string } | { code: string }> {
  try {
    return { to: await sendableTo(tx, repair) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (isWithheld(error)) return { code: withheldCode };
    return { code: error.code === 'phone-opted-out' ? optedOutCode : neverSentCode };
  }
}

/**
 * Ends the hold of a ticket. Its text says what is true now: the photo may be another, or gone.
 *
 * @param heldUntil ends the hold only if it lasts until then; undefined ends any hold
 * @returns the repair, and its text for the sender; null if there is none to send
 * @throws Problem repair-not-found
 */
async function release(
  deps: Deps,
  reference: string,
  heldUntil?: string,
): Promise<{ repair: Repair; text: OutgoingText | null }> {
  const { database, clock } = deps;
  const seen = await getRepair(database.read, reference);
  const photo = seen.heldUntil === null ? null : await linkedPhoto(deps, seen);
  return database.transact(async (tx) => {
    await refuseWhileClosed(tx);
    const ticket = await lockTicket(tx, reference);
    if (ticket.heldUntil === null || ticket.heldUntil !== (heldUntil ?? ticket.heldUntil)) {
      return { repair: ticket, text: null };
    }
    const { id, ticketNumber } = ticket;
    const repair = { ...ticket, heldUntil: null };
    const at = isoTime(clock());
    await updateTicket(tx, ticketNumber, { held_until: null });
    const given = await recipientOf(tx, repair);
    const text = await tx
      .updateTable('messages')
      .set({
        ...('to' in given
          ? // It is being sent now: from here on, the provider is asked whether it was.
            { state: 'sending', phone: given.to, created_at: at, account: accountInForce }
          : {
              state: 'failed',
              error_code: given.code,
              // Staff need not look at it.
              ...(given.code === withheldCode && { attention_handled_at: at }),
            }),
        body: await completionText(tx, repair, photo, Date.parse(at)),
        updated_at: at,
      })
      .where('ticket_number', '=', ticketNumber)
      .where('state', '=', 'held')
      .returning(['id', 'body', 'account'])
      .executeTakeFirst();
    await record(tx, {
      at,
      events: [],
      changes: [{ entity: 'repair', id, what: 'hold-over', ticketNumber }],
    });
    if (!text || !('to' in given)) return { repair, text: null };
    const { body, account } = text;
    return { repair, text: { reference: text.id, to: given.to, body, ...leavingBy(account) } };
  });
}

/** How a text that was already sent went. */
async function resultOfLast(deps: Deps, repair: Repair): Promise<SmsResult> {
  const { read } = deps.database;
  const last = await newestOfKind(read, repair.ticketNumber, 'done');
  const leaving = last && deps.deliveries.get(last.id);
  if (leaving) await withTimeout(leaving, patienceMs);
  return smsResultOfNewest(read, repair, 'done');
}

/**
 * Sends the held text of a completion without waiting for its time.
 *
 * @returns how it went, even if it was sent already
 * @throws Problem repair-not-found, repair-status
 */
export async function sendHeldText(
  deps: Deps,
  reference: string,
): Promise<{ repair: Repair; sms: SmsResult }> {
  const { repair, text } = await release(deps, reference);
  if (repair.status !== 'completed') throw new Problem('repair-status', { extra: { repair } });
  const sms = await (text === null ? resultOfLast(deps, repair) : deliverSoon(deps, text));
  return { repair: { ...repair, smsSent: repair.smsSent || sms.state === 'sent' }, sms };
}

/**
 * Sends the held texts whose time has come.
 *
 * @param isStopping asked before each text: if true, the rest waits for the next run
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
      .then(({ text }) => text && deliverSoon(deps, text))
      .catch((error: unknown) => {
        log.warn({ error: String(error), ticketNumber }, 'A held text could not be sent');
      });
  }
}
