import { photoNameFromUrl } from '../../../domain/photos.ts';
import type { Clock } from '../../clock.ts';
import { isoTime } from '../../clock.ts';
import { isWholeJpeg } from '../../photos/image.ts';
import type { PhotoStore } from '../../photos/photo-store.ts';
import type { Row } from './engine.ts';
import { finishFile, newBackupFile } from './folder.ts';
import { aboutOf, type BackupKind, isOfThisStore, type Manifest, memberNames } from './manifest.ts';
import { BackupOutput, createFile, type Sink } from './output.ts';
import type { OnProgress, Progress } from './progress.ts';
import { readAhead } from './read-ahead.ts';
import { checkBackup, sealOf } from './reader.ts';
import type { Snapshot } from './snapshot.ts';

export interface BackupTask {
  /** Where the file goes. */
  folder: string;
  kind: BackupKind;
  /** The product's version. */
  product: string;
  shopName: string;
  /** The shop's own file as it is in use; null where there is none. */
  shopFile: unknown;
  photos: PhotoStore;
  /** Opens the store for reading as it is at that moment. */
  openSnapshot: () => Promise<Snapshot>;
  clock: Clock;
  onProgress?: OnProgress;
  /** Rejects to stop between two steps. */
  checkpoint?: () => void;
  /** How the file is written; a test lets the disk run full. */
  createSink?: (path: string) => Promise<Sink>;
}

export interface MadeBackup {
  path: string;
  name: string;
  /** ISO 8601: when it was begun. */
  at: string;
  bytes: number;
  rows: number;
  photos: number;
  /** Photos that rows name and that were lost already before. */
  missingPhotos: readonly string[];
  /** Photos that rows name and that were damaged already before. */
  damagedPhotos: readonly string[];
  /** The numbers of the tickets that name a photo of either kind. */
  ticketsToCheck: readonly string[];
}

/** So many photos are in memory at most. */
const photosAtOnce = 4;

