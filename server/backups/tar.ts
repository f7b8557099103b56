import type { FileHandle } from 'node:fs/promises';
import { BackupFailure } from './failure.ts';

/**
 * The container of a backup: the plain part of POSIX tar (ustar), which any tar opens. Read strictly,
 * since whatever is not exactly as it was written is damage.
 */

export const blockBytes = 512;

/** What eleven octal digits can say. */
const mostBytes = 0o77777777777;

/** The archive ends with two empty blocks. */
export const archiveEnd = Buffer.alloc(2 * blockBytes);

const chunkBytes = 256 * 1024;

export const paddingOf = (bytes: number) => (blockBytes - (bytes % blockBytes)) % blockBytes;

function checksumOf(header: Buffer): number {
  let sum = 0;
  // Its own field counts as spaces.
  header.forEach((byte, index) => {
    sum += index >= 148 && index < 156 ? 0x20 : byte;
  });
  return sum;
}

/** @param seconds since 1970: when it was stored */
export function memberHeader(name: string, bytes: number, seconds: number): Buffer {
  if (bytes > mostBytes) throw new BackupFailure(`${name} is too large for a backup (over 8 GB)`);
  if (Buffer.byteLength(name) > 100) throw new Error(`Too long a name: ${name}`);
  const header = Buffer.alloc(blockBytes);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  header.write(name, 0, 'utf8');
  header.write('0000600\0', 100, 'latin1');
  header.write('0000000\0', 108, 'latin1');
  header.write('0000000\0', 116, 'latin1');
  header.write(`${octal(bytes, 11)}\0`, 124, 'latin1');
  header.write(`${octal(Math.max(0, Math.floor(seconds)), 11)}\0`, 136, 'latin1');
  header.write('0', 156, 'latin1');
  header.write('ustar\u000000', 257, 'latin1');
  header.write(`${octal(checksumOf(header), 6)}\0 `, 148, 'latin1');
  return header;
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
function parseHeader(header: Buffer, offset: number): Member {
  const isTar = header.toString('latin1', 257, 265) === 'ustar\u000000';
  if (!isTar)
    throw new BackupFailure(offset === 0 ? notABackup : `${isDamaged} at byte ${offset}.`);
  const name = header.toString('utf8', 0, 100).replace(/\0+$/, '');
  const bytes = Number.parseInt(header.toString('latin1', 124, 135), 8);
  const seconds = Number.parseInt(header.toString('latin1', 136, 147), 8);
  if (Number.isSafeInteger(bytes) && Number.isSafeInteger(seconds)) {
    const written = memberHeader(name, bytes, seconds);
    if (written.equals(header)) return { name, bytes, offset: offset + blockBytes };
    // Somebody's tar, but none that the product made: links, folders, owners.
    if (checksumOf(header) === Number.parseInt(header.toString('latin1', 148, 154), 8)) {
      throw new BackupFailure(
        `${offset === 0 ? notABackup : 'The backup was changed.'} It holds what no backup holds: ${JSON.stringify(name)}.`,
      );
    }
  }
  throw new BackupFailure(`${isDamaged} at byte ${offset}.`);
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
  if (bytes === 0) return;
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
    const member = parseHeader(header, offset);
    const end = member.offset + member.bytes;
    // Before anything is read or set aside for it, whatever size it claims.
    if (end + paddingOf(member.bytes) > size) throw new BackupFailure(isCutOff);
    yield member;
    await mustBeEmpty(file, end, paddingOf(member.bytes));
    offset = end + paddingOf(member.bytes);
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
