import { createHash, createHmac } from 'node:crypto';

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

/** What a service says to a request that it does not believe. */
interface Refusal {
  status: number;
  code: string;
}

const windowMs = 15 * 60 * 1000;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();

const authorization =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=(\S+), Signature=(\S+)$/;

function timeOf(text: string): number {
  return Date.parse(
    text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
}

/**
 * Checks a request as a service does: "Signature Calculations for the Authorization Header", Amazon
 * S3 API reference. Paths and queries are taken as they come, encoded as the client signed them.
 *
 * @returns why a request is not believed, or null when it is; its body is not looked at
 */
export function refusalOf(
  {
    method = '',
    url = '',
    headers,
  }: { method?: string | undefined; url?: string | undefined; headers: NodeJS.Dict<unknown> },
  expected: { accessKeyId: string; secretAccessKey: string; region: string },
  now: number,
): Refusal | null {
  const header = (name: string) => String(headers[name] ?? '');
  const given = authorization.exec(header('authorization'));
  if (given === null) return { status: 403, code: 'AccessDenied' };
  const [, accessKeyId, day = '', region = '', names = '', signature] = given;
  if (accessKeyId !== expected.accessKeyId) return { status: 403, code: 'InvalidAccessKeyId' };
  if (region !== expected.region) return { status: 400, code: 'AuthorizationHeaderMalformed' };
  const time = header('x-amz-date');
  if (!(Math.abs(now - timeOf(time)) <= windowMs)) {
    return { status: 403, code: 'RequestTimeTooSkewed' };
  }
  const [path = '', query = ''] = url.split('?');
  const canonical = [
    method,
    path,
    query.split('&').sort().join('&'),
    ...names.split(';').map((name) => `${name}:${header(name)}`),
    '',
    names,
    header('x-amz-content-sha256'),
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${expected.secretAccessKey}`,
  );
  if (signature === hmac(key, toSign).toString('hex')) return null;
  return { status: 403, code: 'SignatureDoesNotMatch' };
}
