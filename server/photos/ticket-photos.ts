import { randomUUID } from 'node:crypto';
import type { Checked } from '../../domain/api.ts';
import type { Repair } from '../../domain/api-answers.ts';
import type { TicketPhoto } from '../../domain/api-ticket-photos.ts';
import { editedFields } from '../../domain/edits.ts';
import { photoName } from '../../domain/photos.ts';
import { Problem } from '../../domain/problems.ts';
import { maxTicketPhotos, photoTime, type TicketPhotoValues } from '../../domain/ticket-photos.ts';
import { isoTime } from '../base/clock.ts';
import { requireVersionSeen } from '../base/version.ts';
import { dialectOf } from '../database/dialect.ts';
import type { Handle } from '../database/tables.ts';
import { recordTicketTableEvent } from '../history/ticket-table-event.ts';
import { getRepair, lockOwnTicket } from '../repairs/store.ts';
import { discardPhotos, type PhotoDeps, storeFile } from './actions.ts';
import { prepareJpeg } from './image.ts';
import { countPhotos, deletePhoto, findPhoto, insertPhoto, updatePhoto } from './store.ts';

/** The photos that staff add to a ticket, other than the initial and the completion photo. */

interface Written {
  photo: TicketPhoto;
  repair: Repair;
}

const valuesOf = ({ kind, caption }: TicketPhotoValues): TicketPhotoValues => ({ kind, caption });

/** @throws Problem photo-not-found */
async function getPhoto(tx: Handle, id: string) {
  const found = await findPhoto(tx, id);
  if (!found) throw new Problem('photo-not-found');
  return found;
}

/**
 * A photo and its ticket, locked, with the name of its file.
 *
 * @param ifMatch the version that was seen (domain/edits.ts)
 * @throws Problem photo-not-found, repair-not-found, repair-status; changed-meanwhile with the photo and
 *   the ticket as they are now
 */
async function lockPhoto(
  tx: Handle,
  id: string,
  ifMatch: string | undefined,
): Promise<Written & { name: string }> {
  const repair = await lockOwnTicket(tx, (await getPhoto(tx, id)).photo.ticketNumber);
  const { photo, name } = await getPhoto(tx, id);
  requireVersionSeen(ifMatch, photo.updatedAt, { photo, repair });
  return { photo, name, repair };
}

/**
 * Looks for the photo, and checks that there is room.
 *
 * @returns the photo with this id; null if there is none, and room for it
 * @throws Problem photo-id-taken, too-many-photos
 */
async function addedBefore(db: Handle, id: string, repair: Repair): Promise<TicketPhoto | null> {
  const { ticketNumber } = repair;
  const existing = (await findPhoto(db, id))?.photo;
  if (existing?.ticketNumber === ticketNumber) return existing;
  if (existing) throw new Problem('photo-id-taken', { extra: { repair } });
  if ((await countPhotos(db, ticketNumber)) < maxTicketPhotos) return null;
  throw new Problem('too-many-photos', { extra: { repair } });
}

/**
 * Adds a photo to a ticket in any status. Repeating the `photoId` returns the existing photo, whatever its
 * caption is by now.
 *
 * @param bytes the uploaded file
 * @throws Problem repair-not-found, repair-status, photo-id-taken, too-many-photos, photo-unreadable,
 *   photo-too-large, photo-too-many-pixels, photo-store-failed
 */
export async function addTicketPhoto(
  deps: PhotoDeps,
  reference: string,
  { photoId: id, kind, caption, takenAt }: Checked<'addTicketPhoto', 'query'>,
  bytes: Uint8Array,
): Promise<Written & { isRepeat: boolean }> {
  const { database, clock } = deps;
  // Also checked before decoding: what would be refused needn't be decoded.
  const seen = await getRepair(database.read, reference);
  const earlier = await addedBefore(database.read, id, seen);
  if (earlier) return { photo: earlier, repair: seen, isRepeat: true };
  const { jpeg } = await prepareJpeg(bytes);
  const name = photoName(randomUUID(), 'added', clock());
  await storeFile(deps, name, jpeg);
  const added = await database
    .transact(async (tx) => {
      await dialectOf(tx).lock(tx, `photo ${id}`);
      const before = await lockOwnTicket(tx, reference);
      const existing = await addedBefore(tx, id, before);
      if (existing) return { photo: existing, repair: before, isRepeat: true };
      const at = isoTime(clock());
      const taken = takenAt === undefined ? null : isoTime(Date.parse(takenAt));
      await insertPhoto(tx, {
        id,
        ticket_number: before.ticketNumber,
        kind,
        caption,
        picture: name,
        created_at: photoTime(taken, before.createdAt, at),
        updated_at: at,
      });
      const { photo } = await getPhoto(tx, id);
      const repair = await recordTicketTableEvent(tx, before, at, {
        kind: 'ticket-photo-added',
        data: { photoId: id, caption, before: null, after: { kind, caption } },
      });
      return { photo, repair, isRepeat: false };
    })
    .catch(async (error: unknown) => {
      // After any other error, a row may still name the file: one that stays unnamed is swept later.
      if (error instanceof Problem) await discardPhotos(deps, [name]);
      throw error;
    });
  if (added.isRepeat) await discardPhotos(deps, [name]);
  return added;
}

/** Changes a photo's kind or caption; the same again changes nothing. @throws Problem as for {@link lockPhoto} */
export function changeTicketPhoto(
  { database, clock }: PhotoDeps,
  id: string,
  edit: Checked<'changeTicketPhoto', 'body'>,
  ifMatch?: string,
): Promise<Written> {
  return database.transact(async (tx) => {
    const { photo, repair } = await lockPhoto(tx, id, ifMatch);
    const { next, changes } = editedFields(valuesOf(photo), edit);
    if (changes === null) return { photo, repair };
    const at = isoTime(clock());
    await updatePhoto(tx, id, next, at);
    const after = await recordTicketTableEvent(tx, repair, at, {
      kind: 'ticket-photo-changed',
      data: { photoId: id, caption: next.caption, ...changes },
    });
    return { photo: (await getPhoto(tx, id)).photo, repair: after };
  });
}

/** Deletes a photo and its file; its history stays. @throws Problem as for {@link lockPhoto} */
export async function removeTicketPhoto(
  deps: PhotoDeps,
  id: string,
  ifMatch?: string,
): Promise<Repair> {
  const { repair, name } = await deps.database.transact(async (tx) => {
    const locked = await lockPhoto(tx, id, ifMatch);
    await deletePhoto(tx, id);
    const before = valuesOf(locked.photo);
    const after = await recordTicketTableEvent(tx, locked.repair, isoTime(deps.clock()), {
      kind: 'ticket-photo-removed',
      data: { photoId: id, caption: before.caption, before, after: null },
    });
    return { repair: after, name: locked.name };
  });
  await discardPhotos(deps, [name]);
  return repair;
}
