import { once } from 'node:events';
import fs from 'node:fs';
import {
  mkdir,
  open,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, it, vi } from 'vitest';
import { maxUploadBytes, uploadPartBytes } from '../../../../domain/api-backups.ts';
import { type RunningApp, startApp } from '../../../harness/app.ts';
import { forgeBackup } from '../../../harness/backup-tasks.ts';
import { sendPart, uploadBackup } from '../../../harness/backup-uploads.ts';
import { createStorage, type Storage } from '../../../harness/engine.ts';
import { urlOf } from '../../../harness/http-client.ts';

const mega = 1024 * 1024;

let storage: Storage;
let shop: RunningApp;
let room: number;
/** The disk's answer waits for it. */
let gate: Promise<void> | null = null;
let listed: string;
let backup: Buffer;
beforeAll(async () => {
  storage = await createStorage('sqlite');
  room = 1024 * mega;
  const freeBytes = async () => {
    await gate;
    return room;
  };
  shop = await startApp('sqlite', { storage, overrides: { freeBytes } });
  await shop.staff.call('startBackup');
  await shop.app.backupsDone();
  listed = (await shop.staff.call('getBackups')).items[0]?.name ?? '';
  backup = await readFile(join(storage.dataDir, 'backups', listed));
  return () => shop.close();
});

const uploaded = () => readdir(join(storage.dataDir, 'uploads')).catch(() => []);
const begin = (bytes: number) => shop.staff.attempt('beginUpload', { body: { bytes } });
const look = (name: string) => shop.staff.attempt('inspectBackup', { params: { name } });

it('an upload can be read by the shop alone, and its parts can be sent again', async () => {
  const name = await uploadBackup(shop.staff, backup);
  const path = join(storage.dataDir, 'uploads', name);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(storage.dataDir, 'uploads'))).mode & 0o777).toBe(0o700);
  const middle = backup.subarray(512, 1024);
  expect((await sendPart(shop.staff, name, 512, middle)).json()).toEqual({ bytes: backup.length });
  expect(await readFile(path)).toEqual(backup);
  const { contents, share } = await shop.staff.call('inspectBackup', { params: { name } });
  expect({ share, contents }).toMatchObject({ share: 1, contents: { repairs: 0, photos: 0 } });
  // A listed one holds the same.
  const own = await shop.staff.call('inspectBackup', { params: { name: listed } });
  expect(own.contents).toEqual(contents);
  await shop.staff.call('discardUpload', { params: { name } });
  await shop.staff.call('discardUpload', { params: { name } });
  expect(await uploaded()).toEqual([]);
});

it('what is not a whole backup of this product is refused with a reason, and leaves nothing behind', async () => {
  const forged = join(storage.dataDir, 'forged');
  const path = join(storage.dataDir, 'backups', listed);
  const changed = async (...[forgery]: [Parameters<typeof forgeBackup>[2]]) => {
    await forgeBackup(path, forged, forgery);
    const bytes = await readFile(forged);
    await writeFile(forged, '');
    await rm(forged);
    return bytes;
  };
  const newer = await changed({
    member: (name, content) => ({
      name,
      content:
        name === 'about.json'
          ? Buffer.from(content.toString().replace('"formatVersion":1', '"formatVersion":2'))
          : content,
    }),
  });
  const later = await changed({ manifest: (list) => ({ ...list, migration: '9999-later' }) });
  const climbing = await changed({
    extra: { name: '../../etc/passwd', content: Buffer.from('x') },
  });
  for (const [bytes, detail] of [
    [backup.subarray(0, backup.length - 1024), /incomplete: it is cut off/],
    [backup.subarray(0, 700), /incomplete|not a backup/],
    [Buffer.concat([backup, Buffer.alloc(512)]), /something follows its end/],
    [Buffer.from('%PDF-1.7 an invoice'), /not a backup of this product/],
    [Buffer.alloc(0), /The file is empty/],
    [newer, /made by a newer version of the product/],
    [later, /data from a newer version of the product/],
    [climbing, /holds something that no backup holds/],
  ] as const) {
    const { name } = (await begin(Math.max(1, bytes.length))).json() as { name: string };
    if (bytes.length > 0) await sendPart(shop.staff, name, 0, bytes);
    const refusal = (await look(name)).problem();
    expect(refusal).toMatchObject({ status: 422, code: 'backup-unusable' });
    expect(refusal.detail).toMatch(detail);
    expect(await uploaded()).toEqual([]);
    expect((await look(name)).problem().code).toBe('backup-not-found');
  }
});

