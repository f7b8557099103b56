import { judgeLogin, throttleWindowMs } from '../../domain/login-throttle.ts';
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

/** Checks passwords, ever more slowly for whoever gets them wrong, wherever one is asked for. */
export function loginAttempts({ database, clock, passwordIsSet, delay }: Parts) {
  /** @throws Problem too-many-logins */
  async function takeTurn(address: string): Promise<void> {
    const now = clock();
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
      if (judged.kind === 'go-on') await insertAttempt(tx, address, isoTime(now));
      return judged;
    });
    if (verdict.kind === 'refuse') {
      throw new Problem('too-many-logins', { retryAfterSeconds: verdict.retryAfterSeconds });
    }
    await delay(verdict.delayMs);
  }

  return {
    /**
     * @param field the name of what was typed, for the refusal
     * @param address where the attempt comes from
     * @returns the stored hash that the password belongs to
     * @throws Problem invalid-password, too-many-logins
     */
    async check(password: string, field: string, address: string): Promise<string> {
      await takeTurn(address);
      await passwordIsSet;
      const hash = await storedPasswordHash(database.read);
      if (hash === null || !(await isPassword(password, hash))) throw wrongPassword(field);
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
