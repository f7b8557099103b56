import { type RawBuilder, sql } from 'kysely';
import { isPhotoName, type PhotoKind, photoNameFromUrl } from '../../domain/photos.ts';
import type { Handle, RepairTicketsTable, Tables } from '../database/tables.ts';

/** A photo's name begins with its ticket's repair id, by which the ticket is found. */
export const repairIdIn = (name: string) => name.slice(0, 36);

/** A table whose rows name stored photos. Each has `created_at`, and the `ticket_number` it goes with. */
interface PhotoTable {
  readonly table: keyof Tables;
  readonly columns: readonly string[];
  /** @returns the file's name, from what a column holds; null if that names none */
  readonly nameOf: (value: string) => string | null;
  /** The indexed column by which rows that may name a photo are found, and what it holds then. */
  readonly key: { readonly column: string; readonly of: (name: string) => string };
  /** Whether anyone who knows the name may see the photo, as texts link to it; else it needs a session. */
  readonly isPublic: boolean;
}

export const ticketPhotoColumns = {
  initial: 'initial_photo_url',
  completed: 'completed_photo_url',
} as const satisfies Record<PhotoKind, keyof RepairTicketsTable>;

/** All of them: a file that none of these names is swept and never shown, and no backup notices its loss. */
export const photoTables: readonly PhotoTable[] = [
  {
    table: 'repair_tickets',
    columns: Object.values(ticketPhotoColumns),
    nameOf: photoNameFromUrl,
    key: { column: 'repair_id', of: repairIdIn },
    isPublic: true,
  },
  ...(['photos', 'signatures', 'text_pictures'] as const).map((table) => ({
    table,
    columns: ['picture'],
    nameOf: (value: string) => (isPhotoName(value) ? value : null),
    key: { column: 'picture', of: (name: string) => name },
    isPublic: false,
  })),
];

async function photosWhere(
  db: Handle,
  rest: (one: PhotoTable) => RawBuilder<unknown>,
  among = photoTables,
): Promise<string[]> {
  const names: string[] = [];
  for (const one of among) {
    const columns = sql.join(one.columns.map((column) => sql.ref(column)));
    const { rows } = await sql<Record<string, string | null>>`select ${columns}
      from ${sql.table(one.table)} as photo where ${rest(one)}`.execute(db);
    const values = rows.flatMap((row) => Object.values(row));
    names.push(...values.flatMap((value) => one.nameOf(value ?? '') ?? []));
  }
  return names;
}

/** @returns the names of a ticket's photos, live or deleted */
export const filesOfTicket = (db: Handle, ticketNumber: string): Promise<string[]> =>
  photosWhere(db, () => sql`ticket_number = ${ticketNumber}`);

/** @param most how many rows with photos are read from each table, at most */
export const newestPhotos = (db: Handle, most: number): Promise<string[]> =>
  photosWhere(db, ({ columns }) => {
    const isNamed = columns.map((column) => sql`${sql.ref(column)} is not null`);
    return sql`(${sql.join(isNamed, sql` or `)}) order by created_at desc limit ${most}`;
  });

/**
 * Which of these photos rows name.
 *
 * @param scope `public`: only those that anyone may see, of tickets that are not deleted; `kept`: all, even
 *   those that may be brought back
 */
export async function namedPhotos(
  db: Handle,
  names: readonly string[],
  scope: 'public' | 'kept',
): Promise<Set<string>> {
  const isPublic = scope === 'public';
  const isLive = sql`exists (select 1 from repair_tickets as ticket
    where ticket.ticket_number = photo.ticket_number and ticket.deleted_at is null)`;
  const inRows = await photosWhere(
    db,
    ({ key }) => {
      const keys = sql.join([...new Set(names.map(key.of))]);
      return sql`${sql.ref(key.column)} in (${keys}) ${isPublic ? sql`and ${isLive}` : sql``}`;
    },
    photoTables.filter((one) => one.isPublic || !isPublic),
  );
  const found = new Set(inRows);
  return new Set(names.filter((name) => found.has(name)));
}
