import { cutToSeptets, toGsm7 } from './gsm7.ts';
import { formatDollars } from './money.ts';

/** What the shop's texts are made of, in any language: which texts exist, and what goes into each. */

export interface AboutTicket {
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
  /** For more work: the earlier accepted price in whole cents; null for none. */
  readonly insteadOfCents?: number | null;
}

/** A trade customer's own reference for the repair; null if they have none. */
export interface AboutTrade {
  readonly theirReference?: string | null;
}

/** What is said about a watch that is ready if it costs no extra segment; left out otherwise. */
interface AboutReady extends AboutWatch {
  /** Whole cents; nothing is said if it is 0 or less. */
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
  'confirm-decline': AboutWatch &
    AboutPrice & {
      /** For more work: the price at which the repair continues, in whole cents; null for none. */
      readonly goesOnCents?: number | null;
    };
  clarify: AboutPrice;
  which: { readonly estimates: readonly AboutPrice[] };
  'not-open': object;
  'call-us': AboutTicket;
  'unknown-number': object;
  /** Drafted for staff. The date as people read it. */
  'new-date': AboutWatch & AboutTrade & { readonly date: string };
  done: AboutReady;
  /** The photo's address without a query. */
  'done-photo': AboutReady & { readonly photoUrl: string };
  'done-declined': AboutReady;
  /** When nobody has come for it: once after a week, once after a month. */
  'pickup-reminder': AboutWatch & {
    /** The date as people read it. */
    readonly readySince: string;
    /** Whole cents; nothing is said if it is 0 or less. */
    readonly balanceCents: number;
  };
  /** Drafted for staff, once a watch has been shipped. */
  shipped: AboutWatch &
    AboutTrade & {
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
 * Longest inserted values, in septets: with all of them at their longest a text is two segments, or
 * three for an estimate that states the work (in English).
 */
export const longestInserted = {
  shop: 40,
  phone: 30,
  watch: 40,
  work: 120,
  ticketNumber: 20,
  theirReference: 40,
  carrier: 40,
  trackingNumber: 40,
} as const;

/** A watch is shortened this far when that saves a segment, and no further. */
export const shortestWatch = 12;

/** How many estimates the question "which one?" lists. */
const maxListedEstimates = 3;

export function inserted(value: string, maxSeptets: number, fallback = ''): string {
  return cutToSeptets(toGsm7(value), maxSeptets) || fallback;
}

export const ticket = (about: AboutTicket) =>
  inserted(about.ticketNumber, longestInserted.ticketNumber);

/**
 * The ticket number, with a trade customer's own reference.
 *
 * @param label before that, in the text's language
 */
export function ticketAndTheirs(about: AboutTicket & AboutTrade, label: string): string {
  const theirs = inserted(about.theirReference ?? '', longestInserted.theirReference);
  return `ticket ${ticket(about)}${theirs === '' ? '' : ` (${label} ${theirs})`}`;
}

/** The work in parentheses, after the watch. */
export function work(about: AboutEstimate, maxSeptets: number = longestInserted.work): string {
  const said = inserted(about.work ?? '', maxSeptets);
  return said === '' ? '' : ` (${said})`;
}

export const price = (about: Pick<AboutPrice, 'priceCents'>) => cents(about.priceCents);

export const cents = (whole: number) => `$${formatDollars(whole)}`;

/** An address may not be cut or respelled: what the plain alphabet lacks is percent-encoded. */
export function addressInText(url: string): string {
  return Array.from(url.replace(/\p{Cs}/gu, ''), (character) =>
    /^[!-_a-~]$/.test(character) ? character : encodeURIComponent(character),
  ).join('');
}

/** @param more the words for those that are left out */
export function listedEstimates(
  estimates: readonly AboutPrice[],
  more: (left: number) => string,
): string {
  const listed = estimates.slice(0, maxListedEstimates);
  const left = estimates.length - listed.length;
  const names = listed.map((estimate) => `${ticket(estimate)} ${price(estimate)}`).join(', ');
  return left === 0 ? names : `${names} ${more(left)}`;
}

/** @param word e.g. "Balance" */
export const balanceWords = (cents: number, word: string) =>
  cents > 0 ? ` ${word} $${formatDollars(cents)}.` : '';

/** The wording of every text in one language. */
export interface TextLanguage {
  /** How to opt out of texts; every text that begins a conversation says it. */
  readonly optOutNotice: string;
  /** The word for a balance. */
  readonly balance: string;
  /** The word before the hours. */
  readonly open: string;
  /** What a watch is called if the plain alphabet can spell none of its name. */
  readonly watch: string;
  /** The most segments a text may take, no matter what goes into it; null for no limit. */
  readonly maxSegments: number | null;
  wording(text: ShopText, inText: InText): string;
}

interface InText {
  readonly shop: string;
  readonly phone: string;
  readonly watch: string;
  /** What is added to the usual wording, after a space; empty for nothing. */
  readonly more: string;
  /** As {@link work} puts it; empty for nothing. */
  readonly work: string;
}
