import { z } from 'zod';
import { isPhotoName } from '../../../domain/photos.ts';
import { restoredCode } from '../../../domain/text-delivery.ts';
import {
  answeredUntilKey,
  outsideTextingKey,
  photoHomeKey,
  restoredAtKey,
  restoringKey,
  storeEpochKey,
  webhookCallsKey,
} from '../../database/settings.ts';

/** What a backup file says about itself, and what may be in it. docs/decisions/backups.md */

export const format = 'watch-repair-backup';
/** Raised whenever older versions of the product can no longer read what is written. */
export const formatVersion = 1;

export const backupKinds = ['by-hand', 'command', 'scheduled'] as const;
export type BackupKind = (typeof backupKinds)[number];

/** The first member: small, so that a look at the beginning tells what the file is. */
export const aboutSchema = z.object({
  format: z.literal(format),
  formatVersion: z.number().int().positive(),
  product: z.string(),
  /** When it was started. */
  at: z.iso.datetime(),
  kind: z.enum(backupKinds),
  shop: z.string(),
});
export type About = z.infer<typeof aboutSchema>;

const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** The second-to-last member: what must be in the file, so that a truncated file is noticed. */
export const manifestSchema = z.strictObject({
  ...aboutSchema.shape,
  engine: z.enum(['sqlite', 'postgres']),
  /** The name of the last migration that the tables had gone through. */
  migration: z.string(),
  /** The moment that the rows show. */
  rowsAt: z.iso.datetime(),
  rows: z.record(z.string(), z.number().int().nonnegative()),
  /** How far each counting column has counted. */
  counters: z.record(z.string(), z.number().int().nonnegative()),
  photos: z.number().int().nonnegative(),
  /** Photos that a row names and that were nowhere to be found when the backup was made. */
  missingPhotos: z.array(z.string()),
  /** Photos that a row names and that were damaged: they are in the file as they were found. */
  damagedPhotos: z.array(z.string()).default([]),
  /** Every other member by its name. */
  members: z.record(
    z.string(),
    z.strictObject({ bytes: z.number().int().nonnegative(), sha256: digest }),
  ),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const memberNames = {
  about: 'about.json',
  /** In backups of earlier versions, which kept the shop's settings in a file. */
  shopFile: 'shop.config.json',
  manifest: 'manifest.json',
  /** The manifest's own checksum, as `sha256sum -c` reads it. */
  seal: 'manifest.json.sha256',
  table: (table: string) => `tables/${table}.jsonl`,
  photo: (name: string) => `photos/${name}`,
};
const wholeNames = Object.values(memberNames).filter((name) => typeof name === 'string');

/** @returns what a member is; null for a name that no backup has, such as one with a path in it */
export function memberKind(name: string) {
  if (wholeNames.includes(name)) return { kind: 'other' } as const;
  const [, table] = /^tables\/([a-z][a-z0-9_]{0,62})\.jsonl$/.exec(name) ?? [];
  if (table !== undefined) return { kind: 'table', table } as const;
  const [, photo = ''] = /^photos\/(.*)$/s.exec(name) ?? [];
  return isPhotoName(photo) ? ({ kind: 'photo', photo } as const) : null;
}

/** Triggers count as the rows come in. */
export const countedTables: readonly string[] = ['shop_counts'];

/**
 * Sessions and failed logins are not part of the shop: a restored store begins without them. The texting
 * account's token is asked for again.
 */
export const leftOutTables: readonly string[] = [
  'sessions',
  'login_failures',
  'texting_tokens',
  ...countedTables,
];

/** Under these keys the settings hold what is true of one store and not of its copies. */
export const backupRecordKey = 'backups';
const isOfThisStore = (settingKey: string) =>
  [
    backupRecordKey,
    storeEpochKey,
    restoredAtKey,
    photoHomeKey,
    outsideTextingKey,
    restoringKey,
    answeredUntilKey,
    webhookCallsKey,
  ].includes(settingKey) || /^(lease|turn) /.test(settingKey);

/** Whether a row is part of a backup: all but settings of one store. */
export const isShared = (table: string, row: Readonly<Record<string, unknown>>) =>
  table !== 'settings' || !isOfThisStore(String(row.key));

/**
 * A row of a backup as a new store has it. A text that was held may have been sent since: the provider is
 * asked about it, rather than sent a second one.
 */
export function asRestored<Stored extends Readonly<Record<string, unknown>>>(
  table: string,
  row: Stored,
): Stored {
  if (table === 'repair_tickets' && 'held_until' in row) return { ...row, held_until: null };
  return table === 'messages' && row.state === 'held'
    ? { ...row, state: 'sending', error_code: restoredCode }
    : row;
}

/** What a row of a backup may hold. */
export const isPlainValue = (value: unknown) =>
  value === null || typeof value === 'string' || Number.isSafeInteger(value);

/** @param at ISO 8601 in UTC. @returns e.g. watch-repair-2026-03-01T09-30-00Z.backup */
export const backupFileName = (at: string) =>
  `watch-repair-${at.slice(0, 19).replaceAll(':', '-')}Z.backup`;
