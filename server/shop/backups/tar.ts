import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { extract, type Header, pack } from 'tar-stream';
import { BackupFailure } from './reports.ts';

/**
 * The container of a backup: the plain part of POSIX tar (ustar), which any tar opens. Read strictly,
 * since anything that is not exactly as it was written is damage.
 */

const blockBytes = 512;

/** The archive ends with two empty blocks. */
export const archiveEnd = Buffer.alloc(2 * blockBytes);

const chunkBytes = 256 * 1024;

const paddingOf = (bytes: number) =>
  Buffer.alloc(Math.ceil(bytes / blockBytes) * blockBytes - bytes);

/**
 * A library that packs streams wants to know a member's size beforehand, and a table's is only known
 * at its end. So it makes and reads the headers, and what lies between them is counted here.
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

/** @returns null for what is no header */
function decodeHeader(block: Buffer): Promise<Header | null> {
  return new Promise((resolve) => {
    const unpacking = extract();
    unpacking.on('entry', (header, content) => {
      content.on('error', () => undefined);
      resolve(header);
    });
    // The content that the header promises never comes, either.
    unpacking.on('error', () => undefined);
    unpacking.on('close', () => resolve(null));
    unpacking.end(block);
  });
}

export interface Member {
  name: string;
  bytes: number;
  /** Where its content begins in the file. */
  offset: number;
}

export const notABackup = 'This is not a backup of this product.';
export const isCutOff = 'The backup is not whole: it is cut off.';
const isDamaged = 'The backup is damaged';

/** @throws BackupFailure for anything that {@link memberHeader} would not have written */
async function parseHeader(block: Buffer, offset: number): Promise<Member> {
  const header = await decodeHeader(block);
  // The one field that is no part of its own checksum; how it ends differs between versions.
  const isAsWritten = /^[0-7]{6}(\0 | \0)$/.test(block.toString('latin1', 148, 156));
  if (header === null || !isAsWritten) {
    throw new BackupFailure(offset === 0 ? notABackup : `${isDamaged} at byte ${offset}.`);
  }
  const { name, size, type } = header;
  // A tar, but not one that the product made: it has links or folders.
  if (type !== 'file') {
    throw new BackupFailure(
      `${offset === 0 ? notABackup : 'The backup was changed.'} It holds something that no backup holds: ${JSON.stringify(name)}.`,
    );
  }
  return { name, bytes: size, offset: offset + blockBytes };
}

async function readAt(file: FileHandle, offset: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  let read = 0;
  while (read < bytes) {
    const { bytesRead } = await file.read(buffer, read, bytes - read, offset + read);
    if (bytesRead === 0) throw new BackupFailure(isCutOff);
    read += bytesRead;
  }
  return buffer;
}

async function mustBeEmpty(file: FileHandle, offset: number, bytes: number): Promise<void> {
  const padding = await readAt(file, offset, bytes);
  if (padding.some((byte) => byte !== 0)) {
    throw new BackupFailure(`${isDamaged} at byte ${offset}.`);
  }
}

/**
 * Every member of the archive in its order.
 *
 * @throws BackupFailure for what is damaged, cut off, or no such archive at all
 */
export async function* readMembers(file: FileHandle): AsyncGenerator<Member> {
  const { size } = await file.stat();
  if (size < blockBytes) throw new BackupFailure(size === 0 ? 'The file is empty.' : notABackup);
  let offset = 0;
  for (;;) {
    if (offset + blockBytes > size) throw new BackupFailure(isCutOff);
    const header = await readAt(file, offset, blockBytes);
    if (header.every((byte) => byte === 0)) break;
    const member = await parseHeader(header, offset);
    const end = member.offset + member.bytes;
    offset = Math.ceil(end / blockBytes) * blockBytes;
    // Before anything is read or allocated for it: the claimed size may be wrong.
    if (offset > size) throw new BackupFailure(isCutOff);
    yield member;
    await mustBeEmpty(file, end, offset - end);
  }
  if (offset + archiveEnd.length > size) throw new BackupFailure(isCutOff);
  if (offset + archiveEnd.length < size) {
    throw new BackupFailure(`${isDamaged}: something follows its end.`);
  }
  await mustBeEmpty(file, offset, archiveEnd.length);
}

/** The content of a member, piece by piece. */
export async function* memberChunks(
  file: FileHandle,
  { offset, bytes }: Member,
): AsyncGenerator<Buffer> {
  for (let read = 0; read < bytes; read += chunkBytes) {
    yield await readAt(file, offset + read, Math.min(chunkBytes, bytes - read));
  }
}

/** The content of a member at once. @throws BackupFailure when it is larger than `most` bytes */
export async function memberContent(
  file: FileHandle,
  member: Member,
  most: number,
): Promise<Buffer> {
  if (member.bytes > most) {
    throw new BackupFailure(`The backup was changed: ${member.name} is too large.`);
  }
  return readAt(file, member.offset, member.bytes);
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

/** Appends members to a backup and keeps account of them. */
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

  /** @returns the content's SHA-256 in hexadecimal */
  async add(name: string, content: Uint8Array): Promise<string> {
    const sha256 = createHash('sha256').update(content).digest('hex');
    const header = await memberHeader(name, content.length, this.#seconds);
    await this.#append(Buffer.concat([header, content, paddingOf(content.length)]));
    this.members[name] = { bytes: content.length, sha256 };
    return sha256;
  }

  /** For what is larger than memory: its size is filled in when it is known. */
  async addStream(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const headerAt = this.#position;
    await this.#append(Buffer.alloc(blockBytes));
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of content) {
      hash.update(chunk);
      bytes += chunk.length;
      await this.#append(chunk);
    }
    await this.#append(paddingOf(bytes));
    await this.#sink.write(await memberHeader(name, bytes, this.#seconds), headerAt);
    this.members[name] = { bytes, sha256: hash.digest('hex') };
  }

  /** Ends the archive; it is durable when this resolves. */
  async end(): Promise<void> {
    await this.#append(archiveEnd);
    await this.#sink.sync();
  }
}
