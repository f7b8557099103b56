import pino from 'pino';
import { defaultShopConfig } from '../../domain/shop-config.ts';
import { estimateActions } from '../../server/estimates/actions.ts';
import { textActions } from '../../server/texts/actions.ts';
import { inboundActions } from '../../server/texts/inbound.ts';
import type { ReceivedText } from '../../server/texts/sender.ts';
import { createSimulatedSender } from '../../server/texts/simulated.ts';
import { shopWording } from '../../server/texts/wording.ts';
import type { RunningApp } from './app.ts';
import { openAgain } from './engine.ts';

export interface InboundTexts {
  /** Takes a text with everything that the provider may say of it. @returns the stored text's id */
  receive(text: Partial<ReceivedText> & { from: string; body: string }): Promise<string>;
  close(): Promise<void>;
}

let received = 0;

/** The way in for texts beside the simulated phone: a second process on the same data. */
export async function openInboundTexts(shop: RunningApp): Promise<InboundTexts> {
  const database = await openAgain(shop.storage);
  const clock = shop.clock.read;
  const log = pino({ level: 'silent' });
  const texts = textActions({ database, sender: createSimulatedSender(), clock, log });
  const wording = shopWording(defaultShopConfig.shop);
  const estimates = estimateActions({
    database,
    texts,
    wording,
    rules: defaultShopConfig.texting,
    clock,
  });
  const inbound = inboundActions({
    database,
    texts,
    estimates,
    shop: defaultShopConfig.shop,
    clock,
  });
  return {
    receive(text) {
      received += 1;
      const sid = `SMtest${String(received).padStart(28, '0')}`;
      return inbound.receive({ sid, mediaCount: 0, optOutType: undefined, ...text });
    },
    close: () => database.close(),
  };
}
