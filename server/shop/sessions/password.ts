import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Database } from '../../database/database.ts';
import type { Dialect } from '../../database/dialect.ts';
import { readSetting, writeSetting } from '../../database/settings.ts';
import type { Handle } from '../../database/tables.ts';
import { endAllSessions } from './store.ts';

const derive = promisify(argon2);

// OWASP's recommendation for argon2id: 19 MiB, two passes, one lane.
const cost = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 };

/** The key under which the settings hold its hash. */
export const passwordKey = 'password';

/** Stored with its parameters, so that raising them later does not lock anybody out. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const hash = await derive('argon2id', { ...cost, message: plain(password), nonce });
  const [salt, stored] = [nonce.toString('base64'), hash.toString('base64')];
  return JSON.stringify({ algorithm: 'argon2id', ...cost, salt, hash: stored });
}

export async function isPassword(password: string, storedHash: string): Promise<boolean> {
  const stored: typeof cost & { salt: string; hash: string } = JSON.parse(storedHash);
  const { salt, hash, memory, passes, parallelism, tagLength } = stored;
  const nonce = Buffer.from(salt, 'base64');
  const message = plain(password);
  const parameters = { memory, passes, parallelism, tagLength, message, nonce };
  return timingSafeEqual(await derive('argon2id', parameters), Buffer.from(hash, 'base64'));
}

/** The same password typed on another keyboard may be different bytes: a normalized form is compared. */
const plain = (password: string) => Buffer.from(password.normalize('NFKC'), 'utf8');

/** Without letters and digits that are mistaken for each other. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Four groups of four: some 79 bits, and still easy to copy from a screen. */
export function randomPassword(): string {
  const character = () => alphabet.charAt(randomInt(alphabet.length));
  const group = () => Array.from({ length: 4 }, character).join('');
  return Array.from({ length: 4 }, group).join('-');
}

export const storedPasswordHash = (db: Handle) => readSetting(db, passwordKey);

/** @returns whether the first hash was the stored one, or none was; then the second replaces it */
async function exchange(tx: Handle, from: string | null, value: string): Promise<boolean> {
  if (from === null) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('settings')
      .values({ key: passwordKey, value })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirstOrThrow();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n;
  }
  const { numUpdatedRows } = await tx
    .updateTable('settings')
    .set({ value })
    .where('key', '=', passwordKey)
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
export function lockPassword(tx: Handle, checked: string): Promise<boolean> {
  // Written as it is: that takes the row's lock on either engine.
  return exchange(tx, checked, checked);
}

/**
 * Replaces the hash that was just read, and logs everybody out.
 *
 * @param from the former hash; null if none was stored
 * @param but the session that stays, by its token's hash; null for none
 * @returns whether it did: false when another change was faster
 */
export async function replacePassword(
  tx: Handle,
  dialect: Dialect,
  { from, to, but }: { from: string | null; to: string; but: string | null },
): Promise<boolean> {
  if (!(await exchange(tx, from, to))) return false;
  await endAllSessions(tx, dialect, but);
  return true;
}

/** Sets a new password; everybody who is logged in is logged out. */
export async function setPassword(database: Database, password: string): Promise<void> {
  const value = await hashPassword(password);
  await database.transact(async (tx) => {
    await writeSetting(tx, passwordKey, value);
    await endAllSessions(tx, database.dialect, null);
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
  const { read, dialect, transact } = database;
  const password = configured ?? randomPassword();
  // Of several processes that start at once one sets it: another would end the first logins again.
  for (;;) {
    const from = await storedPasswordHash(read);
    if (configured === null && from !== null) return { kind: 'kept' };
    if (from !== null && (await isPassword(password, from))) return { kind: 'configured' };
    const to = await hashPassword(password);
    if (!(await transact((tx) => replacePassword(tx, dialect, { from, to, but: null })))) continue;
    return configured === null ? { kind: 'made', password } : { kind: 'configured' };
  }
}
