import { sql } from 'kysely';
import { isoTime } from '../base/clock.ts';
import type { Database } from '../database/database.ts';
import { isFound } from '../database/found.ts';
import { outsideTextingKey, readSetting, writeSetting } from '../database/settings.ts';
import type { Handle, TextingAccountsTable, TextingTokensTable } from '../database/tables.ts';
import { isUnresolved } from './store.ts';

/** The texting accounts that were set up in the browser, and which one sends a text. */

export type StoredAccount = TextingAccountsTable & {
  /** The account's token; null if there is none, as after a restore elsewhere. */
  sealed: string | null;
  token_set_at: string | null;
  token_session: string | null;
  token_initials: string | null;
};

/** What an account that was set up in the browser is known by, and its missed texts. */
export const accountId = ({ accountSid, sender }: { accountSid: string; sender: string }): string =>
  `${accountSid} ${sender}`;

/**
 * The key that holds how far the texts that the provider received have been fetched.
 *
 * @param id of the account; null for the environment's
 */
export const missedTextsKey = (id: string | null): string =>
  id === null ? 'missed-texts' : `missed-texts ${id}`;

/** All that are kept, the one in force first, then the newest. There are one or two. */
export const storedAccounts = (db: Handle): Promise<StoredAccount[]> =>
  db
    .selectFrom('texting_accounts as account')
    .leftJoin('texting_tokens as token', 'token.account_sid', 'account.account_sid')
    .selectAll('account')
    .select([
      'token.sealed',
      'token.set_at as token_set_at',
      'token.session as token_session',
      'token.initials as token_initials',
    ])
    .orderBy(sql`case when account.replaced_at is null then 0 else 1 end`)
    .orderBy('account.id', 'desc')
    .execute();

/**
 * Notes at the start which account the environment sets, so that texts are recorded under it.
 *
 * @param accountSid null if it sets none
 */
export async function noteOutsideAccount(
  { read, transact }: Database,
  accountSid: string | null,
): Promise<void> {
  if ((await readSetting(read, outsideTextingKey)) === accountSid) return;
  await transact(async (tx) => {
    if (accountSid !== null) return writeSetting(tx, outsideTextingKey, accountSid);
    await tx.deleteFrom('settings').where('key', '=', outsideTextingKey).execute();
  });
}

/** The lock under which an account is changed, so that two who do it wait for each other. */
export const textingKey = 'texting account';

/** @param account of the row; its token stays */
export async function insertAccount(tx: Handle, account: TextingAccountsTable): Promise<void> {
  const { account_sid: accountSid, sender, public_url: publicUrl } = account;
  // An account that is in force again is no longer an earlier one.
  await tx
    .deleteFrom('texting_accounts')
    .where('account_sid', '=', accountSid)
    .where('sender', '=', sender)
    .where('public_url', '=', publicUrl)
    .execute();
  await tx.insertInto('texting_accounts').values(account).execute();
}

/** Nothing is in force anymore. */
export async function replaceAccount(tx: Handle, at: string): Promise<void> {
  await tx
    .updateTable('texting_accounts')
    .set({ replaced_at: at })
    .where('replaced_at', 'is', null)
    .execute();
}

export async function writeToken(tx: Handle, token: TextingTokensTable): Promise<void> {
  const { account_sid: _, ...stored } = token;
  await tx
    .insertInto('texting_tokens')
    .values(token)
    .onConflict((conflict) => conflict.column('account_sid').doUpdateSet(stored))
    .execute();
}

/** How long an earlier account is still used after its last text, in milliseconds. */
const answeredForMs = 14 * 24 * 60 * 60_000;

/** By then, what another process recorded at the moment of the change is stored. */
const settledAfterMs = 60_000;

/** Whether texts from an account may still get replies or reports, or have no outcome yet. */
const hasUnsettled = (db: Handle, accountSid: string, now: number): Promise<boolean> =>
  isFound(
    db
      .selectFrom('messages')
      .select('id')
      .where('account', '=', accountSid)
      // Customers' texts to it must not keep it forever.
      .where('direction', '=', 'outbound')
      .where(({ or, eb }) =>
        or([isUnresolved, eb('created_at', '>', isoTime(now - answeredForMs))]),
      ),
  );

/**
 * Whether anything may still wait for an earlier account. Texts name only the SID: if that is still in force,
 * what waits is asked about and answered anyway, and only the time counts.
 */
async function isAwaited(db: Handle, account: StoredAccount, now: number): Promise<boolean> {
  const { account_sid: accountSid, replaced_at: replacedAt } = account;
  const current = (await storedAccounts(db)).find(({ replaced_at: at }) => at === null);
  const inForce = [current?.account_sid, await readSetting(db, outsideTextingKey)];
  if (!inForce.includes(accountSid)) return hasUnsettled(db, accountSid, now);
  return replacedAt === null || Date.parse(replacedAt) > now - answeredForMs;
}

/** Removes earlier accounts that nothing waits for anymore, their tokens, and how far their texts were fetched. */
export async function forgetEarlierAccounts(database: Database, now: number): Promise<void> {
  const isPast = ({ replaced_at: at }: StoredAccount) =>
    at !== null && Date.parse(at) < now - settledAfterMs;
  const past = (await storedAccounts(database.read)).filter(isPast);
  for (const account of past) {
    if (await isAwaited(database.read, account, now)) continue;
    const { id, account_sid: accountSid, sender } = account;
    await database.transact(async (tx) => {
      await database.dialect.lock(tx, textingKey);
      await tx
        .deleteFrom('texting_accounts')
        .where('id', '=', id)
        .where('replaced_at', 'is not', null)
        .execute();
      await tx
        .deleteFrom('texting_tokens')
        .where('account_sid', 'not in', (kept) =>
          kept.selectFrom('texting_accounts').select('account_sid'),
        )
        .execute();
      // Set up again later, it begins then.
      const isKept = await isFound(
        tx
          .selectFrom('texting_accounts')
          .select('id')
          .where('account_sid', '=', accountSid)
          .where('sender', '=', sender),
      );
      if (isKept) return;
      const key = missedTextsKey(accountId({ accountSid, sender }));
      await tx.deleteFrom('settings').where('key', '=', key).execute();
    });
  }
}
