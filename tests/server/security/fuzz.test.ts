import { Writable } from 'node:stream';
import pino from 'pino';
import { expect, it } from 'vitest';
import { startApp, testPassword } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import type { OpenApiDocument } from '../../harness/fuzz/description.ts';
import { fuzz } from '../../harness/fuzz/run.ts';
import { isLongRun, seedOf } from '../../harness/long-run.ts';
import { testPhoto } from '../../harness/test-photos.ts';

const count = isLongRun ? 5000 : 250;
const seed = seedOf('Fuzz');

describeOnBothEngines('everything that can be asked, right and wrong', (engine) => {
  it('is answered as the description promises, without a mistake and without a leak', {
    timeout: 600_000,
  }, async () => {
    const first = await startApp(engine);
    await first.stop();
    const errors: string[] = [];
    const stream = new Writable({
      write: (chunk, _encoding, done) => {
        errors.push(String(chunk));
        done();
      },
    });
    const { storage, clock } = first;
    const shop = await startApp(engine, {
      storage,
      clock,
      log: pino({ level: 'error' }, stream),
      // The shop keeps its password itself, and believes whom the guesses say that they come from.
      config: { shopPassword: null, trustProxy: 1 },
    });
    const description = await shop.staff.send('GET', '/api/openapi.json');
    const { problems, asked, succeeded } = await fuzz(
      {
        origin: shop.origin,
        password: testPassword,
        advance: (milliseconds) => clock.advance(milliseconds),
        newErrors: () => errors.splice(0),
        photo: await testPhoto(),
      },
      description.json() as OpenApiDocument,
      { count, seed },
    );
    expect(problems, `${engine}, seed ${seed}`).toEqual([]);
    // Most of what is right must get through, or the broken requests would not reach far.
    expect(succeeded).toBeGreaterThan(count / 5);
    expect(asked.size).toBeGreaterThan(35);
    await shop.close();
  });
});
