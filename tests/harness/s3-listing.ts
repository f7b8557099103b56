import { escapedXml } from './s3-answers.ts';

/** What a bucket's stand-in keeps of an object. */
export interface StoredObject {
  bytes: Buffer;
  storedAt: Date;
  headers: Record<string, string>;
}

export const mostKeys = 1000;

/** With everything in it that has to be escaped, in XML as in an address. */
const tokenOf = (key: string) => `after <${Buffer.from(key).toString('base64')}> & on`;
const keyIn = (token: string) =>
  Buffer.from(token.slice('after <'.length, -'> & on'.length), 'base64').toString();

/** One page of ListObjectsV2, as XML. Source: "ListObjectsV2" in Amazon's S3 API reference. */
export function listingPage(
  objects: ReadonlyMap<string, StoredObject>,
  query: URLSearchParams,
  { bucket, keysOnPage }: { bucket: string; keysOnPage: number },
): string {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const token = query.get('continuation-token');
  const after = token === null ? '' : keyIn(token);
  const most = Math.min(Number(query.get('max-keys') ?? mostKeys), keysOnPage);
  const folders = new Set<string>();
  const contents: string[] = [];
  let last: string | null = null;
  let isTruncated = false;
  for (const [key, { bytes, storedAt }] of [...objects].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!key.startsWith(prefix) || key <= after) continue;
    const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    const folder = end === -1 ? null : key.slice(0, end + delimiter.length);
    if (folder !== null && folders.has(folder)) continue;
    if (contents.length + folders.size >= most) {
      isTruncated = true;
      break;
    }
    if (folder !== null) folders.add(folder);
    else {
      contents.push(
        `<Contents><Key>${escapedXml(key)}</Key><LastModified>${storedAt.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`,
      );
    }
    // A folder is over once its last key is.
    last = folder === null ? key : `${folder}\uffff`;
  }
  const next =
    isTruncated && last !== null
      ? `<NextContinuationToken>${escapedXml(tokenOf(last))}</NextContinuationToken>`
      : '';
  const common = [...folders].map(
    (folder) => `<CommonPrefixes><Prefix>${escapedXml(folder)}</Prefix></CommonPrefixes>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><IsTruncated>${isTruncated}</IsTruncated>${contents.join('')}${next}${common.join('')}</ListBucketResult>`;
}
