import { type Kysely, sql } from 'kysely';

interface Stored {
  repair_tickets: {
    id: string;
    watch_brand: string;
    serial_number: string | null;
    case_key: string | null;
  };
}

/** Letters that Unicode does not decompose, as people without them on the keyboard type them. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ł: 'l',
  þ: 'th',
  ς: 'σ',
};

const lettersAndDigits = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(/[æœøðđħłþς]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** What a watch is found by: its brand with its serial, in letters and digits; null where none was typed. */
function serialKey(brand: string, serial: string | null): string | null {
  const key = lettersAndDigits(serial ?? '');
  const isSerial = key.length >= 3 && /\p{N}/u.test(key) && new Set(key).size > 1;
  return isSerial ? `${lettersAndDigits(brand)} ${key}` : null;
}

/** Enough to be quick, few enough to hold in memory however large the shop. */
const batchSize = 500;

async function writeKeys(db: Kysely<Stored>): Promise<void> {
  let after = '';
  for (;;) {
    const rows = await db
      .selectFrom('repair_tickets')
      .select(['id', 'watch_brand', 'serial_number'])
      .where('id', '>', after)
      .where('serial_number', 'is not', null)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    for (const { id, watch_brand, serial_number } of rows) {
      const key = serialKey(watch_brand, serial_number);
      if (key === null) continue;
      await db.updateTable('repair_tickets').set({ case_key: key }).where('id', '=', id).execute();
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) return;
    after = last.id;
  }
}

/**
 * Watches, which tickets point to once staff have said which are the same. No earlier ticket is joined to
 * another: each gets the key by which staff are asked.
 */
export const watches = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    await schema
      .createTable('watches')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .execute();
    for (const column of [
      ...['reference', 'caliber', 'movement_serial'],
      ...['watch_id', 'watch_answer_of', 'case_key', 'movement_key'],
    ]) {
      await schema.alterTable('repair_tickets').addColumn(column, 'text').execute();
    }
    await writeKeys(db as Kysely<Stored>);
    for (const statement of [
      'tickets_by_case_key on repair_tickets (case_key, id) where case_key is not null',
      'tickets_by_movement_key on repair_tickets (movement_key, id) where movement_key is not null',
      'tickets_by_watch on repair_tickets (watch_id, id) where watch_id is not null',
    ]) {
      await sql.raw(`create index ${statement}`).execute(db);
    }
  },
};
