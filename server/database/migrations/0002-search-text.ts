import type { Kysely, Migration } from 'kysely';

interface Stored {
  clients: {
    id: string;
    name: string;
    email: string;
    phone: string;
    address: string | null;
    search_text: string;
  };
  repair_tickets: {
    id: string;
    ticket_number: string;
    client_id: string;
    watch_brand: string;
    watch_model: string;
    serial_number: string | null;
    search_text: string;
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

/** Numbers as people write them: digits with punctuation between, e.g. "(212) 555-0101", "311.30.42". */
const numberRuns = /\d[\d\s()+./-]*\d/g;

/** A letter and a digit: part of a serial or reference number, which everyone writes differently. */
const isCode = (text: string) => /\d/.test(text) && /\p{L}/u.test(text);

/** What people put between the parts of a serial or reference number, or leave out. */
const codeSigns = /[-\s()+./\\_:,#]+/g;

/** @returns lower case without accents and invisible characters, plain quotes and hyphens, spaces collapsed */
function searchable(text: string): string {
  return (
    text
      .replaceAll('´', "'")
      .normalize('NFKD')
      .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
      .replace(/[‘’‛′ʹʻʼ`]/g, "'")
      .replace(/[“”„‟]/g, '"')
      .replace(/\p{Pd}/gu, '-')
      // There and back: ß and ẞ meet at ss, the dotless ı meets i.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replace(/[æœøðđħłþς]/g, (letter) => plainLetters[letter] ?? letter)
      .replace(/\s+/g, ' ')
      .trim()
  );
}

/**
 * Everything that a row is found by, as one line. Numbers with punctuation in them, phones included, are there
 * a second time as bare digits; a text with letters and digits in it, such as a serial number, a second time
 * without spaces and punctuation.
 */
function searchLine(texts: readonly (string | null)[]): string {
  const parts = texts.filter((text) => text !== null).map(searchable);
  const numbers = parts.flatMap((text) => text.match(numberRuns) ?? []);
  const digits = numbers.map((number) => number.replace(/\D/g, ''));
  const line = parts.filter((part) => part !== '').join(' | ');
  const codes = parts.filter(isCode).map((text) => text.replace(codeSigns, ''));
  const unseen = [...new Set([...digits, ...codes])].filter((number) => !line.includes(number));
  return [line, ...unseen].filter((part) => part !== '').join(' | ');
}

/** Enough to be quick, few enough to hold in memory however large the shop. */
const batchSize = 500;

/** Row by row of a table, those with the smallest ids first. */
async function inBatches<Row extends { id: string }>(
  read: (after: string) => Promise<Row[]>,
  work: (row: Row) => Promise<void>,
): Promise<void> {
  let after = '';
  for (;;) {
    const rows = await read(after);
    for (const row of rows) await work(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) return;
    after = last.id;
  }
}

async function refreshClients(db: Kysely<Stored>): Promise<void> {
  await inBatches(
    (after) =>
      db
        .selectFrom('clients')
        .select(['id', 'name', 'email', 'phone', 'address', 'search_text'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(batchSize)
        .execute(),
    async ({ id, name, email, address, phone, search_text }) => {
      const line = searchLine([name, email, address, phone]);
      if (line === search_text) return;
      await db.updateTable('clients').set({ search_text: line }).where('id', '=', id).execute();
    },
  );
}

async function refreshTickets(db: Kysely<Stored>): Promise<void> {
  await inBatches(
    (after) =>
      db
        .selectFrom('repair_tickets as ticket')
        .innerJoin('clients as client', 'client.id', 'ticket.client_id')
        .select([
          'ticket.id',
          'ticket.ticket_number',
          'client.name',
          'client.phone',
          'ticket.watch_brand',
          'ticket.watch_model',
          'ticket.serial_number',
          'ticket.search_text',
        ])
        .where('ticket.id', '>', after)
        .orderBy('ticket.id')
        .limit(batchSize)
        .execute(),
    async ({ id, search_text, ...ticket }) => {
      const { ticket_number, name, watch_brand, watch_model, serial_number, phone } = ticket;
      const line = searchLine([
        ticket_number,
        name,
        watch_brand,
        watch_model,
        serial_number,
        phone,
      ]);
      if (line === search_text) return;
      await db
        .updateTable('repair_tickets')
        .set({ search_text: line })
        .where('id', '=', id)
        .execute();
    },
  );
}

/** Serial and reference numbers are found however they are written: so are those stored before. */
export const searchText: Migration = {
  async up(db: Kysely<Stored>): Promise<void> {
    await refreshClients(db);
    await refreshTickets(db);
  },
};
