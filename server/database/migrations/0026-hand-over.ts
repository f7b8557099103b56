import { type Kysely, sql } from 'kysely';

/** Who else may collect a watch, what staff were shown when it left, and how it was shipped. */
export const handOver = {
  async up(db: Kysely<unknown>): Promise<void> {
    const flag = (name: string) => `${name} integer not null default 0 check (${name} in (0, 1))`;
    for (const column of [
      'other_collector text',
      flag('claim_check_seen'),
      flag('id_seen'),
      'shipped_by text',
      'tracking_number text',
      'insured_cents integer',
      'hand_over_id text',
    ]) {
      await sql.raw(`alter table repair_tickets add column ${column}`).execute(db);
    }
  },
};
