import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { maxPictureBytes } from '../../domain/text-pictures.ts';
import type { FindResult, OutgoingText, SendResult, TextSender } from '../ports/text-sender.ts';

/** Stands for a landline, so that a shop can see how a refused text looks. */
export const simulatedLandline = '+12125550199';

/** The provider's code for a number that cannot get texts. */
const cannotGetTexts = '21614';

/** Enough for looking up what went out a moment ago. */
const remembered = 1000;

const sidOf = ({ reference }: OutgoingText) => `SM${reference.replaceAll('-', '')}`;

/** Bytes of the pictures that the simulated phone sent last. */
const keptMediaBytes = 64 * 1024 * 1024;

/** What the simulated phone sends is kept here until the shop fetches it, as with a real provider. */
function simulatedMedia() {
  const media = new LRUCache<string, Buffer>({
    maxSize: keptMediaBytes,
    sizeCalculation: ({ byteLength }) => byteLength,
  });
  const ofTexts = new LRUCache<string, string[]>({ max: remembered });

  return {
    simulator: {
      keep(bytes: Buffer): string {
        const id = `ME${randomBytes(16).toString('hex')}`;
        media.set(id, bytes);
        return id;
      },
      send(sid: string, ids: readonly string[]): void {
        ofTexts.set(sid, [...ids]);
      },
    },
    async mediaOf(sid) {
      const ids = ofTexts.get(sid);
      // Another process may have it.
      return ids ? { kind: 'listed', ids } : { kind: 'later', cause: 'not sent here' };
    },
    async fetchMedia(_sid, id) {
      const bytes = media.get(id);
      if (bytes === undefined) return { kind: 'gone' };
      return bytes.byteLength > maxPictureBytes
        ? { kind: 'too-large' }
        : { kind: 'fetched', bytes };
    },
  } satisfies Partial<TextSender>;
}

/** The simulated phone: takes every text and sends none. After a crash it knows about none. */
export function createSimulatedSender(): TextSender {
  const taken = new Set<string>();

  return {
    isSimulated: true,
    ...simulatedMedia(),
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
