import { randomUUID } from 'node:crypto';
import { dayMs } from '../../domain/clock.ts';
import { photoName } from '../../domain/photos.ts';
import { Problem } from '../../domain/problems.ts';
import {
  canBeFetched,
  nextTryAt,
  type PictureState,
  pictureStatesOf,
} from '../../domain/text-pictures.ts';
import { isoTime } from '../base/clock.ts';
import { isClientPhone } from '../clients/store.ts';
import type { Handle, MessagesTable, TextPicturesTable } from '../database/tables.ts';
import { recordTextEvent } from '../history/record.ts';
import { discardPhotos } from '../photos/actions.ts';
import { prepareJpeg } from '../photos/image.ts';
import type { Deps } from '../ports/deps.ts';
import { PhotoStoreError } from '../ports/photo-store.ts';
import type { MediaFailure, TextSender } from '../ports/text-sender.ts';
import { lockText } from './lock-text.ts';
import { isOnTicket, onlyOpenTicketOf } from './phone-store.ts';
import {
  askAgain,
  changeWaiting,
  countFetchedSince,
  type DuePicture,
  duePictures,
  insertPictures,
  noteMediaIds,
  type PictureKey,
  pictureRow,
} from './picture-store.ts';
import { messageRow } from './store.ts';

/** The pictures that customers send with their texts: which are fetched, and how they come to be stored. */

/** Notes the pictures of a text that has just been stored, in its transaction, which holds the phone. */
export async function takePictures(
  tx: Handle,
  text: Pick<MessagesTable, 'id' | 'phone' | 'ticket_number' | 'media_count'> & {
    mediaIds: readonly string[];
  },
  now: number,
): Promise<void> {
  const { id, phone, ticket_number: ticketNumber, media_count: count, mediaIds } = text;
  if (count === 0) return;
  const states = pictureStatesOf(count, {
    isCustomers: (await isClientPhone(tx, phone)) || (await isOnTicket(tx, phone)),
    fetchedToday: await countFetchedSince(tx, phone, isoTime(now - dayMs)),
  });
  const isItsPhoto = ticketNumber !== null && ticketNumber === (await onlyOpenTicketOf(tx, phone));
  const place = { message_id: id, ticket_number: ticketNumber, is_on_ticket: isItsPhoto ? 1 : 0 };
  await insertPictures(tx, place, states, mediaIds, isoTime(now));
}

/**
 * Has a picture fetched that was not: again, or even though the rules left it out. One that is being fetched,
 * is there, or would be refused again is left alone.
 *
 * @throws Problem message-not-found when there is no such picture
 */
export async function fetchTextPicture(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  key: PictureKey,
): Promise<void> {
  const at = isoTime(clock());
  await database.transact(async (tx) => {
    const text = await lockText(tx, await messageRow(tx, key.message_id));
    const row = text && (await pictureRow(tx, key));
    if (!row) throw new Problem('message-not-found');
    if (!canBeFetched(row.state)) return;
    await askAgain(tx, key, at);
    const { message_id: messageId, position, ticket_number: ticketNumber } = row;
    const change = { before: { state: row.state }, after: { state: 'waiting' } };
    const data = { messageId, position, ...change };
    const event = { kind: 'picture-asked-for', actor: 'staff', data } as const;
    await recordTextEvent(tx, at, { id: messageId, ticketNumber, what: 'picture' }, event);
  });
}

/** This many are in memory at once. */
const atOnce = 4;

/** A process that has taken on a picture has it for this long; then another may take it. */
const takenForMs = 5 * 60_000;

type Outcome = { state: Exclude<PictureState, 'waiting'>; name?: string } | MediaFailure;

/**
 * Fetches the pictures that are due. Several processes may look: each picture is taken on by one.
 *
 * @param isStopping asked before each batch: if true, the rest waits for the next run
 */
export async function fetchPictures(deps: Deps, isStopping: () => boolean): Promise<void> {
  const { database, clock } = deps;
  while (!isStopping()) {
    const now = clock();
    const due = await duePictures(database.read, isoTime(now), atOnce);
    if (due.length === 0) return;
    const taken = await takeOn(deps, due, isoTime(now + takenForMs));
    const texts = [...new Set(taken.map((picture) => picture.message_id))];
    // The pictures of one text are fetched one after the other: the first asks for the ids of all.
    await Promise.all(
      texts.map((id) =>
        fetchOfText(
          deps,
          taken.filter((picture) => picture.message_id === id),
        ),
      ),
    );
  }
}

