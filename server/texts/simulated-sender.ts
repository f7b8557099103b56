import type { FindResult, OutgoingText, SendResult, TextSender } from '../ports/text-sender.ts';

/** Stands for a landline, so that a shop can see how a refused text looks. */
export const simulatedLandline = '+12125550199';

/** The provider's code for a number that cannot get texts. */
const cannotGetTexts = '21614';

/** Enough for looking up what went out a moment ago. */
const remembered = 1000;

const sidOf = ({ reference }: OutgoingText) => `SM${reference.replaceAll('-', '')}`;

/** The simulated phone: takes every text and sends none. After a crash it knows about none. */
export function createSimulatedSender(): TextSender {
  const taken = new Set<string>();

  return {
    isSimulated: true,
    async send(text): Promise<SendResult> {
      if (text.to === simulatedLandline) return { kind: 'rejected', code: cannotGetTexts };
      const sid = sidOf(text);
      taken.add(sid);
      const [oldest] = taken;
      if (oldest !== undefined && taken.size > remembered) taken.delete(oldest);
      return { kind: 'accepted', sid };
    },
    async find(text): Promise<FindResult> {
      const sid = sidOf(text);
      return taken.has(sid) ? { kind: 'found', sid } : { kind: 'not-found' };
    },
  };
}
