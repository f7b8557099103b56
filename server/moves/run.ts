import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { BackupFailure } from '../backups/failure.ts';
import { isoTime } from '../clock.ts';
import type { StoreNote } from '../database/closing.ts';
import type { PhotoStore } from '../photos/photo-store.ts';
import { openPhotoStore } from '../photos/place.ts';
import { asideFolderIn } from './aside.ts';
import { openGate, type StoreGate } from './gate.ts';
import { PhotoCopy } from './photo-copy.ts';
import { mayLose, mustLieThere, namedPhotos, namedPhotosAt } from './photo-home.ts';
import { databaseName, photoHome, photoPlaceId, type ShopPlace } from './places.ts';
import { checkCopy, copyRows, openWholeSnapshot, tryTarget } from './row-copy.ts';
import type { StoreSums } from './row-sums.ts';

import { type Moved, type MoveTask, nothingMoved, StillClosed } from './task.ts';

const usualTextPatienceMs = 15_000;
const lookAgainMs = 200;

/** Over a connection of its own: the one that was open all the time may be what has failed. */
async function setAnew(place: ShopPlace, note: StoreNote): Promise<void> {
  const gate = await openGate(place, false);
  try {
    await gate.set(note);
  } finally {
    await gate.close();
  }
}

class Move {
  readonly #task: MoveTask;
  readonly #source: StoreGate;
  readonly #run = randomUUID();
  #note: StoreNote;
  #asideFolder: string | null = null;
  /** What an earlier run left half done is not worth keeping. */
  #replacesLeftover = false;

