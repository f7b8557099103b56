import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readIfThere, writeShopFile } from './write-shop-file.ts';

const now = new Date('2026-03-01T09:30:00.250Z');
const backup = 'shop.json.bak-2026-03-01T09-30-00-250Z';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watch-repair-shop-file-'));
  file = join(folder, 'shop.json');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const names = () => readdirSync(folder).sort();
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

it('makes the file where there was none', () => {
  expect(readIfThere(file)).toBeNull();
  expect(writeShopFile(file, 'new', now)).toBeNull();
  expect(readIfThere(file)).toBe('new');
  expect(names()).toEqual(['shop.json']);
});

it('keeps the old file beside the new one, which takes its permissions', () => {
  writeFileSync(file, 'old');
  chmodSync(file, 0o640);
  expect(writeShopFile(file, 'new', now)).toBe(join(folder, backup));
  expect(names()).toEqual(['shop.json', backup]);
  expect(read('shop.json')).toBe('new');
  expect(read(backup)).toBe('old');
  expect(statSync(file).mode & 0o777).toBe(0o640);
});

it('replaces what a link points to, and leaves the link', () => {
  const link = join(folder, 'link.json');
  writeFileSync(file, 'old');
  symlinkSync(file, link);
  expect(writeShopFile(link, 'new', now)).toBe(join(folder, backup));
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(read('shop.json')).toBe('new');
});

it('leaves everything as it was when the old file cannot be kept', () => {
  writeFileSync(file, 'old');
  writeFileSync(join(folder, backup), 'an older one');
  expect(() => writeShopFile(file, 'new', now)).toThrow(/EEXIST/);
  expect(names()).toEqual(['shop.json', backup]);
  expect(read('shop.json')).toBe('old');
  expect(read(backup)).toBe('an older one');
});

it('leaves nothing behind where the file cannot be put', () => {
  mkdirSync(file);
  expect(() => writeShopFile(file, 'new', now)).toThrow(/EISDIR/);
  expect(names()).toEqual(['shop.json']);
  expect(() => writeShopFile(join(folder, 'none', 'shop.json'), 'new', now)).toThrow(/ENOENT/);
});
