import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { defaultShopSettings } from '../../domain/shop-settings.ts';
import { builtFiles, workerWith } from '../../scripts/service-worker.ts';
import { createApp } from '../../server/app.ts';
import { button, field, tab } from './locators.ts';
import { password } from './product.ts';
import { expect, loggedOut, test } from './shop.ts';

test.use({ serviceWorkers: 'allow', storageState: loggedOut });

const built = join(import.meta.dirname, '..', '..', 'dist', 'web');

/** The next version: another page, another part, and the old part gone. */
async function buildNext(folder: string, oldPart: string): Promise<void> {
  const page = join(folder, 'index.html');
  const html = await readFile(page, 'utf8');
  await writeFile(page, html.replace('<body>', '<body data-version="next">'));
  await rm(join(folder, 'assets', oldPart));
  for (const name of await readdir(folder, { recursive: true })) {
    if (/\.(br|gz)$/.test(name)) await rm(join(folder, name));
  }
  const worker = join(folder, 'service-worker.js');
  const [, ...source] = (await readFile(worker, 'utf8')).split('\n');
  const files = await builtFiles(folder, 'service-worker.js');
  await writeFile(worker, workerWith(files, source.join('\n')));
}

async function productOf(webFolder: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'watch-repair-versions-'));
  const log = pino({ level: 'silent' });
  const start = async (port: number) => {
    const config = {
      port,
      host: '127.0.0.1',
      publicUrl: null,
      dataDir,
      databaseUrl: null,
      photoBucket: null,
      shopPassword: password,
      trustProxy: false,
      drainSeconds: 0,
      logLevel: 'silent' as const,
      metricsPort: null,
      twilio: null,
      twilioApiBaseUrl: null,
      settingsKey: null,
      shop: defaultShopSettings,
      // A shop that need not be set up.
      shopConfigFile: 'shop.config.json',
      shopFileProblems: [],
    };
    const app = await createApp({ config, log, version: 'test', webFolder });
    await app.http.listen({ port, host: '127.0.0.1' });
    await app.password;
    return app;
  };
  let app = await start(0);
  const { port } = app.http.server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    halt: () => app.close(),
    async resume() {
      app = await start(port);
    },
    async stop() {
      await app.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

test('a new version comes with the next load, is announced, and leaves the open one intact', {
  tag: '@long',
}, async ({ page, complaints }) => {
  test.slow();
  complaints.tolerate(
    / net::ERR_(CONNECTION_|EMPTY_|INCOMPLETE_|SOCKET_NOT_CONNECTED)/,
    /^503 GET .*\/api\//,
  );
  const folder = await mkdtemp(join(tmpdir(), 'watch-repair-build-'));
  await cp(built, folder, { recursive: true });
  const product = await productOf(folder);
  await page.goto(product.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await field(page, 'Password').fill(password);
  await button(page, 'Login').click();
  await expect(tab(page, 'Overview')).toBeVisible();
  const notice = page.getByText('A new version is available.');
  await expect(notice).toBeHidden();

  await product.halt();
  const parts = await readdir(join(folder, 'assets'));
  const oldPart = parts.find((name) => /^workflow-test-tab-.*\.js$/.test(name)) ?? '';
  await buildNext(folder, oldPart);
  await product.resume();
  await expect(notice).toBeVisible({ timeout: 60_000 });
  // The open page's files are still available to it, though the server no longer has them.
  const status = await page.evaluate(
    // Bypasses the browser's own cache, which may have forgotten it.
    async (path) => (await fetch(path, { cache: 'reload' })).status,
    `/assets/${oldPart}`,
  );
  expect(status).toBe(200);
  await button(page, 'Reload').click();
  await expect(page.locator('body[data-version="next"]')).toBeAttached();
  await expect(tab(page, 'Overview')).toBeVisible();
  await expect(notice).toBeHidden();

  await product.halt();
  await page.reload();
  await expect(page.locator('body[data-version="next"]')).toBeAttached();
  await expect(tab(page, 'Overview')).toBeVisible({ timeout: 30_000 });
  await product.resume();
  await product.stop();
  await rm(folder, { recursive: true, force: true });
});
