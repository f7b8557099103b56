import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
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

/** A backup that has been found whole. */
export interface CheckedBackup {
  manifest: Manifest;
  bytes: number;
  members: ReadonlyMap<string, Member>;
}

function parseJson(content: string, name: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw new BackupFailure(`The backup is damaged: ${name} cannot be read.`);
  }
}

const readJson = async (path: string, member: Member) =>
  parseJson((await memberContent(path, member)).toString('utf8'), member.name);

async function takeAbout(path: string, first: Member): Promise<About> {
  if (first.name !== memberNames.about) throw new BackupFailure(notABackup);
  const parsed = aboutSchema.safeParse(await readJson(path, first));
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
  try {
    for await (const first of readMembers(path)) return await takeAbout(path, first);
    return null;
  } catch (error) {
    if (error instanceof BackupFailure) return null;
    throw error;
  }
}

interface Found extends Member {
  sha256: string;
  lines: number;
}

async function digestOf(content: AsyncIterable<unknown>) {
  const hash = createHash('sha256');
  let lines = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk);
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
  }
  return { sha256: hash.digest('hex'), lines };
}

/** The member that seals the manifest, as `sha256sum -c` reads it. */
export const sealOf = (sha256: string) => `${sha256}  ${memberNames.manifest}\n`;

/** Takes the list and its seal out of what was found; the list must name everything else. */
async function takeManifest(path: string, found: Map<string, Found>): Promise<Manifest> {
  const list = found.get(memberNames.manifest);
  const seal = found.get(memberNames.seal);
  if (!list || !seal) throw new BackupFailure(isCutOff);
  if ((await memberContent(path, seal)).toString('utf8') !== sealOf(list.sha256)) {
    throw new BackupFailure('The backup is damaged: its list is not what was stored.');
  }
  const parsed = manifestSchema.safeParse(await readJson(path, list));
  if (!parsed.success) throw new BackupFailure('The backup is damaged: its list cannot be used.');
  found.delete(memberNames.manifest);
  found.delete(memberNames.seal);
  return parsed.data;
}

function checkMembers(manifest: Manifest, found: ReadonlyMap<string, Found>): void {
  const { migration, product } = manifest;
  if (!knownLevels().includes(migration)) {
    throw new BackupFailure(
      `The backup holds data of a newer version of the product (${product}, ${migration}). Restore it with that version or a later one.`,
    );
  }
  for (const [name, { bytes, sha256 }] of Object.entries(manifest.members)) {
    const member = found.get(name);
    if (!member) throw new BackupFailure(`The backup is incomplete: ${name} is missing.`);
    if (member.bytes !== bytes || member.sha256 !== sha256) {
      throw new BackupFailure(`The backup is damaged: ${name} is not what was stored.`);
    }
  }
  const rows: Record<string, number> = {};
  let photos = 0;
  for (const [name, { lines }] of found) {
    if (!Object.hasOwn(manifest.members, name)) {
      throw new BackupFailure(`The backup was changed: its list does not name ${name}.`);
    }
    const what = memberKind(name);
    if (what?.kind === 'table') rows[what.table] = lines;
    if (what?.kind === 'photo') photos += 1;
  }
  const differs = (what: string) => new BackupFailure(`The backup is damaged: ${what} as it says.`);
  for (const table of Object.keys({ ...manifest.rows, ...rows })) {
    if (manifest.rows[table] !== rows[table]) throw differs(`${table} does not have as many rows`);
  }
  if (photos !== manifest.photos) throw differs('it does not have as many photos');
}

/**
 * Reads a backup from beginning to end and checks it: container, checksums, counts, versions.
 *
 * @throws BackupFailure that says what is wrong with it
 */
export async function checkBackup(
  path: string,
  onShare: (done: number, total: number) => void = () => undefined,
): Promise<CheckedBackup> {
  const facts = await stat(path).catch(() => null);
  if (!facts?.isFile()) throw new BackupFailure(`There is no file ${path}.`);
  const { size } = facts;
  const found = new Map<string, Found>();
  for await (const { isFile, content, ...member } of readMembers(path)) {
    const { name } = member;
    if (found.size === 0) await takeAbout(path, member);
    if (!isFile || memberKind(name) === null || found.has(memberNames.seal)) {
      throw new BackupFailure(
        `The backup was changed: it holds something that no backup holds: ${JSON.stringify(name)}.`,
      );
    }
    if (found.has(name)) throw new BackupFailure(`The backup was changed: it holds ${name} twice.`);
    found.set(name, { ...member, ...(await digestOf(content)) });
    onShare(member.offset + member.bytes, size);
  }
  const manifest = await takeManifest(path, found);
  checkMembers(manifest, found);
  onShare(size, size);
  return { manifest, bytes: size, members: found };
}

function parseRow(line: string, table: string): Row {
  const row = parseJson(line, table);
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    throw new BackupFailure(`The backup is damaged: ${table} holds something that is not a row.`);
  }
  return row as Row;
}

/** A table's rows, as many at a time as come in one piece. */
export async function* readRows(
  path: string,
  member: Member,
  table: string,
): AsyncGenerator<Row[]> {
  let rest = '';
  for await (const text of memberChunks(path, member).setEncoding('utf8')) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield lines.map((line) => parseRow(line, table));
  }
  if (rest !== '') throw new BackupFailure(isCutOff);
}
