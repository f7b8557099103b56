import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtFiles, workerWith } from './service-worker.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'build-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, 'index.html'), 'page');
  await writeFile(join(folder, 'index.html.br'), 'compressed');
  await writeFile(join(folder, '.vite', 'manifest.json'), '{}');
  await writeFile(join(folder, 'assets', 'main-1a2b.js'), 'main');
  await writeFile(join(folder, 'service-worker.js'), 'an older one');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const list = () => builtFiles(folder, 'service-worker.js');

it('lists what browsers are served, the page under its address', async () => {
  expect((await list()).map(({ path }) => path)).toEqual(['/assets/main-1a2b.js', '/']);
});

const versionOf = (worker: string) => /"version":"([0-9a-f]{16})"/.exec(worker)?.[1];

it('gives every other build another version, and the same build the same', async () => {
  const before = workerWith(await list(), 'work();');
  expect(versionOf(before)).toBeDefined();
  expect(workerWith(await list(), 'work();')).toBe(before);
  expect(versionOf(workerWith(await list(), 'otherwise();'))).not.toBe(versionOf(before));
  await writeFile(join(folder, 'index.html'), 'another page');
  expect(versionOf(workerWith(await list(), 'work();'))).not.toBe(versionOf(before));
});