it('what the disk has no room for is refused before it is sent, and while it is', async () => {
  expect((await begin(maxUploadBytes + 1)).problem().code).toBe('upload-too-large');
  room = 300 * mega;
  expect((await begin(200 * mega)).problem()).toMatchObject({
    status: 409,
    code: 'upload-no-room',
  });
  expect(await uploaded()).toEqual([]);
  // It says that it is small, and goes on and on.
  const { name } = (await begin(1)).json() as { name: string };
  expect((await sendPart(shop.staff, name, 0, Buffer.alloc(mega))).status).toBe(200);
  room = 256 * mega;
  const refused = await sendPart(shop.staff, name, mega, Buffer.alloc(mega));
  expect(refused.problem().code).toBe('upload-no-room');
  room = 1024 * mega;
  const tooFar = await sendPart(shop.staff, name, maxUploadBytes, Buffer.alloc(1));
  expect(tooFar.problem().code).toBe('upload-interrupted');
  const tooMuch = await sendPart(shop.staff, name, 0, Buffer.alloc(uploadPartBytes + 1));
  expect(tooMuch.problem().status).toBe(413);
  await shop.staff.call('discardUpload', { params: { name } });
});

it('what the disk turns out to have no room for is refused, and can be sent again', async () => {
  const { name } = await shop.staff.call('beginUpload', { body: { bytes: backup.length } });
  const path = join(storage.dataDir, 'uploads', name);
  const file = await open(path);
  await file.close();
  const prototype = Object.getPrototypeOf(file) as {
    write(bytes: Uint8Array, ...rest: unknown[]): Promise<unknown>;
  };
  const { write } = prototype;
  const part = backup.subarray(0, 777);
  const full = vi.spyOn(prototype, 'write').mockImplementation(function (this: object, ...given) {
    return given[0].length === part.length
      ? Promise.reject(Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC' }))
      : write.apply(this, given);
  });
  const refused = (await sendPart(shop.staff, name, 0, part)).problem();
  full.mockRestore();
  expect(refused).toMatchObject({ status: 409, code: 'upload-no-room' });
  expect(await readFile(path)).toHaveLength(0);
  expect((await sendPart(shop.staff, name, 0, part)).json()).toEqual({ bytes: 777 });
  await shop.staff.call('discardUpload', { params: { name } });
});

it('parts that arrive at once do not all claim the same free space', async () => {
  const { name } = (await begin(1)).json() as { name: string };
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  room = 257.5 * mega;
  gate = promise;
  const sending = [1, 2, 3].map(() => sendPart(shop.staff, name, 0, Buffer.alloc(mega)));
  setTimeout(answer, 500);
  const statuses = (await Promise.all(sending)).map(({ status }) => status);
  gate = null;
  room = 1024 * mega;
  expect(statuses.toSorted()).toEqual([200, 409, 409]);
  expect((await sendPart(shop.staff, name, 0, Buffer.alloc(mega))).status).toBe(200);
  await shop.staff.call('discardUpload', { params: { name } });
});

it('how large a backup is can be asked for without reading it', async () => {
  const large = 'watch-repair-2003-01-01T00-00-00Z.backup';
  const path = join(storage.dataDir, 'backups', large);
  await writeFile(path, Buffer.concat([backup, Buffer.alloc(mega)]));
  const bytes = backup.length + mega;
  const opened = vi.spyOn(fs, 'createReadStream');
  syncBuiltinESMExports();
  /** @returns how much of the file was read for it */
  const ask = async (method: string) => {
    opened.mockClear();
    const reply = await shop.staff.send(
      method,
      urlOf('getBackupFile', { params: { name: large } }),
    );
    expect([reply.status, reply.headers.get('content-length')]).toEqual([200, `${bytes}`]);
    const streams = opened.mock.results.map(({ value }) => value as fs.ReadStream);
    await vi.waitUntil(() => streams.every(({ closed }) => closed));
    const ofIt = streams.filter((stream) => stream.path === path);
    return Math.max(...ofIt.map(({ bytesRead }) => bytesRead));
  };
  expect(await ask('GET')).toBe(bytes);
  expect(await ask('HEAD')).toBeLessThan(bytes / 2);
  opened.mockRestore();
  syncBuiltinESMExports();
  await rm(path);
});

it('a download that no one reads ends', async () => {
  const stalling = await startApp('sqlite', { overrides: { downloadStallMs: 500 } });
  await stalling.staff.call('startBackup');
  await stalling.app.backupsDone();
  const large = 'watch-repair-2003-01-01T00-00-00Z.backup';
  const path = join(stalling.storage.dataDir, 'backups', large);
  await writeFile(path, backup);
  // More than any socket takes without a reader.
  await truncate(path, 256 * mega);
  const accepted = once(stalling.app.http.server, 'connection') as Promise<Socket[]>;
  const socket = connect(Number(new URL(stalling.origin).port), '127.0.0.1');
  const [accepting] = await accepted;
  const url = urlOf('getBackupFile', { params: { name: large } });
  socket.write(`GET ${url} HTTP/1.1\r\nhost: shop\r\ncookie: ${stalling.staff.cookie}\r\n\r\n`);
  await once(accepting as Socket, 'close');
  socket.destroy();
  await stalling.close();
});

it('a part that never ends is given up, and nothing of it is written', async () => {
  const slow = await startApp('sqlite', { overrides: { requestTimeoutMs: 1000 } });
  const { name } = await slow.staff.call('beginUpload', { body: { bytes: 1000 } });
  const path = urlOf('uploadPart', { params: { name }, query: { at: 0 } });
  const socket = connect(Number(new URL(slow.origin).port), '127.0.0.1');
  socket.write(
    `PUT ${path} HTTP/1.1\r\nhost: shop\r\ncookie: ${slow.staff.cookie}\r\ncontent-type: application/octet-stream\r\ntransfer-encoding: chunked\r\n\r\n`,
  );
  const dripping = setInterval(() => socket.write('1\r\nx\r\n'), 50);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(dripping);
  expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 408 /);
  expect(await readFile(join(slow.storage.dataDir, 'uploads', name))).toHaveLength(0);
  await slow.close();
});

