import {
  type Attempts,
  judgeLogin,
  longestAttemptMs,
  type ThrottleVerdict,
  throttleWindowMs,
} from '../../domain/login-throttle.ts';
import { Problem } from '../../domain/problems.ts';
import { type Clock, isoTime } from '../clock.ts';
import type { Database } from '../database/database.ts';
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

/** What is said of an attempt; of one that goes on, the id that it was written down with. */
type Turn =
  | Exclude<ThrottleVerdict, { kind: 'go-on' }>
  | { kind: 'go-on'; delayMs: number; id: string };

/** Checks passwords, ever more slowly for whoever gets them wrong, wherever one is asked for. */
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

  /** Written down before it is judged: many attempts at once cannot all slip through. */
  function judge(address: string): Promise<Turn> {
    return database.transact(async (tx) => {
      await database.dialect.lock(tx, 'login');
      const now = clock();
      const since = isoTime(now - throttleWindowMs);
      await deleteAttemptsBefore(tx, since);
      const attempts = await attemptsSince(tx, since);
      const isUnderWay = ({ id, at }: { id: string; at: string }) =>
        now - Date.parse(at) < longestAttemptMs && !failed.has(id);
      const timesOf = (some: typeof attempts): Attempts => ({
        inTotal: some.map(({ at }) => Date.parse(at)),
        ofAddress: some.filter((each) => each.address === address).map(({ at }) => Date.parse(at)),
      });
      const verdict = judgeLogin(
        timesOf(attempts.filter((each) => !isUnderWay(each))),
        now,
        timesOf(attempts.filter(isUnderWay)),
      );
      if (verdict.kind !== 'go-on') return verdict;
      return { ...verdict, id: await insertAttempt(tx, address, isoTime(now)) };
    });
  }

  /**
   * @returns the attempt, as it was written down
   * @throws Problem too-many-logins
   */
  async function takeTurn(address: string): Promise<string> {
    for (let looks = 1; ; looks += 1) {
      const turn = await judge(address);
      if (turn.kind === 'go-on') {
        await delay(turn.delayMs);
        return turn.id;
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
     * @param address where the attempt comes from
     * @returns the stored hash that the password belongs to
     * @throws Problem invalid-password, too-many-logins
     */
    async check(password: string, field: string, address: string): Promise<string> {
      const id = await takeTurn(address);
      await passwordIsSet;
      const hash = await storedPasswordHash(database.read);
      if (hash === null || !(await isPassword(password, hash))) {
        noteFailure(id);
        throw wrongPassword(field);
      }
      await database.transact((tx) => clearAttempts(tx, address));
      return hash;
    },
  };
}

/** The refusal at the field where the password was typed. Source: specification, section 5. */
export const wrongPassword = (field: string) =>
  new Problem('invalid-password', {
    errors: [{ path: field, message: 'Invalid password. Please try again.' }],
  });
