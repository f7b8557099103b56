import { type Clock, isoTime } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { takeLease } from '../database/leases.ts';
import type { Handle } from '../database/tables.ts';
import type { Log } from '../log.ts';
import type { TextActions } from './actions.ts';
import type { InboundActions } from './inbound.ts';
import type { TextProvider } from './sender.ts';
import { messageBySid } from './store.ts';

const settingKey = 'missed-texts';

/** Looks overlap by this much: the provider may list a text late. */
const overlapMs = 60 * 60_000;

/** Younger texts are still on their usual way, which also knows more about them. */
const handedOverWithinMs = 60_000;

/** An answer that is older than this is no answer any more. */
const oldestMs = 14 * 24 * 60 * 60_000;

/** For so long nobody else looks; shorter than the time between two looks of one process. */
const leaseMs = 150_000;

/** What is kept between looks, as milliseconds since 1970. */
interface Looks {
  /** Real texts began then; what came before was not meant for this product. */
  began: number;
  /** Everything up to here has been looked at. */
  doneUntil: number;
}

async function readLooks(db: Handle): Promise<Looks | null> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', settingKey)
    .executeTakeFirst();
  return row ? (JSON.parse(row.value) as Looks) : null;
}

async function writeLooks(tx: Handle, looks: Looks): Promise<void> {
  const value = JSON.stringify(looks);
  await tx
    .insertInto('settings')
    .values({ key: settingKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

export type MissedTexts = ReturnType<typeof missedTexts>;

interface Parts {
  database: Database;
  provider: TextProvider;
  inbound: InboundActions;
  texts: TextActions;
  clock: Clock;
  log: Log;
}

/**
 * Texts that never reached the shop, because it was away when the provider came with them: the
 * provider is asked what it has. Several processes take turns to save work; were they not to, the
 * unique sid would still let each text count once.
 */
export function missedTexts({ database, provider, inbound, texts, clock, log }: Parts) {
  /** @returns since when to look */
  function begin(now: number): Promise<number> {
    return database.transact(async (tx) => {
      await database.dialect.lock(tx, settingKey);
      const known = await readLooks(tx);
      // A clock that was ahead must not keep texts away until the time that it showed.
      if (known && known.began <= now) {
        const doneUntil = known.doneUntil <= now ? known.doneUntil : known.began;
        return Math.max(known.began, doneUntil - overlapMs, now - oldestMs);
      }
      await writeLooks(tx, { began: now, doneUntil: now });
      return now;
    });
  }

  function finish(now: number): Promise<void> {
    return database.transact(async (tx) => {
      await database.dialect.lock(tx, settingKey);
      const looks = await readLooks(tx);
      if (looks) await writeLooks(tx, { ...looks, doneUntil: now });
    });
  }

  /** @returns how many could not be taken, as far as it came */
  async function takeReceived(since: string, now: number, isOver: () => boolean): Promise<number> {
    const newest = isoTime(now - handedOverWithinMs);
    let taken = 0;
    let failed = 0;
    for (const text of await provider.receivedSince(since)) {
      if (isOver()) break;
      if (text.textedAt !== undefined && text.textedAt > newest) continue;
      if (await messageBySid(database.read, text.sid)) continue;
      // One that cannot be taken must not keep the others waiting; it is looked at again.
      await inbound.receive(text).then(
        () => {
          taken += 1;
        },
        (error: unknown) => {
          failed += 1;
          log.error({ error: String(error), sid: text.sid }, 'A text could not be taken');
        },
      );
    }
    if (taken > 0) log.info({ taken }, 'Took texts that had not been handed over');
    return failed;
  }

  /** News of the shop's own texts get lost in the same way: a text that failed must not look sent. */
  async function takeDeliveries(since: string, isOver: () => boolean): Promise<void> {
    if (isOver()) return;
    for (const delivery of await provider.deliveriesSince(since)) {
      if (isOver()) return;
      const text = await messageBySid(database.read, delivery.sid);
      if (text && text.state !== delivery.state)
        await texts.report({ reference: null, ...delivery });
    }
  }

  return {
    /**
     * Takes every text that the provider has and the shop has not, in the order of their times, and
     * how far the shop's own texts have come. Every process asks for the time, on its turn or not.
     *
     * @param isOver asked before each text: then the next look begins where this one did
     */
    async take(isOver: () => boolean = () => false): Promise<void> {
      await provider.askTime();
      const now = clock();
      if (!(await takeLease(database, settingKey, now, leaseMs))) return;
      const since = isoTime(await begin(now));
      const failed = await takeReceived(since, now, isOver);
      await takeDeliveries(since, isOver);
      if (failed === 0 && !isOver()) await finish(now);
    },
  };
}
