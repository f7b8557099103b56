import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  type FileHandle,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { photoName } from '../../domain/photos.ts';
import { allListed, describePhotoStore } from '../../tests/contracts/photo-store.contract.ts';
import { type PhotoStore, PhotoStoreError } from '../ports/photo-store.ts';
import { createDiskPhotoStore } from './disk.ts';

async function newFolder(): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), 'photo-store-')), 'photos');
}

describePhotoStore('a folder', async () => {
  const folder = await newFolder();
  return {
    store: await createDiskPhotoStore(folder),
    close: () => rm(dirname(folder), { recursive: true }),
  };
});

const name = photoName('3f2504e0-4f89-41d3-9a0c-0305e82c3301', 'completed', 1_700_000_000_000);
const photo = Buffer.from('a photo');

/** Runs a program of its own, with the store opened in the folder, and reads what it prints. */
async function inOwnProcess(folder: string, program: string, shell = 'exec "$0" "$@"') {
  const script = `
    import { chmodSync, chownSync, existsSync, readdirSync } from 'node:fs';
    import { createDiskPhotoStore } from ${JSON.stringify(new URL('./disk.ts', import.meta.url))};
    const folder = ${JSON.stringify(folder)};
    const name = ${JSON.stringify(name)};
    const store = await createDiskPhotoStore(folder);
    const outcomeOf = (work) => work.then(() => 'done', (error) => error.name + ' ' + error.cause.code);
    ${program}
  `;
  const args = ['-c', shell, process.execPath, '--input-type=module', '--eval', script];
  const child = spawn('sh', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const printed = child.stdout.toArray();
  const [code, signal] = await once(child, 'close');
  return { code, signal, printed: Buffer.concat(await printed).toString() };
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort();
}

async function refusalOf(work: Promise<unknown>): Promise<PhotoStoreError> {
  const outcome = await work.catch((error: unknown) => error);
  if (!(outcome instanceof PhotoStoreError)) throw new Error('No refusal', { cause: outcome });
  return outcome;
}

describe('the photo folder', () => {
  let folder: string;
  let store: PhotoStore;
  beforeEach(async () => {
    folder = await newFolder();
    store = await createDiskPhotoStore(folder);
    return () => rm(dirname(folder), { recursive: true });
  });

  it('spreads the photos by the first two characters of their names', async () => {
    await store.put(name, photo);
    expect(await filesBelow(folder)).toEqual([join('3f', name)]);
    expect(await readFile(join(folder, '3f', name))).toEqual(photo);
  });

  it('is readable by no one else', async () => {
    await store.put(name, photo);
    const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
    expect(await modeOf(folder)).toBe('700');
    expect(await modeOf(join(folder, '3f'))).toBe('700');
    expect(await modeOf(join(folder, 'incoming'))).toBe('700');
    expect(await modeOf(join(folder, '3f', name))).toBe('600');
  });

  it('syncs a photo before it gets its name, and the folder after every change', async () => {
    await store.put(name, photo);
    const handle = await open(folder, 'r');
    const everyHandle: FileHandle = Object.getPrototypeOf(handle);
    await handle.close();
    const synced: string[] = [];
    const { sync } = everyHandle;
    const spy = vi.spyOn(everyHandle, 'sync').mockImplementation(async function (this: FileHandle) {
      const files = (await filesBelow(folder)).map((file) => dirname(file));
      const facts = await this.stat();
      const what = facts.isDirectory() ? 'folder' : `${facts.size} bytes`;
      synced.push(`${what}, files in: ${files.join(' ')}`);
      await sync.call(this);
    });
    try {
      await store.put(name, Buffer.from('another photo'));
      await store.delete(name);
    } finally {
      spy.mockRestore();
    }
    expect(synced).toEqual([
      '13 bytes, files in: 3f incoming',
      'folder, files in: 3f',
      'folder, files in: ',
    ]);
  });

  it('shows no file that is not a photo of its own', async () => {
    await store.put(name, photo);
    await writeFile(join(folder, 'readme.txt'), 'x');
    await writeFile(join(folder, name), 'not in its place');
    await writeFile(join(folder, '3f', 'readme.txt'), 'x');
    await mkdir(join(folder, 'aa'));
    await writeFile(join(folder, 'aa', name), 'not in its place either');
    const found = await allListed(store);
    expect(found.map((entry) => entry.name)).toEqual([name]);
  });

  it('has no half-written photo after a crash, only a file that nobody reads', async () => {
    await store.put(name, photo);
    const { signal } = await inOwnProcess(
      folder,
      `
        store.put(name, new Uint8Array(200_000_000));
        const dieHalfway = () => {
          if (readdirSync(folder + '/incoming').length > 0) process.kill(process.pid, 'SIGKILL');
          setImmediate(dieHalfway);
        };
        dieHalfway();
      `,
    );
    expect(signal).toBe('SIGKILL');
    const kept = join('3f', name);
    const leftover = (await filesBelow(folder)).find((file) => file !== kept) ?? 'none';
    expect(leftover).toMatch(/^incoming\/.+\.part$/);
    expect((await store.get(name))?.bytes).toEqual(photo);
    expect((await allListed(store)).map((each) => each.name)).toEqual([name]);
  });

  it('keeps the old photo and nothing half-written when the disk takes no more', async () => {
    await store.put(name, photo);
    const { code, printed } = await inOwnProcess(
      folder,
      `
        console.log(await outcomeOf(store.put(name, new Uint8Array(1_000_000))));
        console.log(await outcomeOf(store.check()));
      `,
      // The system refuses to write past this size: in the middle of the photo, as when the disk is full.
      'ulimit -f 100; exec "$0" "$@"',
    );
    expect({ code, printed }).toEqual({ code: 0, printed: 'PhotoStoreError EFBIG\ndone\n' });
    expect((await store.get(name))?.bytes).toEqual(photo);
    expect(await filesBelow(folder)).toEqual([join('3f', name)]);
  });

  it('says that it cannot serve when it is read-only, and still shows what it has', async () => {
    await store.put(name, photo);
    await chmod(dirname(folder), 0o755);
    const { code, printed } = await inOwnProcess(
      folder,
      `
        const folders = [folder, folder + '/3f', folder + '/incoming'];
        // Nothing is read-only for the superuser.
        if (process.getuid() === 0) {
          for (const path of [...folders, folder + '/3f/' + name]) chownSync(path, 65534, 65534);
          process.setgid(65534);
          process.setuid(65534);
        }
        for (const path of folders) chmodSync(path, 0o500);
        console.log(await outcomeOf(store.check()));
        console.log(await outcomeOf(store.put(name, new Uint8Array(10))));
        console.log(await outcomeOf(store.delete(name)));
        console.log(Buffer.from((await store.get(name)).bytes).toString());
        for (const path of folders) chmodSync(path, 0o700);
      `,
    );
    const refused = 'PhotoStoreError EACCES\n';
    const expected = `${refused}${refused}${refused}a photo\n`;
    expect({ code, printed }).toEqual({ code: 0, printed: expected });
    expect(await filesBelow(folder)).toEqual([join('3f', name)]);
  });

  it('is not mistaken for an empty one when it is gone', async () => {
    await store.put(name, photo);
    await rename(folder, `${folder}-elsewhere`);
    const calls = [
      store.get(name),
      store.has(name),
      store.put(name, photo),
      store.delete(name),
      store.check(),
      allListed(store),
    ];
    for (const refusal of await Promise.all(calls.map(refusalOf))) {
      expect(refusal.cause).toMatchObject({ code: 'ENOENT' });
    }
    expect(await readdir(dirname(folder))).toEqual(['photos-elsewhere']);
  });
});
