import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../server/database/database.ts';
import { addPhoto } from '../../../server/photos/actions.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { createStorage, describeOnBothPlaces, openAgain } from '../../harness/engine.ts';
import { allPhotos, testPhoto } from '../../harness/photo-upload.ts';
import { currentRepair, takeIn } from '../../harness/shop-fixtures.ts';

describeOnBothPlaces('a photo that is stored, and its ticket', (engine, place) => {
  let shop: RunningApp;
  let database: Database;
  beforeEach(async () => {
    shop = await startApp(engine, { storage: await createStorage(engine, place) });
    database = await openAgain(shop.storage);
  });
  afterEach(async () => {
    await database.close();
    await shop.close();
  });

  /** Another process, which writes as it is told. */
  const addWith = async (ticketNumber: string, transact: Database['transact']) => {
    const other = { ...shop.app.deps, database: { ...database, transact } };
    return addPhoto(other, ticketNumber, 'initial', await testPhoto());
  };
  const names = async () => Object.keys(await allPhotos(shop.storage));

  it('stays where the ticket names it later than anybody waited for', async () => {
    const { ticketNumber } = await takeIn(shop);
    const isWritten = Promise.withResolvers<void>();
    const isNotified = Promise.withResolvers<void>();
    let committing: Promise<unknown> = Promise.resolve();
    /** The database falls silent at the commit, and does what it was told all the same. */
    const adding = addWith(ticketNumber, async (work) => {
      committing = database.transact(async (tx) => {
        const result = await work(tx);
        isWritten.resolve();
        await isNotified.promise;
        return result;
      });
      await isWritten.promise;
      throw new Error('Query read timeout');
    });
    await expect(adding).rejects.toThrow('Query read timeout');
    isNotified.resolve();
    await committing;
    const { initialPhotoUrl } = await currentRepair(shop, ticketNumber);
    expect((await shop.stranger().send('GET', initialPhotoUrl ?? '')).status).toBe(200);
  });

  it('goes again where the ticket was deleted meanwhile', async () => {
    const { ticketNumber } = await takeIn(shop);
    const adding = addWith(ticketNumber, async (work) => {
      expect(await names()).toHaveLength(1);
      await shop.staff.call('deleteRepair', { params: { ticketNumber } });
      return database.transact(work);
    });
    await expect(adding).rejects.toMatchObject({ code: 'repair-not-found' });
    expect(await names()).toEqual([]);
  });
});
