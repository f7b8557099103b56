import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import type { Config } from '../../server/base/config.ts';
import { type AppOptions, type RunningApp, startApp, testPassword } from './app.ts';
import type { Engine } from './engine.ts';
import { shopAddress } from './real-texts.ts';
import { settableClock } from './settable-clock.ts';
import { startTwilioStandIn, type TwilioStandIn } from './twilio-stand-in.ts';
import { standInNumber } from './twilio-texts.ts';

/** One address of the provider for several accounts, each with a stand-in of its own. */
export async function startTextingProvider(standIns: readonly TwilioStandIn[]) {
  const server = createServer((asked, answer) => {
    const [, given = ''] = (asked.headers.authorization ?? '').split(' ');
    const [sid] = Buffer.from(given, 'base64').toString('utf8').split(':');
    const standIn = standIns.find(({ accountSid }) => accountSid === sid) ?? standIns[0];
    const { method, headers } = asked;
    const passed = request(new URL(asked.url ?? '', standIn?.url), { method, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
      reply.once('error', () => asked.socket.destroy());
    });
    passed.once('error', () => asked.socket.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const settingsKey = '5e'.repeat(32);

/** An account as it is typed on the page. */
export const typedAccount = (standIn: TwilioStandIn, changes: Record<string, unknown> = {}) => ({
  accountSid: standIn.accountSid,
  authToken: standIn.authToken as string | null,
  sender: standInNumber,
  publicUrl: shopAddress,
  ...changes,
});

/** A shop whose texts are simulated until an account is set up, and two accounts of the provider. */
export async function startWithoutAccount(engine: Engine, options: AppOptions = {}) {
  const clock = options.clock ?? settableClock();
  const standIns = [
    await startTwilioStandIn({ clock: clock.read }),
    await startTwilioStandIn({ clock: clock.read }),
  ] as const;
  const provider = await startTextingProvider(standIns);
  const config: Partial<Config> = {
    twilioApiBaseUrl: provider.url,
    settingsKey: engine === 'postgres' ? settingsKey : null,
    ...options.config,
  };
  const shop = await startApp(engine, { ...options, clock, config });
  for (const standIn of standIns) standIn.shop.origin = shop.origin;
  const texting = {
    shop,
    standIns,
    config,
    /** Sets an account up, as staff who know the password do. */
    async setUp(standIn: TwilioStandIn, changes: Record<string, unknown> = {}) {
      const of = texting.shop;
      const { version } = await of.staff.call('getTexting');
      const reply = await of.staff.attempt(
        'changeTexting',
        { body: { ...typedAccount(standIn, changes), password: testPassword } },
        { 'if-match': `"${version}"` },
      );
      expect(reply.text).toContain('"source":"browser"');
      return reply;
    },
    /** Another process on the same data, or the same one started again. */
    async start(changes: Partial<Config> = {}): Promise<RunningApp> {
      return startApp(engine, {
        ...options,
        storage: shop.storage,
        clock,
        config: { ...config, ...changes },
      });
    },
    close: async () => {
      await texting.shop.close();
      await provider.close();
      for (const standIn of standIns) await standIn.close();
    },
  };
  return texting;
}
