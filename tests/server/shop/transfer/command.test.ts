import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../../../harness/app.ts';
import { describeOnBothEngines } from '../../../harness/engine.ts';
import { startProcess } from '../../../harness/process.ts';
import { takeIn } from '../../../harness/shop-fixtures.ts';
import { csvObjects, exportedFiles } from '../../../harness/transfers.ts';

describeOnBothEngines('npm run export', (engine) => {
  let shop: RunningApp;
  let folder: string;
  beforeEach(async () => {
    shop = await startApp(engine);
    folder = await mkdtemp(join(shop.storage.dataDir, 'out-'));
  });
  afterEach(async () => {
    await shop.close();
  });

  async function run(dataDir: string, ...words: string[]) {
    const { databaseUrl } = shop.storage;
    const isOther = dataDir !== shop.storage.dataDir;
    const program = startProcess(
      'scripts/export.ts',
      {
        DATA_DIR: dataDir,
        ...(databaseUrl === null || isOther ? {} : { DATABASE_URL: databaseUrl }),
      },
      folder,
      '',
      words,
    );
    return { code: await program.ended, output: program.output() };
  }

  it('writes what the screen would save, while the product runs', async () => {
    const repair = await takeIn(shop, { customerName: 'Zoë, "Zo"' });
    const { dataDir } = shop.storage;
    const to = join(folder, 'copy');
    expect((await run(dataDir, '--to', to)).code).toBe(0);
    const files = await exportedFiles(shop.staff);
    expect((await readdir(to)).sort()).toEqual(Object.keys(files).sort());
    for (const name of ['clients.csv', 'repairs.csv', 'estimates.csv']) {
      expect(await readFile(join(to, name), 'utf8')).toBe(files[name]);
    }
    expect(csvObjects(files['repairs.csv'] ?? '')).toHaveLength(1);
    expect((await run(dataDir, '--to', to, '--format', 'json')).code).toBe(0);
    const document = JSON.parse(await readFile(join(to, 'watch-repairs.json'), 'utf8'));
    expect(document.repairs).toMatchObject([{ ticketNumber: repair.ticketNumber }]);
  });

  it('says what it needs, and makes no shop where there is none', async () => {
    const { dataDir } = shop.storage;
    const wrong = await run(dataDir);
    expect(wrong.code).toBe(1);
    expect(wrong.output).toContain('--to FOLDER is missing.');
    expect((await run(dataDir, '--to', 'x', '--format', 'xml')).output).toContain('not "xml"');
    const empty = await mkdtemp(join(folder, 'empty-'));
    const none = await run(empty, '--to', join(folder, 'y'));
    expect(none).toMatchObject({ code: 1, output: `There is no data in ${empty}.\n` });
    expect(await readdir(empty)).toEqual([]);
  });
});
