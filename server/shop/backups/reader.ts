import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { knownLevels, type Row } from './engine.ts';
import {
  type About,
  aboutSchema,
  formatVersion,
  type Manifest,
  manifestSchema,
  memberKind,
  memberNames,
} from './manifest.ts';
import { BackupFailure } from './reports.ts';
import {
  isCutOff,
  type Member,
  memberChunks,
  memberContent,
  notABackup,
  readMembers,
} from './tar.ts';

const mostAboutBytes = 64 * 1024;
/** Some 150 bytes for each photo. */
const mostManifestBytes = 256 * 1024 * 1024;
/** No row of a shop comes near it. */
const mostLineBytes = 16 * 1024 * 1024;

type OnShare = (done: number, total: number) => void;

/** A backup that has been found whole. */
export interface CheckedBackup {
  manifest: Manifest;
  bytes: number;
  members: ReadonlyMap<string, Member>;
}

function parseJson(content: Buffer, name: string): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    throw new BackupFailure(`The backup is damaged: ${name} cannot be read.`);
  }
}

async function takeAbout(file: FileHandle, member: Member): Promise<About> {
  const content = await memberContent(file, member, mostAboutBytes);
  const parsed = aboutSchema.safeParse(parseJson(content, memberNames.about));
  if (!parsed.success) throw new BackupFailure(notABackup);
  if (parsed.data.formatVersion > formatVersion) {
    throw new BackupFailure(
      `The backup was made by a newer version of the product (${parsed.data.product}). Restore it with that version or a later one.`,
    );
  }
  return parsed.data;
}

/** A quick look at the beginning. @returns null for anything that is not a backup */
export async function readAbout(path: string): Promise<About | null> {
  const file = await open(path, 'r');
  try {
    const { value: first } = await readMembers(file).next();
    return first?.name === memberNames.about ? await takeAbout(file, first) : null;
  } catch (error) {
    if (error instanceof BackupFailure) return null;
    throw error;
  } finally {
    await file.close();
  }
}

async function digestOf(file: FileHandle, member: Member, onLine?: () => void): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of memberChunks(file, member)) {
    hash.update(chunk);
    if (!onLine) continue;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) onLine();
  }
  return hash.digest('hex');
}

async function takeManifest(file: FileHandle, member: Member): Promise<Manifest> {
  const content = await memberContent(file, member, mostManifestBytes);
  const parsed = manifestSchema.safeParse(parseJson(content, member.name));
  if (parsed.success) return parsed.data;
  throw new BackupFailure('The backup is damaged: its list cannot be used.');
}

/** The member that seals the manifest, as `sha256sum -c` reads it. */
export const sealOf = (sha256: string) => `${sha256}  ${memberNames.manifest}\n`;

async function checkSeal(file: FileHandle, seal: Member, last: Member | undefined): Promise<void> {
  const stored = (await memberContent(file, seal, mostAboutBytes)).toString('utf8');
  if (last?.name === memberNames.manifest && stored === sealOf(await digestOf(file, last))) return;
  throw new BackupFailure('The backup is damaged: its list is not what was stored.');
}

type Found = ReadonlyMap<string, Member & { sha256: string }>;

/** Compares what is in the file with what its list says. */
function checkMembers(manifest: Manifest, found: Found, rows: Record<string, number>): void {
  const { migration, product } = manifest;
  if (!knownLevels().includes(migration)) {
    throw new BackupFailure(
      `The backup holds data of a newer version of the product (${product}, ${migration}). Restore it with that version or a later one.`,
    );
  }
  for (const [name, { bytes, sha256 }] of Object.entries(manifest.members)) {
    const member = found.get(name);
    if (!member) throw new BackupFailure(`The backup is not whole: ${name} is missing.`);
    if (member.bytes !== bytes || member.sha256 !== sha256) {
      throw new BackupFailure(`The backup is damaged: ${name} is not what was stored.`);
    }
  }
  for (const name of found.keys()) {
    if (!Object.hasOwn(manifest.members, name)) {
      throw new BackupFailure(`The backup was changed: its list does not name ${name}.`);
    }
  }
  for (const table of Object.keys({ ...manifest.rows, ...rows })) {
    if (manifest.rows[table] !== rows[table]) {
      throw new BackupFailure(
        `The backup is damaged: ${table} does not have as many rows as it says.`,
      );
    }
  }
  const photos = [...found.keys()].filter((name) => memberKind(name)?.kind === 'photo').length;
  if (photos !== manifest.photos) {
    throw new BackupFailure('The backup is damaged: it does not have as many photos as it says.');
  }
}

