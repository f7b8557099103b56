import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { knownLevels } from './catalog.ts';
import type { Row } from './engine.ts';
import { BackupFailure } from './failure.ts';
import {
  type About,
  aboutSchema,
  formatVersion,
  type Manifest,
  manifestSchema,
  memberKind,
  memberNames,
} from './manifest.ts';
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

export type OnShare = (done: number, total: number) => void;

/** A backup that has been found whole. */
export interface CheckedBackup {
  manifest: Manifest;
  bytes: number;
  members: readonly Member[];
}

function parseJson(content: Buffer, name: string): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    throw new BackupFailure(`The backup is damaged: ${name} cannot be read.`);
  }
}

function parseAbout(content: Buffer): About {
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
    if (first?.name !== memberNames.about) return null;
    return parseAbout(await memberContent(file, first, mostAboutBytes));
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

function checkLevel({ migration, product }: Manifest): void {
  if (knownLevels().includes(migration)) return;
  throw new BackupFailure(
    `The backup holds data of a newer version of the product (${product}, ${migration}). Restore it with that version or a later one.`,
  );
}

function checkMembers(
  manifest: Manifest,
  found: ReadonlyMap<string, { bytes: number; sha256: string }>,
  rows: Readonly<Record<string, number>>,
): void {
  for (const [name, { bytes, sha256 }] of Object.entries(manifest.members)) {
    const member = found.get(name);
    if (!member) throw new BackupFailure(`The backup is not whole: ${name} is missing.`);
    if (member.bytes !== bytes || member.sha256 !== sha256) {
      throw new BackupFailure(`The backup is damaged: ${name} is not what was stored.`);
    }
  }
  for (const name of found.keys()) {
    if (!Object.hasOwn(manifest.members, name)) {
      throw new BackupFailure(`The backup was changed: nobody knows of ${name}.`);
    }
  }
  const tables = new Set([...Object.keys(manifest.rows), ...Object.keys(rows)]);
  for (const table of tables) {
    if (manifest.rows[table] !== rows[table]) {
      throw new BackupFailure(`The backup is damaged: ${table} has not as many rows as it says.`);
    }
  }
  const photos = [...found.keys()].filter((name) => memberKind(name)?.kind === 'photo').length;
  if (photos !== manifest.photos) {
    throw new BackupFailure('The backup is damaged: it has not as many photos as it says.');
  }
}

/** What a walk through a backup has found so far. */
class Findings {
  readonly found = new Map<string, { bytes: number; sha256: string }>();
  readonly rows: Record<string, number> = {};
  readonly members: Member[] = [];
  #manifest: Manifest | null = null;
  #isSealed = false;
  readonly #file: FileHandle;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** @throws BackupFailure for a member that should not be there, or not here */
  async take(member: Member): Promise<void> {
    const { name } = member;
    const what = memberKind(name);
    if (this.members.length === 0 && what?.kind !== 'about') throw new BackupFailure(notABackup);
    if (what === null || this.#isSealed) {
      throw new BackupFailure(
        `The backup was changed: it holds what no backup holds, ${JSON.stringify(name)}.`,
      );
    }
    if (this.found.has(name)) {
      throw new BackupFailure(`The backup was changed: it holds ${name} twice.`);
    }
    if (what.kind === 'about') parseAbout(await memberContent(this.#file, member, mostAboutBytes));
    if (what.kind === 'seal') await this.#takeSeal(member);
    else if (what.kind === 'manifest') await this.#takeManifest(member);
    else await this.#takeContent(member, what.kind === 'table' ? what.table : null);
  }

  async #takeContent(member: Member, table: string | null): Promise<void> {
    let lines = 0;
    const count = () => {
      lines += 1;
    };
    const sha256 = await digestOf(this.#file, member, table === null ? undefined : count);
    if (table !== null) this.rows[table] = lines;
    this.found.set(member.name, { bytes: member.bytes, sha256 });
    this.members.push(member);
  }

  async #takeManifest(member: Member): Promise<void> {
    const content = await memberContent(this.#file, member, mostManifestBytes);
    const parsed = manifestSchema.safeParse(parseJson(content, member.name));
    if (this.#manifest !== null || !parsed.success) {
      throw new BackupFailure('The backup is damaged: its list cannot be used.');
    }
    this.#manifest = parsed.data;
    this.members.push(member);
  }

  async #takeSeal(member: Member): Promise<void> {
    const seal = (await memberContent(this.#file, member, mostAboutBytes)).toString('utf8');
    const last = this.members.at(-1);
    if (last?.name !== memberNames.manifest || seal !== sealOf(await digestOf(this.#file, last))) {
      throw new BackupFailure('The backup is damaged: its list is not what was stored.');
    }
    this.#isSealed = true;
  }

  /** @throws BackupFailure when the list is not there: then the file ends too early */
  get manifest(): Manifest {
    if (this.#manifest === null || !this.#isSealed) throw new BackupFailure(isCutOff);
    return this.#manifest;
  }
}

async function checkOpen(file: FileHandle, onShare: OnShare): Promise<CheckedBackup> {
  const { size } = await file.stat();
  const findings = new Findings(file);
  for await (const member of readMembers(file)) {
    await findings.take(member);
    onShare(member.offset + member.bytes, size);
  }
  const { manifest, members, found, rows } = findings;
  checkLevel(manifest);
  checkMembers(manifest, found, rows);
  onShare(size, size);
  return { manifest, bytes: size, members };
}

/** The member that seals the manifest, as `sha256sum -c` reads it. */
export const sealOf = (sha256: string) => `${sha256}  ${memberNames.manifest}\n`;

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

function parseRow(line: string, table: string): Row {
  const row: unknown = parseJson(Buffer.from(line), table);
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    throw new BackupFailure(`The backup is damaged: ${table} holds what is no row.`);
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
      yield parseRow(bytes.toString('utf8', 0, at), table);
      bytes = bytes.subarray(at + 1);
    }
    if (bytes.length > mostLineBytes) {
      throw new BackupFailure(`The backup was changed: a row of ${table} is too large.`);
    }
    rest = bytes;
  }
  if (rest.length > 0) throw new BackupFailure(isCutOff);
}
