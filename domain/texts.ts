import { countSegments, cutToSeptets, plainWhereAlike, type SegmentCount, toGsm7 } from './gsm7.ts';
import { formatDollars } from './money.ts';
import type { ShopSettings } from './shop-settings.ts';

/**
 * The wording of every text that the shop sends. Each is in the plain alphabet and on one line, and
 * usually costs one segment. Shop decision on the texts; prices as in specification, section 9.
 */

/** How the shop names itself in a text. */
type TextingShop = Pick<ShopSettings['shop'], 'name' | 'phone'>;

interface AboutTicket {
  readonly ticketNumber: string;
}

interface AboutWatch extends AboutTicket {
  /** Brand and model. */
  readonly watch: string;
}

interface AboutPrice extends AboutTicket {
  /** Whole cents. */
  readonly priceCents: number;
}

interface AboutEstimate extends AboutWatch, AboutPrice {
  /** What will be done; without it the text says the price alone. */
  readonly work?: string | null;
}

/** What is said of a watch that is ready, where that costs nothing: left out otherwise. */
interface AboutReady extends AboutWatch {
  /** Whole cents; nothing is said where it is 0 or less. */
  readonly balanceCents?: number;
  /** As people read them (domain/opening-hours.ts); null until the shop has set its time zone. */
  readonly hours?: string | null;
}

/** What is put into each text. */
interface TextContents {
  created: AboutWatch;
  estimate: AboutEstimate;
  /** For a phone that has other estimates open: the answer must name the ticket. */
  'estimate-one-of-several': AboutEstimate;
  /** Once, when nobody has answered for the days that the shop has set. */
  reminder: AboutWatch & AboutPrice;
  'reminder-one-of-several': AboutWatch & AboutPrice;
  'confirm-accept': AboutWatch & AboutPrice;
  'confirm-decline': AboutWatch & AboutPrice;
  clarify: AboutPrice;
  which: { readonly estimates: readonly AboutPrice[] };
  'not-open': object;
  'call-us': AboutTicket;
  'unknown-number': object;
  /** The date as people read it. */
  'new-date': AboutWatch & { readonly date: string };
  done: AboutReady;
  /** The photo's address without a query. */
  'done-photo': AboutReady & { readonly photoUrl: string };
  'done-declined': AboutReady;
  /** When nobody has come for it: once after a week, once after a month. */
  'pickup-reminder': AboutWatch & {
    /** The date as people read it. */
    readonly readySince: string;
    /** Whole cents; nothing is said where it is 0 or less. */
    readonly balanceCents: number;
  };
  /** Drafted for staff, once a watch was shipped. */
  shipped: AboutWatch & {
    /** How many more are in the same parcel. */
    readonly others: number;
    readonly carrier: string;
    readonly trackingNumber: string | null;
  };
}

export type ShopTextKind = keyof TextContents;

/** A text of the shop: which one, and what is put into it. */
export type ShopText = {
  [Kind in ShopTextKind]: { readonly kind: Kind } & TextContents[Kind];
}[ShopTextKind];

/**
 * Longest inserted values, in septets: with all of them at their longest a text is two segments, and
 * an estimate that says the work three.
 */
const longestInserted = {
  shop: 40,
  phone: 30,
  watch: 40,
  work: 120,
  ticketNumber: 20,
  carrier: 40,
  trackingNumber: 40,
} as const;

/** A watch is shortened this far when that saves a segment, and no further. */
const shortestWatch = 12;

/** How many estimates the question "which one?" lists. */
const mostListedEstimates = 3;

/** How to end the texts; every text that begins a conversation says it. */
export const optOutNotice = 'STOP to opt out.';

function inserted(value: string, maxSeptets: number, fallback = ''): string {
  return cutToSeptets(toGsm7(value), maxSeptets) || fallback;
}

const ticket = (about: AboutTicket) => inserted(about.ticketNumber, longestInserted.ticketNumber);
/** The work in brackets, after the watch. */
function work(about: AboutEstimate): string {
  const said = inserted(about.work ?? '', longestInserted.work);
  return said === '' ? '' : ` (${said})`;
}
const price = (about: AboutPrice) => `$${formatDollars(about.priceCents)}`;

