import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { storeEpochKey } from '../../database/settings.ts';
import { type CatalogTable, catalogAt } from './catalog.ts';
import { checkCounts, type RestoreTarget, type Row, type StoreLocation } from './engine.ts';
import { BackupFailure, BrokenTarget, reasonOf } from './failure.ts';
import { isOfThisStore, leftOutTables, type Manifest, memberKind } from './manifest.ts';
import type { OnProgress } from './progress.ts';
import { type CheckedBackup, checkBackup, openBackup, readRows } from './reader.ts';
import { openPhotoRestore, type PhotoRestore } from './restore-photos.ts';
import { asideName, openTarget } from './target.ts';

export type RestoreLocation = StoreLocation & Pick<Config, 'photoBucket'>;

export interface RestoreTask {
  /** The backup. */
  path: string;
  place: RestoreLocation;
  /** Whether a store that holds anything may be replaced: only when explicitly asked for. */
  isReplacing: boolean;
  /** Milliseconds since 1970. */
  now: number;
  /** Called once the backup was found whole, before anything is changed. */
  onChecked?: (backup: CheckedBackup) => void;
  onProgress?: OnProgress;
}

export interface Restored {
  manifest: Manifest;
  /** Where the former store is kept, as far as the engine keeps it; null where there was none. */
  asideFolder: string | null;
}

const batchRows = 500;
const steps = 4;

/** Where the new store is built, on the same disk: a rename then puts it in place. */
const stagingName = 'restoring';
const stagingOf = ({ dataDir }: RestoreLocation) => join(dataDir, stagingName);

function knownRow(row: Row, { name, columns }: CatalogTable): Row {
  const keys = Object.keys(row);
  const isWhole = keys.length === columns.length && columns.every((key) => Object.hasOwn(row, key));
  const isPlain = Object.values(row).every(
    (value) => value === null || typeof value === 'string' || Number.isSafeInteger(value),
  );
  if (isWhole && isPlain) return row;
  throw new BackupFailure(`The backup was changed: a row of ${name} is not as it was stored.`);
}

/** One restore, from the first look at the file to the last step. */
class Restore {
  readonly #task: RestoreTask;
  readonly #target: RestoreTarget;
  readonly #staging: string;
  readonly #photos: PhotoRestore;
  #isFormerBroken = false;
  #mayBeCommitted = false;

  constructor(task: RestoreTask, target: RestoreTarget, photos: PhotoRestore) {
    this.#task = task;
    this.#target = target;
    this.#staging = stagingOf(task.place);
    this.#photos = photos;
  }

  /** @returns what is in the way, in a person's words; null for nothing */
  async #former(): Promise<string | null> {
    try {
      const tables = await this.#target.occupiedTables();
      const isOccupied = tables.length > 0 || (await this.#photos.hasPhotos());
      const what = tables.length > 0 ? tables.join(', ') : 'photos';
      return isOccupied ? `There is a shop here already: the data holds ${what}.` : null;
    } catch (error) {
      if (!(error instanceof BrokenTarget)) throw error;
      this.#isFormerBroken = true;
      return error.message;
    }
  }

  async #checkPlace(): Promise<boolean> {
    const former = await this.#former();
    if (former === null || this.#task.isReplacing) return former !== null;
    throw new BackupFailure(
      `${former} Nothing was changed.\n` +
        'To put the backup in its place, say --replace. The former data is kept aside, except in PostgreSQL: back that up first.',
    );
  }

