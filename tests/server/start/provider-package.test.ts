import { expect, it } from 'vitest';
import { createStorage } from '../../harness/engine.ts';
import { programs, serverProgram } from '../../harness/process.ts';

const { run } = programs();

/** What a start says about the packages it loads, until it serves. */
async function loadedBy(environment: Record<string, string>): Promise<string> {
  const storage = await createStorage('sqlite');
  const given = { settings: { NODE_DEBUG: 'module', ...environment } };
  const started = run(serverProgram, storage, given);
  await started.until(/Open {6}http/);
  started.signal('SIGTERM');
  await started.ended;
  await storage.remove();
  return started.output();
}

it('the provider’s package is loaded only by a shop with real texts', async () => {
  const simulated = await loadedBy({});
  expect(simulated).toContain('/dist/server/');
  expect(simulated).not.toContain('/node_modules/twilio/');
  const real = await loadedBy({
    PUBLIC_URL: 'https://shop.example',
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: 'a-token',
    TWILIO_FROM: '+12125550100',
    // Nobody answers there.
    TWILIO_API_BASE_URL: 'http://127.0.0.1:1',
  });
  expect(real).toContain('/node_modules/twilio/');
});
