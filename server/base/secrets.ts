import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Seals what the data holds and no copy of it should tell: AES-256-GCM, keyed from outside the data. */
export interface Secrets {
  /** Whether there is a key, or one can be made. */
  readonly canSeal: boolean;
  /**
   * @param text what nobody may read
   * @param about what it belongs to: it opens only if the same is named
   * @throws Error where there is no key
   */
  seal(text: string, about: string): string;
  /** @returns null where the key is gone or another, or what was sealed has been changed */
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

/** Made by one process: another that does the same at that moment finds it. */
function makeKeyFile(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true });
  const key = randomBytes(32).toString('hex');
  const file = openSync(keyFile(dataDir), 'wx', 0o600);
  try {
    writeSync(file, `${key}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
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
