import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { isUploadName, maxUploadBytes } from '../../../domain/api-backups.ts';
import { Problem } from '../../../domain/problems.ts';
import type { Config } from '../../base/config.ts';
import { property } from '../../database/outage.ts';

/** Backups that were uploaded: files in the data folder that replace nothing. */

/** This much of the disk stays free for the shop itself, in bytes. */
const spareBytes = 256 * 1024 * 1024;

/** One that nobody has written to for this long was given up. */
const abandonedMs = 24 * 60 * 60_000;

interface UploadDeps {
  config: Pick<Config, 'dataDir'>;
  /** How much room the disk of a folder has, in bytes. */
  freeBytes?: ((folder: string) => Promise<number>) | undefined;
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

async function writeAt(path: string, at: number, part: Uint8Array): Promise<void> {
  const file = await open(path, 'r+');
  try {
    let written = 0;
    while (written < part.length) {
      const rest = part.length - written;
      written += (await file.write(part, written, rest, at + written)).bytesWritten;
    }
  } finally {
    await file.close();
  }
}

const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

export class Uploads {
  readonly #folder: string;
  readonly #freeBytes: (folder: string) => Promise<number>;
  /** Of the parts that are being written: the disk does not count them yet. */
  #bytesUnderWay = 0;

  constructor({ config, freeBytes = freeBytesOf }: UploadDeps) {
    this.#folder = join(config.dataDir, 'uploads');
    this.#freeBytes = freeBytes;
  }

  /**
   * Begins an empty file.
   *
   * @param bytes how large it is to become
   * @returns its name
   * @throws Problem upload-too-large, upload-no-room
   */
  async begin(bytes: number): Promise<string> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await this.#checkRoom(bytes, bytes);
    const name = `upload-${randomUUID()}`;
    await (await open(join(this.#folder, name), 'wx', 0o600)).close();
    return name;
  }

  /**
   * Writes a part; the same one again changes nothing.
   *
   * @param at where in the file it begins
   * @returns how large the file is now
   * @throws Problem backup-not-found, upload-interrupted, upload-too-large, upload-no-room
   */
  async write(name: string, at: number, part: Uint8Array): Promise<number> {
    const path = await this.pathOf(name);
    const { size } = await stat(path);
    if (at > size) throw new Problem('upload-interrupted');
    this.#bytesUnderWay += part.length;
    try {
      await this.#checkRoom(at + part.length, 0);
      await writeAt(path, at, part);
    } catch (error) {
      if (noRoom.has(String(property(error, 'code')))) throw new Problem('upload-no-room');
      throw error;
    } finally {
      this.#bytesUnderWay -= part.length;
    }
    return Math.max(size, at + part.length);
  }

  /** @throws Problem backup-not-found */
  async pathOf(name: string): Promise<string> {
    const path = join(this.#folder, name);
    if (isUploadName(name) && (await stat(path).catch(() => null))?.isFile()) return path;
    throw new Problem('backup-not-found');
  }

  async discard(name: string): Promise<void> {
    if (isUploadName(name)) await rm(join(this.#folder, name), { force: true });
  }

  /** Removes what was given up. */
  async clear(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names) {
      const facts = await stat(join(this.#folder, name)).catch(() => null);
      if (facts !== null && facts.mtimeMs < Date.now() - abandonedMs) await this.discard(name);
    }
  }

  async #checkRoom(whole: number, more: number): Promise<void> {
    if (whole > maxUploadBytes) throw new Problem('upload-too-large');
    // Added up before the disk is asked: a part that is written meanwhile is not missed.
    const needed = more + this.#bytesUnderWay + spareBytes;
    if ((await this.#freeBytes(this.#folder)) < needed) throw new Problem('upload-no-room');
  }
}
