import { type Kysely, sql } from 'kysely';

/**
 * Every list asks for each of its phones whether texts to it failed; hardly any did. The direction is the same in
 * all rows: with it, SQLite prefers this index to that of all texts by phone.
 */
export const failedTexts = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index messages_failed on messages (phone, direction)
      where direction = 'outbound' and state in ('failed', 'undelivered')`.execute(db);
  },
};
