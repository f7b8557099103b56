import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { followChanges, record } from '../../../server/database/changes.ts';
import type { Database } from '../../../server/database/database.ts';
import { createStorage, openAgain, type Storage } from '../../harness/engine.ts';

describe('who follows the changes of a PostgreSQL and was cut off from it', () => {
  let storage: Storage;
  let database: Database;
  beforeEach(async () => {
    storage = await createStorage('postgres');
    database = await openAgain(storage);
  });
  afterEach(async () => {
    await database.close();
    await storage.remove();
  });

  const change = (tx: Database['read']) =>
    record(tx, {
      at: '2026-03-21T12:00:00.000Z',
      events: [],
      changes: [{ entity: 'repair', id: 'one', what: 'edited', ticketNumber: null }],
    });

  /** The database behind a connection that breaks and comes back when a test says so. */
  function lineTo(real: Database) {
    const line = {
      isBroken: false,
      look: async (): Promise<void> => undefined,
      hear: (_word: string | null): void => undefined,
    };
    const through: Database = {
      ...real,
      get read() {
        if (line.isBroken) throw new Error('Connection terminated');
        return real.read;
      },
      onCommit: (listener) => {
        line.look = listener;
      },
      onNotification: (listener) => {
        line.hear = listener;
      },
    };
    return { line, through };
  }

  it('asks until it is answered whether it is still the same store', async () => {
    for (let count = 0; count < 3; count += 1) await database.transact(change);
    const { line, through } = lineTo(database);
    const feed = await followChanges(through);
    const begunAnew: string[] = [];
    feed.onOtherStore(() => begunAnew.push(feed.epoch));
    expect(feed.revision).toBe(3);

    // What a restore leaves: fewer numbers, a name of its own.
    await database.transact(async (tx) => {
      await tx.deleteFrom('changes').where('revision', '>', 1).execute();
      await tx.insertInto('settings').values({ key: 'epoch', value: '0123456789ab' }).execute();
    });
    line.isBroken = true;
    line.hear(null);
    await expect(line.look()).rejects.toThrow('Connection terminated');
    // It cannot know, so it answers nothing from memory.
    await expect(feed.catchUp()).rejects.toThrow('Connection terminated');

    line.isBroken = false;
    await line.look();
    expect([feed.revision, feed.epoch, begunAnew]).toEqual([1, '0123456789ab', ['0123456789ab']]);
  });

  it('finds it out though it was looking for changes at that moment', async () => {
    await database.transact(change);
    const { line, through } = lineTo(database);
    const feed = await followChanges(through);
    await database.transact((tx) =>
      tx.insertInto('settings').values({ key: 'epoch', value: '0123456789ab' }).execute(),
    );
    const looking = line.look();
    line.isBroken = true;
    line.hear(null);
    await looking;
    line.isBroken = false;
    await line.look();
    expect(feed.epoch).toBe('0123456789ab');
  });
});
