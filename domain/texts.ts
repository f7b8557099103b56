import { english } from './english-texts.ts';
import { countSegments, plainWhereAlike, type SegmentCount, toGsm7 } from './gsm7.ts';
import type { Language } from './languages.ts';
import type { ShopSettings } from './shop-settings.ts';
import {
  balanceWords,
  inserted,
  longestInserted,
  type ShopText,
  shortestWatch,
  type TextLanguage,
  work,
} from './shop-text.ts';
import { spanish } from './spanish-texts.ts';

export type { ShopText, ShopTextKind } from './shop-text.ts';

/**
 * The body of every text that the shop sends. Each is in the plain alphabet and on one line, and
 * usually costs one segment. Shop decision on the texts; prices as in the specification, section 9.
 */

/** How the shop names itself in a text. */
type TextingShop = Pick<ShopSettings['shop'], 'name' | 'phone'>;

const textLanguages: Readonly<Record<Language, TextLanguage>> = { en: english, es: spanish };

/** How a text that begins a conversation ends, in each language. */
export const optOutNotices = Object.values(textLanguages).map(({ optOutNotice }) => optOutNotice);

/**
 * @param shop its name, as configured
 * @returns the name as its texts begin with it: at most 40 septets in the plain alphabet, never empty
 */
export function shopNameInText(shop: Pick<TextingShop, 'name'>): string {
  return inserted(shop.name, longestInserted.shop, 'Watch repair');
}

/**
 * The body of a text.
 *
 * @param shop the shop's name and phone, as configured
 * @param text which text, and what goes into it: any values, prices in whole cents
 * @param language the customer's; null for English
 * @returns one line in the plain alphabet, ready to send. Inserted values are transliterated and bounded; a
 *   long watch name is cut further if that saves a segment; an address is never cut. At most two segments; in
 *   English three with an estimate's work, and as many as needed with a photo's address. In Spanish, work is
 *   cut and a photo left out if they would cost a third. The balance and hours in a ready text are included
 *   only if they cost no further segment
 */
export function composeText(
  shop: TextingShop,
  text: ShopText,
  language: Language | null = null,
): string {
  const spoken = textLanguages[language ?? 'en'];
  const most = spoken.maxSegments ?? Number.POSITIVE_INFINITY;
  let body = composed(shop, text, spoken, longestInserted.work);
  for (let room = longestInserted.work; room > 0 && segmentsOf(body) > most; room -= 1) {
    if (!('work' in text) || !text.work) break;
    body = composed(shop, text, spoken, room - 1);
  }
  if (segmentsOf(body) <= most || text.kind !== 'done-photo') return body;
  return composed(shop, { ...text, kind: 'done' }, spoken, 0);
}

const segmentsOf = (body: string) => countSegments(body).segments;

/** @param workRoom how many septets an estimate's work may have */
function composed(
  shop: TextingShop,
  text: ShopText,
  spoken: TextLanguage,
  workRoom: number,
): string {
  const about = {
    shop: shopNameInText(shop),
    phone: inserted(shop.phone, longestInserted.phone),
    work: 'work' in text ? work(text, workRoom) : '',
  };
  const withWatch = (maxSeptets: number, more = '') => {
    const watch = 'watch' in text ? inserted(text.watch, maxSeptets, spoken.watch) : '';
    return spoken.wording(text, { ...about, watch, more });
  };
  const room = roomForWatch((room) => segmentsOf(withWatch(room)));
  const usual = withWatch(room);
  const fitting = additionsTo(text, spoken).find(
    (more) => segmentsOf(withWatch(room, more)) === segmentsOf(usual),
  );
  return fitting === undefined ? usual : withWatch(room, fitting);
}

/** @returns the most septets a watch may take without costing the text another segment */
function roomForWatch(segmentsWith: (maxSeptets: number) => number): number {
  let room: number = longestInserted.watch;
  if (segmentsWith(room) === 1) return room;
  const fewest = segmentsWith(shortestWatch);
  while (room > shortestWatch && segmentsWith(room) !== fewest) room -= 1;
  return room;
}

/**
 * What may be said besides the usual wording, the fullest addition first: what is due matters more than the
 * hours.
 */
function additionsTo(text: ShopText, { balance: due, open }: TextLanguage): string[] {
  if (text.kind !== 'done' && text.kind !== 'done-photo' && text.kind !== 'done-declined')
    return [];
  const balance = balanceWords(text.balanceCents ?? 0, due);
  const hours = text.hours ? ` ${open} ${toGsm7(text.hours)}.` : '';
  return [`${balance}${hours}`, balance, hours].filter((more) => more !== '');
}

/** What staff text in their own words, and what any text costs. Shop decision on texts. */

/**
 * A text that staff wrote: the shop's name in front, so that the customer knows who is writing, and
 * how to opt out if no earlier text from the shop has said how.
 *
 * @param typed what staff wrote; curly quotes and the like become plain if nothing is lost by it
 * @param withNotice whether it says how to opt out, because no earlier text has
 */
export function composeManualText(
  shop: TextingShop,
  typed: string,
  withNotice: boolean,
  language: Language | null = null,
): string {
  const text = plainWhereAlike(typed.trim());
  const { optOutNotice } = textLanguages[language ?? 'en'];
  return `${shopNameInText(shop)}: ${text}${withNotice ? ` ${optOutNotice}` : ''}`;
}

/** What staff wrote in a text that {@link composeManualText} made. */
export function wordsOfManualText(shop: TextingShop, body: string): string {
  const name = `${shopNameInText(shop)}: `;
  const words = body.startsWith(name) ? body.slice(name.length) : body;
  const notice = optOutNotices.find((one) => words.endsWith(` ${one}`));
  return notice === undefined ? words : words.slice(0, -notice.length - 1);
}

/**
 * Why a second answer to a customer's text is not sent.
 *
 * @param answer the first one; `by` is null if nobody said who is at the computer, `at`
 *   milliseconds since 1970
 * @param now milliseconds since 1970
 * @param timeZone of the shop (IANA name)
 * @returns e.g. `Anna answered at 3:05 PM: “On Friday”`
 */
export function answeredDetail(
  { by, at, words }: { by: string | null; at: number; words: string },
  now: number,
  timeZone: string,
): string {
  const shown = (options: Intl.DateTimeFormatOptions, moment = at) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(moment);
  // Some versions of the locale data put a narrow space before PM.
  const time = shown({ hour: 'numeric', minute: '2-digit' }).replace('\u202f', ' ');
  const day = shown({ month: 'short', day: 'numeric' });
  const isToday = day === shown({ month: 'short', day: 'numeric' }, now);
  return `${by ?? 'Someone else'} answered ${isToday ? '' : `on ${day} `}at ${time}: “${words}”`;
}

/** A text of the shop without its name, which {@link composeManualText} puts in front. */
export function textWithoutName(
  shop: TextingShop,
  text: ShopText,
  language: Language | null = null,
): string {
  return composeText(shop, text, language).slice(`${shopNameInText(shop)}: `.length);
}

export interface TextPreview {
  readonly body: string;
  readonly encoding: SegmentCount['encoding'];
  /** Length as the encoding counts it: a bracket or a euro sign is two in GSM-7. */
  readonly characters: number;
  readonly segments: number;
}

/** What a text is and costs, before it is sent. */
export function previewOf(body: string): TextPreview {
  const { encoding, units, segments } = countSegments(body);
  return { body, encoding, characters: units, segments };
}
