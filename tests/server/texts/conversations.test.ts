import { expect, it } from 'vitest';
import { Bustle, type Customer, mortalLife, rounds } from '../../harness/bustling-shop.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { isLongRun, seedOf } from '../../harness/long-run.ts';
import { startWithRealTexts } from '../../harness/real-texts.ts';
import { seededChance } from '../../harness/seeded-chance.ts';
import { newPhone, normalised } from '../../harness/shop-fixtures.ts';
import { expectTextsInOrder } from '../../harness/texts-in-order.ts';

const count = isLongRun ? 200 : 30;
const seed = seedOf('Conversations');

describeOnBothEngines('many conversations, with everything going wrong', (engine) => {
  it('leave every text, estimate and answer in order', { timeout: 600_000 }, async () => {
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
    for (let round = 0; round < rounds; round += 1) {
      await bustle.round(customers, round);
      await bustle.timePasses();
    }
    await bustle.comeToRest();
    const found = await expectTextsInOrder(texting);
    console.log(JSON.stringify({ conversations: count, kills: bustle.kills, ...found }));
    expect(bustle.kills).toBeGreaterThan(0);
    for (const amount of Object.values(found)) expect(amount).toBeGreaterThan(0);
    await texting.close();
  });
});