/** Fresh looks at the rows before photos that change all the time are given up on. */
const mostLooks = 8;

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`, 'utf8');

function lineOf(row: Row): string {
  for (const [column, value] of Object.entries(row)) {
    const isPlain = value === null || typeof value === 'string' || Number.isSafeInteger(value);
    if (!isPlain) throw new Error(`A backup cannot hold the value of ${column}`);
  }
  return `${JSON.stringify(row)}\n`;
}

/** Writes one backup into an open output. */
class BackupWriter {
  readonly #task: BackupTask;
  readonly #output: BackupOutput;
  readonly #storedPhotos = new Set<string>();
  /** Whether a row names them is not asked. */
  readonly #unreadablePhotos = new Set<string>();
  readonly #damagedPhotos = new Set<string>();
  readonly #ticketsToCheck = new Set<string>();

  constructor(task: BackupTask, output: BackupOutput) {
    this.#task = task;
    this.#output = output;
  }

  #say(phase: Progress['phase'], done: number, total: number): void {
    this.#task.checkpoint?.();
    this.#task.onProgress?.({ phase, done, total });
  }

  /** @returns which photos are not to be had; all others are in the backup now */
  async #storePhotos(names: readonly string[], onDone?: (done: number) => void): Promise<string[]> {
    const missing: string[] = [];
    let done = 0;
    const read = (name: string) => this.#task.photos.get(name);
    for await (const [name, photo] of readAhead(names, read, photosAtOnce)) {
      if (photo === null) missing.push(name);
      else {
        await this.#output.add(memberNames.photo(name), photo.bytes);
        this.#storedPhotos.add(name);
        if (!isWholeJpeg(photo.bytes)) this.#unreadablePhotos.add(name);
      }
      done += 1;
      onDone?.(done);
    }
    return missing;
  }

  async #storeAllPhotos(): Promise<void> {
    const names: string[] = [];
    for await (const { name } of this.#task.photos.list()) names.push(name);
    this.#say('photos', 0, names.length);
    await this.#storePhotos(names.sort(), (done) => this.#say('photos', done, names.length));
  }

  /** @returns the photos that the rows name and that are not to be had */
  async #storeNamedPhotos(snapshot: Snapshot): Promise<string[]> {
    const names = new Set<string>();
    for (const url of await snapshot.photoUrls()) {
      const name = photoNameFromUrl(url);
      if (name !== null && !this.#storedPhotos.has(name)) names.add(name);
    }
    return (await this.#storePhotos([...names])).sort();
  }

  /**
   * A photo is stored before its row names it, and deleted only after no row does. So all photos are
   * taken first, then the rows, then photos that came in between. One that was deleted in that last
   * moment shows in the rows by not being named any more when they are looked at anew; one that is
   * still named was lost long ago.
   */
  async #photosAndSnapshot(): Promise<{ snapshot: Snapshot; missing: string[] }> {
    await this.#storeAllPhotos();
    let before: string | null = null;
    for (let look = 1; ; look += 1) {
      const snapshot = await this.#task.openSnapshot();
      try {
        const missing = await this.#storeNamedPhotos(snapshot);
        const now = missing.join();
        if (missing.length === 0 || now === before || look >= mostLooks) {
          return { snapshot, missing };
        }
        before = now;
      } catch (error) {
        await snapshot.close();
        throw error;
      }
      await snapshot.close();
    }
  }

  /** Notes which ticket is without a photo that it names. */
  #notePhotos(row: Row, missing: ReadonlySet<string>): void {
    for (const [column, url] of Object.entries(row)) {
      if (!column.endsWith('photo_url') || typeof url !== 'string') continue;
      const name = photoNameFromUrl(url) ?? '';
      if (this.#unreadablePhotos.has(name)) this.#damagedPhotos.add(name);
      else if (!missing.has(name)) continue;
      this.#ticketsToCheck.add(String(row.ticket_number));
    }
  }

  async #storeRows(
    snapshot: Snapshot,
    missing: readonly string[],
  ): Promise<Record<string, number>> {
    const isMissing = new Set(missing);
    const notePhotos = (row: Row) => this.#notePhotos(row, isMissing);
    const total = snapshot.tables.reduce((sum, { rows }) => sum + rows, 0);
    const stored: Record<string, number> = {};
    let done = 0;
    const say = (more: number) => {
      done += more;
      this.#say('rows', Math.min(done, total), total);
    };
    for (const { name } of snapshot.tables) {
      let rows = 0;
      const lines = async function* () {
        for await (const batch of snapshot.batches(name)) {
          const kept =
            name === 'settings' ? batch.filter(({ key }) => !isOfThisStore(String(key))) : batch;
          rows += kept.length;
          for (const row of kept) notePhotos(row);
          if (kept.length > 0) yield Buffer.from(kept.map(lineOf).join(''), 'utf8');
          say(batch.length);
        }
      };
      await this.#output.addStream(memberNames.table(name), lines());
      stored[name] = rows;
    }
    return stored;
  }

  async write(at: string): Promise<Omit<MadeBackup, 'path' | 'name' | 'at' | 'bytes'>> {
    const { kind, product, shopName: shop, shopFile, clock } = this.#task;
    const about = aboutOf({ product, at, kind, shop });
    await this.#output.add(memberNames.about, json(about));
    if (shopFile !== null) await this.#output.add(memberNames.shopFile, json(shopFile));
    const { snapshot, missing } = await this.#photosAndSnapshot();
    let manifest: Manifest;
    try {
      const rowsAt = isoTime(clock());
      const rows = await this.#storeRows(snapshot, missing);
      manifest = {
        ...about,
        engine: snapshot.engine,
        migration: snapshot.level,
        rowsAt,
        rows,
        counters: { ...snapshot.counters },
        photos: this.#storedPhotos.size,
        missingPhotos: missing,
        damagedPhotos: [...this.#damagedPhotos].sort(),
        members: { ...this.#output.members },
      };
    } finally {
      await snapshot.close();
    }
    const sha256 = await this.#output.add(memberNames.manifest, json(manifest));
    await this.#output.add(memberNames.seal, Buffer.from(sealOf(sha256), 'utf8'));
    await this.#output.end();
    return {
      rows: Object.values(manifest.rows).reduce((sum, count) => sum + count, 0),
      photos: manifest.photos,
      missingPhotos: missing,
      damagedPhotos: manifest.damagedPhotos,
      ticketsToCheck: [...this.#ticketsToCheck].sort(),
    };
  }
}

/**
 * Makes a backup: writes it under a temporary name, reads it again from beginning to end, and only
 * then gives it its name. What fails leaves nothing behind.
 *
 * @throws BackupFailure, or what the disk and the store say (see `reasonOf`)
 */
export async function makeBackup(task: BackupTask): Promise<MadeBackup> {
  const file = await newBackupFile(task.folder, task.clock(), task.createSink ?? createFile);
  try {
    const output = new BackupOutput(file.sink, Date.parse(file.at) / 1000);
    const counts = await new BackupWriter(task, output).write(file.at);
    await file.sink.close();
    const { bytes } = await checkBackup(file.temporary, (done, total) => {
      task.checkpoint?.();
      task.onProgress?.({ phase: 'checking', done, total });
    });
    await finishFile(file);
    return { path: file.path, name: file.name, at: file.at, bytes, ...counts };
  } catch (error) {
    await file.discard();
    throw error;
  }
}
