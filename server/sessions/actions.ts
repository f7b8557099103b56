import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { judgeLogin, throttleWindowMs } from '../../domain/login-throttle.ts';
import { Problem } from '../../domain/problems.ts';
import { type Clock, isoTime } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { isPassword, storedPasswordHash } from './password.ts';
import {
  attemptsSince,
  clearAttempts,
  deleteAttemptsBefore,
  deleteEnded,
  endSession,
  findSession,
  insertAttempt,
  insertSession,
  sessionId,
  touchSession,
} from './store.ts';

export const idleMs = 12 * 60 * 60_000;
export const longestMs = 7 * 24 * 60 * 60_000;

/** How long a process trusts what it last read of a session: so soon does a revocation reach it. */
const trustedMs = 5_000;
/** A session's last use is written down this often at most. */
const touchEveryMs = 60_000;
const mostRemembered = 10_000;

interface KnownSession {
  createdAt: number;
  lastSeenAt: number;
  readAt: number;
}

interface Parts {
  database: Database;
  clock: Clock;
  /** Hashing takes a moment, and the start does not wait for it: the first login does. */
  passwordIsSet: Promise<unknown>;
  delay?: (milliseconds: number) => Promise<unknown>;
}

export type SessionActions = ReturnType<typeof sessionActions>;

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/**
 * Who may use the product: whoever knows the one password. Only hashes of session tokens are
 * stored, so that a copy of the database opens nothing.
 */
export function sessionActions({ database, clock, passwordIsSet, delay = sleep }: Parts) {
  /** By token; hashed only where it is stored, because every poll asks here. */
  const known = new Map<string, KnownSession>();
  const logOutListeners: ((token: string) => void)[] = [];

  const endsAt = (session: KnownSession) =>
    Math.min(session.lastSeenAt + idleMs, session.createdAt + longestMs);

  function touch(token: string, session: KnownSession, now: number): void {
    if (now - session.lastSeenAt < touchEveryMs) return;
    session.lastSeenAt = now;
    database
      .transact((tx) => touchSession(tx, hashOf(token), isoTime(now)))
      // The next use tries again; until then the session ends a little sooner.
      .catch(() => undefined);
  }

  /** @returns the session if this process has read it lately and it is alive */
  function remembered(token: string): KnownSession | null {
    const session = known.get(token);
    const now = clock();
    if (!session || Math.abs(now - session.readAt) > trustedMs || endsAt(session) <= now) {
      return null;
    }
    touch(token, session, now);
    return session;
  }

  async function read(token: string): Promise<KnownSession | null> {
    const row = await findSession(database.read, hashOf(token));
    const now = clock();
    if (!row) {
      known.delete(token);
      return null;
    }
    const session = {
      createdAt: Date.parse(row.created_at),
      lastSeenAt: Date.parse(row.last_seen_at),
      readAt: now,
    };
    if (endsAt(session) <= now) return null;
    if (known.size >= mostRemembered) known.clear();
    known.set(token, session);
    touch(token, session, now);
    return session;
  }

  return {
    /**
     * @param address where the attempt comes from
     * @returns the token of a new session
     * @throws Problem invalid-password, too-many-logins
     */
    async logIn(password: string, address: string): Promise<string> {
      const now = clock();
      const at = isoTime(now);
      // Written down before it is judged: many attempts at once cannot all slip through.
      const verdict = await database.transact(async (tx) => {
        await database.dialect.lock(tx, 'login');
        await deleteAttemptsBefore(tx, isoTime(now - throttleWindowMs));
        const attempts = await attemptsSince(tx, isoTime(now - throttleWindowMs));
        const times = attempts.map((attempt) => Date.parse(attempt.at));
        const judged = judgeLogin(
          {
            inTotal: times,
            ofAddress: times.filter((_, index) => attempts[index]?.address === address),
          },
          now,
        );
        if (judged.kind === 'go-on') await insertAttempt(tx, address, at);
        return judged;
      });
      if (verdict.kind === 'refuse') {
        throw new Problem('too-many-logins', { retryAfterSeconds: verdict.retryAfterSeconds });
      }
      await delay(verdict.delayMs);
      await passwordIsSet;
      const hash = await storedPasswordHash(database.read);
      if (hash === null || !(await isPassword(password, hash))) {
        throw new Problem('invalid-password', {
          errors: [{ path: 'password', message: 'Invalid password. Please try again.' }],
        });
      }
      const token = randomBytes(32).toString('base64url');
      await database.transact(async (tx) => {
        await clearAttempts(tx, address);
        await deleteEnded(tx, {
          createdBefore: isoTime(now - longestMs),
          seenBefore: isoTime(now - idleMs),
        });
        await insertSession(tx, hashOf(token), at);
      });
      return token;
    },

    /** Ends the session; the same token opens nothing any more. */
    async logOut(token: string): Promise<void> {
      await database.transact((tx) => endSession(tx, hashOf(token)));
      known.delete(token);
      for (const listener of logOutListeners) listener(token);
    },

    /** Has something called with the token of each session that ends by a logout here. */
    onLogOut(listener: (token: string) => void): void {
      logOutListeners.push(listener);
    },

    /** @returns what the session is called wherever it is named */
    publicId: (token: string): string => sessionId(hashOf(token)),

    /** @returns whether the token opens the product, as far as this process knows without asking */
    isRemembered: (token: string): boolean => remembered(token) !== null,

    /** @returns when the session ends unless it is used, in milliseconds; null when it is not alive */
    async expiry(token: string): Promise<number | null> {
      const session = remembered(token) ?? (await read(token));
      return session && endsAt(session);
    },
  };
}
