import { isOldEnoughToSweep } from '../../domain/deletion.ts';
import { changedFields } from '../../domain/edits.ts';
import {
  namesRepair,
  type PhotoKind,
  photoName,
  photoNameFromUrl,
  photoUrl,
} from '../../domain/photos.ts';
import { Problem, type ProblemCode } from '../../domain/problems.ts';
import { isOpen } from '../../domain/repair-status.ts';
import { isoTime } from '../base/clock.ts';
import type { Handle } from '../database/tables.ts';
import { record } from '../history/record.ts';
import type { Deps } from '../ports/deps.ts';
import { type ListedPhoto, PhotoStoreError } from '../ports/photo-store.ts';
import { keepUndoable, undoneCompletionOf } from '../repairs/completion-store.ts';
import {
  findRepair,
  getRepair,
  lockTicket,
  takenRepairIds,
  updateTicket,
} from '../repairs/store.ts';
import { prepareJpeg } from './image.ts';
import { namedPhotos, repairIdIn, ticketPhotoColumns } from './photo-tables.ts';

/**
 * Whether a photo may be seen by anyone who knows its name: a live ticket names it, or it is offered for the
 * ticket's next completion because the completion that it belonged to was undone.
 */
export async function isShown(db: Handle, name: string): Promise<boolean> {
  if ((await namedPhotos(db, [name], 'public')).has(name)) return true;
  const repair = await findRepair(db, repairIdIn(name));
  if (repair === undefined) return false;
  const undone = await undoneCompletionOf(db, repair.ticketNumber);
  return undone?.photoUrl === photoUrl(name);
}

/** How many of these photos are of repairs that the shop has never had, as far as its data shows. */
async function countOfUnknownRepairs(db: Handle, photos: readonly ListedPhoto[]): Promise<number> {
  const ids = photos.flatMap(({ name }) => (namesRepair(name) ? repairIdIn(name) : []));
  const known = new Set(await takenRepairIds(db, [...new Set(ids)]));
  return ids.filter((id) => !known.has(id)).length;
}

export type PhotoDeps = Pick<Deps, 'database' | 'photoStore' | 'clock' | 'log'>;

/** Deletes photos that no ticket names anymore. A failure here only costs disk space. */
export async function discardPhotos(
  { photoStore, log }: PhotoDeps,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    await photoStore.delete(name).catch((error: unknown) => {
      log.warn({ error: String(error) }, 'A photo could not be deleted');
    });
  }
}

/** Whether a photo's file is no longer there; not if the store cannot be asked. */
export async function isPhotoGone({ photoStore }: PhotoDeps, url: string): Promise<boolean> {
  const name = photoNameFromUrl(url);
  return name === null || !(await photoStore.has(name).catch(() => true));
}

const fields = { initial: 'initialPhotoUrl', completed: 'completedPhotoUrl' } as const;

/** @returns the name of the photo that it replaced, unless an undo may bring that one back */
async function namePhoto(
  tx: Handle,
  reference: string,
  kind: PhotoKind,
  url: string,
  at: string,
): Promise<string | null> {
  // Two uploads at once wait for each other, or the loser's file would stay behind.
  const repair = await lockTicket(tx, reference);
  const { id, ticketNumber } = repair;
  const replaced = repair[fields[kind]];
  await updateTicket(tx, ticketNumber, { [ticketPhotoColumns[kind]]: url, updated_at: at });
  if (kind === 'initial') await keepUndoable(tx, repair, at, 'initial photo');
  const changes = changedFields({ [fields[kind]]: replaced }, { [fields[kind]]: url });
  const data = { photo: kind, ...changes };
  await record(tx, {
    at,
    events: [{ kind: 'photo-added', actor: 'staff', ticketNumber, data }],
    changes: [{ entity: 'repair', id, what: 'photo', ticketNumber }],
  });
  // Undoing a completion may bring it back, so its file is left to the sweep.
  const mayComeBack = kind === 'completed' && isOpen(repair.status);
  return mayComeBack ? null : photoNameFromUrl(replaced ?? '');
}

/**
 * Stores a photo's file before a row names it: a crash leaves an extra file, never a row whose photo is
 * missing.
 *
 * @throws Problem with the given code
 */