async function checkOpen(file: FileHandle, onShare: OnShare): Promise<CheckedBackup> {
  const { size } = await file.stat();
  const found = new Map<string, Member & { sha256: string }>();
  const rows: Record<string, number> = {};
  let manifest: Manifest | null = null;
  let last: Member | undefined;
  let isSealed = false;
  for await (const member of readMembers(file)) {
    const { name } = member;
    const what = memberKind(name);
    if (last === undefined && what?.kind !== 'about') throw new BackupFailure(notABackup);
    if (what === null || isSealed) {
      throw new BackupFailure(
        `The backup was changed: it holds something that no backup holds: ${JSON.stringify(name)}.`,
      );
    }
    if (found.has(name) || (what.kind === 'manifest' && manifest !== null)) {
      throw new BackupFailure(`The backup was changed: it holds ${name} twice.`);
    }
    if (what.kind === 'seal') {
      await checkSeal(file, member, last);
      isSealed = true;
    } else if (what.kind === 'manifest') {
      manifest = await takeManifest(file, member);
    } else {
      if (what.kind === 'about') await takeAbout(file, member);
      let lines = 0;
      const count = () => {
        lines += 1;
      };
      const sha256 = await digestOf(file, member, what.kind === 'table' ? count : undefined);
      if (what.kind === 'table') rows[what.table] = lines;
      found.set(name, { ...member, sha256 });
    }
    last = member;
    onShare(member.offset + member.bytes, size);
  }
  if (manifest === null || !isSealed) throw new BackupFailure(isCutOff);
  checkMembers(manifest, found, rows);
  onShare(size, size);
  return { manifest, bytes: size, members: found };
}

/**
 * Reads a backup from beginning to end and checks it: container, checksums, counts, versions.
 *
 * @throws BackupFailure that says what is wrong with it
 */
export async function checkBackup(
  path: string,
  onShare: OnShare = () => undefined,
): Promise<CheckedBackup> {
  const file = await openBackup(path);
  try {
    return await checkOpen(file, onShare);
  } finally {
    await file.close();
  }
}

/** @throws BackupFailure when there is no such file */
export async function openBackup(path: string): Promise<FileHandle> {
  try {
    const file = await open(path, 'r');
    if ((await file.stat()).isFile()) return file;
    await file.close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new BackupFailure(`There is no file ${path}.`);
  }
  throw new BackupFailure(`${path} is not a file.`);
}

function parseRow(line: Buffer, table: string): Row {
  const row = parseJson(line, table);
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    throw new BackupFailure(`The backup is damaged: ${table} holds something that is not a row.`);
  }
  return row as Row;
}

/** A table's rows, one by one. */
export async function* readRows(
  file: FileHandle,
  member: Member,
  table: string,
): AsyncGenerator<Row> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of memberChunks(file, member)) {
    let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10)) {
      yield parseRow(bytes.subarray(0, at), table);
      bytes = bytes.subarray(at + 1);
    }
    if (bytes.length > mostLineBytes) {
      throw new BackupFailure(`The backup was changed: a row of ${table} is too large.`);
    }
    rest = bytes;
  }
  if (rest.length > 0) throw new BackupFailure(isCutOff);
}
