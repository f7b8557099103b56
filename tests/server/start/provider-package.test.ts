import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { startApp } from '../../harness/app.ts';

const loaded = () =>
  Object.keys(createRequire(import.meta.url).cache).filter((file) =>
    file.includes('/node_modules/twilio/'),
  );

it('the provider’s package is loaded only by a shop with real texts', async () => {
  const simulated = await startApp('sqlite');
  expect(loaded()).toEqual([]);
  await simulated.close();
  const real = await startApp('sqlite', {
    config: {
      publicUrl: 'https://shop.example',
      twilio: {
        accountSid: `AC${'0'.repeat(32)}`,
        authToken: 'a token',
        sender: { number: '+12125550100' },
        // Nobody answers there.
        apiBaseUrl: 'http://127.0.0.1:1',
      },
    },
  });
  expect(loaded().length).toBeGreaterThan(10);
  await real.close();
});
