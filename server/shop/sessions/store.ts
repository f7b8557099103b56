import type { Selectable } from 'kysely';
import { isoTime } from '../../base/clock.ts';
import type { Dialect } from '../../database/dialect.ts';
import type { Handle, SessionsTable } from '../../database/tables.ts';

type SessionRow = Selectable<SessionsTable>;

/** A session ends after this long without use, in milliseconds. */
export const idleMs = 12 * 60 * 60_000;
/** A session ends after this long however much it is used, in milliseconds. */
export const longestMs = 7 * 24 * 60 * 60_000;

const oldest = (now: number) => ({
  created: isoTime(now - longestMs),
  seen: isoTime(now - idleMs),
});

/** Opens a session, and forgets those that have expired. */
export async function insertSession(
  tx: Handle,
  session: { tokenHash: string; device: string; now: number },
): Promise<void> {
  const { tokenHash, device, now } = session;
  const { created, seen } = oldest(now);
  await tx
    .deleteFrom('sessions')
    .where((where) =>
      where.or([where('created_at', '<', created), where('last_seen_at', '<', seen)]),
    )
    .execute();
  const at = isoTime(now);
  await tx
    .insertInto('sessions')
    .values({ token_hash: tokenHash, created_at: at, last_seen_at: at, device })
    .execute();
}

/** Far more than a shop ever has: the list stays readable even if the table is flooded. */
const maxListed = 500;

/** Those that have not expired, last seen first. */
export async function liveSessions(db: Handle, now: number): Promise<SessionRow[]> {
  const { created, seen } = oldest(now);
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('created_at', '>', created)
    .where('last_seen_at', '>', seen)
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .limit(maxListed)
    .execute();
}

export async function findSession(db: Handle, tokenHash: string): Promise<SessionRow | undefined> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

export async function touchSession(tx: Handle, tokenHash: string, at: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ last_seen_at: at })
    .where('token_hash', '=', tokenHash)
    .execute();
}

// What processes on the same data tell each other of sessions that end. A session is named by its
// token's hash, which opens nothing.
const one = 'session-ended ';
const allBut = 'sessions-ended-but ';

export async function endSession(tx: Handle, dialect: Dialect, tokenHash: string): Promise<void> {
  await tx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
  await dialect.notify(tx, one + tokenHash);
}

/**
 * @param but the one that stays, by its token's hash; null for none
 * @returns how many have ended
 */
export async function endAllSessions(
  tx: Handle,
  dialect: Dialect,
  but: string | null,
): Promise<number> {
  let ending = tx.deleteFrom('sessions');
  if (but !== null) ending = ending.where('token_hash', '<>', but);
  const { numDeletedRows } = await ending.executeTakeFirstOrThrow();
  await dialect.notify(tx, allBut + (but ?? ''));
  return Number(numDeletedRows);
}

/** @returns whose end a notification is about, by the token's hash; null for other notifications */
export function endedBy(notification: string): ((tokenHash: string) => boolean) | null {
  if (notification.startsWith(one)) return (hash) => hash === notification.slice(one.length);
  if (notification.startsWith(allBut)) return (hash) => hash !== notification.slice(allBut.length);
  return null;
}
