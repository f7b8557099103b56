import type { Clock } from '../../base/clock.ts';
import { isoTime } from '../../base/clock.ts';
import { isWholePicture } from '../../photos/image.ts';
import type { PhotoStore } from '../../ports/photo-store.ts';
import type { Row } from './engine.ts';
import { finishFile, newBackupFile } from './folder.ts';
import {
  type BackupKind,
  format,
  formatVersion,
  isPlainValue,
  isShared,
  type Manifest,
  memberNames,
} from './manifest.ts';
import { checkBackup, sealOf } from './reader.ts';
import type { OnProgress } from './reports.ts';
import { type NamedPhoto, namedPhotosIn, type Snapshot } from './snapshot.ts';
import { BackupOutput, createFile, type Sink } from './tar.ts';

export interface BackupTask {
  folder: string;
  kind: BackupKind;
  product: string;
  shopName: string;
  photos: PhotoStore;
  /** Opens the store for reading as it is at that moment. */
  openSnapshot: () => Promise<Snapshot>;
  clock: Clock;
  /** What it throws stops the backup. */
  onProgress?: OnProgress;
  /** How the file is written; a test makes the disk full. */
  createSink?: (path: string) => Promise<Sink>;
}

export interface MadeBackup {
  path: string;
  name: string;
  /** ISO 8601: when it was started. */
  at: string;
  bytes: number;
  rows: number;
  photos: number;
  /** Photos that rows name and that had been lost already. */
  missingPhotos: readonly string[];
  /** Photos that rows name and that had been damaged already. */
  damagedPhotos: readonly string[];
  /** The numbers of the tickets that name a photo of either kind. */
  ticketsToCheck: readonly string[];
}

/** This many photos are in memory at most. */
const photosAtOnce = 4;

/** The rows are read at most this many times; then photos that keep changing are given up on. */
const maxLooks = 8;

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`, 'utf8');

function lineOf(row: Row): string {
  for (const [column, value] of Object.entries(row)) {
    if (!isPlainValue(value)) throw new Error(`A backup cannot hold the value of ${column}`);
  }
  return `${JSON.stringify(row)}\n`;
}

interface Work {
  task: BackupTask;
  output: BackupOutput;
  storedPhotos: Set<string>;
  /** Stored as they were found, whether or not a row names them. */
  unreadablePhotos: Set<string>;
}

/** @returns which photos were not found; all others are in the backup now */
async function storePhotos(
  { task, output, storedPhotos, unreadablePhotos }: Work,
  names: readonly string[],
): Promise<string[]> {
  const missing: string[] = [];
  for (let done = 0; done < names.length; done += photosAtOnce) {
    task.onProgress?.({ phase: 'photos', done, total: names.length });
    const some = names.slice(done, done + photosAtOnce);
    const photos = await Promise.all(some.map((name) => task.photos.get(name)));
    for (const [index, name] of some.entries()) {
      const bytes = photos[index]?.bytes;
      if (bytes) {
        await output.add(memberNames.photo(name), [bytes]);
        storedPhotos.add(name);
        if (!isWholePicture(name, bytes)) unreadablePhotos.add(name);
      } else missing.push(name);
    }
  }
  return missing;
}

const namesOf = (photos: readonly NamedPhoto[]) =>
  [...new Set(photos.map(({ name }) => name))].sort();

/**
 * A photo is stored before its row names it, and deleted only after no row does. So all photos are taken
 * first, then the rows, then photos that came in between. One that was deleted in that last moment is no
 * longer named when the rows are read again; one that is still named was lost long ago.
 *
 * @returns the rows, and the photos that they name and that were not found or are damaged
 */
async function storePhotosAndFreeze(
  work: Work,
): Promise<{ snapshot: Snapshot; unsound: NamedPhoto[] }> {
  const { storedPhotos, unreadablePhotos, task } = work;
  const { photos, openSnapshot } = task;
  const all: string[] = [];
  for await (const { name } of photos.list()) all.push(name);
  await storePhotos(work, all.sort());
  let before: string | null = null;
  for (let look = 1; ; look += 1) {
    const snapshot = await openSnapshot();
    try {
      const named = await namedPhotosIn(snapshot);
      const later = namesOf(named).filter((name) => !storedPhotos.has(name));
      const now = (await storePhotos(work, later)).join();
      if (now === '' || now === before || look >= maxLooks) {
        const isSound = (name: string) => storedPhotos.has(name) && !unreadablePhotos.has(name);
        return { snapshot, unsound: named.filter(({ name }) => !isSound(name)) };
      }
      before = now;
    } catch (error) {
      await snapshot.close();
      throw error;
    }
    await snapshot.close();
  }
}

async function storeRows(
  { task, output }: Work,
  { tables, batches }: Snapshot,
): Promise<Record<string, number>> {
  const total = tables.reduce((sum, { rows }) => sum + rows, 0);
  const stored: Record<string, number> = {};
  let done = 0;
  for (const { name } of tables) {
    let rows = 0;
    const lines = async function* () {
      for await (const batch of batches(name)) {
        const kept = batch.filter((row) => isShared(name, row));
        rows += kept.length;
        if (kept.length > 0) yield Buffer.from(kept.map(lineOf).join(''), 'utf8');
        done += batch.length;
        task.onProgress?.({ phase: 'rows', done: Math.min(done, total), total });
      }
    };
    await output.add(memberNames.table(name), lines());
    stored[name] = rows;
  }
  return stored;
}

type Counts = Omit<MadeBackup, 'path' | 'name' | 'at' | 'bytes'>;

async function write(task: BackupTask, output: BackupOutput, at: string): Promise<Counts> {
  const work = {
    task,
    output,
    storedPhotos: new Set<string>(),
    unreadablePhotos: new Set<string>(),
  };
  const { product, kind, shopName: shop } = task;
  const about = { format, formatVersion, product, at, kind, shop } as const;
  await output.add(memberNames.about, [json(about)]);
  const { snapshot, unsound } = await storePhotosAndFreeze(work);
  const isDamaged = ({ name }: NamedPhoto) => work.unreadablePhotos.has(name);
  try {
    const rowsAt = isoTime(task.clock());
    const rows = await storeRows(work, snapshot);
    const counts = {
      photos: work.storedPhotos.size,
      missingPhotos: namesOf(unsound.filter((each) => !isDamaged(each))),
      damagedPhotos: namesOf(unsound.filter(isDamaged)),
    };
    const manifest: Manifest = {
      ...about,
      engine: snapshot.engine,
      migration: snapshot.level,
      rowsAt,
      rows,
      counters: await snapshot.counters(),
      ...counts,
      members: { ...output.members },
    };
    const sha256 = await output.add(memberNames.manifest, [json(manifest)]);
    await output.add(memberNames.seal, [Buffer.from(sealOf(sha256), 'utf8')]);
    await output.end();
    const stored = Object.values(rows).reduce((sum, count) => sum + count, 0);
    const tickets = new Set(unsound.flatMap(({ ticketNumber }) => ticketNumber ?? []));
    return { ...counts, rows: stored, ticketsToCheck: [...tickets].sort() };
  } finally {
    await snapshot.close();
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
    const counts = await write(task, output, file.at);
    await file.sink.close();
    const { bytes } = await checkBackup(file.temporary, (done, total) =>
      task.onProgress?.({ phase: 'checking', done, total }),
    );
    await finishFile(file);
    return { path: file.path, name: file.name, at: file.at, bytes, ...counts };
  } catch (error) {
    await file.discard();
    throw error;
  }
}
