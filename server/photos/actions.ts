import { changedFields } from '../../domain/changed-fields.ts';
import { isOldEnoughToSweep } from '../../domain/deletion.ts';
import { type PhotoKind, photoName, photoNameFromUrl, photoUrl } from '../../domain/photo-name.ts';
import { Problem } from '../../domain/problems.ts';
import { type Clock, isoTime } from '../clock.ts';
import { record } from '../database/changes/record.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { lockTicket } from '../repairs/lock.ts';
import { getRepair, updateTicket } from '../repairs/store.ts';
import { prepareJpeg } from './image.ts';
import { type ListedPhoto, type PhotoStore, PhotoStoreError } from './photo-store.ts';
import { isPhotoNamed, namedPhotos, photosOfUnknownRepairs } from './store.ts';

export type PhotoActions = ReturnType<typeof photoActions>;

/** So many names are asked after in one question. */
const namesAtOnce = 500;

/** A crash leaves a photo or two behind. */
const suspiciouslyMany = 20;

interface Strays {
  /** Named by no ticket, and old enough that one would name them by now. */
  strays: string[];
  /** How many photos tickets name. */
  named: number;
  /** How many, of any age, belong to repairs that the database does not know. */
  unknown: number;
}

interface Parts {
  database: Database;
  store: PhotoStore;
  clock: Clock;
  log: Log;
}

/** Photos of watches as they came in and as they went out. */
export function photoActions({ database, store, clock, log }: Parts) {
  const { dialect } = database;

  /** Deletes photos that no ticket names any more. What fails here is only disk space. */
  async function discard(urls: readonly string[]): Promise<void> {
    for (const url of urls) {
      const name = photoNameFromUrl(url);
      if (name === null) continue;
      await store.delete(name).catch((error: unknown) => {
        log.warn({ error: String(error) }, 'A photo could not be deleted');
      });
    }
  }

  /** After a refusal: another upload may have the name. */
  async function discardUnlessNamed(url: string): Promise<void> {
    try {
      if (await isPhotoNamed(database.read, url)) return;
    } catch {
      // Not known: a file too many does no harm.
      return;
    }
    await discard([url]);
  }

  async function findStrays(isOver: () => boolean): Promise<Strays> {
    const found: Strays = { strays: [], named: 0, unknown: 0 };
    let batch: ListedPhoto[] = [];
    const look = async () => {
      const names = batch.map(({ name }) => name);
      const isNamed = await namedPhotos(database.read, names);
      const unnamed = batch.filter(({ name }) => !isNamed.has(name));
      const unknown = await photosOfUnknownRepairs(
        database.read,
        unnamed.map(({ name }) => name),
      );
      found.named += isNamed.size;
      found.unknown += unknown.length;
      for (const { name, storedAt } of unnamed) {
        if (isOldEnoughToSweep(storedAt.getTime(), clock())) found.strays.push(name);
      }
      batch = [];
    };
    for await (const photo of store.list()) {
      if (isOver()) return { ...found, strays: [] };
      batch.push(photo);
      if (batch.length >= namesAtOnce) await look();
    }
    if (batch.length > 0) await look();
    return found;
  }

  return {
    discard,

    /**
     * Stores a photo for a ticket in place of the one it has.
     *
     * @param bytes the file as it came
     * @returns its address
     * @throws Problem repair-not-found, photo-unreadable, photo-too-large, photo-too-many-pixels,
     *   photo-store-failed
     */
    async add(reference: string, kind: PhotoKind, bytes: Uint8Array): Promise<string> {
      // Asked before the work: most mistakes are an address that is no longer there.
      const { repairId } = await getRepair(database.read, reference);
      const { jpeg } = await prepareJpeg(bytes);
      const now = clock();
      const name = photoName(repairId, kind, now);
      const url = photoUrl(name);
      // The file first, then the ticket that names it: a crash leaves a file too many, never a
      // ticket with a photo that is not there.
      try {
        await store.put(name, jpeg);
      } catch (error) {
        if (!(error instanceof PhotoStoreError)) throw error;
        log.error({ error: String(error.cause) }, 'A photo could not be stored');
        throw new Problem('photo-store-failed', { retryAfterSeconds: 30 });
      }
      let mayBeCommitted = false;
      try {
        const replaced = await database.transact(async (tx) => {
          mayBeCommitted = false;
          // Two uploads at once take turns, or the file of the one that loses stays behind.
          const repair = await lockTicket(tx, dialect, reference);
          const { initialPhotoUrl, completedPhotoUrl } = repair;
          const at = isoTime(now);
          await updateTicket(
            tx,
            repair.ticketNumber,
            kind === 'initial'
              ? { initial_photo_url: url, updated_at: at }
              : { completed_photo_url: url, updated_at: at },
          );
          await record(tx, dialect, {
            at,
            events: [
              {
                kind: 'photo-added',
                actor: 'staff',
                ticketNumber: repair.ticketNumber,
                data: {
                  photo: kind,
                  ...(kind === 'initial'
                    ? changedFields({ initialPhotoUrl }, { initialPhotoUrl: url })
                    : changedFields({ completedPhotoUrl }, { completedPhotoUrl: url })),
                },
              },
            ],
            changes: [
              {
                entity: 'repair',
                id: repair.id,
                what: 'photo',
                ticketNumber: repair.ticketNumber,
              },
            ],
          });
          mayBeCommitted = true;
          return kind === 'initial' ? initialPhotoUrl : completedPhotoUrl;
        });
        if (replaced !== null && replaced !== url) await discard([replaced]);
        return url;
      } catch (error) {
        // Once the commit was asked for it may still come, later than anybody looks. What then stays
        // unnamed is swept one day.
        if (!mayBeCommitted) await discardUnlessNamed(url);
        throw error;
      }
    },

    /**
     * Deletes the photos that no ticket names, neither a live one nor one that may be brought back:
     * what a crash or a store out of reach left behind. Where that would be most of them, or some are
     * of repairs that nobody knows, it is more likely that the database is the wrong one, or an older
     * copy of the right one: then none is deleted.
     *
     * @param isOver asked before each photo: then the rest is left to the next time
     * @returns how many
     */
    async sweep(isOver: () => boolean): Promise<number> {
      const { strays, named, unknown } = await findStrays(isOver);
      const areMost = strays.length >= suspiciouslyMany && strays.length > named;
      if (areMost || unknown >= suspiciouslyMany) {
        const counts = { strays: strays.length, named, unknown };
        log.error(counts, 'Too many photos are named by no ticket');
        return 0;
      }
      for (const [deleted, name] of strays.entries()) {
        if (isOver()) return deleted;
        // It may have been named since, however unlikely that is.
        if (!(await isPhotoNamed(database.read, photoUrl(name)))) await store.delete(name);
      }
      if (strays.length > 0) {
        log.info({ photos: strays.length }, 'Deleted photos that no ticket names');
      }
      return strays.length;
    },
  };
}
