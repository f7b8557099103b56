import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Repair } from '../../domain/api-answers.ts';
import { type RunningApp, testPassword } from '../harness/app.ts';
import { createStorage } from '../harness/engine.ts';
import { bodyOf, sendHandOver, visit } from '../harness/hand-overs.ts';
import { programs } from '../harness/process.ts';
import { leaving, wholeRepair } from '../harness/shop-fixtures.ts';

describe('hand-overs that are under way when the product is killed', () => {
  const { serve } = programs();

  it.each(['sqlite', 'postgres'] as const)('are whole or absent, on %s', async (engine) => {
    const storage = await createStorage(engine);
    const settings = { SHOP_PASSWORD: testPassword };
    const start = async () => {
      const { started, browser } = await serve(storage, { settings });
      await browser.logIn(testPassword);
      return { started, shop: { staff: browser } as RunningApp };
    };
    const first = await start();
    const visits: [Repair, Repair][] = [];
    for (let count = 0; count < 10; count += 1) visits.push(await visit(first.shop));
    const bodies = visits.map((tickets) =>
      bodyOf(tickets.map((one) => leaving(one, randomUUID()))),
    );
    const sent = bodies.map((body) => sendHandOver(first.shop, body));
    const settled = Promise.allSettled(sent);
    await sent[2];
    first.started.signal('SIGKILL');
    await first.started.ended;
    await settled;

    const { shop } = await start();
    const left = async ([one, other]: [Repair, Repair]) => {
      const now = [
        await wholeRepair(shop, one.ticketNumber),
        await wholeRepair(shop, other.ticketNumber),
      ];
      return now.map(({ repair, payments }) => [
        repair.collectedAt !== null,
        payments.filter(({ kind }) => kind === 'payment').length,
      ]);
    };
    const whole = [
      [true, 1],
      [true, 1],
    ];
    for (const tickets of visits) {
      const nothing = [
        [false, 0],
        [false, 0],
      ];
      expect([whole, nothing]).toContainEqual(await left(tickets));
    }
    for (const body of bodies) expect((await sendHandOver(shop, body)).status).toBe(200);
    for (const tickets of visits) expect(await left(tickets)).toEqual(whole);
    await storage.remove();
  });
});
