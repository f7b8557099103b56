import { sql } from 'kysely';
import { photoNameFromUrl, photoUrl } from '../../domain/photo-name.ts';
import type { Handle } from '../database/tables.ts';

/** A photo's name begins with its ticket's repair id, by which the ticket is found. */
const repairIdIn = (name: string) => name.slice(0, 36);

/** Whether a ticket names the photo, be it one that is deleted and may be brought back. */
export async function isPhotoNamed(db: Handle, url: string): Promise<boolean> {
  const name = photoNameFromUrl(url);
  if (name === null) return false;
  const row = await db
    .selectFrom('repair_tickets')
    .select(['initial_photo_url', 'completed_photo_url'])
    .where('repair_id', '=', repairIdIn(name))
    .executeTakeFirst();
  return row?.initial_photo_url === url || row?.completed_photo_url === url;
}

/** Which of these photos tickets name, be they deleted and may be brought back. */
export async function namedPhotos(db: Handle, names: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('repair_tickets')
    .select(['initial_photo_url', 'completed_photo_url'])
    .where('repair_id', 'in', [...new Set(names.map(repairIdIn))])
    .execute();
  const urls = new Set(rows.flatMap((row) => [row.initial_photo_url, row.completed_photo_url]));
  return new Set(names.filter((name) => urls.has(photoUrl(name))));
}

/** Which of these photos are of repairs that the shop has never had, as far as its data tells. */
export async function photosOfUnknownRepairs(
  db: Handle,
  names: readonly string[],
): Promise<string[]> {
  const ids = [...new Set(names.map(repairIdIn))];
  if (ids.length === 0) return [];
  const there = await db
    .selectFrom('repair_tickets')
    .select('repair_id')
    .where('repair_id', 'in', ids)
    .execute();
  // What is left of those that are gone for good, too.
  const deleted = await db
    .selectFrom('events')
    .select('repair_id')
    // A literal, so that the engine sees that the partial index fits.
    .where('kind', '=', sql.lit('repair-deleted'))
    .where('repair_id', 'in', ids)
    .execute();
  const known = new Set([...there, ...deleted].map((row) => row.repair_id));
  return names.filter((name) => !known.has(repairIdIn(name)));
}

/** Whether a ticket that is not deleted names the photo: nobody gets to see any other. */
export async function isPhotoShown(db: Handle, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('repair_tickets')
    .select(['initial_photo_url', 'completed_photo_url'])
    .where('repair_id', '=', repairIdIn(name))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const url = photoUrl(name);
  return row?.initial_photo_url === url || row?.completed_photo_url === url;
}
