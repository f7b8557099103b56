import { copyFile, open, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { memberNames } from '../../../../server/shop/backups/manifest.ts';
import { checkBackup } from '../../../../server/shop/backups/reader.ts';
import { restoreBackup } from '../../../../server/shop/backups/restore.ts';
import { archiveEnd, memberHeader } from '../../../../server/shop/backups/tar.ts';
import { makeBackup } from '../../../../server/shop/backups/writer.ts';
import { type RunningApp, startApp } from '../../../harness/app.ts';
import { allRows, backupTask, forgeBackup } from '../../../harness/backup-tasks.ts';
import { createStorage } from '../../../harness/engine.ts';
import { addPhoto } from '../../../harness/photo-upload.ts';
import { takeIn } from '../../../harness/shop-fixtures.ts';

type Forgery = Parameters<typeof forgeBackup>[2];

describe('a file that is not a sound backup', () => {
  let shop: RunningApp;
  let good: string;
  let count = 0;
  beforeAll(async () => {
    shop = await startApp('sqlite');
    const { ticketNumber } = await takeIn(shop);
    await addPhoto(shop, ticketNumber);
    good = (await makeBackup(await backupTask(shop.storage))).path;
    return () => shop.close();
  });

  const nextPath = () => {
    count += 1;
    return join(shop.storage.dataDir, `case-${count}.backup`);
  };
  const changed = async (change: (path: string, size: number) => Promise<void>) => {
    const path = nextPath();
    await copyFile(good, path);
    await change(path, (await readFile(path)).length);
    return path;
  };
  const forged = async (forgery: Forgery) => {
    const path = nextPath();
    await forgeBackup(good, path, forgery);
    return path;
  };
  /** The words of the refusal; by a restore, which must then leave nothing behind. */
  const refusal = async (path: string): Promise<string> => {
    const storage = await createStorage('sqlite');
    const restored = restoreBackup({ path, location: storage, isReplacing: false, now: 0 });
    const error = await restored.then(
      () => null,
      (reason: Error) => reason,
    );
    expect(error?.name).toBe('BackupFailure');
    expect((await readdir(storage.dataDir)).filter((name) => name !== 'shop.db-in-use')).toEqual(
      [],
    );
    await storage.remove();
    return error?.message ?? 'restored';
  };

  it('is recognized by one changed byte, wherever anything is stored', async () => {
    const bytes = await readFile(good);
    const path = nextPath();
    await writeFile(path, bytes);
    const file = await open(path, 'r+');
    const whole = await checkBackup(path);
    let refused = 0;
    const step = Math.max(1, Math.floor(bytes.length / 120));
    for (let at = 0; at < bytes.length; at += step) {
      const was = bytes[at] ?? 0;
      await file.write(Uint8Array.of(was ^ 1), 0, 1, at);
      const found = await checkBackup(path).catch((error: Error) => error.message);
      // Between the members, where nothing is stored, a byte changes nothing.
      if (typeof found !== 'string') expect(found, `byte ${at}`).toEqual(whole);
      else expect(found).toMatch(/damaged|changed|not a backup|cut off|incomplete|newer/i);
      refused += typeof found === 'string' ? 1 : 0;
      await file.write(Uint8Array.of(was), 0, 1, at);
    }
    await file.close();
    expect(refused).toBeGreaterThan(60);
    expect(whole.bytes).toBe(bytes.length);
  });

  it('is recognized by its length, wherever it is cut off', async () => {
    const { length } = await readFile(good);
    for (const part of [0.1, 0.5, 0.9, 0.999]) {
      const path = await changed((file, size) => truncate(file, Math.floor(size * part)));
      expect(await refusal(path)).toMatch(/cut off/);
    }
    for (const bytes of [length - 1, length - 512, length - 1024, length - 1536]) {
      expect(await refusal(await changed((path) => truncate(path, bytes)))).toMatch(/cut off/);
    }
  });

  /** Different content for one member, or no such member at all. */
  const member = (which: string, change: ((content: string) => string) | null): Forgery => ({
    member: (name, content) => {
      if (!name.startsWith(which)) return { name, content };
      return change && { name, content: Buffer.from(change(content.toString())) };
    },
  });
  const extra = (name: string): Forgery => ({ extra: { name, content: Buffer.from('x') } });
  const photo = (kind: number) => memberNames.photo(`${crypto.randomUUID()}_initial_${kind}.jpg`);

  it.each<[string, Forgery, RegExp]>([
    ['lacks a photo', member('photos/', null), /as many photos/],
    [
      'lacks a photo that its list names',
      {
        ...extra(photo(1)),
        manifest: (manifest) => ({
          ...manifest,
          photos: 2,
          members: { ...manifest.members, [photo(2)]: { bytes: 1, sha256: '0'.repeat(64) } },
        }),
      },
      /is missing/,
    ],
    ['lacks a table', member('tables/clients', null), /clients does not have as many rows/],
    [
      'lacks a row',
      member('tables/events.jsonl', (rows) => rows.slice(rows.indexOf('\n') + 1)),
      /events does not have as many rows/,
    ],
    [
      'has a path in a name',
      extra('../../etc/cron.d/owned'),
      /holds something that no backup holds: "\.\.\/\.\.\/etc/,
    ],
    [
      'has a path in a photo’s name',
      extra('photos/../../shop.db'),
      /holds something that no backup holds/,
    ],
    ['has an absolute name', extra('/tmp/owned'), /holds something that no backup holds/],
    ['has a member twice', extra('tables/clients.jsonl'), /holds tables\/clients\.jsonl twice/],
    [
      'has a column that the table lacks',
      member('tables/clients.jsonl', (rows) => rows.replace('{', '{"x\\" --":1,')),
      /a row of clients is not as it was stored/,
    ],
    [
      'has another table',
      {
        ...extra('tables/others.jsonl'),
        manifest: (manifest) => ({ ...manifest, rows: { ...manifest.rows, others: 0 } }),
      },
      /its tables are not those of its version/,
    ],
    [
      'has a row that refers to nothing',
      member('tables/repair_tickets.jsonl', (rows) =>
        rows.replace(/"client_id":"[^"]+"/, '"client_id":"no"'),
      ),
      /FOREIGN KEY/,
    ],
    [
      'has settings of a newer version',
      member('tables/settings.jsonl', (rows) =>
        rows.replace('\\"cashFloat\\":', '\\"later\\":1,\\"cashFloat\\":'),
      ),
      /settings that this version of the product can’t use: they are from version 1\.2\.3\+test/,
    ],
    [
      'has settings that aren’t settings',
      member('tables/settings.jsonl', (rows) => rows.replace('\\"revision\\":', '\\"other\\":')),
      /settings that this version of the product can’t use/,
    ],
    [
      'has a row without an end',
      member('tables/settings.jsonl', (rows) =>
        rows.replace('"value":"', `"value":"${'x'.repeat(40 * 1024 * 1024)}`),
      ),
      /a row of settings is too long/,
    ],
    [
      'has an about.json that is too large',
      member(memberNames.about, (about) => about.replace('{', `{"x":"${'x'.repeat(100_000)}",`)),
      /about\.json is too large/,
    ],
    [
      'has a list that would fill the memory',
      { manifest: (manifest) => ({ ...manifest, missingPhotos: Array(2000).fill([]) }) },
      /its list holds more than the backup/,
    ],
    [
      'is of a newer version',
      { manifest: (manifest) => ({ ...manifest, migration: '0099-later', product: '9.0.0' }) },
      /newer version of the product \(9\.0\.0/,
    ],
    [
      'is of a newer format',
      member(memberNames.about, (about) => about.replace('"formatVersion":1', '"formatVersion":2')),
      /made by a newer version of the product/,
    ],
  ])('is refused when it %s', async (_what, forgery, words) => {
    const path = await forged(forgery);
    if (String(words).includes('FOREIGN')) {
      const storage = await createStorage('sqlite');
      const task = { path, location: storage, isReplacing: false, now: 0 };
      await expect(restoreBackup(task)).rejects.toThrow(words);
      expect(await readdir(storage.dataDir)).toEqual(['shop.db-in-use']);
      await storage.remove();
    } else expect(await refusal(path)).toMatch(words);
  });

  it('is refused when it claims an impossible size', async () => {
    for (const bytes of [8_589_934_591, 5_000_000_000]) {
      const path = nextPath();
      const about = (await readFile(good)).subarray(0, 1024);
      await writeFile(
        path,
        Buffer.concat([about, await memberHeader('tables/clients.jsonl', bytes, 0), archiveEnd]),
      );
      expect(await refusal(path)).toMatch(/cut off/);
    }
    // A file with a hole in it is as large as it says, and takes no room.
    const path = nextPath();
    await writeFile(path, await memberHeader('about.json', 3_000_000_000, 0));
    await truncate(path, 3_000_001_536);
    expect(await refusal(path)).toMatch(/too large/);
  });

  it.each([
    ['in a row', '{"key":"x\\\\","value":[[],[]]}'],
    ['as a row', '[[],[]]'],
  ])('is refused before lists %s fill the memory', async (_where, row) => {
    const member: Forgery['member'] = (name, content) => ({
      name,
      content: name.endsWith('/settings.jsonl') ? Buffer.from(`${row}\n${content}`) : content,
    });
    const manifest: Forgery['manifest'] = (list) => ({
      ...list,
      rows: { ...list.rows, settings: (list.rows.settings ?? 0) + 1 },
    });
    await expect(checkBackup(await forged({ member, manifest }))).rejects.toThrow(
      'settings holds something that is not a row',
    );
  });

  it('is refused when it holds more files than any shop has', async () => {
    const { members } = await checkBackup(good);
    // The list and its checksum aren't counted.
    const all = members.size + 2;
    await expect(checkBackup(good, undefined, all - 1)).rejects.toThrow(
      `it holds more than ${all - 1} files`,
    );
    expect((await checkBackup(good, undefined, all)).members.size).toBe(members.size);
  });

  it.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ['empty', () => Buffer.alloc(0), /empty/],
    ['plain text', () => Buffer.from('hello\n'.repeat(1000)), /not a backup/],
    ['a database', () => readFile(join(shop.storage.dataDir, 'shop.db')), /not a backup/],
    [
      'another program’s tar',
      async () => Buffer.concat([await memberHeader('notes.txt', 0, 0), archiveEnd]),
      /not a backup/,
    ],
    ['only zeros', () => Buffer.alloc(10_240), /cut off|follows its end|damaged/],
  ])('is refused when it is %s', async (_what, content, words) => {
    const path = nextPath();
    await writeFile(path, await content());
    expect(await refusal(path)).toMatch(words);
  });

  it('leaves an existing store as it is, photos and all', async () => {
    const storage = await createStorage('sqlite');
    const other = await startApp('sqlite', { storage });
    await takeIn(other);
    const before = await allRows(other.rows);
    await other.stop();
    const path = await changed((file, size) => truncate(file, size - 4000));
    const task = { path, location: storage, isReplacing: true, now: 0 };
    await expect(restoreBackup(task)).rejects.toThrow(/cut off/);
    const rows = await storage.openRows();
    expect(await allRows(rows)).toEqual(before);
    await rows.close();
    await storage.remove();
  });
});
