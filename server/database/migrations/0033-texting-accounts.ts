import { type Kysely, sql } from 'kysely';

/**
 * The accounts for real texts that were set up in the browser, the one in force and those before it. Their
 * tokens have a table of their own, which no backup holds; each is sealed. Texts name the account they left by.
 */
export const textingAccounts = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of [
      `create table texting_accounts (
        id text primary key,
        account_sid text not null,
        sender text not null,
        public_url text not null,
        set_at text not null,
        replaced_at text,
        session text,
        initials text
      )`,
      'create unique index texting_account_in_force on texting_accounts ((replaced_at is null)) where replaced_at is null',
      `create table texting_tokens (
        account_sid text primary key,
        sealed text not null,
        set_at text not null,
        session text,
        initials text
      )`,
      'alter table messages add column account text',
    ]) {
      await sql.raw(statement).execute(db);
    }
  },
};
