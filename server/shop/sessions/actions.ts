import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '../../../domain/api-shop.ts';
import { unknownDevice } from '../../../domain/logins.ts';
import { Problem } from '../../../domain/problems.ts';
import { isoTime } from '../../base/clock.ts';
import { refuseWhileClosed } from '../../database/settings.ts';
import type { Handle } from '../../database/tables.ts';
import type { Deps } from '../../ports/deps.ts';
import { LoginAttempts, newDevice, wrongPassword } from './login-attempts.ts';
import { hashPassword, lockPassword, replacePassword } from './password.ts';
import {
  endAllSessions,
  endedBy,
  endSession,
  findSession,
  idleMs,
  insertSession,
  liveSessions,
  longestMs,
  touchSession,
} from './store.ts';

/**
 * How long a process trusts what it last read of a session. A revocation reaches it at once, or this soon
 * if the notification gets lost.
 */
const trustedMs = 5_000;
/** A session's last use is written down this often at most. */
const touchEveryMs = 60_000;
const maxRemembered = 10_000;

interface KnownSession {
  createdAt: number;
  lastSeenAt: number;
  readAt: number;
}

/** What a login gives the browser. */
export interface Opened {
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

interface SessionDeps extends Pick<Deps, 'database' | 'clock'> {
  /** Hashing takes a moment, and the start does not wait for it: the first login does. */
  passwordIsSet: Promise<unknown>;
  /** SHOP_PASSWORD decides the password at every start: a change would not last. */
  passwordIsSetOutside: boolean;
  /** @returns the token in a Cookie header, or null */
  tokenIn: (cookieHeader: string | undefined) => string | null;
  delay?: ((milliseconds: number) => Promise<unknown>) | undefined;
}

type EndListener = (hasEnded: (token: string) => boolean) => void;

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/**
 * What a session is called where it is shown: the first 12 hexadecimal digits of its token's hash.
 * It opens nothing, and no token can be found by it.
 *
 * @param tokenHash as stored, in base64url
 */
const publicId = (tokenHash: string): string =>
  Buffer.from(tokenHash, 'base64url').toString('hex').slice(0, 12);

const endsAt = ({ lastSeenAt, createdAt }: KnownSession) =>
  Math.min(lastSeenAt + idleMs, createdAt + longestMs);

/**
 * Who may use the product: everyone who knows the one password. Only hashes of session tokens are
 * stored, so that a copy of the database opens nothing.
 */
export class Sessions {
  readonly tokenIn: SessionDeps['tokenIn'];
  readonly passwordIsSetOutside: boolean;
  readonly #deps: SessionDeps;
  readonly #attempts: LoginAttempts;
  /** By token; hashed only where it is stored, because every poll asks here. */
  readonly #known = new Map<string, KnownSession>();
  readonly #endListeners: EndListener[] = [];
  /** Counts up as sessions end here: a session that was read before that may have ended. */
  #endings = 0;

  constructor(deps: SessionDeps) {
    this.tokenIn = deps.tokenIn;
    this.passwordIsSetOutside = deps.passwordIsSetOutside;
    this.#deps = deps;
    this.#attempts = new LoginAttempts({ ...deps, delay: deps.delay ?? sleep });
    // A session that another process has ended ends here just as soon; if notifications were lost, sessions
    // are read again.
    deps.database.onNotification((notification) => {
      if (notification === null) this.#known.clear();
      const hasEnded = notification === null ? null : endedBy(notification);
      if (hasEnded !== null) this.#forget((token) => hasEnded(hashOf(token)));
    });
  }

