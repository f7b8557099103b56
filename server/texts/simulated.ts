import type { FindResult, OutgoingText, SendResult, TextSender } from './sender.ts';

/** Stands for a landline, so that a shop can see how a refused text looks. */
export const simulatedLandline = '+12125550199';

/** The provider's code for a number that cannot get texts. */
const cannotGetTexts = '21614';

/** Enough for looking back at what went out a moment ago. */
const remembered = 1000;

const sidOf = ({ reference }: OutgoingText) => `SM${reference.replaceAll('-', '')}`;

/**
 * The simulated phone: takes every text and sends none. Its memory is the process's: a text that was
 * recorded but not handed over before a crash counts as never sent.
 */
export function createSimulatedSender(): TextSender {
  const taken = new Set<string>();

  return {
    isSimulated: true,
    async send(text): Promise<SendResult> {
      if (text.to === simulatedLandline) return { kind: 'rejected', code: cannotGetTexts };
      const sid = sidOf(text);
      taken.add(sid);
      if (taken.size > remembered) {
        for (const oldest of taken) {
          taken.delete(oldest);
          break;
        }
      }
      return { kind: 'accepted', sid };
    },
    async find(text): Promise<FindResult> {
      const sid = sidOf(text);
      return taken.has(sid) ? { kind: 'found', sid } : { kind: 'not-found' };
    },
  };
}
