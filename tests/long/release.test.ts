import { spawn, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { freePort } from '../harness/process.ts';

const root = join(import.meta.dirname, '..', '..');
const cleanUp: (() => Promise<unknown> | unknown)[] = [];
afterAll(async () => {
  for (const step of cleanUp.toReversed()) await step();
});

it('a release starts with ./start, and runs its commands, where nothing is installed', async () => {
  const made = spawnSync(process.execPath, ['scripts/release.ts'], { cwd: root, encoding: 'utf8' });
  expect(made.status, made.stderr).toBe(0);
  const [archive = ''] = globSync('dist/watch-repair-*.tar.gz', { cwd: root });
  const folder = await mkdtemp(join(tmpdir(), 'release-'));
  cleanUp.push(() => rm(folder, { recursive: true, force: true }));
  const unpacked = spawnSync('tar', ['-xzf', join(root, archive), '-C', folder]);
  expect(unpacked.status).toBe(0);
  const [start = ''] = globSync('*/start', { cwd: folder });

  const port = await freePort();
  const environment = { PORT: String(port), PATH: '/nonexistent' };
  const run = (command: string, ...args: string[]) =>
    spawnSync(join(folder, start), [command, ...args], {
      env: environment,
      encoding: 'utf8',
      input: 'a good password\n',
    });
  expect(run('set-password')).toMatchObject({ status: 0, stderr: '' });
  const backup = run('backup');
  expect(backup, backup.stderr).toMatchObject({ status: 0 });
  const [file = ''] = globSync('*/data/backups/*', { cwd: folder });
  const restored = run('restore', join(folder, file), '--replace');
  expect(restored, restored.stderr).toMatchObject({ status: 0 });
  expect(run('export', '--to', join(folder, 'export'))).toMatchObject({ status: 0 });
  expect(run('check-texting')).toMatchObject({ status: 2, stderr: '' });
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
