import type { Handle, SessionsTable } from '../database/tables.ts';
import { newId } from '../ids.ts';

/**
 * What a session is called wherever it is named: the beginning of its token's hash, which opens
 * nothing. Nothing else of the token leaves the server.
 *
 * @param tokenHash as stored
 */
export function sessionId(tokenHash: string): string {
  return Buffer.from(tokenHash, 'base64url').toString('hex').slice(0, 12);
}

export async function insertSession(tx: Handle, tokenHash: string, at: string): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({ token_hash: tokenHash, created_at: at, last_seen_at: at })
    .execute();
}

export async function findSession(
  db: Handle,
  tokenHash: string,
): Promise<SessionsTable | undefined> {
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

export async function endSession(tx: Handle, tokenHash: string): Promise<void> {
  await tx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

export async function endAllSessions(tx: Handle): Promise<void> {
  await tx.deleteFrom('sessions').execute();
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

/** Writes down a login attempt before it is judged. @returns its id */
export async function insertAttempt(tx: Handle, address: string, at: string): Promise<string> {
  const id = newId(Date.parse(at));
  await tx.insertInto('login_failures').values({ id, address, at }).execute();
  return id;
}

/** Failed attempts since a time, oldest first, those that are being judged among them. */
export async function attemptsSince(
  db: Handle,
  since: string,
): Promise<{ at: string; address: string }[]> {
  return db
    .selectFrom('login_failures')
    .select(['at', 'address'])
    .where('at', '>=', since)
    .orderBy('at')
    .limit(1000)
    .execute();
}

/** A right password clears the address's failures. */
export async function clearAttempts(tx: Handle, address: string): Promise<void> {
  await tx.deleteFrom('login_failures').where('address', '=', address).execute();
}

export async function deleteAttemptsBefore(tx: Handle, before: string): Promise<void> {
  await tx.deleteFrom('login_failures').where('at', '<', before).execute();
}
