import { spawn, spawnSync } from 'node:child_process';
import { createReadStream, globSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { afterAll, expect, it } from 'vitest';
import { freePort } from '../harness/process.ts';

const root = join(import.meta.dirname, '..', '..');
const cleanUp: (() => Promise<unknown> | unknown)[] = [];
afterAll(async () => {
  for (const step of cleanUp.toReversed()) await step();
});

async function unpack(archive: string, folder: string): Promise<void> {
  const tar = extract();
  const reading = pipeline(createReadStream(archive), createGunzip(), tar);
  for await (const entry of tar) {
    const path = join(folder, entry.header.name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, await buffer(entry));
    await chmod(path, entry.header.mode ?? 0o644);
  }
  await reading;
}

it('a release starts with ./start where nothing is installed', async () => {
  const made = spawnSync(process.execPath, ['scripts/release.ts'], { cwd: root, encoding: 'utf8' });
  expect(made.status, made.stderr).toBe(0);
  const [archive = ''] = globSync('dist/watch-repair-*.tar.gz', { cwd: root });
  const folder = await mkdtemp(join(tmpdir(), 'release-'));
  cleanUp.push(() => rm(folder, { recursive: true, force: true }));
  await unpack(join(root, archive), folder);
  const [start = ''] = globSync('*/start', { cwd: folder });

  const port = await freePort();
  const environment = {
    PORT: String(port),
    SHOP_PASSWORD: 'a good password',
    PATH: '/nonexistent',
  };
  const child = spawn(join(folder, start), { cwd: '/', env: environment, stdio: 'pipe' });
  const ended = new Promise((resolve) => child.once('close', resolve));
  cleanUp.push(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  let output = '';
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += String(chunk);
        if (output.includes('  Data ')) resolve();
      });
    }
    void ended.then(() => reject(new Error(output)));
  });
  await ready;
  const origin = `http://127.0.0.1:${port}`;
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  expect(await (await fetch(origin)).text()).toContain('<div id="root">');
  const login = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: 'a good password' }),
  });
  expect(login.status).toBe(204);
});
