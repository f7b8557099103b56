import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BucketSettings } from '../../server/photos/bucket-settings.ts';
import { lookouts } from './lookouts.ts';
import { altered, errorAnswer, sendAnswer } from './s3-answers.ts';
import type { S3Fault } from './s3-faults.ts';
import { listingPage, mostKeys, type StoredObject } from './s3-listing.ts';
import { refusalOf } from './signature-v4.ts';

export type S3Server = Awaited<ReturnType<typeof startS3Server>>;

interface Asked {
  method: string;
  /** Empty for the bucket itself. */
  key: string;
  query: URLSearchParams;
}

type Answer = Parameters<typeof sendAnswer>[2];

interface Misbehaviour {
  fault: S3Fault;
  left: number;
  on: (asked: Asked) => boolean;
}

async function readBody(request: IncomingMessage, stopAfter: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes > stopAfter) break;
  }
  return Buffer.concat(chunks);
}

const digest = (algorithm: string, bytes: Buffer) => createHash(algorithm).update(bytes).digest();

function readObject(found: StoredObject | undefined, range: string | undefined): Answer {
  if (!found) return errorAnswer(404, 'NoSuchKey', { message: 'The key does not exist' });
  const { bytes } = found;
  const headers = { ...found.headers, 'last-modified': found.storedAt.toUTCString() };
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  if (from === undefined) return { status: 200, headers, body: bytes };
  const part = bytes.subarray(Number(from), Number(to) + 1);
  if (part.length === 0) return errorAnswer(416, 'InvalidRange');
  const contentRange = `bytes ${from}-${Number(from) + part.length - 1}/${bytes.length}`;
  return { status: 206, headers: { ...headers, 'content-range': contentRange }, body: part };
}

/**
 * An S3-compatible service as far as the product speaks with one, on this machine: one bucket in
 * memory. It believes no request whose signature, date, payload hash or checksum is not right, and
 * can be told to misbehave.
 */
