import { type Kysely, sql } from 'kysely';

/** Restores of backups are in the history of the settings: found without looking through all events. */
export const restores = {
  async up({ schema }: Kysely<unknown>): Promise<void> {
    await schema
      .createIndex('events_of_restores')
      .on('events')
      .column('id')
      .where(sql.ref('kind'), '=', sql.lit('shop-restored'))
      .execute();
  },
};
