import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { secretsOf } from './secrets.ts';

describe('secrets', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'secrets-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  const keyed = (settingsKey: string | null, isShared = false) =>
    secretsOf({ settingsKey, dataDir, isShared });
  const one = '1'.repeat(64);

  it('open with the same key and under the name they were sealed for, and never look the same', () => {
    const sealed = keyed(one).seal('a token ✓', 'AC1');
    expect(keyed(one).open(sealed, 'AC1')).toBe('a token ✓');
    expect(keyed(one).open(sealed, 'AC2')).toBeNull();
    expect(keyed(one).seal('a token ✓', 'AC1')).not.toBe(sealed);
    expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('token');
  });

  it('do not open with another key, or once changed or cut', () => {
    const sealed = keyed(one).seal('a token', 'AC1');
    expect(keyed('2'.repeat(64)).open(sealed, 'AC1')).toBeNull();
    const bytes = Buffer.from(sealed, 'base64');
    for (const at of bytes.keys()) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(keyed(one).open(changed.toString('base64'), 'AC1')).toBeNull();
      expect(keyed(one).open(bytes.subarray(0, at).toString('base64'), 'AC1')).toBeNull();
    }
  });

  it('make a key file of their own, which nobody else may read, when it is first needed', () => {
    const file = join(dataDir, 'settings.key');
    const mine = keyed(null);
    expect(mine.canSeal).toBe(true);
    expect(mine.open('AAAA', 'AC1')).toBeNull();
    expect(() => statSync(file)).toThrow();
    const sealed = mine.seal('a token', 'AC1');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const made = readFileSync(file, 'utf8');
    expect(made).toMatch(/^[0-9a-f]{64}\n$/);
    keyed(null).seal('another', 'AC1');
    expect(readFileSync(file, 'utf8')).toBe(made);
    expect(keyed(null).open(sealed, 'AC1')).toBe('a token');
    rmSync(file);
    expect(keyed(null).open(sealed, 'AC1')).toBeNull();
  });

  it('are kept nowhere without a key that every machine has', () => {
    expect(keyed(null, true).canSeal).toBe(false);
    expect(() => keyed(null, true).seal('a token', 'AC1')).toThrow('SETTINGS_KEY');
    expect(keyed(one, true).canSeal).toBe(true);
  });

  it.each(['', 'damaged'])('are not sealed with a file that holds %j, which is named', (held) => {
    const file = join(dataDir, 'settings.key');
    writeFileSync(file, held);
    expect(() => keyed(null).seal('a token', 'AC1')).toThrow(/settings\.key .* move it elsewhere/);
    expect(readdirSync(dataDir)).toEqual(['settings.key']);
    expect(readFileSync(file, 'utf8')).toBe(held);
    rmSync(file);
    expect(keyed(null).open(keyed(null).seal('a token', 'AC1'), 'AC1')).toBe('a token');
    expect(readdirSync(dataDir)).toEqual(['settings.key']);
  });

  it('say so if the file cannot be written', () => {
    const inFile = join(dataDir, 'file');
    writeFileSync(inFile, '');
    const secrets = secretsOf({ settingsKey: null, dataDir: inFile, isShared: false });
    expect(() => secrets.seal('a token', 'AC1')).toThrow(/settings\.key .* free space/);
  });
});
