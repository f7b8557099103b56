import { expect, it } from 'vitest';
import { followChanges } from '../../../server/database/changes.ts';
import type { Database } from '../../../server/database/database.ts';
import { createStorage, openAgain } from '../../harness/engine.ts';

it('another store behind a line that broke is noticed, also in the middle of looking for changes', async () => {
  const storage = await createStorage('postgres');
  const real = await openAgain(storage);
  let isBroken = false;
  let look = async (): Promise<void> => undefined;
  let notify = (_word: string | null): void => undefined;
  const database: Database = {
    ...real,
    get read() {
      if (isBroken) throw new Error('Connection terminated');
      return real.read;
    },
    onCommit: (listener) => {
      look = listener;
    },
    onNotification: (listener) => {
      notify = listener;
    },
  };
  const feed = await followChanges(database);
  await real.transact((tx) =>
    tx.insertInto('settings').values({ key: 'epoch', value: '0123456789ab' }).execute(),
  );
  const looking = look();
  isBroken = true;
  notify(null);
  await looking;
  // It cannot know, so it answers nothing from memory.
  await expect(feed.catchUp()).rejects.toThrow('Connection terminated');
  isBroken = false;
  await look();
  expect(feed.epoch).toBe('0123456789ab');
  await real.close();
  await storage.remove();
});
