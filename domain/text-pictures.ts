/** Pictures that customers text. Shop decision (docs/decisions/photos.md, "Customers' pictures"). */

/** As many as the provider takes with one text. */
export const maxPicturesOfText = 10;
/** Largest picture that is fetched: 10 MB. */
export const maxPictureBytes = 10 * 1024 * 1024;
/** At most this many are fetched from one phone within 24 hours. */
export const maxPicturesADay = 30;

export const pictureStates = [
  /** It is being fetched, or will be tried again. */
  'waiting',
  'stored',
  /** The provider no longer has it. */
  'gone',
  /** Tried for two days. */
  'unreached',
  'too-large',
  'too-many-pixels',
  /** The decoder can't read it. */
  'unreadable',
  /** No ticket or client has the phone. */
  'unknown-phone',
  /** Beyond {@link maxPicturesADay}. */
  'daily-limit',
] as const;
export type PictureState = (typeof pictureStates)[number];

const fetchable: readonly PictureState[] = ['gone', 'unreached', 'unknown-phone', 'daily-limit'];

/** @returns whether staff may have a picture fetched: not if the same bytes would be refused again */
export const canBeFetched = (state: PictureState): boolean => fetchable.includes(state);

const details: Readonly<Record<PictureState, string | null>> = {
  waiting: null,
  stored: null,
  gone: 'This photo is no longer available. Ask the customer to send it again.',
  unreached: 'This photo couldn’t be fetched.',
  'too-large': 'Not fetched: it is larger than 10 MB. Ask the customer for a smaller one.',
  'too-many-pixels':
    'Not fetched: it has more than 50 megapixels. Ask the customer for a smaller one.',
  unreadable: 'Not fetched: it is not a photo, or can’t be read. Ask the customer to send a JPEG.',
  'unknown-phone': 'Not fetched: no ticket or client has this number.',
  'daily-limit': 'Not fetched: more than 30 photos came from this number within a day.',
};

/** @returns why a picture can't be seen, in plain words; null for one that is there or on its way */
export const pictureDetail = (state: PictureState): string | null => details[state];

/**
 * What is done with the pictures of a text as it comes.
 *
 * @param count of the pictures that came with it
 * @param isCustomers whether a ticket or a client has its phone
 * @param fetchedToday how many of the phone's pictures of the last 24 hours were or are being fetched
 * @returns the state of each, in their order; at most {@link maxPicturesOfText}
 */
export function pictureStatesOf(
  count: number,
  { isCustomers, fetchedToday }: { isCustomers: boolean; fetchedToday: number },
): PictureState[] {
  return Array.from({ length: Math.min(count, maxPicturesOfText) }, (_, position) => {
    if (!isCustomers) return 'unknown-phone';
    return fetchedToday + position < maxPicturesADay ? 'waiting' : 'daily-limit';
  });
}

const firstWaitMs = 30_000;
const longestWaitMs = 6 * 60 * 60_000;
const triedForMs = 2 * 24 * 60 * 60_000;

/**
 * When to try again to fetch a picture: after 30 seconds, then after twice as long each time, up to six
 * hours, for two days.
 *
 * @param tries how many times it was tried, at least once
 * @param askedAt when it came, or staff last asked for it, in milliseconds since 1970
 * @param now milliseconds since 1970
 * @returns milliseconds since 1970; null to give up
 */
export function nextTryAt(tries: number, askedAt: number, now: number): number | null {
  const next = now + Math.min(firstWaitMs * 2 ** (tries - 1), longestWaitMs);
  return next - askedAt > triedForMs ? null : next;
}

/** @returns e.g. `a photo`, `3 photos` */
export const photosText = (count: number): string => (count === 1 ? 'a photo' : `${count} photos`);
