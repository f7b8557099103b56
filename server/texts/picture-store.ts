import { sql } from 'kysely';
import type { TextPicture } from '../../domain/api-answers.ts';
import { isPhotoName } from '../../domain/photos.ts';
import { canBeFetched, type PictureState, pictureDetail } from '../../domain/text-pictures.ts';
import { isChanged } from '../database/found.ts';
import type { Handle, MessagesTable, TextPicturesTable } from '../database/tables.ts';

/** The rows of what customers sent with their texts. The files are in the photo store. */

/** A picture: its text, and its place there. */
export interface PictureKey {
  message_id: string;
  position: number;
}

/** A picture that is to be fetched, with the provider's id of its text and the account that received it. */
export type DuePicture = TextPicturesTable & Pick<MessagesTable, 'provider_sid' | 'account'>;

/** @param mediaIds the provider's ids as far as they are known, in the pictures' order */
export async function insertPictures(
  tx: Handle,
  text: Pick<TextPicturesTable, 'message_id' | 'ticket_number' | 'is_on_ticket'>,
  states: readonly PictureState[],
  mediaIds: readonly string[],
  at: string,
): Promise<void> {
  if (states.length === 0) return;
  const rows = states.map((state, position) => ({
    ...text,
    position,
    state,
    media_sid: mediaIds[position] ?? null,
    picture: null,
    tries: 0,
    asked_at: at,
    next_try_at: state === 'waiting' ? at : null,
    created_at: at,
  }));
  await tx.insertInto('text_pictures').values(rows).execute();
}

/** How many pictures of a phone that came since a time (ISO 8601) were or are being fetched. */
export async function countFetchedSince(db: Handle, phone: string, since: string): Promise<number> {
  const { pictures } = await db
    .selectFrom('text_pictures as picture')
    .innerJoin('messages as text', 'text.id', 'picture.message_id')
    .select(({ fn }) => fn.countAll<number>().as('pictures'))
    .where('text.phone', '=', phone)
    .where('picture.created_at', '>=', since)
    .where('picture.state', 'not in', ['unknown-phone', 'daily-limit'])
    .executeTakeFirstOrThrow();
  return Number(pictures);
}

function toPicture(row: TextPicturesTable): TextPicture {
  const { message_id: messageId, position, state } = row;
  return {
    position,
    state,
    url: row.picture === null ? null : `/api/messages/${messageId}/pictures/${position}`,
    detail: pictureDetail(state),
    canFetch: canBeFetched(state),
    isOnTicket: row.is_on_ticket === 1,
  };
}

/** @returns the pictures of texts by the texts' ids, in their order */
export async function picturesOf(
  db: Handle,
  texts: readonly MessagesTable[],
): Promise<Map<string, TextPicture[]>> {
  const ids = texts.flatMap(({ id, media_count: count }) => (count > 0 ? id : []));
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('text_pictures')
    .selectAll()
    .where('message_id', 'in', ids)
    .orderBy('position')
    .execute();
  const byText = new Map<string, TextPicture[]>();
  for (const row of rows) {
    const ofText = byText.get(row.message_id) ?? [];
    byText.set(row.message_id, [...ofText, toPicture(row)]);
  }
  return byText;
}

/** @returns the name of a stored picture, unless its ticket is deleted; null if there is none */
export async function storedPictureName(
  db: Handle,
  messageId: string,
  position: number,
): Promise<string | null> {
  const row = await db
    .selectFrom('text_pictures as picture')
    .leftJoin('repair_tickets as ticket', 'ticket.ticket_number', 'picture.ticket_number')
    .select('picture.picture')
    .where('picture.message_id', '=', messageId)
    .where('picture.position', '=', position)
    .where('ticket.deleted_at', 'is', null)
    .executeTakeFirst();
  const name = row?.picture ?? null;
  // Another program or a forged backup may have put anything here.
  return name !== null && isPhotoName(name) ? name : null;
}

/** In literals, so that the engine sees that the index applies. */
const isWaiting = sql<boolean>`picture.state = 'waiting'`;

/** @param most how many at most @returns the pictures that are to be fetched by now, the longest due first */
export const duePictures = (db: Handle, now: string, most: number): Promise<DuePicture[]> =>
  db
    .selectFrom('text_pictures as picture')
    .innerJoin('messages as text', 'text.id', 'picture.message_id')
    .selectAll('picture')
    .select(['text.provider_sid', 'text.account'])
    .where(isWaiting)
    .where('picture.next_try_at', '<=', now)
    .orderBy('picture.next_try_at')
    .orderBy('picture.message_id')
    .orderBy('picture.position')
    .limit(most)
    .execute();

/**
 * Changes a picture that waits, unless someone has since taken it, or its ticket was deleted for good.
 *
 * @param seen as it was read
 * @returns whether it was changed
 */
export const changeWaiting = (
  tx: Handle,
  seen: TextPicturesTable,
  to: Partial<Omit<TextPicturesTable, keyof PictureKey>>,
): Promise<boolean> =>
  isChanged(
    tx
      .updateTable('text_pictures')
      .set(to)
      .where('message_id', '=', seen.message_id)
      .where('position', '=', seen.position)
      .where('state', '=', 'waiting')
      .where('next_try_at', '=', seen.next_try_at),
  );

/** Notes the provider's ids for those pictures of a text that have none yet, in their order. */
export async function noteMediaIds(
  tx: Handle,
  messageId: string,
  listed: readonly string[],
): Promise<void> {
  const rows = await tx
    .selectFrom('text_pictures')
    .select(['position', 'media_sid'])
    .where('message_id', '=', messageId)
    .orderBy('position')
    .execute();
  const known = new Set(rows.map((row) => row.media_sid));
  const fresh = listed.filter((id) => !known.has(id));
  for (const { position } of rows.filter((row) => row.media_sid === null)) {
    const next = fresh.shift();
    if (next === undefined) return;
    await tx
      .updateTable('text_pictures')
      .set({ media_sid: next })
      .where('message_id', '=', messageId)
      .where('position', '=', position)
      .execute();
  }
}

export const pictureRow = (
  db: Handle,
  { message_id: messageId, position }: PictureKey,
): Promise<TextPicturesTable | undefined> =>
  db
    .selectFrom('text_pictures')
    .selectAll()
    .where('message_id', '=', messageId)
    .where('position', '=', position)
    .executeTakeFirst();

/** Has a picture fetched from now on. */
export async function askAgain(tx: Handle, { message_id, position }: PictureKey, at: string) {
  await tx
    .updateTable('text_pictures')
    .set({ state: 'waiting', tries: 0, asked_at: at, next_try_at: at })
    .where('message_id', '=', message_id)
    .where('position', '=', position)
    .execute();
}
