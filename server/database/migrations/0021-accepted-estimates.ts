import { type Kysely, sql } from 'kysely';

/** For what was accepted since a given time, the newest first. */
export const acceptedEstimates = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index estimates_accepted on estimates (accepted_at, id)
      where accepted_at is not null and replaced_at is null`.execute(db);
  },
};