/** An address may not be cut or respelt: what the plain alphabet lacks is percent-encoded. */
function addressInText(url: string): string {
  return Array.from(url.replace(/\p{Cs}/gu, ''), (character) =>
    /^[!-_a-~]$/.test(character) ? character : encodeURIComponent(character),
  ).join('');
}

function listedEstimates(estimates: readonly AboutPrice[]): string {
  const listed = estimates.slice(0, mostListedEstimates);
  const left = estimates.length - listed.length;
  const names = listed.map((estimate) => `${ticket(estimate)} ${price(estimate)}`).join(', ');
  return left === 0 ? names : `${names} and ${left} more`;
}

const balanceWords = (cents: number) => (cents > 0 ? ` Balance $${formatDollars(cents)}.` : '');

/** @param more what is said beside the usual wording, after a space; empty for nothing */
function wording(text: ShopText, shop: string, ph: string, watch: string, more: string): string {
  switch (text.kind) {
    case 'created':
      return `${shop}: we have your ${watch}, ticket ${ticket(text)}. We will text you about this repair. Reply HELP for help, ${optOutNotice}`;
    case 'estimate':
      return `${shop}: ${watch}${work(text)} repair estimate ${price(text)}, ticket ${ticket(text)}. Reply ACCEPT or DECLINE. Questions? ${ph}. ${optOutNotice}`;
    case 'estimate-one-of-several':
      return `${shop}: ${watch}${work(text)} repair estimate ${price(text)}. Reply ACCEPT ${ticket(text)} or DECLINE ${ticket(text)}. Questions? ${ph}. ${optOutNotice}`;
    case 'reminder':
      return `${shop} reminder: ${watch} estimate ${price(text)}, ticket ${ticket(text)}. Reply ACCEPT or DECLINE. Questions? ${ph}. ${optOutNotice}`;
    case 'reminder-one-of-several':
      return `${shop} reminder: ${watch} estimate ${price(text)}. Reply ACCEPT ${ticket(text)} or DECLINE ${ticket(text)}. Questions? ${ph}. ${optOutNotice}`;
    case 'confirm-accept':
      return `${shop}: thank you, you accepted ${price(text)} for ticket ${ticket(text)}, ${watch}. We will text you when it is ready. Mistake? ${ph}`;
    case 'confirm-decline':
      return `${shop}: you declined ${price(text)} for ticket ${ticket(text)}, ${watch}. We will not do this work. Mistake? ${ph}`;
    case 'clarify':
      return `${shop}: sorry, only ACCEPT or DECLINE works here. Ticket ${ticket(text)}, ${price(text)}: reply ACCEPT or DECLINE. To talk: ${ph}`;
    case 'which': {
      const example = text.estimates.slice(0, 1).map((estimate) => ` ${ticket(estimate)}`);
      return `${shop}: open estimates: ${listedEstimates(text.estimates)}. Reply ACCEPT or DECLINE and one ticket number, e.g. ACCEPT${example.join('')}`;
    }
    case 'not-open':
      return `${shop}: no estimate is waiting for your answer, so nothing was changed. Please call ${ph}`;
    case 'call-us':
      return `${shop}: ticket ${ticket(text)} has moved on, so a text cannot change it. Please call ${ph}`;
    case 'unknown-number':
      return `${shop}: we cannot match this number to a repair. Please call ${ph}`;
    case 'new-date':
      return `${shop}: your ${watch}, ticket ${ticket(text)}, should now be ready on ${text.date}. Questions? ${ph}`;
    case 'done':
      return `${shop}: your ${watch}, ticket ${ticket(text)}, is ready for pickup.${more} Questions? ${ph}. ${optOutNotice}`;
    case 'done-photo':
      return `${shop}: your ${watch} is ready, ticket ${ticket(text)}. Photo: ${addressInText(text.photoUrl)}${more} Questions? ${ph}. ${optOutNotice}`;
    case 'done-declined':
      return `${shop}: your ${watch}, ticket ${ticket(text)}, is ready for pickup, unrepaired as you asked.${more} Questions? ${ph}. ${optOutNotice}`;
    case 'pickup-reminder': {
      const balance = balanceWords(text.balanceCents);
      return `${shop}: your ${watch}, ticket ${ticket(text)}, has been ready since ${text.readySince}.${balance} Questions? ${ph}`;
    }
    case 'shipped': {
      const { carrier, trackingNumber, others } = text;
      const by = inserted(carrier, longestInserted.carrier, 'mail');
      const number = inserted(trackingNumber ?? '', longestInserted.trackingNumber);
      const tracking = number === '' ? '' : `, tracking ${number}`;
      const what =
        others === 0
          ? `${watch}, ticket ${ticket(text)}, was`
          : `${watch} and ${others} more, ticket ${ticket(text)}, were`;
      return `${shop}: your ${what} shipped by ${by}${tracking}. Questions? ${ph}`;
    }
  }
}

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
 * @returns one line in the plain alphabet, ready to send. Inserted values are transliterated and
 *   bounded, a long watch further where that saves a segment; an address is never cut. At most two
 *   segments; with an estimate's work three, and with a photo's address what that takes. Balance and
 *   hours of a watch that is ready are only said where they cost no further segment
 */
