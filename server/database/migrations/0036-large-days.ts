import { type Kysely, sql } from 'kysely';
import type { Engine } from './frozen/engine.ts';

const methods = ['cash', 'card', 'check', 'other'];
const parts = ['deposit', 'refund', 'tax', 'voided', 'cash_in', 'cash_out'];

/**
 * The sums of a closed day in 64 bits: a single payment is limited, but not the sum of them. An integer of
 * SQLite has as many anyway.
 */
export const largeDays = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    if (engine === 'sqlite') return;
    const wider = [...methods, ...parts].map((sum) => `alter column ${sum}_cents type bigint`);
    await sql.raw(`alter table closed_days ${wider.join(', ')}`).execute(db);
  },
});