async function takeOn(deps: Deps, due: readonly DuePicture[], until: string) {
  return deps.database.transact(async (tx) => {
    const taken: DuePicture[] = [];
    for (const picture of due) {
      const change = { next_try_at: until, tries: picture.tries + 1 };
      if (await changeWaiting(tx, picture, change)) taken.push({ ...picture, ...change });
    }
    return taken;
  });
}

async function fetchOfText(deps: Deps, pictures: readonly DuePicture[]): Promise<void> {
  for (const picture of pictures) {
    const outcome = await fetchOne(deps, picture).catch(
      (error: unknown): Outcome => ({ kind: 'later', cause: String(error) }),
    );
    await settle(deps, picture, outcome).catch((error: unknown) => {
      deps.log.error({ error: String(error) }, 'A customer’s photo could not be fetched');
    });
  }
}

/** @returns the provider's id of a picture; asks for those of its text if it is not known yet */
async function mediaIdOf(
  { database }: Deps,
  sender: TextSender,
  picture: DuePicture,
): Promise<string | MediaFailure> {
  const { message_id: messageId, provider_sid: sid } = picture;
  const known = (await pictureRow(database.read, picture))?.media_sid ?? null;
  if (known !== null) return known;
  const listed = await sender.mediaOf(sid ?? '');
  if (listed.kind !== 'listed') return listed;
  await database.transact((tx) => noteMediaIds(tx, messageId, listed.ids));
  const found = (await pictureRow(database.read, picture))?.media_sid ?? null;
  // Lists lag.
  return found ?? { kind: 'later', cause: 'not listed' };
}

async function fetchOne(deps: Deps, picture: DuePicture): Promise<Outcome> {
  const { texting, photoStore, clock } = deps;
  const sender = await texting.of(picture.account);
  if (sender === null) return { kind: 'later', cause: 'no token of its account' };
  const mediaId = await mediaIdOf(deps, sender, picture);
  if (typeof mediaId !== 'string') return mediaId;
  const fetched = await sender.fetchMedia(picture.provider_sid ?? '', mediaId);
  if (fetched.kind !== 'fetched') return fetched;
  try {
    const { jpeg } = await prepareJpeg(fetched.bytes);
    const name = photoName(randomUUID(), 'texted', clock());
    await photoStore.put(name, jpeg);
    return { state: 'stored', name };
  } catch (error) {
    return refusalOf(error);
  }
}

/** @throws anything that says nothing about the picture */
function refusalOf(error: unknown): Outcome {
  if (error instanceof PhotoStoreError) return { kind: 'later', cause: String(error.cause) };
  if (!(error instanceof Problem)) throw error;
  if (error.code === 'photo-unreadable') return { state: 'unreadable' };
  if (error.code === 'photo-too-many-pixels') return { state: 'too-many-pixels' };
  return { kind: 'later', cause: error.code };
}

/** @returns what the row stores from then on */
function asStored(
  picture: TextPicturesTable,
  outcome: Outcome,
  now: number,
): Partial<TextPicturesTable> {
  if ('state' in outcome) {
    return { state: outcome.state, picture: outcome.name ?? null, next_try_at: null };
  }
  if (outcome.kind !== 'later') return { state: outcome.kind, next_try_at: null };
  const next = nextTryAt(picture.tries, Date.parse(picture.asked_at), now);
  return next === null ? { state: 'unreached', next_try_at: null } : { next_try_at: isoTime(next) };
}

async function settle(deps: Deps, picture: DuePicture, outcome: Outcome): Promise<void> {
  const { database, clock, log, texting } = deps;
  const { message_id: id, position } = picture;
  const now = clock();
  const change = asStored(picture, outcome, now);
  if ('cause' in outcome) {
    const { cause } = outcome;
    log.warn({ cause, text: id, position }, 'A customer’s photo could not be fetched');
  }
  const isKept = await database.transact(async (tx) => {
    if (!(await changeWaiting(tx, picture, change))) return false;
    const row = await pictureRow(tx, picture);
    const ticketNumber = row?.ticket_number ?? null;
    if (change.state) {
      await recordTextEvent(tx, isoTime(now), { id, ticketNumber, what: 'picture' });
    }
    return true;
  });
  // Its ticket was deleted for good meanwhile, or another process has stored it.
  if (!isKept && 'name' in outcome && outcome.name) await discardPhotos(deps, [outcome.name]);
  const { media_sid: mediaId, account } = picture;
  if (isKept && change.state && mediaId !== null) {
    const { simulator } = (await texting.of(account)) ?? {};
    await simulator?.drop(mediaId).catch((error: unknown) => {
      log.warn({ error: String(error) }, 'A simulated photo could not be deleted');
    });
  }
}
