import { receiveText } from '../../server/texts/inbound.ts';
import { createSimulatedSender, type ReceivedText } from '../../server/texts/sender.ts';
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
  const deps = {
    ...shop.app.deps,
    database,
    sender: createSimulatedSender(),
    deliveries: new Map(),
  };
  return {
    receive(text) {
      received += 1;
      const sid = `SMtest${String(received).padStart(28, '0')}`;
      return receiveText(deps, { sid, mediaCount: 0, optOutType: undefined, ...text });
    },
    close: () => database.close(),
  };
}
