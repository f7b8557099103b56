import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Database } from '../../database/database.ts';
import type { Dialect } from '../../database/dialect.ts';
import type { Handle } from '../../database/tables.ts';
import { endAllSessions } from './store.ts';

const derive = promisify(argon2);

// OWASP's recommendation for argon2id: 19 MiB, two passes, one lane.
const cost = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 };

const settingKey = 'password';

interface StoredHash {
  algorithm: 'argon2id';
  memory: number;
  passes: number;
  parallelism: number;
  tagLength: number;
  salt: string;
  hash: string;
}

/** Stored with its parameters, so that raising them later does not lock anybody out. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const hash = await derive('argon2id', { ...cost, message: plain(password), nonce });
  const stored: StoredHash = {
    algorithm: 'argon2id',
    ...cost,
    salt: nonce.toString('base64'),
    hash: hash.toString('base64'),
  };
  return JSON.stringify(stored);
}

export async function isPassword(password: string, storedHash: string): Promise<boolean> {
  const { salt, hash, memory, passes, parallelism, tagLength } = JSON.parse(
    storedHash,
  ) as StoredHash;
  const given = await derive('argon2id', {
    memory,
    passes,
    parallelism,
    tagLength,
    message: plain(password),
    nonce: Buffer.from(salt, 'base64'),
  });
  return timingSafeEqual(given, Buffer.from(hash, 'base64'));
}

/** The same password typed on another keyboard may be other bytes: one form is compared. */
const plain = (password: string) => Buffer.from(password.normalize('NFKC'), 'utf8');

/** Without letters and digits that are mistaken for each other. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Four groups of four: some 79 bits, and still fit to be copied from a screen. */
export function randomPassword(): string {
  const group = () =>
    Array.from({ length: 4 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  return [group(), group(), group(), group()].join('-');
}

export async function storedPasswordHash(db: Handle): Promise<string | null> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', settingKey)
    .executeTakeFirst();
  return row?.value ?? null;
}

/** @returns whether the first hash was the stored one; then the second replaces it */
async function exchange(tx: Handle, from: string, to: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('settings')
    .set({ value: to })
    .where('key', '=', settingKey)
    .where('value', '=', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Makes a change of the password wait until the transaction is over, so that a session it opens
 * with this password is ended with the rest.
 *
 * @returns whether the hash is still the stored one
 */
export function holdPassword(tx: Handle, checked: string): Promise<boolean> {
  // Written as it is: that takes the row's lock on either engine.
  return exchange(tx, checked, checked);
}

/**
 * Replaces the hash that was just checked, and logs everybody out.
 *
 * @param but the session that goes on, by its token's hash; null for none
 * @returns whether it did: false when another change was faster
 */
export async function replacePassword(
  tx: Handle,
  dialect: Dialect,
  { from, to, but }: { from: string; to: string; but: string | null },
): Promise<boolean> {
  if (!(await exchange(tx, from, to))) return false;
  await endAllSessions(tx, dialect, but);
  return true;
}

/** Sets a new password; everybody who is logged in is logged out. */
export async function setPassword(database: Database, password: string): Promise<void> {
  const value = await hashPassword(password);
  await database.transact(async (tx) => {
    await tx
      .insertInto('settings')
      .values({ key: settingKey, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
    await endAllSessions(tx, database.dialect, null);
  });
}

/** As {@link setPassword}, unless another process has set one since `stored` was read. */
async function setPasswordFrom(
  database: Database,
  stored: string | null,
  password: string,
): Promise<boolean> {
  const value = await hashPassword(password);
  return database.transact(async (tx) => {
    if (stored !== null) {
      return replacePassword(tx, database.dialect, { from: stored, to: value, but: null });
    }
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('settings')
      .values({ key: settingKey, value })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirstOrThrow();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n;
  });
}

export type PasswordOrigin =
  | { kind: 'configured' }
  | { kind: 'made'; password: string }
  | { kind: 'kept' };

/**
 * Makes sure that there is a password: the configured one, else the one that is stored, else a
 * random one that the caller shows once.
 */
export async function ensurePassword(
  database: Database,
  configured: string | null,
): Promise<PasswordOrigin> {
  if (configured !== null) {
    // Of several processes that start at once one sets it: another would end the first logins again.
    for (;;) {
      const stored = await storedPasswordHash(database.read);
      if (stored !== null && (await isPassword(configured, stored))) break;
      if (await setPasswordFrom(database, stored, configured)) break;
    }
    return { kind: 'configured' };
  }
  if ((await storedPasswordHash(database.read)) !== null) return { kind: 'kept' };
  const password = randomPassword();
  const isMine = await setPasswordFrom(database, null, password);
  return isMine ? { kind: 'made', password } : { kind: 'kept' };
}