  constructor(task: MoveTask, source: StoreGate, before: StoreNote | null) {
    this.#task = task;
    this.#source = source;
    this.#note = {
      shop: before?.shop ?? randomUUID(),
      state: before?.state === 'moving' ? 'moving' : 'open',
      run: this.#run,
      at: isoTime(task.clock()),
      database: task.parts.database ? databaseName(task.to) : null,
      photos: task.parts.photos ? photoHome(task.to) : null,
      photoPlaces: before?.photoPlaces ?? [],
    };
  }

  get #isClosed(): boolean {
    return this.#note.state !== 'open';
  }

  async #write(changes: Partial<StoreNote>): Promise<void> {
    const note = { ...this.#note, ...changes, at: isoTime(this.#task.clock()) };
    // Noted before it is known: what was written may be written although nobody could say so.
    this.#note = note;
    await this.#source.set(note);
  }

  /** What the new store says of itself. */
  #arrivingNote(state: 'arriving' | 'waiting'): StoreNote {
    return {
      ...this.#note,
      state,
      database: databaseName(this.#task.from),
      photos: photoHome(this.#task.to),
    };
  }

  async #onTarget<Result>(work: (gate: StoreGate) => Promise<Result>): Promise<Result> {
    const gate = await openGate(this.#task.to, false);
    try {
      return await work(gate);
    } finally {
      await gate.close();
    }
  }

  /** @throws BackupFailure when there is anything but nothing, or what this shop left there */
  async #checkDatabase(): Promise<void> {
    const { to, replacesFormer } = this.#task;
    const name = databaseName(to);
    const theirs = await this.#onTarget((gate) => gate.note());
    if (theirs?.run === this.#run) throw new BackupFailure('The shop is there already.');
    const isOwn = theirs?.shop === this.#note.shop;
    this.#replacesLeftover = isOwn && theirs?.state === 'arriving';
    const isFormer = isOwn && theirs?.state === 'moved';
    const isOccupied = await tryTarget(to);
    if (isOccupied && !this.#replacesLeftover && !isFormer) {
      throw new BackupFailure(`There is a shop in ${name} already. Nothing was changed there.`);
    }
    if (isFormer && to.databaseUrl !== null && !replacesFormer) {
      throw new BackupFailure(
        `${name} holds this shop as it was when it moved away from there (${theirs?.at}). Say --replace-former to put the present data in its place.`,
      );
    }
  }

  /** @throws BackupFailure when there are photos that are none of the shop's */
  async #checkPhotos(stores: { to: PhotoStore }, copy: PhotoCopy): Promise<void> {
    await stores.to.check();
    const place = photoPlaceId(this.#task.to);
    if (this.#note.photoPlaces.includes(place)) return;
    if (await copy.holdsOthers()) {
      throw new BackupFailure(`There are other photos in ${place} already. Nothing was changed.`);
    }
    // Noted before the first one goes there: from now on they are the shop's, also the deleted ones.
    const here = photoPlaceId(this.#task.from);
    const photoPlaces = [...new Set([...this.#note.photoPlaces, here, place])];
    await this.#write({ photoPlaces });
  }

  async #openPhotoCopy(): Promise<PhotoCopy | null> {
    const { parts, from, to, listener } = this.#task;
    if (!parts.photos) return null;
    const open = this.#task.openPhotos ?? openPhotoStore;
    const stores = { from: await open(from), to: await open(to) };
    const copy = new PhotoCopy(stores, listener);
    await this.#checkPhotos(stores, copy);
    return copy;
  }

  /** What hangs on a text is best recorded by the process that sent it. */
  async #letTextsLand(): Promise<void> {
    const { textPatienceMs = usualTextPatienceMs, listener } = this.#task;
    for (let waited = 0; waited < textPatienceMs; waited += lookAgainMs) {
      if ((await this.#source.textsUnderWay()) === 0) return;
      listener.checkpoint();
      await sleep(lookAgainMs);
    }
  }

  async #aside(): Promise<string | null> {
    const { to, parts, clock } = this.#task;
    this.#asideFolder ??= await asideFolderIn(to, parts, clock());
    return this.#asideFolder;
  }

  async #moveRows(): Promise<{ sums: StoreSums; named: string[] }> {
    const { from, to, listener } = this.#task;
    const snapshot = await openWholeSnapshot(from);
    try {
      const named = await namedPhotos(snapshot);
      if (!this.#task.parts.database) return { sums: {}, named };
      const note = this.#arrivingNote('arriving');
      const asideFolder = async () => (this.#replacesLeftover ? null : this.#aside());
      const sums = await copyRows(snapshot, { place: to, note, asideFolder }, listener);
      // Closed before it is compared: it stays as it was found.
      await this.#onTarget((gate) => gate.set(note));
      await checkCopy(to, sums, snapshot.counters, listener);
      return { sums, named };
    } finally {
      await snapshot.close();
    }
  }

  async #movePhotos(copy: PhotoCopy, named: readonly string[]): Promise<string[]> {
    await copy.copy();
    const lost = await copy.checkNamed(named);
    mayLose(lost, this.#task);
    // Of a bucket nothing could be kept aside: what no ticket names goes with the product's sweep.
    if (this.#task.to.photoBucket === null && (await copy.holdsOthers())) {
      // The former store there, if any, keeps its own.
      await this.#aside();
      await copy.removeDeleted(named);
    }
    return lost;
  }

  /** From here on the new store is the shop's, whatever happens. */
  async #switch(): Promise<void> {
    const { parts, to } = this.#task;
    if (!parts.database) {
      await this.#write({ state: 'waiting', photos: photoHome(to) });
      return;
    }
    await this.#write({ state: 'moved' });
    await this.#finish();
  }

  /** The last step; a run that is killed before it leaves it to the next one. */
  async #finish(): Promise<void> {
    try {
      await this.#onTarget((gate) => gate.set(this.#arrivingNote('waiting')));
    } catch (error) {
      throw new StillClosed(
        'Everything is copied and compared, but the new store could not be told. Run the same command again to finish.',
        error,
      );
    }
  }

  async #reopen(error: unknown): Promise<never> {
    if (error instanceof StillClosed || !this.#isClosed) throw error;
    const open: StoreNote = { ...this.#note, state: 'open', database: null, photos: null };
    try {
      await this.#source.set(open).catch(() => setAnew(this.#task.from, open));
    } catch (second) {
      throw new StillClosed(
        'The former store could not be opened again. "npm run move -- --cancel" does that.',
        second,
      );
    }
    this.#task.listener.say('The shop is open again where it was.');
    throw error;
  }

  async #moveAll(): Promise<Moved> {
    const { parts, from, listener, isPreparing, clock } = this.#task;
    await (await openWholeSnapshot(from)).close();
    await mustLieThere(await this.#source.photoHome(), this.#task);
    await this.#write({});
    if (parts.database) await this.#checkDatabase();
    const photoCopy = await this.#openPhotoCopy();
    listener.say('The new place was tried out: everything can be done there.');
    await photoCopy?.copy();
    if (photoCopy !== null) {
      // While the shop is still open.
      mayLose(await photoCopy.lostOf(await namedPhotosAt(from)), this.#task);
    }
    if (isPreparing) {
      return { ...nothingMoved, kind: 'prepared', photos: photoCopy?.counts ?? null };
    }
    await this.#letTextsLand();
    listener.checkpoint();
    const closedAt = clock();
    await this.#write({ state: 'moving' });
    listener.say(
      'The shop is closed for changes now; it can be read, and browsers keep new repairs.',
    );
    const { sums, named } = await this.#moveRows();
    const lostPhotos = photoCopy === null ? [] : await this.#movePhotos(photoCopy, named);
    listener.checkpoint();
    await this.#switch();
    return {
      kind: 'moved',
      rows: parts.database ? sums : null,
      photos: photoCopy?.counts ?? null,
      lostPhotos,
      closedMs: clock() - closedAt,
      asideFolder: this.#asideFolder,
    };
  }

  run(): Promise<Moved> {
    return this.#moveAll().catch((error: unknown) => this.#reopen(error));
  }
}

/**
 * Moves a shop from a store that is in use, or that a run which was killed has closed.
 *
 * @param before what the store says of itself
 */
export const runMove = (
  task: MoveTask,
  source: StoreGate,
  before: StoreNote | null,
): Promise<Moved> => new Move(task, source, before).run();