it('no name leads out of the folders', async () => {
  await writeFile(join(storage.dataDir, 'secret'), 'secret');
  // Two files with a backup's name: one that is no backup, and a link that leads elsewhere.
  await writeFile(
    join(storage.dataDir, 'backups', 'watch-repair-2001-01-01T00-00-00Z.backup'),
    'x',
  );
  await symlink(
    join(storage.dataDir, 'secret'),
    join(storage.dataDir, 'backups', 'watch-repair-2002-01-01T00-00-00Z.backup'),
  );
  for (const name of [
    '..',
    '../secret',
    '../shop.db',
    '..%2fshop.db',
    '/etc/passwd',
    `../backups/${listed}`,
    `${listed}\0`,
    `${listed}/../../secret`,
    'upload-../../shop.db',
    `.${listed}.part`,
    'watch-repair-2001-01-01T00-00-00Z.backup',
    'watch-repair-2002-01-01T00-00-00Z.backup',
    'upload-00000000-0000-4000-8000-000000000000',
  ]) {
    for (const operation of ['inspectBackup', 'getBackupFile', 'startRestore'] as const) {
      const reply = await shop.staff.attempt(operation, {
        params: { name },
        ...(operation === 'startRestore' ? { body: { password: 'x' } } : {}),
      });
      expect([404, 422], `${operation} ${name}: ${reply.text}`).toContain(reply.status);
      expect(reply.text).not.toMatch(/secret"|root:/);
    }
    expect((await shop.staff.attempt('discardUpload', { params: { name } })).status, name).not.toBe(
      500,
    );
    expect((await sendPart(shop.staff, name, 0, Buffer.from('x'))).status, name).not.toBe(200);
  }
  expect(await readFile(join(storage.dataDir, 'secret'), 'utf8')).toBe('secret');
});

it('an abandoned upload is removed after a day', async () => {
  await mkdir(join(storage.dataDir, 'uploads'), { recursive: true });
  const old = await shop.staff.call('beginUpload', { body: { bytes: 10 } });
  const { name } = await shop.staff.call('beginUpload', { body: { bytes: 10 } });
  const before = new Date(Date.now() - 25 * 60 * 60_000);
  await utimes(join(storage.dataDir, 'uploads', old.name), before, before);
  await shop.app.tidyUp();
  expect(await uploaded()).toEqual([name]);
  await shop.staff.call('discardUpload', { params: { name } });
});
