import { strangeAnswer } from './s3-failure.ts';

export interface ListedObject {
  key: string;
  /** Whole seconds, as an object's own header has it. */
  storedAt: Date;
}

export interface ListingPage {
  objects: ListedObject[];
  /** What the next page is asked for with; null when this is the last. */
  continuation: string | null;
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

const unescaped = (text: string) =>
  text.replace(/&(?:#(\d+)|#x([0-9a-fA-F]+)|([a-z]+));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[name] ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });

const textIn = (xml: string, element: string): string | null => {
  const found = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
  return found === undefined ? null : unescaped(found);
};

/**
 * One page of ListObjectsV2. Read strictly: whatever is no such list must not pass for an empty one,
 * and a list without its end must not pass for a whole one.
 *
 * @throws BucketFailure
 */
export function readListing(xml: string): ListingPage {
  const isList = /<ListBucketResult[\s>]/.test(xml) && /<\/ListBucketResult>\s*$/.test(xml);
  const isTruncated = textIn(xml.replace(/<Contents>[\s\S]*<\/Contents>/, ''), 'IsTruncated');
  if (!isList || (isTruncated !== 'true' && isTruncated !== 'false')) throw strangeAnswer();
  const objects = [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].map(([, entry = '']) => {
    const key = textIn(entry, 'Key');
    const time = Date.parse(textIn(entry, 'LastModified') ?? '');
    if (key === null || Number.isNaN(time)) throw strangeAnswer();
    return { key, storedAt: new Date(Math.floor(time / 1000) * 1000) };
  });
  const continuation = textIn(xml, 'NextContinuationToken');
  if (isTruncated === 'false') return { objects, continuation: null };
  if (continuation === null || continuation === '') throw strangeAnswer();
  return { objects, continuation };
}
