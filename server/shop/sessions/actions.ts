import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '../../../domain/api-shop.ts';
import { unknownDevice } from '../../../domain/logins.ts';
import { Problem } from '../../../domain/problems.ts';
import { type Clock, isoTime } from '../../clock.ts';
import type { Database } from '../../database/database.ts';
import { refuseWhileClosed } from '../../database/settings.ts';
import type { Handle } from '../../database/tables.ts';
import { endedBy, notifyAllEnded, notifyEnd } from './endings.ts';
import { newDevice } from './known-device.ts';
import { loginAttempts, wrongPassword } from './login-attempts.ts';
import { hashPassword, holdPassword, replacePassword } from './password.ts';
import { sessionId } from './session-id.ts';
import {
  deleteEnded,
  endAllSessions,
  endSession,
  findSession,
  insertSession,
  liveSessions,
  touchSession,
} from './store.ts';

export const idleMs = 12 * 60 * 60_000;
export const longestMs = 7 * 24 * 60 * 60_000;

/**
 * How long a process trusts what it last read of a session. A revocation reaches it at once; so soon
 * where the word of it gets lost.
 */
const trustedMs = 5_000;
/** A session's last use is written down this often at most. */
const touchEveryMs = 60_000;
const mostRemembered = 10_000;

interface KnownSession {
  createdAt: number;
  lastSeenAt: number;
  readAt: number;
}

/** What a login gives the browser. */
export interface Opened {
  /** The new session's. */
  token: string;
  /** By which the browser is known at its next login. */
  device: string;
}

/** Who opens a session: where from, and with what. */
export interface Opener {
  address: string;
  /** e.g. "Chrome on Windows" */
  device: string;
}

interface Parts {
  database: Database;
  clock: Clock;
  /** Hashing takes a moment, and the start does not wait for it: the first login does. */
  passwordIsSet: Promise<unknown>;
  /** SHOP_PASSWORD decides the password at every start: another one would not last. */
  passwordIsSetOutside: boolean;
  /** @returns the token in a Cookie header, or null */
  tokenIn: (cookieHeader: string | undefined) => string | null;
  delay?: (milliseconds: number) => Promise<unknown>;
}

export type SessionActions = ReturnType<typeof sessionActions>;

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/**
 * Who may use the product: everyone who knows the one password. Only hashes of session tokens are
 * stored, so that a copy of the database opens nothing.
 */
