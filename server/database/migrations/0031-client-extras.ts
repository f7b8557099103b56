import { type Kysely, sql } from 'kysely';

/** What a shop may know of a client besides who they are: company, language, texts, and how they pay. */
export const clientExtras = {
  async up(db: Kysely<unknown>): Promise<void> {
    const flag = (name: string) => `${name} integer check (${name} in (0, 1))`;
    for (const column of [
      'company text',
      'language text',
      flag('no_texts'),
      flag('agreed_to_texts'),
      flag('pays_by_statement'),
    ]) {
      await sql.raw(`alter table clients add column ${column}`).execute(db);
    }
  },
};
