import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../../domain/problems.ts';

/** Seals what the data holds and no copy of it should reveal: AES-256-GCM, keyed from outside the data. */
export interface Secrets {
  /** Whether there is a key, or one can be made. */
  readonly canSeal: boolean;
  /**
   * @param text what nobody may read
   * @param about what it belongs to: it opens only if the same is named
   * @throws Error if there is no key; Problem texting-key-unusable if its file cannot be used
   */
  seal(text: string, about: string): string;
  /** @returns null if the key is gone or a different one, or what was sealed has been changed */
  open(sealed: string, about: string): string | null;
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const keyPattern = /^[0-9a-f]{64}$/i;

const keyFile = (dataDir: string) => join(dataDir, 'settings.key');

function readKeyFile(dataDir: string): string | null {
  try {
    const text = readFileSync(keyFile(dataDir), 'utf8').trim();
    return keyPattern.test(text) ? text : null;
  } catch {
    return null;
  }
}

/** The text is safely on the disk once this returns. */
function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function syncFolder(folder: string): void {
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/**
 * The file is complete from the moment it exists. If two processes make one at once, both use the first.
 *
 * @throws Problem texting-key-unusable
 */
function makeKeyFile(dataDir: string): string {
  const file = keyFile(dataDir);
  const unfinished = `${file}.${randomUUID()}`;
  try {
    mkdirSync(dataDir, { recursive: true });
    try {
      writeDurably(unfinished, `${randomBytes(32).toString('hex')}\n`);
      linkSync(unfinished, file);
    } finally {
      rmSync(unfinished, { force: true });
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    if (error.code !== 'EEXIST') throw new Problem('texting-key-unusable');
  }
  syncFolder(dataDir);
  const key = readKeyFile(dataDir);
  if (key === null) throw new Problem('texting-key-unusable');
  return key;
}

/**
 * @param settingsKey SETTINGS_KEY, 64 hexadecimal digits; null for the key file in the data folder, which is
 *   made when something is first sealed
 * @param isShared whether several machines may use the data: a file on one of them would be no help
 */
export function secretsOf({
  settingsKey,
  dataDir,
  isShared,
}: {
  settingsKey: string | null;
  dataDir: string;
  isShared: boolean;
}): Secrets {
  const known = () => settingsKey ?? (isShared ? null : readKeyFile(dataDir));
  return {
    canSeal: settingsKey !== null || !isShared,

    seal(text, about) {
      const key = known() ?? (isShared ? null : makeKeyFile(dataDir));
      if (key === null) throw new Error('SETTINGS_KEY is not set');
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, Buffer.from(key, 'hex'), nonce);
      cipher.setAAD(Buffer.from(about));
      const sealed = [cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64');
    },

    open(sealed, about) {
      const key = known();
      const bytes = Buffer.from(sealed, 'base64');
      if (key === null || bytes.length < nonceBytes + tagBytes) return null;
      const decipher = createDecipheriv(
        algorithm,
        Buffer.from(key, 'hex'),
        bytes.subarray(0, nonceBytes),
        { authTagLength: tagBytes },
      );
      decipher.setAAD(Buffer.from(about));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      try {
        const opened = [decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()];
        return Buffer.concat(opened).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