  #catalogFor(catalog: readonly CatalogTable[], { rows }: Manifest): CatalogTable[] {
    const wanted = catalog.filter(({ name }) => !leftOutTables.includes(name));
    const isSame =
      Object.keys(rows).length === wanted.length &&
      wanted.every(({ name }) => Object.hasOwn(rows, name));
    if (isSame) return wanted;
    throw new BackupFailure('The backup was changed: its tables are not those of its version.');
  }

  async #fill({ manifest, members }: CheckedBackup): Promise<void> {
    const catalog = this.#catalogFor(await catalogAt(manifest.migration), manifest);
    const total = Object.values(manifest.rows).reduce((sum, rows) => sum + rows, 0);
    const file = await openBackup(this.#task.path);
    let done = 0;
    const insert = async (table: CatalogTable, rows: readonly Row[]) => {
      const kept =
        table.name === 'settings' ? rows.filter(({ key }) => !isOfThisStore(String(key))) : rows;
      await this.#target.insert(table, kept);
      done += rows.length;
      this.#task.onProgress?.({ phase: 'rows', done, total });
    };
    try {
      for (const table of catalog) {
        const member = members.find(({ name }) => {
          const what = memberKind(name);
          return what?.kind === 'table' && what.table === table.name;
        });
        if (!member) throw new BackupFailure(`The backup is not whole: ${table.name} is missing.`);
        let batch: Row[] = [];
        for await (const row of readRows(file, member, table.name)) {
          batch.push(knownRow(row, table));
          if (batch.length < batchRows) continue;
          await insert(table, batch);
          batch = [];
        }
        await insert(table, batch);
      }
    } finally {
      await file.close();
    }
  }

  /** @returns how many rows each table has, those included that only this version's tables have */
  async #counts(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { name } of await catalogAt()) counts[name] = await this.#target.countRows(name);
    return counts;
  }

  /** @returns how many rows each table of the new store has */
  async #build(checked: CheckedBackup): Promise<Record<string, number>> {
    const { manifest } = checked;
    await mkdir(this.#staging, { recursive: true, mode: 0o700 });
    await this.#target.begin(manifest.migration);
    await this.#fill(checked);
    await checkCounts(this.#target, manifest.rows);
    for (const [table, value] of Object.entries(manifest.counters)) {
      if (Object.hasOwn(manifest.rows, table)) await this.#target.setCounter(table, value);
    }
    // Numbers count on from here, and may have meant something else in the former store.
    await this.#target.insert({ name: 'settings', columns: ['key', 'value'] }, [
      { key: storeEpochKey, value: randomBytes(6).toString('hex') },
    ]);
    await this.#target.migrateUp();
    const file = await openBackup(this.#task.path);
    const progress = this.#task.onProgress ?? (() => undefined);
    try {
      await this.#photos.prepare(file, checked.members, progress);
    } finally {
      await file.close();
    }
    return this.#counts();
  }

  /** @throws BackupFailure that says what is in force now */
  async #prove(counts: Record<string, number>, asideFolder: string | null): Promise<void> {
    try {
      await this.#target.prove(counts);
    } catch (error) {
      const former = asideFolder === null ? '' : ` The former data is in ${asideFolder}.`;
      throw new BackupFailure(
        `The backup was put in place, but what is there now is not what it holds: ${reasonOf(error)} Do not start the product on it; look at the disk, then restore again.${former}`,
        error,
      );
    }
  }

  /** At every moment of it the rows in place find their photos: new ones come first, old ones go last. */
  async #switch(isOccupied: boolean, counts: Record<string, number>): Promise<string | null> {
    const step = (done: number) =>
      this.#task.onProgress?.({ phase: 'switching', done, total: steps });
    const { databaseUrl, photoBucket } = this.#task.place;
    const isAnythingKept = databaseUrl === null || photoBucket === null;
    const asideFolder =
      isOccupied && isAnythingKept
        ? join(this.#task.place.dataDir, asideName(this.#task.now))
        : null;
    step(0);
    if (asideFolder !== null) await mkdir(asideFolder, { mode: 0o700 });
    try {
      if (asideFolder !== null) await this.#photos.keepAside(asideFolder);
      step(1);
      await this.#photos.bringIn();
      step(2);
      this.#mayBeCommitted = true;
      await this.#target.commit(asideFolder);
    } catch (error) {
      // Nothing was replaced, so what lies aside is only a second name of what is in use. What was
      // broken is worth more than the room: a part of it may have been taken out already.
      if (asideFolder !== null && !this.#isFormerBroken)
        await rm(asideFolder, { recursive: true, force: true });
      throw error;
    }
    step(3);
    await this.#prove(counts, asideFolder);
    await this.#photos.removeOthers();
    await rm(this.#staging, { recursive: true, force: true });
    step(steps);
    return asideFolder;
  }

  async run(): Promise<Restored> {
    const { path, onProgress, onChecked } = this.#task;
    const checked = await checkBackup(path, (done, total) =>
      onProgress?.({ phase: 'checking', done, total }),
    );
    onChecked?.(checked);
    const isOccupied = await this.#checkPlace();
    // What a killed restore left; nobody else is at work here.
    await rm(this.#staging, { recursive: true, force: true });
    try {
      const counts = await this.#build(checked);
      const asideFolder = await this.#switch(isOccupied, counts);
      return { manifest: checked.manifest, asideFolder };
    } catch (error) {
      // Once it was tried nobody knows for sure; a photo too many does no harm.
      if (!this.#mayBeCommitted) await this.#photos.undo();
      await rm(this.#staging, { recursive: true, force: true });
      throw error;
    }
  }
}

/**
 * Brings a backup back, whole or not at all, on either engine.
 *
 * @throws BackupFailure that says why not; the store is then as it was
 */
export async function restoreBackup(task: RestoreTask): Promise<Restored> {
  const target = await openTarget(task.place, stagingName);
  try {
    const photos = await openPhotoRestore(task.place, stagingOf(task.place));
    return await new Restore(task, target, photos).run();
  } finally {
    await target.close();
  }
}
