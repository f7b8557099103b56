import { sql } from 'kysely';
import { neverSentCode, restoredCode } from '../../domain/text-delivery.ts';
import { isoTime } from '../base/clock.ts';
import { takeLease } from '../database/database.ts';
import { afterPosition } from '../database/page.ts';
import { readSetting } from '../database/settings.ts';
import type { Handle, MessagesTable } from '../database/tables.ts';
import type { Deps } from '../ports/deps.ts';
import type { TextingAccount } from '../ports/texting.ts';
import { missedTextsKey } from './account-store.ts';
import { receiveText } from './inbound.ts';
import { recordOutcome } from './outcomes.ts';
import { takeReport } from './sending.ts';
import { isUnresolved, messageBy } from './store.ts';

/** What the provider knows and the shop does not: outcomes, and texts that it could not hand over. */

/** Younger texts may still be on their way from the process that recorded them. */
const reconcileAfterMs = 30_000;

/** For this long no other process asks; shorter than the time between two questions of one process. */
const takeMissedLeaseMs = 150_000;

/** Questions overlap by this much: the provider may list a text late. */
const overlapMs = 60 * 60_000;

/** Younger texts are still on their usual way, which also knows more about them. */
const handedOverWithinMs = 60_000;

/** An older answer no longer counts. */
const oldestMs = 14 * 24 * 60 * 60_000;

const never = () => false;

/**
 * Reconciles every text that a crash or a silent provider left without an outcome, one after the
 * other. Estimates come first, since answers depend on them, then the newest: a customer waits for
 * those. What comes during a long round is next, so a slow provider keeps no new text waiting.
 *
 * @param scope `old` leaves alone what another process may still be sending
 * @param isStopping asked before each text: if true, the rest waits for the next run
 */
export async function reconcileTexts(
  deps: Deps,
  scope: 'all' | 'old',
  isStopping: () => boolean = never,
): Promise<void> {
  const { database, clock, deliveries, log } = deps;
  let until = scope === 'all' ? clock() : clock() - reconcileAfterMs;
  // Those of the future as well: the clock was set back.
  const stretches: Stretch[] = [{ leavesOut: { after: until, upTo: clock() } }];
  for (let stretch = stretches.at(-1); stretch && !isStopping(); stretch = stretches.at(-1)) {
    const message = await nextUnresolved(database.read, stretch);
    if (!message) {
      stretches.pop();
      continue;
    }
    stretch.asked = message;
    if (deliveries.has(message.id)) continue;
    // One that cannot be reconciled must not hold up the others.
    const isBusy = await reconcile(deps, message).catch((error: unknown) => {
      log.warn({ error: String(error), text: message.id }, 'A text could not be reconciled');
      return false;
    });
    if (isBusy) return;
    const settledBy = clock() - reconcileAfterMs;
    if (settledBy > until) {
      stretches.push({ holds: { after: until, upTo: settledBy } });
      until = settledBy;
    }
  }
}

/** From one time to another, in milliseconds since 1970; the first is left out. */
interface Span {
  after: number;
  upTo: number;
}

/** A part of the texts without an outcome, by when they were recorded, and the last one asked about. */
type Stretch = ({ holds: Span } | { leavesOut: Span }) & { asked?: Unresolved };

type Unresolved = MessagesTable & { is_estimate: string };

const isWithin = ({ after, upTo }: Span) =>
  sql<boolean>`(created_at > ${isoTime(after)} and created_at <= ${isoTime(upTo)})`;

/** As text, for use in a position. */
const isEstimate = sql<string>`case kind when 'estimate' then '1' else '0' end`;

