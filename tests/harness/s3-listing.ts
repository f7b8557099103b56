/** What a bucket's stand-in keeps of an object. */
export interface StoredObject {
  bytes: Buffer;
  storedAt: Date;
  headers: Record<string, string>;
}

export const mostKeys = 1000;

const escapedXml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);

/** One page of ListObjectsV2, as XML. Source: "ListObjectsV2" in Amazon's S3 API reference. */
export function listingPage(
  objects: ReadonlyMap<string, StoredObject>,
  query: URLSearchParams,
  { bucket, keysOnPage }: { bucket: string; keysOnPage: number },
): string {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const after = query.get('continuation-token') ?? '';
  const entries = new Map<string, string>();
  let last = '';
  let next = '';
  for (const [key, { storedAt }] of [...objects].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!key.startsWith(prefix) || key <= after) continue;
    const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    const entry = end === -1 ? key : key.slice(0, end + delimiter.length);
    if (entries.has(entry)) continue;
    if (entries.size >= keysOnPage) {
      next = `<NextContinuationToken>${escapedXml(last)}</NextContinuationToken>`;
      break;
    }
    entries.set(
      entry,
      end === -1
        ? `<Contents><Key>${escapedXml(key)}</Key><LastModified>${storedAt.toISOString()}</LastModified></Contents>`
        : `<CommonPrefixes><Prefix>${escapedXml(entry)}</Prefix></CommonPrefixes>`,
    );
    // A folder is over once its last key is.
    last = end === -1 ? key : `${entry}\uffff`;
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><IsTruncated>${next !== ''}</IsTruncated>${next}${[...entries.values()].join('')}</ListBucketResult>`;
}
