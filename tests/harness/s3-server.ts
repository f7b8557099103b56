import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { BucketSettings } from '../../server/base/bucket-settings.ts';
import { lookouts } from './lookouts.ts';

interface StoredObject {
  bytes: Buffer;
  storedAt: Date;
  headers: Record<string, string>;
}

const maxKeys = 1000;

const escapedXml = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.codePointAt(0)};`);

/** One page of ListObjectsV2, as XML. Source: "ListObjectsV2" in Amazon's S3 API reference. */
function listingPage(
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
    // A page that ends with a folder continues after the last of its keys.
    last = end === -1 ? key : `${entry}\uffff`;
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><IsTruncated>${next !== ''}</IsTruncated>${next}${[...entries.values()].join('')}</ListBucketResult>`;
}

/** What a service says to a request that it does not trust. */
interface Refusal {
  status: number;
  code: string;
}

const authorization = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/([^/]+)\/s3\/aws4_request, /;

/** Why a request is not trusted; null when it is. How it is signed is up to the client package. */
function refusalOf(
  headers: IncomingMessage['headers'],
  expected: { accessKeyId: string; region: string },
): Refusal | null {
  const [, accessKeyId, region] = authorization.exec(headers.authorization ?? '') ?? [];
  if (accessKeyId === undefined) return { status: 403, code: 'AccessDenied' };
  if (accessKeyId !== expected.accessKeyId) return { status: 403, code: 'InvalidAccessKeyId' };
  if (region !== expected.region) return { status: 400, code: 'AuthorizationHeaderMalformed' };
  return null;
}

export type S3Server = Awaited<ReturnType<typeof startS3Server>>;

export type S3Fault =
  | { kind: 'refuse'; status: number; code: string; headers?: Record<string, string> }
  | { kind: 'silent' }
  | { kind: 'hang-up' }
  /** Sends the head of an answer and some of it, and then never the rest. */
  | { kind: 'stall' }
  | { kind: 'cut-answer' }
  /** One bit of what is read arrives as another. */
  | { kind: 'alter-answer' }
  /** Answers with a page that no such service would send. */
  | { kind: 'page'; status: number; text: string };

