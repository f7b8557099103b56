import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { applicationName } from '../../../../server/database/store-lock.ts';
import { restoreBackup } from '../../../../server/shop/backups/restore.ts';
import { makeBackup } from '../../../../server/shop/backups/writer.ts';
import { startApp } from '../../../harness/app.ts';
import { backupTask } from '../../../harness/backup-tasks.ts';
import { createStorage, type Storage } from '../../../harness/engine.ts';
import { day } from '../../../harness/settable-clock.ts';
import { takeIn } from '../../../harness/shop-fixtures.ts';

let storage: Storage;
let path: string;
beforeEach(async () => {
  storage = await createStorage('postgres');
  const shop = await startApp('postgres', { storage });
  await takeIn(shop, { watchModel: 'Before' });
  await shop.app.textsDone();
  path = (await makeBackup(await backupTask(storage))).path;
  await takeIn(shop, { watchModel: 'After' });
  await shop.stop();
  // The server ends its connections only a moment later.
  const rows = await storage.openRows();
  const inUse =
    'select pid from pg_stat_activity where datname = current_database() and application_name = ?';
  await expect.poll(() => rows.run(inUse, applicationName)).toEqual([]);
  await rows.close();
});
afterEach(() => storage.remove());

/**
 * A way to the database on which the first commit gets no answer.
 *
 * @param arrives whether the server gets it
 */
async function breaking(arrives: boolean) {
  const url = new URL(storage.databaseUrl ?? '');
  const { port, hostname } = url;
  let isBroken = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    near.on('data', (sent) => {
      const isCommit = !isBroken && sent.includes('commit\0');
      if (!isCommit) return far.write(sent);
      isBroken = true;
      far.removeAllListeners('data');
      if (!arrives) return near.destroy();
      far.write(sent);
      far.once('data', () => near.destroy());
    });
    far.on('data', (answer) => near.write(answer));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url.search = '';
  url.hostname = '127.0.0.1';
  url.port = `${(server.address() as AddressInfo).port}`;
  return { url: url.href, isBroken: () => isBroken, close: () => server.close() };
}

const models = async () => {
  const rows = await storage.openRows();
  const found = await rows.run('select watch_model from repair_tickets order by watch_model');
  await rows.close();
  return found.map((row) => row.watch_model);
};

it.each([true, false])(
  'a commit without an answer is looked up: whether it arrived (%s)',
  async (arrives) => {
    const line = await breaking(arrives);
    const now = Date.parse('2026-03-02T15:04:05.000Z') + day;
    const location = { ...storage, databaseUrl: line.url };
    const restoring = restoreBackup({ path, location, isReplacing: true, now });
    if (arrives) await restoring;
    else await expect(restoring).rejects.toThrow('Connection terminated');
    expect(line.isBroken()).toBe(true);
    expect(await models()).toEqual(arrives ? ['Before'] : ['After', 'Before']);
    line.close();
  },
);
