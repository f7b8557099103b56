import type { Selectable } from 'kysely';
import type { Dialect } from '../../database/dialect.ts';
import type { Handle, SessionsTable } from '../../database/tables.ts';
import { newId } from '../../ids.ts';

type SessionRow = Selectable<SessionsTable>;

export async function insertSession(
  tx: Handle,
  session: { tokenHash: string; device: string; at: string },
): Promise<void> {
  const { tokenHash, device, at } = session;
  await tx
    .insertInto('sessions')
    .values({ token_hash: tokenHash, created_at: at, last_seen_at: at, device })
    .execute();
}

/** Far more than a shop ever has: the list stays readable even if the table is flooded. */
const mostListed = 500;

/** Those that have not ended by themselves, last seen first. */
export async function liveSessions(
  db: Handle,
  limits: { createdAfter: string; seenAfter: string },
): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('created_at', '>', limits.createdAfter)
    .where('last_seen_at', '>', limits.seenAfter)
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .limit(mostListed)
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
 * @param but the one that goes on, by its token's hash; null for none
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

/** Forgets sessions that have ended by themselves. */
export async function deleteEnded(
  tx: Handle,
  limits: { createdBefore: string; seenBefore: string },
): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where((where) =>
      where.or([
        where('created_at', '<', limits.createdBefore),
        where('last_seen_at', '<', limits.seenBefore),
      ]),
    )
    .execute();
}

/**
 * Writes down a login attempt before it is judged.
 *
 * @param key the address or the known device that it counts for
 * @returns its id
 */
export async function insertAttempt(tx: Handle, key: string, at: string): Promise<string> {
  const id = newId(Date.parse(at));
  await tx.insertInto('login_failures').values({ id, address: key, at }).execute();
  return id;
}

/** Failed attempts since a time, oldest first, those that are under way among them. */
export async function attemptsSince(
  db: Handle,
  since: string,
): Promise<{ id: string; at: string; address: string }[]> {
  return db
    .selectFrom('login_failures')
    .select(['id', 'at', 'address'])
    .where('at', '>=', since)
    .orderBy('at')
    .limit(1000)
    .execute();
}

/** A right password clears the failures of the address, or of the known device. */
export async function clearAttempts(tx: Handle, key: string): Promise<void> {
  await tx.deleteFrom('login_failures').where('address', '=', key).execute();
}

export async function deleteAttemptsBefore(tx: Handle, before: string): Promise<void> {
  await tx.deleteFrom('login_failures').where('at', '<', before).execute();
}