export async function startS3Server({
  bucket = 'repair-photos',
  region = 'test-region-1',
  accessKeyId = `AK${randomBytes(9).toString('hex').toUpperCase()}`,
  secretAccessKey = randomBytes(30).toString('base64'),
  path = '',
  keysOnPage = mostKeys,
  port = 0,
}: {
  bucket?: string;
  region?: string;
  accessKeyId?: string;
  secretAccessKey?: string;
  /** What stands before the bucket in every address. */
  path?: string;
  keysOnPage?: number;
  port?: number;
} = {}) {
  const credentials = { accessKeyId, secretAccessKey, region };
  const objects = new Map<string, StoredObject>();
  const requests: string[] = [];
  const refusals: string[] = [];
  const { wake, until } = lookouts();
  let misbehaviours: Misbehaviour[] = [];
  let skewMs = 0;
  const now = () => Date.now() + skewMs;

  /** @returns what is asked for, or null for another bucket */
  function askedBy({ url = '', method = '', headers }: IncomingMessage): Asked | null {
    const { pathname, searchParams: query } = new URL(url, 'http://stand-in');
    const isInHost = headers.host?.startsWith(`${bucket}.`) ?? false;
    const base = isInHost ? path : `${path}/${bucket}`;
    if (pathname !== base && !pathname.startsWith(`${base}/`)) return null;
    return { method, key: decodeURIComponent(pathname.slice(base.length + 1)), query };
  }

  function faultFor(asked: Asked | null): S3Fault | undefined {
    const found = asked && misbehaviours.find(({ left, on }) => left > 0 && on(asked));
    if (!found) return undefined;
    found.left -= 1;
    return found.fault;
  }

  function put(key: string, headers: IncomingMessage['headers'], bytes: Buffer): Answer {
    if (digest('sha256', bytes).toString('hex') !== headers['x-amz-content-sha256']) {
      return errorAnswer(400, 'XAmzContentSHA256Mismatch');
    }
    const md5 = headers['content-md5'];
    if (md5 !== undefined && md5 !== digest('md5', bytes).toString('base64')) {
      return errorAnswer(400, 'BadDigest');
    }
    const kept = Object.entries(headers).filter(
      ([name]) => name === 'content-type' || name.startsWith('x-amz-meta-'),
    );
    const own = Object.fromEntries(kept) as Record<string, string>;
    objects.set(key, { bytes, storedAt: new Date(), headers: own });
    return { status: 200, headers: { etag: `"${digest('md5', bytes).toString('hex')}"` } };
  }

  /** What a service without faults answers. */
  function answerTo(asked: Asked | null, request: IncomingMessage, body: Buffer): Answer {
    const { headers, method = '', url: target = '' } = request;
    const signed = { method, target, headers: headers as Record<string, string | undefined> };
    const refusal = refusalOf(signed, credentials, now());
    if (refusal) {
      refusals.push(`${refusal.code}: ${refusal.message}`);
      return errorAnswer(refusal.status, refusal.code, refusal);
    }
    if (!/^[0-9a-f]{64}$/.test(String(headers['x-amz-content-sha256']))) {
      return errorAnswer(400, 'InvalidRequest', { message: 'The payload is not signed' });
    }
    if (asked === null) return errorAnswer(404, 'NoSuchBucket');
    const { key, query } = asked;
    if (key === '') {
      const isList = method === 'GET' && query.get('list-type') === '2';
      if (!isList) return errorAnswer(501, 'NotImplemented');
      return { status: 200, body: listingPage(objects, query, { bucket, keysOnPage }) };
    }
    switch (method) {
      case 'PUT':
        return put(key, headers, body);
      case 'GET':
        return readObject(objects.get(key), headers.range);
      case 'DELETE':
        objects.delete(key);
        return { status: 204 };
      default:
        return errorAnswer(405, 'MethodNotAllowed');
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = askedBy(request);
    const fault = faultFor(asked);
    requests.push(`${request.method} ${asked?.key ?? request.url}`);
    wake();
    if (fault?.kind === 'silent') return;
    if (fault?.kind === 'hang-up' || fault?.kind === 'cut-upload') {
      if (fault.kind === 'cut-upload') await readBody(request, 0);
      response.destroy();
      return;
    }
    const body = await readBody(request, Number.POSITIVE_INFINITY);
    if (fault?.kind === 'page') {
      const headers = { 'content-type': 'text/html' };
      return sendAnswer(response, now(), { status: fault.status, headers, body: fault.text });
    }
    if (fault?.kind === 'refuse') {
      const { status, code, headers = {}, body: text } = fault;
      const answer = errorAnswer(status, code, { headers });
      return sendAnswer(response, now(), text === undefined ? answer : { ...answer, body: text });
    }
    if (fault?.kind === 'late') {
      await new Promise((resolve) => setTimeout(resolve, fault.milliseconds));
    }
    const arrived = fault?.kind === 'alter-upload' ? altered(body) : body;
    sendAnswer(response, now(), { ...answerTo(asked, request, arrived), fault });
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${address.port}${path}`;

  return {
    port: address.port,
    /** As the product is set up to use it. */
    settings: {
      endpoint,
      bucket,
      region,
      accessKeyId,
      secretAccessKey,
      prefix: '',
    } satisfies BucketSettings,
    /** The same for a process of its own. */
    environment: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    /** Everything that lies in the bucket, by key. */
    objects,
    /** Every request, as "PUT key". */
    requests,
    /** Why requests were not believed. */
    refusals,

    /** Has requests go wrong: all of them, or so many, or only some kinds. */
    misbehave(
      fault: S3Fault,
      {
        times = Number.POSITIVE_INFINITY,
        on = () => true,
      }: { times?: number; on?: Misbehaviour['on'] } = {},
    ): void {
      misbehaviours.push({ fault, left: times, on });
    },
    behave(): void {
      misbehaviours = [];
    },

    /** Sets its clock off the machine's. */
    skew(milliseconds: number): void {
      skewMs = milliseconds;
    },

    /** Resolves once something has been asked for here that the condition waits for. */
    until,

    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
