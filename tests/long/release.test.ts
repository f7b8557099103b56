import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '../harness/process.ts';

const root = join(import.meta.dirname, '..', '..');
const password = 'a good password';

it('a release starts with ./start, and runs its commands, where nothing is installed', async () => {
  const made = spawnSync(process.execPath, ['scripts/release.ts'], { cwd: root, encoding: 'utf8' });
  expect(made.status, made.stderr).toBe(0);
  const [archive = ''] = globSync('dist/watch-repair-*.tar.gz', { cwd: root });
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(spawnSync('tar', ['-xzf', join(root, archive), '-C', folder]).status).toBe(0);
  const start = join(folder, ...globSync('*/start', { cwd: folder }));
  for (const page of globSync('*/{*.md,{docs,deploy}/*.*}', { cwd: folder })) {
    expect(readFileSync(join(folder, page), 'utf8'), page).not.toMatch(/\bnpm\b/);
  }

  const port = await freePort();
  const env = { PORT: String(port), PATH: '/nonexistent' };
  const run = (status: number, ...words: string[]) => {
    const ended = spawnSync(start, words, { env, encoding: 'utf8', input: `${password}\n` });
    expect(ended.status, ended.stderr).toBe(status);
  };
  run(0, 'set-password');
  run(0, 'backup');
  run(0, 'restore', ...globSync(join(folder, '*/data/backups/*')), '--replace');
  run(0, 'export', '--to', join(folder, 'export'));
  run(2, 'check-texting');

  const child = spawn(start, { cwd: '/', env, stdio: 'inherit' });
  onTestFinished(async () => {
    if (child.kill('SIGTERM')) await once(child, 'close');
  });
  const origin = `http://127.0.0.1:${port}`;
  const ready = async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  await vi.waitFor(ready, { timeout: 30_000, interval: 100 });
  expect(await (await fetch(origin)).text()).toContain('<div id="root">');
  const login = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  });
  expect(login.status).toBe(204);
});