  /**
   * @param knownAs what an earlier login gave the browser to be known by
   * @throws Problem invalid-password, too-many-logins
   */
  async logIn(
    password: string,
    { address, device }: Opener,
    knownAs: string | null,
  ): Promise<Opened> {
    const checked = await this.#attempts.check(password, 'password', { address, device: knownAs });
    const token = newToken();
    await this.#deps.database.transact(async (tx) => {
      // It may have been changed since, and every session that it opened was ended.
      if (!(await lockPassword(tx, checked))) throw wrongPassword('password');
      await this.#open(tx, token, device);
    });
    return { token, device: newDevice(checked) };
  }

  /**
   * Asks for the password again before something that no one can undo.
   *
   * @throws Problem invalid-password, too-many-logins
   */
  async confirm(password: string, address: string, knownAs: string | null): Promise<void> {
    await this.#attempts.check(password, 'password', { address, device: knownAs });
  }

  /** Ends the session; the same token opens nothing anymore. */
  logOut(token: string): Promise<void> {
    return this.#end(hashOf(token));
  }

  /** @returns the sessions that are alive, the last seen first */
  async list(token: string | null): Promise<Session[]> {
    const current = token === null ? null : hashOf(token);
    return (await this.#live()).map((row) => ({
      id: publicId(row.token_hash),
      device: row.device === '' ? unknownDevice : row.device,
      createdAt: row.created_at,
      lastSeenAt: row.last_seen_at,
      isCurrent: row.token_hash === current,
    }));
  }

  /** @throws Problem session-not-found */
  async end(id: string): Promise<void> {
    const found = (await this.#live()).find((row) => publicId(row.token_hash) === id);
    if (!found) throw new Problem('session-not-found');
    await this.#end(found.token_hash);
  }

  /**
   * @param but the token of the session that stays; null to end all
   * @returns how many have ended
   */
  async endAll(but: string | null): Promise<number> {
    const { database } = this.#deps;
    const kept = but === null ? null : hashOf(but);
    const ended = await database.transact((tx) => endAllSessions(tx, database.dialect, kept));
    this.#forget((token) => token !== but);
    return ended;
  }

  /**
   * Sets a new password, ends every session, and opens one for the browser that did it. No other
   * browser is known anymore.
   *
   * @param knownAs what an earlier login gave the browser to be known by
   * @throws Problem password-set-outside, invalid-password, too-many-logins, shop-restoring
   */
  async changePassword(
    given: { currentPassword: string; newPassword: string },
    { address, device }: Opener,
    knownAs: string | null,
  ): Promise<Opened> {
    if (this.passwordIsSetOutside) throw new Problem('password-set-outside');
    const { database } = this.#deps;
    const origin = { address, device: knownAs };
    const from = await this.#attempts.check(given.currentPassword, 'currentPassword', origin);
    const to = await hashPassword(given.newPassword);
    const token = newToken();
    await database.transact(async (tx) => {
      await refuseWhileClosed(tx);
      // Of two who change it at once the second one no longer knows the current one.
      const isMine = await replacePassword(tx, database.dialect, { from, to, but: hashOf(token) });
      if (!isMine) throw wrongPassword('currentPassword');
      await this.#open(tx, token, device);
    });
    this.#forget((other) => other !== token);
    return { token, device: newDevice(to) };
  }

  /** Registers what is called when sessions end here, with a test for whether a token's session is among them. */
  onEnd(listener: EndListener): void {
    this.#endListeners.push(listener);
  }

  publicId(token: string): string {
    return publicId(hashOf(token));
  }

  /** @returns when the session ends unless it is used, in milliseconds; null when it is not alive */
  async expiry(token: string): Promise<number | null> {
    const { clock } = this.#deps;
    const known = this.#known.get(token);
    const isTrusted =
      known !== undefined &&
      Math.abs(clock() - known.readAt) <= trustedMs &&
      endsAt(known) > clock();
    const session = isTrusted ? known : await this.#read(token);
    if (session === null || endsAt(session) <= clock()) return null;
    this.#touch(token, session, clock());
    return endsAt(session);
  }

  async #end(tokenHash: string): Promise<void> {
    const { database } = this.#deps;
    await database.transact((tx) => endSession(tx, database.dialect, tokenHash));
    this.#forget((token) => hashOf(token) === tokenHash);
  }

  #live() {
    return liveSessions(this.#deps.database.read, this.#deps.clock());
  }

  #open(tx: Handle, token: string, device: string): Promise<void> {
    return insertSession(tx, { tokenHash: hashOf(token), device, now: this.#deps.clock() });
  }

  async #read(token: string): Promise<KnownSession | null> {
    const { database, clock } = this.#deps;
    const endingsBefore = this.#endings;
    const row = await findSession(database.read, hashOf(token));
    this.#known.delete(token);
    if (!row) return null;
    const session = {
      createdAt: Date.parse(row.created_at),
      lastSeenAt: Date.parse(row.last_seen_at),
      readAt: clock(),
    };
    if (this.#known.size >= maxRemembered) this.#known.clear();
    if (this.#endings === endingsBefore) this.#known.set(token, session);
    return session;
  }

  #touch(token: string, session: KnownSession, now: number): void {
    if (now - session.lastSeenAt < touchEveryMs) return;
    session.lastSeenAt = now;
    this.#deps.database
      .transact((tx) => touchSession(tx, hashOf(token), isoTime(now)))
      // The next use tries again; until then the session ends a little sooner.
      .catch(() => undefined);
  }

  /** They are no longer trusted here, and their open streams end. */
  #forget(hasEnded: (token: string) => boolean): void {
    this.#endings += 1;
    for (const token of this.#known.keys()) if (hasEnded(token)) this.#known.delete(token);
    for (const listener of this.#endListeners) listener(hasEnded);
  }
}

const newToken = () => randomBytes(32).toString('base64url');
