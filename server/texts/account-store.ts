import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { outsideTextingKey, readSetting, writeSetting } from '../database/settings.ts';
import type { Handle, TextingAccountsTable } from '../database/tables.ts';

/** The texting accounts that were set up in the browser, and which one a text leaves by. */

export type StoredAccount = TextingAccountsTable & {
  /** The account's token; null where there is none, as after a restore elsewhere. */
  sealed: string | null;
  token_set_at: string | null;
  token_initials: string | null;
};

/** All that are kept, the one in force first, then the newest. There are one or two. */
export const storedAccounts = (db: Handle): Promise<StoredAccount[]> =>
  db
    .selectFrom('texting_accounts as account')
    .leftJoin('texting_tokens as token', 'token.account_sid', 'account.account_sid')
    .selectAll('account')
    .select(['token.sealed', 'token.set_at as token_set_at', 'token.initials as token_initials'])
    .orderBy(sql`case when account.replaced_at is null then 0 else 1 end`)
    .orderBy('account.id', 'desc')
    .execute();

/** The account in force as a text is recorded: the environment's, else the browser's, else none. */
export const accountInForce = sql<string | null>`coalesce(
  (select value from settings where key = ${sql.lit(outsideTextingKey)}),
  (select account_sid from texting_accounts where replaced_at is null))`;

/**
 * Notes at the start which account the environment sets, so that texts are recorded under it.
 *
 * @param accountSid null where it sets none
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
