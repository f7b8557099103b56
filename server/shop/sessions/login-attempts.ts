import {
  type Attempts,
  judgeLogin,
  knownDevice,
  type LoginLimits,
  longestAttemptMs,
  type ThrottleVerdict,
  throttleWindowMs,
  unknownBrowser,
} from '../../../domain/logins.ts';
import { Problem } from '../../../domain/problems.ts';
import { type Clock, isoTime } from '../../clock.ts';
import type { Database } from '../../database/database.ts';
import { deviceKey } from './known-device.ts';
import { isPassword, storedPasswordHash } from './password.ts';
import { attemptsSince, clearAttempts, deleteAttemptsBefore, insertAttempt } from './store.ts';

interface Parts {
  database: Database;
  clock: Clock;
  passwordIsSet: Promise<unknown>;
  delay: (milliseconds: number) => Promise<unknown>;
}

/** Where several people of a shop log in at once, they wait for each other, so often and so long. */
export const lookAgainMs = 300;
const mostLooks = 10;

/** Where an attempt comes from. */
interface Origin {
  address: string;
  /** What an earlier login gave the browser to be known by; null when it shows nothing. */
  device: string | null;
}

/** An attempt as it was written down: its id, and the address or device that it counts for. */
interface Attempt {
  id: string;
  key: string;
}

type Turn =
  | Exclude<ThrottleVerdict, { kind: 'go-on' }>
  | { kind: 'go-on'; delayMs: number; attempt: Attempt };

/** Checks passwords wherever one is asked for, ever more slowly after wrong ones. */
export function loginAttempts({ database, clock, passwordIsSet, delay }: Parts) {
  /**
   * Attempts of late that failed here, with their times. Of others that are as young it is not
   * known: they are under way, or another process knows.
   */
  const failed = new Map<string, number>();

  function noteFailure(id: string): void {
    const now = clock();
    for (const [other, at] of failed) {
      if (Math.abs(now - at) > longestAttemptMs) failed.delete(other);
    }
    failed.set(id, now);
  }

  /**
   * Written down before it is judged: many attempts at once cannot all slip through.
   *
   * @param device the key of a device that is known
   */
  function judge(address: string, device: string | null): Promise<Turn> {
    return database.transact(async (tx) => {
      await database.dialect.lock(tx, 'login');
      const now = clock();
      const since = isoTime(now - throttleWindowMs);
      await deleteAttemptsBefore(tx, since);
      const attempts = await attemptsSince(tx, since);
      const isUnderWay = ({ id, at }: { id: string; at: string }) =>
        now - Date.parse(at) < longestAttemptMs && !failed.has(id);
      const failures = attempts.filter((each) => !isUnderWay(each));
      const underWay = attempts.filter(isUnderWay);
      const turnOf = async (key: string, limits: LoginLimits): Promise<Turn> => {
        const timesOf = (some: typeof attempts): Attempts => ({
          inTotal: some.map(({ at }) => Date.parse(at)),
          ofOne: some.filter((each) => each.address === key).map(({ at }) => Date.parse(at)),
        });
        const verdict = judgeLogin(timesOf(failures), now, timesOf(underWay), limits);
        if (verdict.kind !== 'go-on') return verdict;
        return { ...verdict, attempt: { id: await insertAttempt(tx, key, isoTime(now)), key } };
      };
      const own = device === null ? null : await turnOf(device, knownDevice);
      if (own !== null && own.kind !== 'refuse') return own;
      // A device that has used up its own attempts has those of any browser.
      const turn = await turnOf(address, unknownBrowser);
      if (own === null || turn.kind !== 'refuse') return turn;
      return own.retryAfterSeconds < turn.retryAfterSeconds ? own : turn;
    });
  }

  /** @throws Problem too-many-logins */
  async function takeLease(address: string, device: string | null): Promise<Attempt> {
    for (let looks = 1; ; looks += 1) {
      const turn = await judge(address, device);
      if (turn.kind === 'go-on') {
        await delay(turn.delayMs);
        return turn.attempt;
      }
      if (turn.kind === 'refuse' || looks === mostLooks) {
        throw new Problem('too-many-logins', { retryAfterSeconds: turn.retryAfterSeconds });
      }
      await delay(lookAgainMs);
    }
  }

  return {
    /**
     * @param field the name of what was typed, for the refusal
     * @returns the stored hash that the password belongs to
     * @throws Problem invalid-password, too-many-logins
     */
    async check(password: string, field: string, from: Origin): Promise<string> {
      await passwordIsSet;
      const device = from.device && deviceKey(from.device, await storedPasswordHash(database.read));
      const { id, key } = await takeLease(from.address, device);
      const hash = await storedPasswordHash(database.read);
      if (hash === null || !(await isPassword(password, hash))) {
        noteFailure(id);
        throw wrongPassword(field);
      }
      await database.transact((tx) => clearAttempts(tx, key));
      return hash;
    },
  };
}

/** The refusal at the field where the password was typed. Source: specification, section 5. */
export const wrongPassword = (field: string) =>
  new Problem('invalid-password', {
    errors: [{ path: field, message: 'Invalid password. Please try again.' }],
  });