interface Asked {
  method: string;
  /** Empty for the bucket itself. */
  key: string;
  query: URLSearchParams;
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

interface Misbehavior {
  fault: S3Fault;
  left: number;
  on: (asked: Asked) => boolean;
}

const digest = (algorithm: string, bytes: Buffer) => createHash(algorithm).update(bytes).digest();

function altered(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const at = copy.length >> 1;
  if (copy.length > 0) copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

/** An error as the service words it. */
function errorAnswer(status: number, code: string, headers: Record<string, string> = {}): Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  return { status, headers: { 'content-type': 'application/xml', ...headers }, body };
}

/**
 * An S3-compatible service as far as the product uses one, on this machine: one bucket in
 * memory. It trusts no request whose key, region, payload hash or checksum is not right, and can be
 * told to misbehave.
 */
export async function startS3Server({
  bucket = 'repair-photos',
  region = 'test-region-1',
  accessKeyId = `AK${randomBytes(9).toString('hex').toUpperCase()}`,
  secretAccessKey = randomBytes(30).toString('base64'),
  path = '',
  keysOnPage = maxKeys,
  port = 0,
}: {
  bucket?: string;
  region?: string;
  accessKeyId?: string;
  secretAccessKey?: string;
  /** What precedes the bucket in every address. */
  path?: string;
  keysOnPage?: number;
  port?: number;
} = {}) {
  const credentials = { accessKeyId, region };
  const objects = new Map<string, StoredObject>();
  const requests: string[] = [];
  const refusals: string[] = [];
  const { wake, until } = lookouts();
  let misbehaviors: Misbehavior[] = [];

  /** @returns what is asked for, or null for another bucket */
  function askedBy({ url = '', method = '', headers }: IncomingMessage): Asked | null {
    const { pathname, searchParams: query } = new URL(url, 'http://stand-in');
    const isInHost = headers.host?.startsWith(`${bucket}.`) ?? false;
    const base = isInHost ? path : `${path}/${bucket}`;
    if (pathname !== base && !pathname.startsWith(`${base}/`)) return null;
    return { method, key: decodeURIComponent(pathname.slice(base.length + 1)), query };
  }

  function faultFor(asked: Asked | null): S3Fault | undefined {
    const found = asked && misbehaviors.find(({ left, on }) => left > 0 && on(asked));
    if (!found) return undefined;
    found.left -= 1;
    return found.fault;
  }

  function put(key: string, headers: IncomingMessage['headers'], bytes: Buffer): Answer {
    const isWhole =
      headers['x-amz-content-sha256'] === digest('sha256', bytes).toString('hex') &&
      headers['content-md5'] === digest('md5', bytes).toString('base64');
    if (!isWhole) return errorAnswer(400, 'BadDigest');
    const kept = Object.entries(headers).filter(
      ([name]) => name === 'content-type' || name.startsWith('x-amz-meta-'),
    );
    const own = Object.fromEntries(kept) as Record<string, string>;
    objects.set(key, { bytes, storedAt: new Date(), headers: own });
    return { status: 200, headers: { etag: `"${digest('md5', bytes).toString('hex')}"` } };
  }

  function get(key: string): Answer {
    const found = objects.get(key);
    if (!found) return errorAnswer(404, 'NoSuchKey');
    const headers = { ...found.headers, 'last-modified': found.storedAt.toUTCString() };
    return { status: 200, headers, body: found.bytes };
  }

  function answerTo(asked: Asked | null, request: IncomingMessage, body: Buffer): Answer {
    const refusal = refusalOf(request.headers, credentials);
    if (refusal) {
      refusals.push(refusal.code);
      return errorAnswer(refusal.status, refusal.code);
    }
    if (asked === null) return errorAnswer(404, 'NoSuchBucket');
    const { method, key, query } = asked;
    if (key === '' && method === 'GET' && query.get('list-type') === '2') {
      return { status: 200, body: listingPage(objects, query, { bucket, keysOnPage }) };
    }
    if (key !== '' && method === 'PUT') return put(key, request.headers, body);
    if (key !== '' && method === 'GET') return get(key);
    if (key === '' || method !== 'DELETE') return errorAnswer(501, 'NotImplemented');
    objects.delete(key);
    return { status: 204 };
  }

  function send(response: ServerResponse, { status, headers, body = '' }: Answer, fault?: S3Fault) {
    const whole = typeof body === 'string' ? Buffer.from(body) : body;
    const bytes = fault?.kind === 'alter-answer' ? altered(whole) : whole;
    response.writeHead(status, {
      ...(status === 204 ? {} : { 'content-length': String(bytes.length) }),
      ...headers,
    });
    const half = bytes.subarray(0, bytes.length >> 1);
    if (fault?.kind === 'cut-answer') response.write(half, () => response.destroy());
    else if (fault?.kind === 'stall') response.write(half);
    else response.end(bytes);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = askedBy(request);
    const fault = faultFor(asked);
    requests.push(`${request.method} ${asked?.key ?? request.url}`);
    wake();
    if (fault?.kind === 'silent') return;
    if (fault?.kind === 'hang-up') {
      response.destroy();
      return;
    }
    const body = await buffer(request);
    if (fault?.kind === 'page') {
      const headers = { 'content-type': 'text/html' };
      send(response, { status: fault.status, headers, body: fault.text });
    } else if (fault?.kind === 'refuse') {
      send(response, errorAnswer(fault.status, fault.code, fault.headers));
    } else send(response, answerTo(asked, request, body), fault);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${address.port}${path}`;

  return {
    port: address.port,
    settings: {
      endpoint,
      bucket,
      region,
      accessKeyId,
      secretAccessKey,
      prefix: '',
    } satisfies BucketSettings,
    environment: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    objects,
    /** Every request, as "PUT key". */
    requests,
    refusals,

    /** Makes requests go wrong: all of them, a number of them, or only some kinds. */
    misbehave(
      fault: S3Fault,
      {
        times = Number.POSITIVE_INFINITY,
        on = () => true,
      }: { times?: number; on?: Misbehavior['on'] } = {},
    ): void {
      misbehaviors.push({ fault, left: times, on });
    },
    behave(): void {
      misbehaviors = [];
    },

    until,

    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
