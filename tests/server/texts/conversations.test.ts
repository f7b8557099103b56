import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { Bustle, type Customer, rounds } from '../../harness/bustling-shop.ts';
import { mortalLife } from '../../harness/crashing-provider.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { startWithRealTexts } from '../../harness/real-texts.ts';
import { seededChance } from '../../harness/seeded-chance.ts';
import { newPhone, normalised } from '../../harness/shop-fixtures.ts';
import { expectTextsInOrder } from '../../harness/texts-in-order.ts';

/** CONVERSATIONS sets another number, for a long run by hand. */
const usualCounts = { sqlite: 200, postgres: 100 };

describeOnBothEngines('many conversations, with everything going wrong', (engine) => {
  it('leave every text, estimate and answer in order', { timeout: 600_000 }, async () => {
    const seed = Number(process.env.CONVERSATIONS_SEED ?? randomInt(2 ** 31));
    const count = Number(process.env.CONVERSATIONS ?? usualCounts[engine]);
    const chance = seededChance(seed);
    const life = mortalLife();
    const texting = await startWithRealTexts(engine, {
      overrides: { providerPatienceMs: 400, graceMs: 0, provider: life.around },
    });
    const bustle = new Bustle(texting, life, chance);
    const customers = Array.from({ length: count }, (_, index): Customer => {
      const typed = newPhone();
      return {
        typed,
        phone: normalised(typed),
        tickets: [],
        watches: chance.pick([1, 1, 1, 2, 3]),
        reported: 0,
        chance: seededChance(seed + index + 1),
      };
    });
    console.log(`Conversations on ${engine}: seed ${seed} (CONVERSATIONS_SEED sets it)`);
    for (let round = 0; round < rounds; round += 1) {
      await bustle.round(customers, round);
      await bustle.timePasses();
    }
    await bustle.settleDown();
    const found = await expectTextsInOrder(texting);
    console.log(JSON.stringify({ conversations: customers.length, ...bustle.counts, ...found }));
    expect(bustle.counts.kills).toBeGreaterThan(0);
    for (const count of Object.values(found)) expect(count).toBeGreaterThan(0);
    await texting.close();
  });
});
