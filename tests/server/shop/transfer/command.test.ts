import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../../../harness/app.ts';
import { describeOnBothEngines, type Storage } from '../../../harness/engine.ts';
import { programs } from '../../../harness/process.ts';
import { takeIn } from '../../../harness/shop-fixtures.ts';
import { csvObjects, exportedFiles } from '../../../harness/transfers.ts';

describeOnBothEngines('npm run export', (engine) => {
  let shop: RunningApp;
  let folder: string;
  beforeEach(async () => {
    shop = await startApp(engine);
    folder = await mkdtemp(join(shop.storage.dataDir, 'out-'));
    return () => shop.close();
  });

  const { outcome } = programs();
  const run = (storage: Storage, ...words: string[]) =>
    outcome('scripts/export.ts', storage, { words });

  it('writes what the screen would save, while the product runs', async () => {
    const repair = await takeIn(shop, { customerName: 'Zoë, "Zo"' });
    const to = join(folder, 'copy');
    expect((await run(shop.storage, '--to', to)).code).toBe(0);
    const files = await exportedFiles(shop.staff);
    expect((await readdir(to)).sort()).toEqual(Object.keys(files).sort());
    for (const name of ['clients.csv', 'repairs.csv', 'estimates.csv']) {
      expect(await readFile(join(to, name), 'utf8')).toBe(files[name]);
    }
    expect(csvObjects(files['repairs.csv'] ?? '')).toHaveLength(1);
    expect((await run(shop.storage, '--to', to, '--format', 'json')).code).toBe(0);
    const document = JSON.parse(await readFile(join(to, 'watch-repairs.json'), 'utf8'));
    expect(document.repairs).toMatchObject([{ ticketNumber: repair.ticketNumber }]);
  });

  it('says what it needs, and makes no shop where there is none', async () => {
    const wrong = await run(shop.storage);
    expect(wrong.code).toBe(1);
    expect(wrong.said).toContain('--to FOLDER is missing.');
    expect((await run(shop.storage, '--to', 'x', '--format', 'xml')).said).toContain('not "xml"');
    const empty = await mkdtemp(join(folder, 'empty-'));
    const nowhere = { ...shop.storage, dataDir: empty, databaseUrl: null };
    const none = await run(nowhere, '--to', join(folder, 'y'));
    expect(none).toMatchObject({ code: 1, said: `There is no data in ${empty}.\n` });
    expect(await readdir(empty)).toEqual([]);
  });
});
