import { expect, it } from 'vitest';
import type { OperationName } from '../../../domain/api.ts';
import type { StoreNote } from '../../../server/database/closing.ts';
import { mustLiveHere, settle } from '../../../server/moves/arrival.ts';
import { openGate } from '../../../server/moves/gate.ts';
import { startApp } from '../../harness/app.ts';
import { addPhoto, allPhotos } from '../../harness/backup-tasks.ts';
import { callExamples, exampleOf } from '../../harness/call-examples.ts';
import { describeOnBothEngines, openAgain } from '../../harness/engine.ts';
import { HttpClient } from '../../harness/http-client.ts';
import { placeOf, startAt, wholeStore } from '../../harness/moves.ts';
import { photoBucket } from '../../harness/photo-bucket.ts';
import { scriptedSender } from '../../harness/scripted-sender.ts';
import { minute } from '../../harness/settable-clock.ts';
import { newIntake, takeIn } from '../../harness/shop-fixtures.ts';

const note: StoreNote = {
  shop: 'this one',
  state: 'moving',
  run: '1',
  at: '2026-03-01T09:00:00.000Z',
  database: 'somewhere',
  photos: null,
  photoPlaces: [],
};

describeOnBothEngines('a store that is closed', (engine) => {
  it('refuses every change in plain words, shows everything, and opens again', async () => {
    const sender = scriptedSender();
    const shop = await startApp(engine, { overrides: { sender } });
    const names = (Object.keys(callExamples) as OperationName[]).filter(
      // The one only looks, and the other is settled by SHOP_PASSWORD.
      (name) => name !== 'previewEstimate' && name !== 'changePassword',
    );
    const examples = [];
    for (const name of names) examples.push({ name, given: await exampleOf(shop, name) });
    const { ticketNumber } = await takeIn(shop);
    await addPhoto(shop, ticketNumber);
    await shop.app.textsLeft();
    const before = await wholeStore(shop.storage);
    const photos = await allPhotos(shop.storage);
    const list = await shop.staff.call('listRepairs');
    const sent = sender.sent.length;

    const gate = await openGate(placeOf(shop.storage), true);
    await gate.set(note);
    for (const { name, given } of examples) {
      const answer = await shop.staff.attempt(name, given);
      expect([name, answer.problem().code]).toEqual([name, 'shop-moved']);
      expect(answer.headers.get('retry-after')).toBe('15');
    }
    const params = { ticketNumber };
    expect((await shop.staff.refused('deleteRepair', { params })).detail).toContain(
      'Nothing is lost',
    );
    await expect(addPhoto(shop, ticketNumber)).rejects.toThrow(/shop-moved/);
    expect(sender.sent.length).toBe(sent);
    expect(await allPhotos(shop.storage)).toEqual(photos);
    // What happens by itself.
    shop.clock.advance(20 * minute);
    await shop.app.meetDeadlines();
    await shop.app.tidyUp();
    await shop.app.backUpIfDue();
    expect(await shop.staff.call('listRepairs')).toEqual(list);
    const ready = await shop.staff.send('GET', '/readyz');
    expect([ready.status, ready.json()]).toEqual([
      200,
      expect.objectContaining({ database: 'moving' }),
    ]);
    expect({ ...(await wholeStore(shop.storage)) }).toEqual(before);
    await expect(startAt(shop.storage, placeOf(shop.storage))).rejects.toThrow(
      engine === 'sqlite' ? /is already running on/ : /is being moved to somewhere/,
    );

    const place = placeOf(shop.storage);
    await mustLiveHere(place);
    await gate.set({ ...note, state: 'moved' });
    await expect(mustLiveHere(place)).rejects.toThrow(/has moved to somewhere/);
    const gone = await shop.staff.send('GET', '/readyz');
    expect([gone.status, gone.json()]).toEqual([
      503,
      expect.objectContaining({ database: 'moved' }),
    ]);
    const late = await shop.staff.refused('createRepair', { body: newIntake() });
    expect(late.detail).toContain('has moved');

    await gate.set({ ...note, state: 'open' }, { photoHome: 's3://other' });
    await expect(mustLiveHere(place)).rejects.toThrow(/lie in s3:\/\/other, and the settings name/);
    await gate.close();
    await takeIn(shop);
    expect((await shop.staff.send('GET', '/readyz')).status).toBe(200);
    expect((await new HttpClient(shop.origin).logIn('not this')).problem().code).toBe(
      'invalid-password',
    );
    // Two that start at the same moment with different settings: one of them is refused.
    await shop.rows.run("delete from settings where key = 'photo-home'");
    const full = await openAgain(shop.storage);
    const refusing = { ...full, transact: () => Promise.reject(new Error('The disk is full')) };
    expect(await settle(refusing, place)).toBe(refusing);
    const other = { ...place, photoBucket };
    const second = await openAgain(shop.storage);
    const starts = await Promise.allSettled([settle(full, place), settle(second, other)]);
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (const start of starts) if (start.status === 'fulfilled') await start.value.close();
    await shop.close();
  });
});