/** The text to ask about next. Read one at a time: it may have been settled meanwhile. */
async function nextUnresolved(db: Handle, stretch: Stretch): Promise<Unresolved | undefined> {
  const { asked } = stretch;
  return db
    .selectFrom('messages')
    .selectAll()
    .select(isEstimate.as('is_estimate'))
    .where(isUnresolved)
    .where(
      'holds' in stretch
        ? isWithin(stretch.holds)
        : sql<boolean>`not ${isWithin(stretch.leavesOut)}`,
    )
    .where(
      afterPosition(
        [isEstimate, 'created_at', 'id'],
        asked && [asked.is_estimate, asked.created_at, asked.id],
      ),
    )
    .orderBy('is_estimate', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** @returns whether the provider wants fewer requests */
async function reconcile(deps: Deps, message: MessagesTable): Promise<boolean> {
  const { id, phone, body, created_at: sentAfter } = message;
  const sender = await deps.texting.of(message.account);
  // Its account can no longer be asked: staff are told that nobody knows.
  if (sender === null) return false;
  const found = await sender.find(
    { reference: id, to: phone, body, sentAfter },
    async (sid) => (await messageBy(deps.database.read, 'provider_sid', sid)) !== undefined,
  );
  if (found.kind === 'found') {
    const { sid, state = 'accepted', errorCode = null } = found;
    await takeReport(deps, { reference: id, sid, state, errorCode });
  }
  if (found.kind === 'not-found') {
    const code = message.error_code === restoredCode ? restoredCode : neverSentCode;
    await recordOutcome(deps, id, { kind: 'rejected', code });
  }
  return found.kind === 'unknown' && found.isBusy === true;
}

/**
 * Takes every text that the provider has and the shop has not, in the order of their times, and finds out
 * how far the shop's own texts have come. One process does it for all; every one asks for the time.
 *
 * @param isStopping asked before each text: if true, the next run begins where this one did
 */
export async function takeMissedTexts(
  deps: Deps,
  isStopping: () => boolean = never,
): Promise<void> {
  const accounts = await deps.texting.accounts();
  if (accounts.length === 0) return;
  await accounts[0]?.provider.askTime();
  const now = deps.clock();
  if (!(await takeLease(deps.database, missedTextsKey(null), now, takeMissedLeaseMs))) return;
  const failures: unknown[] = [];
  for (const account of accounts) {
    // One that cannot be asked must not hold up the others.
    await takeMissedOf(deps, account, now, isStopping).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function takeMissedOf(
  deps: Deps,
  account: TextingAccount,
  now: number,
  isStopping: () => boolean,
): Promise<void> {
  const { began, from, kept } = await beginAsking(deps, account.id, now);
  const since = isoTime(from);
  const failed = await takeReceived(deps, account, { since, now }, isStopping);
  await takeDeliveries(deps, account, since, isStopping);
  if (failed === 0 && !isStopping()) {
    await noteAsked(deps, account.id, kept, { began, doneUntil: now });
  }
}

/** @returns how many could not be taken, as far as it got */
async function takeReceived(
  deps: Deps,
  { provider, accountSid }: TextingAccount,
  { since, now }: { since: string; now: number },
  isStopping: () => boolean,
): Promise<number> {
  const { database, log } = deps;
  const newest = isoTime(now - handedOverWithinMs);
  let taken = 0;
  let failed = 0;
  for (const text of await provider.receivedSince(since)) {
    if (isStopping()) break;
    if (text.textedAt !== undefined && text.textedAt > newest) continue;
    if (await messageBy(database.read, 'provider_sid', text.sid)) continue;
    try {
      await (await receiveText(deps, { ...text, account: accountSid })).answered;
      taken += 1;
    } catch (error) {
      // It must not keep the others waiting; it is asked for again.
      failed += 1;
      log.error(
        { error: String(error), sid: text.sid },
        'A text from a customer could not be stored',
      );
    }
  }
  if (taken > 0) log.info({ taken }, 'Stored texts that the webhook had missed');
  return failed;
}

/** Reports get lost in the same way: a text that failed must not look sent. */
async function takeDeliveries(
  deps: Deps,
  { provider }: TextingAccount,
  since: string,
  isStopping: () => boolean,
): Promise<void> {
  if (isStopping()) return;
  for (const delivery of await provider.deliveriesSince(since)) {
    if (isStopping()) return;
    const text = await messageBy(deps.database.read, 'provider_sid', delivery.sid);
    if (text && text.state !== delivery.state) {
      await takeReport(deps, { reference: null, ...delivery });
    }
  }
}

/** What is stored about what has been asked for, in milliseconds since 1970. */
interface Asked {
  /** Real texts began then; what came before was not meant for this product. */
  began: number;
  /** Everything up to here has been asked for. */
  doneUntil: number;
}

/** Leaves alone what another has written since it was read, or removed with its account. */
const noteAsked = ({ database }: Deps, id: string | null, kept: string, asked: Asked) =>
  database.transact((tx) =>
    tx
      .updateTable('settings')
      .set({ value: JSON.stringify(asked) })
      .where('key', '=', missedTextsKey(id))
      .where('value', '=', kept)
      .execute(),
  );

/**
 * Notes that texts of an account count from now on; one that was in force before continues where it was.
 *
 * @returns what is kept of it, as it is stored
 */
export async function beginMissedTexts(
  tx: Handle,
  id: string | null,
  now: number,
): Promise<string> {
  const key = missedTextsKey(id);
  const value = JSON.stringify({ began: now, doneUntil: now } satisfies Asked);
  await tx
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  return (await readSetting(tx, key)) ?? value;
}

/**
 * How far missed texts were fetched, reset for a shop that has received none of them: everything since each
 * account was set up is fetched again.
 */
export async function missedTextsFromStart(db: Handle): Promise<{ key: string; value: string }[]> {
  const rows = await db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'like', `${missedTextsKey(null)}%`)
    .execute();
  return rows.map(({ key, value }) => {
    const { began } = JSON.parse(value) as Asked;
    return { key, value: JSON.stringify({ began, doneUntil: began } satisfies Asked) };
  });
}

/** @returns from when to ask, in milliseconds since 1970, and what is kept of it as it is stored */
async function beginAsking(
  deps: Deps,
  id: string | null,
  now: number,
): Promise<{ began: number; from: number; kept: string }> {
  const kept = await deps.database.transact((tx) => beginMissedTexts(tx, id, now));
  const { began, doneUntil } = JSON.parse(kept) as Asked;
  // A clock that was ahead must not keep texts away until the time that it showed.
  if (began > now) {
    const again = { began: now, doneUntil: now };
    await noteAsked(deps, id, kept, again);
    return { began: now, from: now, kept: JSON.stringify(again) };
  }
  const known = doneUntil <= now ? doneUntil : began;
  return { began, from: Math.max(began, known - overlapMs, now - oldestMs), kept };
}