export function composeText(shop: TextingShop, text: ShopText): string {
  const name = shopNameInText(shop);
  const phone = inserted(shop.phone, longestInserted.phone);
  const withWatch = (maxSeptets: number, more = '') => {
    const watch = 'watch' in text ? inserted(text.watch, maxSeptets, 'watch') : '';
    return wording(text, name, phone, watch, more);
  };
  const segmentsOf = (body: string) => countSegments(body).segments;
  const room = roomForWatch((room) => segmentsOf(withWatch(room)));
  const usual = withWatch(room);
  const fitting = additionsTo(text).find(
    (more) => segmentsOf(withWatch(room, more)) === segmentsOf(usual),
  );
  return fitting === undefined ? usual : withWatch(room, fitting);
}

/** @returns the most septets of a watch with which the text takes as few segments as it can */
function roomForWatch(segmentsWith: (maxSeptets: number) => number): number {
  let room: number = longestInserted.watch;
  if (segmentsWith(room) === 1) return room;
  const fewest = segmentsWith(shortestWatch);
  while (room > shortestWatch && segmentsWith(room) !== fewest) room -= 1;
  return room;
}

/** What may be said beside the usual wording, the most first: what is due matters more than the hours. */
function additionsTo(text: ShopText): string[] {
  if (text.kind !== 'done' && text.kind !== 'done-photo' && text.kind !== 'done-declined')
    return [];
  const balance = balanceWords(text.balanceCents ?? 0);
  const hours = text.hours ? ` Open ${toGsm7(text.hours)}.` : '';
  return [`${balance}${hours}`, balance, hours].filter((more) => more !== '');
}

/** What staff text in their own words, and what any text costs. Shop decision on texts. */

/**
 * A text that staff wrote: the shop's name in front, so that the customer knows who writes, and
 * how to opt out where no earlier text of the shop has said so.
 *
 * @param typed what staff wrote; curly quotes and the like become plain where nothing is lost by it
 * @param withNotice whether it is the first text that the phone gets
 */
export function composeManualText(shop: TextingShop, typed: string, withNotice: boolean): string {
  const text = plainWhereAlike(typed.trim());
  return `${shopNameInText(shop)}: ${text}${withNotice ? ` ${optOutNotice}` : ''}`;
}

/** What staff wrote in a text that {@link composeManualText} made. */
export function wordsOfManualText(shop: TextingShop, body: string): string {
  const name = `${shopNameInText(shop)}: `;
  const words = body.startsWith(name) ? body.slice(name.length) : body;
  return words.endsWith(` ${optOutNotice}`) ? words.slice(0, -optOutNotice.length - 1) : words;
}

/**
 * Why a second answer to a customer's text is not sent.
 *
 * @param answer the first one; `by` is null where nobody said who is at the computer, `at`
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
  // Some versions of the tables put a narrow space before PM.
  const time = shown({ hour: 'numeric', minute: '2-digit' }).replace('\u202f', ' ');
  const day = shown({ month: 'short', day: 'numeric' });
  const isToday = day === shown({ month: 'short', day: 'numeric' }, now);
  return `${by ?? 'Someone else'} answered ${isToday ? '' : `on ${day} `}at ${time}: “${words}”`;
}

/** A text of the shop without its name, which {@link composeManualText} puts in front. */
export function textWithoutName(shop: TextingShop, text: ShopText): string {
  return composeText(shop, text).slice(`${shopNameInText(shop)}: `.length);
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
