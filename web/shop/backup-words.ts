import { queryOptions } from '@tanstack/react-query';
import type { Backups } from '../../domain/api-shop.ts';
import { call } from '../data/call.ts';

const usualPollMs = 60_000;
/** While a backup is being made, the user may be watching its progress. */
const runningPollMs = 1000;

/** The shop's backups; they are no data of the shop, so no live change tells of them. */
export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: ({ signal }) => call('GET /api/backups', { signal }),
  refetchInterval: ({ state }) => (state.data?.running ? runningPollMs : usualPollMs),
});

type BackupKind = Backups['items'][number]['kind'];

export const kindWords: Record<BackupKind, string> = {
  'by-hand': 'Made by hand',
  command: 'Command line',
  scheduled: 'Scheduled',
};

type Phase = NonNullable<Backups['running']>['phase'];

/** What is done, and how much of the whole lies before and within it: photos are most of a shop. */
const phases: Record<Phase, { label: string; from: number; to: number }> = {
  photos: { label: 'Copying the photos', from: 0, to: 0.6 },
  rows: { label: 'Copying the data', from: 0.6, to: 0.8 },
  checking: { label: 'Checking the file', from: 0.8, to: 1 },
};

/** @returns what is being done, and how far the whole is, from 0 to 1 */
export function progressOf({ phase, share }: NonNullable<Backups['running']>): {
  label: string;
  value: number;
} {
  const { label, from, to } = phases[phase];
  return { label, value: from + (to - from) * share };
}

const sizes = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** @returns a file's size as people say it, e.g. 12.3 MB */
export function fileSize(bytes: number): string {
  if (bytes < 1_000_000) return `${sizes.format(Math.max(1, Math.round(bytes / 1000)))} kB`;
  if (bytes < 1_000_000_000) return `${sizes.format(bytes / 1_000_000)} MB`;
  return `${sizes.format(bytes / 1_000_000_000)} GB`;
}

type BackupWarning = { kind: 'failed'; at: string; reason: string } | { kind: 'stale'; at: string };

/** @returns the problem that needs attention; null when all is well */
export function warningOf({ failure, isStale, last }: Backups): BackupWarning | null {
  if (failure !== null) {
    return { kind: 'failed', at: failure.at, reason: failure.reason.replace(/\.$/, '') };
  }
  return isStale && last !== null ? { kind: 'stale', at: last.at } : null;
}
