import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { extract, pack } from 'tar-stream';
import { BackupFailure } from './reports.ts';

/** The container of a backup: a plain tar, which any tar opens. */

const blockBytes = 512;

/** The archive ends with two empty blocks. */
export const archiveEnd = Buffer.alloc(2 * blockBytes);

const wholeBlocks = (bytes: number) => Math.ceil(bytes / blockBytes) * blockBytes;

/**
 * The library packs only members whose size is known beforehand, and a table's is known only at its end. So
 * it makes the header alone.
 *
 * @param seconds since 1970: when it was stored
 */
export async function memberHeader(name: string, bytes: number, seconds: number): Promise<Buffer> {
  const packing = pack();
  const mtime = new Date(Math.max(0, seconds) * 1000);
  // The content never comes through here.
  packing.entry({ name, size: bytes, mode: 0o600, mtime }).on('error', () => undefined);
  const [header] = await once(packing, 'data');
  packing.destroy();
  return header;
}

export interface Member {
  name: string;
  bytes: number;
  /** Where its content begins in the file. */
  offset: number;
}

export const notABackup = 'This is not a backup of this product.';
export const isCutOff = 'The backup is incomplete: it is cut off.';

/** @returns our words for what the library says about an archive that it cannot read */
function failureOf(error: unknown, hasBegun: boolean): unknown {
  const { message } = error as Error;
  const isShort = /^Unexpected end of data/.test(message);
  if (!isShort && !/^Invalid (tar )?header|^Header exceeds/.test(message)) return error;
  if (!hasBegun) return new BackupFailure(notABackup, error);
  return new BackupFailure(isShort ? isCutOff : 'The backup is damaged.', error);
}

/**
 * Every member of an archive in its order; the content of one is read before the next is asked for.
 *
 * @throws BackupFailure for what is damaged, cut off, or no such archive at all
 */
export async function* readMembers(
  path: string,
): AsyncGenerator<Member & { isFile: boolean; content: AsyncIterable<unknown> }> {
  const { size } = await stat(path);
  if (size === 0) throw new BackupFailure('The file is empty.');
  const unpacking = extract();
  const source = createReadStream(path);
  source.on('error', (error) => unpacking.destroy(error)).pipe(unpacking);
  let end = 0;
  try {
    for await (const entry of unpacking) {
      const { name, size: bytes = 0, type } = entry.header;
      const offset = end + blockBytes;
      end = offset + wholeBlocks(bytes);
      // Before anything is read of it: the claimed size may be wrong.
      if (end > size) throw new BackupFailure(isCutOff);
      yield { name, bytes, offset, isFile: type === 'file', content: entry };
      entry.resume();
    }
  } catch (error) {
    throw failureOf(error, end > 0);
  } finally {
    source.destroy();
  }
  if (end + archiveEnd.length > size) throw new BackupFailure(isCutOff);
  if (end + archiveEnd.length < size) {
    throw new BackupFailure('The backup is damaged: something follows its end.');
  }
}

export const memberChunks = (path: string, { offset, bytes }: Member): Readable =>
  bytes === 0
    ? Readable.from([])
    : createReadStream(path, { start: offset, end: offset + bytes - 1 });

/** A list of a million photos is smaller. */
const maxBytes = 256 * 1024 * 1024;

/** A member's content at once. @throws BackupFailure when it is larger than any that the product makes */
export function memberContent(path: string, member: Member, most = maxBytes): Promise<Buffer> {
  if (member.bytes > most) {
    throw new BackupFailure(`The backup was changed: ${member.name} is too large.`);
  }
  return buffer(memberChunks(path, member));
}

/** Where a backup is written to: a new file. */
export interface Sink {
  write(bytes: Uint8Array, position: number): Promise<void>;
  /** Resolves when everything is durable. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** @throws with code EEXIST when there is such a file */
export async function createFile(path: string): Promise<Sink> {
  const file = await open(path, 'wx', 0o600);
  return {
    async write(bytes, position) {
      let written = 0;
      while (written < bytes.length) {
        const rest = bytes.length - written;
        written += (await file.write(bytes, written, rest, position + written)).bytesWritten;
      }
    },
    sync: () => file.sync(),
    close: () => file.close(),
  };
}

/** Appends members to a backup and keeps track of them. */
export class BackupOutput {
  readonly members: Record<string, { bytes: number; sha256: string }> = {};
  #position = 0;
  readonly #sink: Sink;
  readonly #seconds: number;

  /** @param seconds since 1970, as every member's time */
  constructor(sink: Sink, seconds: number) {
    this.#sink = sink;
    this.#seconds = seconds;
  }

  async #append(bytes: Uint8Array): Promise<void> {
    await this.#sink.write(bytes, this.#position);
    this.#position += bytes.length;
  }

  /**
   * Adds a member; its size is filled in when it is known.
   *
   * @returns the content's SHA-256 in hexadecimal
   */
  async add(
    name: string,
    content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): Promise<string> {
    const headerAt = this.#position;
    await this.#append(Buffer.alloc(blockBytes));
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of content) {
      hash.update(chunk);
      bytes += chunk.length;
      await this.#append(chunk);
    }
    await this.#append(Buffer.alloc(wholeBlocks(bytes) - bytes));
    await this.#sink.write(await memberHeader(name, bytes, this.#seconds), headerAt);
    const sha256 = hash.digest('hex');
    this.members[name] = { bytes, sha256 };
    return sha256;
  }

  /** Ends the archive; it is durable when this resolves. */
  async end(): Promise<void> {
    await this.#append(archiveEnd);
    await this.#sink.sync();
  }
}
