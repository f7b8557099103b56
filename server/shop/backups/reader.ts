import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { storedSettingsSchema } from '../../../domain/api-settings.ts';
import { shopSettingsKey } from '../../database/settings.ts';
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

/** Each file takes some memory until the end. A larger backup couldn't be uploaded anyway. */
const maxMembers = 1_000_000;

/** Rows are read whole. The longest that the product writes is shorter. */
const maxLineLength = 32 * 1024 * 1024;

/** The first member is short. */
const maxAboutBytes = 64 * 1024;

/** Brackets allowed in the list besides those for each file; brackets in names count, too. */
const otherParts = 1000;

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

/** Whether JSON text may hold more objects and lists than this: parsed, each takes many times its length. */
function hasMoreParts(json: Buffer, most: number): boolean {
  let parts = 0;
  for (const opening of ['{', '[']) {
    for (let at = json.indexOf(opening); at !== -1; at = json.indexOf(opening, at + 1)) {
      parts += 1;
      if (parts > most) return true;
    }
  }
  return false;
}

async function takeAbout(path: string, first: Member): Promise<About> {
  if (first.name !== memberNames.about) throw new BackupFailure(notABackup);
  const content = await memberContent(path, first, maxAboutBytes);
  const parsed = aboutSchema.safeParse(parseJson(content.toString('utf8'), first.name));
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

async function digestOf(content: AsyncIterable<unknown>, onBytes: (bytes: number) => void) {
  const hash = createHash('sha256');
  let lines = 0;
  let bytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
    onBytes(bytes);
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
  const content = await memberContent(path, list);
  if (hasMoreParts(content, found.size + otherParts)) {
    throw new BackupFailure('The backup was changed: its list holds more than the backup.');
  }
  const parsed = manifestSchema.safeParse(parseJson(content.toString('utf8'), list.name));
  if (!parsed.success) throw new BackupFailure('The backup is damaged: its list cannot be used.');
  found.delete(memberNames.manifest);
  found.delete(memberNames.seal);
  return parsed.data;
}

function checkMembers(manifest: Manifest, found: ReadonlyMap<string, Found>): void {
  const { migration, product } = manifest;
  if (!knownLevels().includes(migration)) {
    throw new BackupFailure(
      `The backup holds data from a newer version of the product (${product}, ${migration}). Restore it with that version or a later one.`,
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
  const differs = (what: string) =>
    new BackupFailure(`The backup is damaged: ${what} as it should.`);
  for (const table of Object.keys({ ...manifest.rows, ...rows })) {
    if (manifest.rows[table] !== rows[table]) throw differs(`${table} does not have as many rows`);
  }
  if (photos !== manifest.photos) throw differs('it does not have as many photos');
}

/**
 * Checks that this version can start with a shop's settings: a later version may have different ones at
 * the same migration level.
 *
 * @param text as stored
 * @throws BackupFailure
 */
export function checkSettings(text: string, { product }: Pick<Manifest, 'product'>): void {
  const stored = parseJson(text, 'the shop’s settings');
  if (storedSettingsSchema.safeParse(stored).success) return;
  throw new BackupFailure(
    `The backup holds settings that this version of the product can’t use: they are from version ${product}. Restore it with that version or a later one.`,
  );
}

async function checkPackedSettings(
  path: string,
  manifest: Manifest,
  found: ReadonlyMap<string, Member>,
): Promise<void> {
  const member = found.get(memberNames.table('settings'));
  // Settings of an earlier level are checked after they are migrated.
  if (member === undefined || manifest.migration !== knownLevels().at(-1)) return;
  for await (const rows of readRows(path, member, 'settings')) {
    const row = rows.find(({ key }) => key === shopSettingsKey);
    if (row !== undefined) checkSettings(String(row.value), manifest);
  }
}

/**
 * Reads a backup from beginning to end and checks it: container, checksums, counts, versions.
 *
 * @param onShare is called now and then; an error it throws ends the check
 * @param most how many files it may contain
 * @throws BackupFailure that says what is wrong with it
 */
export async function checkBackup(
  path: string,
  onShare: (done: number, total: number) => void = () => undefined,
  most = maxMembers,
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
    if (found.size === most) {
      throw new BackupFailure(`The backup was changed: it holds more than ${most} files.`);
    }
    if (found.has(name)) throw new BackupFailure(`The backup was changed: it holds ${name} twice.`);
    const onBytes = (bytes: number) => onShare(member.offset + bytes, size);
    found.set(name, { ...member, ...(await digestOf(content, onBytes)) });
  }
  const manifest = await takeManifest(path, found);
  checkMembers(manifest, found);
  await checkPackedSettings(path, manifest, found);
  onShare(size, size);
  return { manifest, bytes: size, members: found };
}

/** A key whose value is an object or a list. No row has one, and many of them would fill the memory. */
const nestedValue = /(?<!\\)(?:\\\\)*":\s*[[{]/;

function parseRow(line: string, table: string): Row {
  const row = /^\{/.test(line) && !nestedValue.test(line) ? parseJson(line, table) : null;
  if (typeof row !== 'object' || row === null) {
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
  // Joined only at its end: a long line comes in thousands of pieces.
  let rest: string[] = [];
  let restLength = 0;
  for await (const text of memberChunks(path, member).setEncoding('utf8')) {
    const lines: string[] = text.split('\n');
    const last = lines.pop() ?? '';
    if (lines.length > 0) {
      lines[0] = rest.join('') + lines[0];
      rest = [];
      restLength = 0;
    }
    rest.push(last);
    restLength += last.length;
    if (restLength > maxLineLength) {
      throw new BackupFailure(`The backup was changed: a row of ${table} is too long.`);
    }
    yield lines.map((line) => parseRow(line, table));
  }
  if (restLength > 0) throw new BackupFailure(isCutOff);
}
