import type { Answer } from '../../../domain/api.ts';
import { type BackupContents, type Backups, uploadPartBytes } from '../../../domain/api-backups.ts';
import { CallProblem, call } from '../../data/call.ts';
import { sleep } from '../../data/connection.ts';

/** A backup that the server has, or a file to upload first. */
export type RestoreSource = { name: string } | { file: File };

/** A part is tried this many times before the upload is given up. */
const maxTries = 5;
const tryAgainMs = 2_000;

async function sendPart(name: string, at: number, part: Blob, signal: AbortSignal): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await call('uploadPart', { params: { name }, query: { at }, file: part, signal });
      return;
    } catch (error) {
      const isAway = error instanceof CallProblem && (error.status === 0 || error.status > 500);
      if (!isAway || tries === maxTries) throw error;
    }
    await sleep(tryAgainMs, signal);
  }
}

/**
 * Uploads a file part by part. A failed upload leaves nothing on the server if the server can be reached.
 *
 * @param onShare gets 0 to 1
 * @returns its name on the server
 * @throws CallProblem; the signal's reason when it is aborted
 */
export async function uploadBackup(
  file: File,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const { name } = await call('beginUpload', { body: { bytes: file.size }, signal });
  try {
    for (let at = 0; at < file.size; at += uploadPartBytes) {
      signal.throwIfAborted();
      await sendPart(name, at, file.slice(at, at + uploadPartBytes), signal);
      onShare(Math.min(1, (at + uploadPartBytes) / file.size));
    }
    return name;
  } catch (error) {
    discardUpload(name);
    throw error;
  }
}

/** The server removes what is left over, too, after a day. */
export function discardUpload(name: string): void {
  void call('discardUpload', { params: { name } }).catch(() => undefined);
}

const askAgainMs = 500;

/** Waits until a backup has been checked. @throws CallProblem; the signal's reason when it is aborted */
export async function lookInto(
  name: string,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<BackupContents> {
  for (;;) {
    const { contents, share } = await call('inspectBackup', { params: { name }, signal });
    if (contents !== null) return contents;
    onShare(share);
    await sleep(askAgainMs, signal);
    signal.throwIfAborted();
  }
}

export type RestoreStep = NonNullable<Backups['restoring']>['step'];

/** How far along a restore is. */
export interface RestoreProgress {
  step: RestoreStep;
  /** How much of the step is done, 0 to 1; null if that is not known. */
  share: number | null;
}

/** Of the parts of the last step: what comes before each, and how much each is, of 1. */
const replacing: Readonly<Record<string, { from: number; share: number }>> = {
  checking: { from: 0, share: 0.2 },
  rows: { from: 0.2, share: 0.4 },
  photos: { from: 0.6, share: 0.3 },
  switching: { from: 0.9, share: 0.1 },
};

const backingUp: Readonly<Record<string, { from: number; share: number }>> = {
  photos: { from: 0, share: 0.6 },
  rows: { from: 0.6, share: 0.2 },
  checking: { from: 0.8, share: 0.2 },
};

const shareOf = (
  parts: typeof replacing,
  progress: { phase: string; share: number } | null,
): number | null => {
  const part = parts[progress?.phase ?? ''];
  return part && progress ? part.from + part.share * progress.share : null;
};

function progressOf({ restoring, running }: Answer<'getBackups'>): RestoreProgress | null {
  if (restoring === null) return null;
  const { step } = restoring;
  return { step, share: step === 'backing-up' ? shareOf(backingUp, running) : null };
}

/** Which restored store the server has. @throws CallProblem */
export const currentStore = async (): Promise<string> => (await call('getSession')).store;

/**
 * Follows a restore to its end, even while nothing but its progress can be asked for. Usually the session
 * ends with it, and with that the screen.
 *
 * @param store that it is to replace
 * @returns `restored` if another one is in its place; else why nothing was replaced
 */
export async function followRestore(
  store: string,
  onProgress: (progress: RestoreProgress) => void,
  signal: AbortSignal,
): Promise<'restored' | { reason: string } | 'left'> {
  let hasRun = false;
  for (;;) {
    await sleep(askAgainMs, signal);
    if (signal.aborted) return 'left';
    try {
      const backups = await call('getBackups', { signal: AbortSignal.timeout(10_000) });
      const progress = progressOf(backups);
      if (progress !== null) {
        hasRun = true;
        onProgress(progress);
      } else if (backups.restoreFailure !== null) {
        return { reason: backups.restoreFailure.reason };
      } else if (hasRun) {
        // Another tab of this browser may have logged in already.
        const isReplaced = (await currentStore()) !== store;
        return isReplaced ? 'restored' : { reason: 'the restore ended early' };
      }
    } catch (error) {
      // No answer at all: the server is about to close, or to open again.
      if (!(error instanceof CallProblem)) continue;
      if (error.code !== 'shop-restoring') continue;
      const progress = error.document.progress as { phase: string; share: number } | null;
      onProgress({ step: 'replacing', share: shareOf(replacing, progress) });
    }
  }
}
