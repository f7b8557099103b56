import { randomUUID } from 'node:crypto';
import { photoName } from '../../domain/photos.ts';
import { maxPictureBytes } from '../../domain/text-pictures.ts';
import type { PhotoStore } from '../ports/photo-store.ts';
import type {
  FetchedMedia,
  FindResult,
  OutgoingText,
  SendResult,
  TextSender,
} from '../ports/text-sender.ts';

/** Stands for a landline, so that a shop can see how a refused text looks. */
export const simulatedLandline = '+12125550199';

/** The provider's code for a number that cannot get texts. */
const cannotGetTexts = '21614';

/** Enough for looking up what went out a moment ago. */
const remembered = 1000;

const sidOf = ({ reference }: OutgoingText) => `SM${reference.replaceAll('-', '')}`;

type Photos = Pick<PhotoStore, 'put' | 'get' | 'delete'>;

/** Where a picture lies among the photos until it is fetched. None that was fetched has this time. */
const nameOf = (id: string) => {
  const parts = /^ME(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(id)?.slice(1) ?? [];
  return photoName(parts.join('-'), 'texted', 0);
};

/** What the simulated phone sends is kept until the shop has it, where every process finds it. */
function simulatedMedia(photos: () => Photos) {
  return {
    simulator: {
      async keep(bytes) {
        const id = `ME${randomUUID().replaceAll('-', '')}`;
        await photos().put(nameOf(id), bytes);
        return id;
      },
      drop: (id) => photos().delete(nameOf(id)),
    },
    // The ids come with the text.
    mediaOf: async () => ({ kind: 'gone' }),
    async fetchMedia(_sid, id): Promise<FetchedMedia> {
      try {
        const left = await photos().get(nameOf(id));
        if (left === null) return { kind: 'gone' };
        const { bytes } = left;
        return bytes.byteLength > maxPictureBytes
          ? { kind: 'too-large' }
          : { kind: 'fetched', bytes };
      } catch (error) {
        return { kind: 'later', cause: String(error) };
      }
    },
  } satisfies Partial<TextSender>;
}

/**
 * The simulated phone: takes every text and sends none. After a crash it knows about none.
 *
 * @param photos where it leaves the pictures that it sends
 */
export function createSimulatedSender(photos: () => Photos): TextSender {
  const taken = new Set<string>();

  return {
    isSimulated: true,
    ...simulatedMedia(photos),
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
