import { sqliteOutage } from '../../database/outage.ts';
import { PhotoStoreError } from '../../ports/photo-store.ts';

/** What a backup or a restore reports: how far along it is, and why it failed. */

/** How far along a backup or a restore is: photos and rows are counted, a check in bytes, the rest in steps. */
export interface Progress {
  phase: 'photos' | 'rows' | 'checking' | 'switching';
  done: number;
  total: number;
}

export type OnProgress = (progress: Progress) => void;

/** An obstacle, not a bug in the program: its message is for the person who asked. */
export class BackupFailure extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'BackupFailure';
  }
}

const plainReasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk space allotted to this user is used up',
  EFBIG: 'the file grew larger than is allowed there',
  EACCES: 'the product is not allowed to write there',
  EPERM: 'the product is not allowed to write there',
  EROFS: 'that disk is read-only',
  ENOENT: 'the folder is not there; is the disk connected?',
  ENOTDIR: 'a part of that path is a file, not a folder',
  EIO: 'the disk reports an error',
};

/** @returns why something failed, as a person can read it */
export function reasonOf(error: unknown): string {
  if (error instanceof BackupFailure) return error.message;
  if (error instanceof PhotoStoreError && error.outage !== null) {
    return `${error.message}: ${(error.cause as Error).message}`;
  }
  if (sqliteOutage(error) === 'broken') {
    return 'a part of the database cannot be read: it is damaged, or its disk is failing';
  }
  const { code, message, cause } = error as { code?: unknown; message?: string; cause?: unknown };
  if (typeof code === 'string' && plainReasons[code]) return plainReasons[code];
  if (cause !== undefined) return reasonOf(cause);
  return message ?? String(error);
}
