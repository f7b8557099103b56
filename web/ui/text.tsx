import { formatPrice } from '../../domain/money.ts';
import { textParts } from './text-matches.ts';

/** Hebrew, Arabic and the other scripts that are written from right to left. */
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** First strong isolate, and its end (Unicode, UAX #9). */
const isolate = '\u2068';
const endOfIsolate = '\u2069';

/**
 * A name in a sentence that is plain text, where `<bdi>` cannot stand: in a title, a message, an
 * option. A name that is written from right to left would otherwise pull what follows it to its
 * other side.
 *
 * @returns other names as they are, without invisible signs
 */
export function isolated(name: string): string {
  return rightToLeft.test(name) ? `${isolate}${name}${endOfIsolate}` : name;
}

const count = new Intl.NumberFormat('en-US');

/** A count as it is read: 19,885. */
export const formatCount = (value: number): string => count.format(value);

/** A count with what is counted: "1 repair", "2 repairs". */
export const countedText = (value: number, noun: string): string =>
  `${formatCount(value)} ${noun}${value === 1 ? '' : 's'}`;

const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** @returns a file's size as people say it, e.g. 12.3 MB */
export function fileSize(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  if (bytes < 1_000_000_000) return `${tenths.format(bytes / 1_000_000)} MB`;
  return `${tenths.format(bytes / 1_000_000_000)} GB`;
}

/** A text with what the search matched in it marked. */
export function MarkedText({ text, query }: { text: string; query: string }) {
  return textParts(text, query).map((part) =>
    part.isMatch ? <mark key={part.at}>{part.text}</mark> : part.text,
  );
}

/** Dollars as they come from the server. */
export function Price({
  dollars,
  absent = 'No price',
}: {
  dollars: number | null | undefined;
  /** What stands where there is no price. */
  absent?: string;
}) {
  if (dollars === null || dollars === undefined) {
    return <span className="text-ink-muted">{absent}</span>;
  }
  return (
    <data value={dollars.toFixed(2)} className="figures whitespace-nowrap">
      {formatPrice(dollars)}
    </data>
  );
}