export async function storeFile(
  { photoStore, log }: PhotoDeps,
  name: string,
  bytes: Uint8Array,
  code: ProblemCode = 'photo-store-failed',
): Promise<void> {
  try {
    await photoStore.put(name, bytes);
  } catch (error) {
    if (!(error instanceof PhotoStoreError)) throw error;
    log.error({ error: String(error.cause) }, 'A photo could not be stored');
    throw new Problem(code, { retryAfterSeconds: 30 });
  }
}

/**
 * Stores a photo for a ticket in place of the one it has.
 *
 * @param bytes the uploaded file
 * @returns its address
 * @throws Problem repair-not-found, photo-unreadable, photo-too-large, photo-too-many-pixels,
 *   photo-store-failed
 */
export async function putPhoto(
  deps: PhotoDeps,
  reference: string,
  kind: PhotoKind,
  bytes: Uint8Array,
): Promise<string> {
  const { database } = deps;
  // Looked up before the work: most mistakes are the address of a ticket that is no longer there.
  const { repairId } = await getRepair(database.read, reference);
  const { jpeg } = await prepareJpeg(bytes);
  const now = deps.clock();
  const name = photoName(repairId, kind, now);
  const url = photoUrl(name);
  await storeFile(deps, name, jpeg);
  const replaced = await database
    .transact((tx) => namePhoto(tx, reference, kind, url, isoTime(now)))
    .catch(async (error: unknown) => {
      // After any other error the ticket may still name it: a photo that stays unnamed is swept
      // eventually.
      const isRefused = error instanceof Problem && error.code === 'repair-not-found';
      if (isRefused) await discardPhotos(deps, [name]);
      throw error;
    });
  if (replaced !== null && replaced !== name) await discardPhotos(deps, [replaced]);
  return url;
}

const namesAtOnce = 500;

/** A crash leaves a photo or two behind. */
const suspiciouslyMany = 20;

async function findStrays({ database, photoStore, clock }: PhotoDeps, isStopping: () => boolean) {
  /** Named by no ticket, and old enough that one would name them by now. */
  const strays: string[] = [];
  let named = 0;
  /** How many, of any age, belong to repairs that the database does not know. */
  let unknown = 0;
  let batch: ListedPhoto[] = [];
  const look = async () => {
    const names = batch.map(({ name }) => name);
    const ofTickets = await namedPhotos(database.read, names, 'kept');
    named += ofTickets.size;
    const unnamed = batch.filter(({ name }) => !ofTickets.has(name));
    unknown += await countOfUnknownRepairs(database.read, unnamed);
    const old = unnamed.filter(({ storedAt }) => isOldEnoughToSweep(storedAt.getTime(), clock()));
    strays.push(...old.map(({ name }) => name));
    batch = [];
  };
  for await (const photo of photoStore.list()) {
    if (isStopping()) break;
    batch.push(photo);
    if (batch.length >= namesAtOnce) await look();
  }
  if (batch.length > 0) await look();
  return { strays, named, unknown };
}

/**
 * Deletes the photos that no ticket names, live or deleted: what a crash left behind. If that
 * would be most of them, or many are of unknown repairs, the database is more likely the wrong one
 * or an older copy: then none is deleted.
 *
 * @param isStopping asked before each photo: if true, the rest waits for the next run
 */
export async function sweepPhotos(deps: PhotoDeps, isStopping: () => boolean): Promise<void> {
  const { strays, named, unknown } = await findStrays(deps, isStopping);
  if (isStopping()) return;
  const areMost = strays.length >= suspiciouslyMany && strays.length > named;
  if (areMost || unknown >= suspiciouslyMany) {
    const counts = { strays: strays.length, named, unknown };
    deps.log.error(counts, 'Too many photos belong to no ticket');
    return;
  }
  for (const name of strays) {
    if (isStopping()) return;
    // It may have been named since, however unlikely that is.
    const ofTickets = await namedPhotos(deps.database.read, [name], 'kept');
    if (!ofTickets.has(name)) await deps.photoStore.delete(name);
  }
  if (strays.length > 0) {
    deps.log.info({ photos: strays.length }, 'Deleted photos that belong to no ticket');
  }
}
