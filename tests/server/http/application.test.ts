import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { createStorage } from '../../harness/engine.ts';

const page = '<!doctype html><title>Shop</title>';

interface Got {
  status: number | undefined;
  type: string | undefined;
  encoding: string | undefined;
  body: string;
}

/** Asks as a plain program does: without the headers that a browser or fetch adds. */
function get(url: string, headers: Record<string, string> = {}): Promise<Got> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          type: response.headers['content-type'],
          encoding: response.headers['content-encoding'],
          body: Buffer.concat(chunks).toString('latin1'),
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}

describe('the application’s files', () => {
  let shop: RunningApp;
  beforeAll(async () => {
    const storage = await createStorage('sqlite');
    const webFolder = join(storage.dataDir, 'web');
    await mkdir(join(webFolder, 'assets'), { recursive: true });
    await mkdir(join(webFolder, '.vite'), { recursive: true });
    await writeFile(join(webFolder, '.vite', 'manifest.json'), '{"secret":1}');
    await writeFile(join(webFolder, 'index.html'), page);
    await writeFile(join(webFolder, 'theme.js'), 'plain');
    await writeFile(join(webFolder, 'theme.js.br'), 'compressed');
    await writeFile(join(webFolder, 'service-worker.js'), 'worker');
    await writeFile(join(webFolder, 'application.webmanifest'), '{}');
    await writeFile(join(webFolder, 'assets', 'main-1a2b3c.js'), 'export {};');
    shop = await startApp('sqlite', { storage, webFolder });
  });
  afterAll(async () => {
    await shop.close();
  });

  it.each(['/', '/?tab=repairs', '/index.html', '/anything/else', '/.vite/manifest.json'])(
    'answers %s with the page, to whoever asks in whatever way',
    async (path) => {
      for (const headers of [{}, { 'accept-encoding': 'br, gzip' }, { accept: 'text/html' }]) {
        expect(await get(`${shop.origin}${path}`, headers)).toMatchObject({
          status: 200,
          type: 'text/html; charset=utf-8',
          body: page,
        });
      }
    },
  );

  it.each(['/assets', '/assets/', '/assets/missing.js', '/assets/../../package.json'])(
    'has nothing at %s',
    async (path) => {
      const { status, body } = await get(`${shop.origin}${path}`);
      expect(status === 404 || body === page).toBe(true);
    },
  );

  it('has a worker and a manifest that browsers accept, and asks them to look again each time', async () => {
    for (const [path, type] of [
      ['/service-worker.js', 'application/javascript'],
      ['/application.webmanifest', 'application/manifest+json'],
    ]) {
      const { headers } = await fetch(`${shop.origin}${path}`);
      expect(headers.get('content-type')).toContain(type);
      expect(headers.get('cache-control')).toBe('no-cache');
    }
    const { headers } = await fetch(`${shop.origin}/assets/main-1a2b3c.js`);
    expect(headers.get('cache-control')).toContain('immutable');
  });

  it('sends a file compressed only to whoever can read that', async () => {
    const plain = await get(`${shop.origin}/theme.js`);
    expect(plain).toMatchObject({ status: 200, encoding: undefined, body: 'plain' });
    const compressed = await get(`${shop.origin}/theme.js`, { 'accept-encoding': 'br' });
    expect(compressed).toMatchObject({ status: 200, encoding: 'br', body: 'compressed' });
  });
});
