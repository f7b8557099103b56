import { photoNameFromUrl } from '../../domain/photo-name.ts';
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

/** Whether a photo belongs to a ticket that is deleted: nobody gets to see it then. */
export async function isPhotoOfDeleted(db: Handle, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('repair_tickets')
    .select('id')
    .where('repair_id', '=', repairIdIn(name))
    .where('deleted_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
