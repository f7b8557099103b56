import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../../domain/api.ts';
import type { BackupContents } from '../../../domain/api-backups.ts';
import { Problem } from '../../../domain/problems.ts';
import { type CheckedBackup, checkBackup, readAbout } from './reader.ts';
import { BackupFailure } from './reports.ts';

/** What is in a backup, before it replaces anything. */

interface Look {
  /** What the file was like when the check began. */
  state: string;
  share: number;
  contents: BackupContents | null;
  /** When someone last asked for it, in milliseconds since 1970; null if it is needed in any case. */
  askedAt: number | null;
  ended: Promise<BackupContents>;
}

/** The contents of this many files are remembered. */
const maxKept = 20;

/** A small backup is checked by then; for a larger one, the caller asks again. In milliseconds. */
const patienceMs = 2000;

/** A check that no one has asked about for this long ends if another one is waiting. In milliseconds. */
const givenUpMs = 5000;

function contentsOf({ manifest, bytes }: CheckedBackup): BackupContents {
  const { at, shop, product, rows, photos, damagedPhotos, missingPhotos } = manifest;
  return {
    at,
    shop,
    product,
    bytes,
    repairs: rows.repair_tickets ?? 0,
    clients: rows.clients ?? 0,
    texts: rows.messages ?? 0,
    photos,
    damagedPhotos: damagedPhotos.length,
    missingPhotos: missingPhotos.length,
  };
}

/** Checks backups, one after the other: each reads a whole file. */
export class Inspections {
  readonly #looks = new Map<string, Look>();
  #last: Promise<unknown> = Promise.resolve();
  /** How many checks are running or waiting. */
  #underWay = 0;
  readonly #checkBackup: typeof checkBackup;

  constructor(check = checkBackup) {
    this.#checkBackup = check;
  }

  /** @returns what is in a backup, or how much of it has been checked. @throws Problem backup-unusable */
  async look(path: string): Promise<Answer<'inspectBackup'>> {
    const look = await this.#lookAt(path);
    if (look.askedAt !== null) look.askedAt = Date.now();
    await Promise.race([look.ended, sleep(patienceMs, null, { ref: false })]);
    return { share: look.share, contents: look.contents };
  }

  /** @returns what the beginning of a backup says. @throws Problem backup-unusable */
  async about(path: string): Promise<Pick<BackupContents, 'at'>> {
    return (await readAbout(path)) ?? this.contents(path);
  }

  /** @returns what is in a backup, once it has been found whole. @throws Problem backup-unusable */
  async contents(path: string): Promise<BackupContents> {
    const look = await this.#lookAt(path);
    look.askedAt = null;
    return look.ended;
  }

  async #lookAt(path: string): Promise<Look> {
    const { size, mtimeMs, ino } = await stat(path);
    const state = `${size} ${mtimeMs} ${ino}`;
    const known = this.#looks.get(path);
    if (known?.state === state) return known;
    const look: Look = {
      state,
      share: 0,
      contents: null,
      askedAt: Date.now(),
      ended: this.#check(path, () => look),
    };
    // Those who wait for it get the failure.
    look.ended.catch(() => undefined);
    this.#looks.set(path, look);
    const [oldest] = this.#looks.keys();
    if (this.#looks.size > maxKept && oldest !== undefined) this.#looks.delete(oldest);
    return look;
  }

  #check(path: string, look: () => Look): Promise<BackupContents> {
    this.#underWay += 1;
    const checked = this.#last.then(async () => {
      try {
        const backup = await this.#checkBackup(path, (done, total) => {
          const { askedAt } = look();
          const isGivenUp = askedAt !== null && Date.now() - askedAt > givenUpMs;
          if (isGivenUp && this.#underWay > 1) throw new Problem('unavailable');
          look().share = total === 0 ? 0 : Math.min(1, done / total);
        });
        const contents = contentsOf(backup);
        Object.assign(look(), { contents, share: 1 });
        return contents;
      } catch (error) {
        // Another try may succeed, e.g. when the disk is back.
        this.#looks.delete(path);
        if (error instanceof BackupFailure) {
          throw new Problem('backup-unusable', { detail: error.message });
        }
        throw error;
      } finally {
        this.#underWay -= 1;
      }
    });
    this.#last = checked.catch(() => undefined);
    return checked;
  }
}
