import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  judgeLogin,
  knownDevice,
  type LoginLimits,
  longestAttemptMs,
  throttleWindowMs,
  unknownBrowser,
} from '../../../domain/logins.ts';
import { Problem } from '../../../domain/problems.ts';
import { isoTime } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import type { Deps } from '../../ports/deps.ts';
import { isPassword, storedPasswordHash } from './password.ts';

interface LoginDeps extends Pick<Deps, 'database' | 'clock'> {
  /** Hashing takes a moment, and the start does not wait for it: the first login does. */
  passwordIsSet: Promise<unknown>;
  delay: (milliseconds: number) => Promise<unknown>;
}

/** When several people at a shop log in at once, they wait for each other: this long each time. */
export const lookAgainMs = 300;
/** After this many looks, one who still has to wait is refused. */
const maxLooks = 10;

interface Origin {
  address: string;
  /** What an earlier login gave the browser to be known by; null when it shows nothing. */
  device: string | null;
}

/** Checks passwords wherever one is asked for, ever more slowly after wrong ones. */
export class LoginAttempts {
  readonly #deps: LoginDeps;
  /** What failed here recently, by id, with its time. Others just as recent may still turn out right. */
  readonly #failed = new Map<string, number>();

  constructor(deps: LoginDeps) {
    this.#deps = deps;
  }

  /**
   * @param field the name of what was typed, for the refusal
   * @returns the stored hash that the password belongs to
   * @throws Problem invalid-password, too-many-logins
   */
  async check(password: string, field: string, from: Origin): Promise<string> {
    const { database, passwordIsSet } = this.#deps;
    await passwordIsSet;
    const device = deviceKey(from.device, await storedPasswordHash(database.read));
    const { id, key } = await this.#begin(from.address, device);
    const hash = await storedPasswordHash(database.read);
    if (hash === null || !(await isPassword(password, hash))) {
      this.#noteFailure(id);
      throw wrongPassword(field);
    }
    // It clears the failures of the address, or of the known device.
    await database.transact((tx) =>
      tx.deleteFrom('login_failures').where('address', '=', key).execute(),
    );
    return hash;
  }

  /** @throws Problem too-many-logins */
  async #begin(address: string, device: string | null): Promise<{ id: string; key: string }> {
    const { delay } = this.#deps;
    for (let looks = 1; ; looks += 1) {
      const verdict = await this.#judge(address, device);
      if (verdict.kind === 'go-on') {
        await delay(verdict.delayMs);
        return verdict;
      }
      if (verdict.kind === 'refuse' || looks === maxLooks) {
        const { retryAfterSeconds } = verdict;
        throw new Problem('too-many-logins', { retryAfterSeconds });
      }
      await delay(lookAgainMs);
    }
  }

  /**
   * Written down before its password is checked: many attempts at once cannot all slip through.
   *
   * @param device the key of a device that is known
   * @returns the verdict, what the attempt is counted under (the address or the device), and its id
   */
  #judge(address: string, device: string | null) {
    const { database, clock } = this.#deps;
    return database.transact(async (tx) => {
      await database.dialect.lock(tx, 'login');
      const now = clock();
      const since = isoTime(now - throttleWindowMs);
      await tx.deleteFrom('login_failures').where('at', '<', since).execute();
      const attempts = await tx
        .selectFrom('login_failures')
        .select(['id', 'at', 'address'])
        .where('at', '>=', since)
        .orderBy('at')
        .limit(1000)
        .execute();
      const isUnderWay = ({ id, at }: (typeof attempts)[number]) =>
        now - Date.parse(at) < longestAttemptMs && !this.#failed.has(id);
      const judgeFor = (key: string, limits: LoginLimits) => {
        const those = (underWay: boolean) => {
          const some = attempts.filter((each) => isUnderWay(each) === underWay);
          const times = (of: typeof some) => of.map(({ at }) => Date.parse(at));
          return { inTotal: times(some), ofOne: times(some.filter((one) => one.address === key)) };
        };
        return { key, ...judgeLogin(those(false), now, those(true), limits) };
      };
      let verdict = judgeFor(address, unknownBrowser);
      const own = device === null ? null : judgeFor(device, knownDevice);
      // A device that has used up its own attempts has those of any browser.
      const isOwn =
        own?.kind !== 'refuse' ||
        (verdict.kind === 'refuse' && own.retryAfterSeconds < verdict.retryAfterSeconds);
      if (own !== null && isOwn) verdict = own;
      const id = newId(now);
      if (verdict.kind === 'go-on') {
        const row = { id, address: verdict.key, at: isoTime(now) };
        await tx.insertInto('login_failures').values(row).execute();
      }
      return { ...verdict, id };
    });
  }

  #noteFailure(id: string): void {
    const now = this.#deps.clock();
    for (const [other, at] of this.#failed) {
      if (Math.abs(now - at) > longestAttemptMs) this.#failed.delete(other);
    }
    this.#failed.set(id, now);
  }
}

/** The refusal at the field where the password was typed. Source: specification, section 5. */
export const wrongPassword = (field: string) =>
  new Problem('invalid-password', {
    errors: [{ path: field, message: 'Invalid password. Please try again.' }],
  });

/** 16 random bytes and 32 of their signature, in base64url. */
const deviceForm = /^([\w-]{22})\.([\w-]{43})$/;

/**
 * The stored hash of the password, with its salt, is the key: nobody outside knows it, all processes
 * of the shop share it, and a new password makes every device unknown.
 */
const signatureOf = (nonce: string, passwordHash: string): string =>
  createHmac('sha256', passwordHash).update(`device ${nonce}`).digest('base64url');

/**
 * What a browser that has logged in keeps, so that strangers cannot shut it out. It opens nothing.
 * Source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
 *
 * @param passwordHash the stored hash of the password that was right
 */
export function newDevice(passwordHash: string): string {
  const nonce = randomBytes(16).toString('base64url');
  return `${nonce}.${signatureOf(nonce, passwordHash)}`;
}

/**
 * @param device what a browser shows; null when it shows nothing
 * @returns what its attempts are counted under; null if it was not given by this shop with this password
 */
function deviceKey(device: string | null, passwordHash: string | null): string | null {
  const [, nonce, signature] = deviceForm.exec(device ?? '') ?? [];
  if (passwordHash === null || nonce === undefined || signature === undefined) return null;
  const right = Buffer.from(signatureOf(nonce, passwordHash));
  return timingSafeEqual(Buffer.from(signature), right) ? `device ${nonce}` : null;
}
