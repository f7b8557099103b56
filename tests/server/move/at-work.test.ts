import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { type RunningApp, testPassword } from '../../harness/app.ts';
import { addPhoto } from '../../harness/backup-tasks.ts';
import { createStorage, describeOnBothEngines } from '../../harness/engine.ts';
import { HttpClient } from '../../harness/http-client.ts';
import { move, photosAt, placeOf, startAt, wholeStore } from '../../harness/moves.ts';
import { startS3Server } from '../../harness/s3-server.ts';
import { scriptedSender } from '../../harness/scripted-sender.ts';
import { newIntake, takeIn } from '../../harness/shop-fixtures.ts';

const people = 3;

describeOnBothEngines('a shop that is at work', (engine) => {
  /** Takes in repairs until it is told to wait. @returns what was taken in, and what waits */
  async function work(shop: RunningApp, hasPhoto: boolean) {
    const browser = new HttpClient(shop.origin);
    await browser.logIn(testPassword);
    const taken: string[] = [];
    for (;;) {
      const body = newIntake({ repairId: randomUUID() });
      const answer = await browser.attempt('createRepair', { body });
      if (answer.status === 201) {
        taken.push(body.repairId);
        const { repair } = answer.json() as { repair: { ticketNumber: string } };
        if (hasPhoto) await addPhoto(shop, repair.ticketNumber).catch(() => undefined);
        continue;
      }
      expect(answer.problem().code).toBe('shop-moved');
      return { taken, waits: body };
    }
  }

  it('keeps what was acknowledged, and takes the rest in the new place, each once', async () => {
    const s3 = await startS3Server();
    const storage = await createStorage(engine);
    const next = await createStorage(engine === 'sqlite' ? 'postgres' : 'sqlite');
    const from = placeOf(storage);
    const to = placeOf(next, s3.settings);
    const sender = scriptedSender();
    const shop = await startAt(storage, from, { overrides: { sender } });
    const { ticketNumber } = await takeIn(shop);
    const working = Array.from({ length: people }, (_, person) => work(shop, person === 0));
    // Its answer comes when the shop has long gone.
    let answer: (result: { kind: 'accepted'; sid: string }) => void = () => undefined;
    sender.results.push(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const body = { repairId: ticketNumber, amount: 150 };
    const sending = shop.staff.attempt('sendEstimate', { body });
    await new Promise((resolve) => setTimeout(resolve, 300));

    const moved = await move(from, to, { textPatienceMs: 300 });
    answer({ kind: 'accepted', sid: 'SM-late' });
    expect((await sending).status).toBeGreaterThanOrEqual(400);
    const done = await Promise.all(working);
    expect(moved.rows?.repair_tickets?.rows).toBeGreaterThan(people);
    expect(await wholeStore(next)).toEqual(await wholeStore(storage));
    await shop.stop();
    expect(await photosAt(to)).toEqual(await photosAt(from));

    const nextSender = scriptedSender();
    nextSender.finds.push({ kind: 'found', sid: 'SM-late' });
    const again = await startAt(next, to, {
      clock: shop.clock,
      overrides: { sender: nextSender },
    });
    await again.app.settleTexts();
    const [text] = await again.rows.run(
      "select state, provider_sid from messages where kind = 'estimate'",
    );
    expect(text).toEqual({ state: 'accepted', provider_sid: 'SM-late' });
    expect(await again.rows.run('select repair_id from estimates')).toEqual([
      { repair_id: ticketNumber },
    ]);
    for (const { waits } of done) {
      await again.staff.call('createRepair', { body: waits });
      await again.staff.call('createRepair', { body: waits });
    }
    const stored = (await again.rows.run('select repair_id from repair_tickets')).map((row) =>
      String(row.repair_id),
    );
    const expected = done.flatMap(({ taken, waits }) => [...taken, waits.repairId]);
    expect(stored.sort()).toEqual(expect.arrayContaining(expected.sort()));
    expect(stored.length).toBe(expected.length + 1);
    expect(new Set(stored).size).toBe(stored.length);
    await again.close();
    await storage.remove();
    await s3.close();
  });
});
