import { expect, vi } from 'vitest';
import { type AppOptions, type RunningApp, shared, startApp } from './app.ts';
import type { Engine } from './engine.ts';
import { settableClock } from './settable-clock.ts';
import { startTwilioStandIn, type TwilioStandIn } from './twilio-stand-in.ts';
import type { StandInText } from './twilio-texts.ts';

/** What the provider knows the shop as; it really listens elsewhere, as behind a proxy. */
export const shopAddress = 'https://shop.example';

export interface RealTexts {
  shop: RunningApp;
  standIn: TwilioStandIn;
  /** The customer texts the shop, and the provider hands it over. */
  says(from: string, body: string, more?: Record<string, string>): Promise<Said>;
  /** Puts the product's clock this many milliseconds ahead of the provider's, from now on. */
  setAhead(milliseconds: number): void;
  restart(changes?: AppOptions['overrides']): Promise<void>;
  close(): Promise<void>;
}

interface Said {
  text: StandInText;
  answer: Response;
}

/** The product with real texts, and a stand-in for the provider. Both have one clock, unless it is set. */
export async function startWithRealTexts(
  engine: Engine,
  options: AppOptions = {},
): Promise<RealTexts> {
  const clock = options.clock ?? settableClock();
  let ahead = 0;
  const standIn = await startTwilioStandIn({ clock: () => clock.now - ahead });
  const start = async (changes: AppOptions) => {
    const shop = await startApp(engine, {
      ...options,
      ...changes,
      clock,
      config: { ...options.config, twilio: standIn.settings, publicUrl: shopAddress },
    });
    standIn.shop.origin = shop.origin;
    return shop;
  };
  const shop = await start({});
  // The start looks for missed texts: that must be over before a test sets the clock.
  await vi.waitFor(
    async () => {
      const looks = await shop.rows.run("select key from settings where key = 'missed-texts'");
      expect(looks).toHaveLength(1);
    },
    { timeout: 30_000, interval: 10 },
  );
  const texting: RealTexts = {
    shop,
    standIn,
    says: async (from, body, more = {}) => {
      const text = standIn.text(from, body);
      return { text, answer: await standIn.handOver(text, shopAddress, more) };
    },
    setAhead: (milliseconds) => {
      clock.advance(milliseconds - ahead);
      ahead = milliseconds;
    },
    restart: async (overrides = {}) => {
      await texting.shop.stop();
      texting.shop = await start({
        storage: texting.shop.storage,
        overrides: { ...options.overrides, ...overrides },
      });
    },
    close: async () => {
      await texting.shop.close();
      await standIn.close();
    },
  };
  return texting;
}

export const useRealTexts = (engine: Engine): RealTexts =>
  shared(
    () => startWithRealTexts(engine),
    (texting) => texting.close(),
  );