export function sessionActions({
  database,
  clock,
  passwordIsSet,
  passwordIsSetOutside,
  tokenIn,
  delay = sleep,
}: Parts) {
  const { dialect } = database;
  const attempts = loginAttempts({ database, clock, passwordIsSet, delay });
  /** By token; hashed only where it is stored, because every poll asks here. */
  const known = new Map<string, KnownSession>();
  const endListeners: ((hasEnded: (token: string) => boolean) => void)[] = [];
  /** Counts up as sessions end here: what was read before may be of one that has ended. */
  let endings = 0;

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
    const endingsBefore = endings;
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
    if (endings === endingsBefore) known.set(token, session);
    touch(token, session, now);
    return session;
  }

  /** Nothing here believes in them any more, and their open streams end. */
  function forget(hasEnded: (token: string) => boolean): void {
    endings += 1;
    for (const token of known.keys()) if (hasEnded(token)) known.delete(token);
    for (const listener of endListeners) listener(hasEnded);
  }

  async function endOne(tx: Handle, tokenHash: string): Promise<void> {
    await endSession(tx, tokenHash);
    await notifyEnd(tx, dialect, tokenHash);
  }

  // What another process has ended ends here as soon; lost words are made up for by asking again.
  database.onNotification((word) => {
    if (word === null) known.clear();
    const hasEnded = word === null ? null : endedBy(word);
    if (hasEnded !== null) forget((token) => hasEnded(hashOf(token)));
  });

  /** @returns the new session's token */
  async function open(tx: Handle, device: string): Promise<string> {
    const now = clock();
    const token = randomBytes(32).toString('base64url');
    await deleteEnded(tx, {
      createdBefore: isoTime(now - longestMs),
      seenBefore: isoTime(now - idleMs),
    });
    await insertSession(tx, { tokenHash: hashOf(token), device, at: isoTime(now) });
    return token;
  }

  const live = () => {
    const now = clock();
    return liveSessions(database.read, {
      createdAfter: isoTime(now - longestMs),
      seenAfter: isoTime(now - idleMs),
    });
  };

  return {
    tokenIn,
    passwordIsSetOutside,

    /**
     * @param knownAs what an earlier login gave the browser to be known by
     * @throws Problem invalid-password, too-many-logins
     */
    async logIn(
      password: string,
      { address, device }: Opener,
      knownAs: string | null,
    ): Promise<Opened> {
      const checked = await attempts.check(password, 'password', { address, device: knownAs });
      const token = await database.transact(async (tx) => {
        // It may have been changed since, and every session that it opened was ended.
        if (!(await holdPassword(tx, checked))) throw wrongPassword('password');
        return open(tx, device);
      });
      return { token, device: newDevice(checked) };
    },

    /** Ends the session; the same token opens nothing any more. */
    async logOut(token: string): Promise<void> {
      await database.transact((tx) => endOne(tx, hashOf(token)));
      forget((ended) => ended === token);
    },

    /** @returns the sessions that are alive, the last seen first */
    async list(token: string | null): Promise<Session[]> {
      const current = token === null ? null : hashOf(token);
      return (await live()).map((row) => ({
        id: sessionId(row.token_hash),
        device: row.device === '' ? unknownDevice : row.device,
        createdAt: row.created_at,
        lastSeenAt: row.last_seen_at,
        isCurrent: row.token_hash === current,
      }));
    },

    /** @throws Problem session-not-found */
    async end(id: string): Promise<void> {
      const found = (await live()).find((row) => sessionId(row.token_hash) === id);
      if (!found) throw new Problem('session-not-found');
      await database.transact((tx) => endOne(tx, found.token_hash));
      forget((token) => hashOf(token) === found.token_hash);
    },

    /**
     * @param but the token of the session that goes on; null to end all
     * @returns how many have ended
     */
    async endAll(but: string | null): Promise<number> {
      const ended = await database.transact(async (tx) => {
        const kept = but === null ? null : hashOf(but);
        await notifyAllEnded(tx, dialect, kept);
        return endAllSessions(tx, kept);
      });
      forget((token) => token !== but);
      return ended;
    },

    /**
     * Sets another password, ends every session, and opens one for the browser that did it. No other
     * browser is known any more.
     *
     * @param knownAs what an earlier login gave the browser to be known by
     * @throws Problem password-set-outside, invalid-password, too-many-logins, shop-moved
     */
    async changePassword(
      given: { currentPassword: string; newPassword: string },
      { address, device }: Opener,
      knownAs: string | null,
    ): Promise<Opened> {
      if (passwordIsSetOutside) throw new Problem('password-set-outside');
      const from = { address, device: knownAs };
      const checked = await attempts.check(given.currentPassword, 'currentPassword', from);
      const hash = await hashPassword(given.newPassword);
      const token = await database.transact(async (tx) => {
        await refuseWhileClosed(tx);
        // Of two who change it at once the second one no longer knows the current one.
        if (!(await replacePassword(tx, checked, hash))) throw wrongPassword('currentPassword');
        const opened = await open(tx, device);
        await notifyAllEnded(tx, dialect, hashOf(opened));
        return opened;
      });
      forget(() => true);
      return { token, device: newDevice(hash) };
    },

    /** Has something called when sessions end here, with what tells whether a token's is among them. */
    onEnd(listener: (hasEnded: (token: string) => boolean) => void): void {
      endListeners.push(listener);
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
