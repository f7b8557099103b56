import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { AwsV4Signer } from 'aws4fetch';
import type { BucketSettings } from './bucket-settings.ts';
import {
  BucketFailure,
  failureOf,
  networkFailure,
  strangeAnswer,
  timeoutFailure,
} from './s3-failure.ts';

/** Milliseconds without any sign of the service, all attempts together, before it counts as silent. */
const usualPatienceMs = 10_000;

/** What goes slower than this counts as silent, too. A megabyte gets ten seconds more. */
const slowestBytesPerMs = 100;

const mostAttempts = 4;
const firstWaitMs = 200;
const longestWaitMs = 2000;

/** No photo comes near it: the product takes at most 15 MB and stores less. */
const mostAnswerBytes = 64 * 1024 * 1024;

export interface BucketOptions {
  /** How long a silent service is waited for, in milliseconds. */
  patienceMs?: number;
  /** Waiting between two attempts. */
  delay?: (milliseconds: number) => Promise<unknown>;
}

interface Ask {
  method: 'GET' | 'PUT' | 'DELETE';
  /** Of an object, without the prefix; empty for the bucket itself. */
  name: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array;
  /** Instead of the usual patience, in milliseconds. */
  patienceMs?: number;
  /** Rejects an answer that came well and is wrong all the same. @throws BucketFailure */
  check?: (answer: BucketAnswer) => void;
}

export interface BucketAnswer {
  headers: Headers;
  bytes: Buffer;
}

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const sleep = (milliseconds: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/**
 * The bucket is part of the path, as most compatible services want it, unless the host names it
 * already (`https://my-bucket.example.com`): then it is that service's other style.
 */
export function bucketAddress({ endpoint, bucket }: BucketSettings): string {
  const { hostname } = new URL(endpoint);
  const isInHost = hostname.startsWith(`${bucket}.`) && isIP(hostname) === 0;
  return isInHost ? endpoint : `${endpoint}/${bucket}`;
}

/** A space must be %20 here: a service takes a + for what it is when it checks the signature. */
const queryOf = (query: Readonly<Record<string, string>>) =>
  Object.entries(query)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .join('&');

/** Ends a request that gives no sign of life for too long. */
class Patience {
  readonly #abort = new AbortController();
  #timer: NodeJS.Timeout;
  readonly #milliseconds: number;

  constructor(milliseconds: number, first: number) {
    this.#milliseconds = milliseconds;
    this.#timer = this.#start(first);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  #start(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => this.#abort.abort(), milliseconds);
  }

  /** There was a sign of life. */
  renew(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#start(this.#milliseconds);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

async function readAll(response: Response, patience: Patience): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    patience.renew();
    bytes += chunk.length;
    if (bytes > mostAnswerBytes) throw strangeAnswer();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes);
}

/** Signed requests to one bucket, repeated where that may help: every one of them may be repeated. */
export function bucketRequests(settings: BucketSettings, options: BucketOptions) {
  const { delay = sleep, patienceMs: ownPatienceMs = usualPatienceMs } = options;
  const { region, accessKeyId, secretAccessKey, prefix } = settings;
  const address = bucketAddress(settings);
  /** The key of the day, which takes four steps to make. */
  const cache = new Map<string, ArrayBuffer>();
  let cachedDay = '';

  async function signed({ method, name, query = {}, headers = {}, body }: Ask) {
    const url = new URL(name === '' ? address : `${address}/${prefix}${name}`);
    url.search = queryOf(query);
    const datetime = new Date().toISOString().replace(/[:-]|\.\d{3}/g, '');
    if (datetime.slice(0, 8) !== cachedDay) cache.clear();
    cachedDay = datetime.slice(0, 8);
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': sha256Of(body ?? new Uint8Array()) },
      accessKeyId,
      secretAccessKey,
      service: 's3',
      region,
      cache,
      datetime,
      allHeaders: true,
    });
    const request = await signer.sign();
    // Not signed: proxies and some services put in their own.
    request.headers.set('accept-encoding', 'identity');
    return request;
  }

  async function attempt(ask: Ask, patienceMs: number): Promise<BucketAnswer> {
    const { body, check } = ask;
    const { url, method, headers } = await signed(ask);
    const uploadMs = (body?.byteLength ?? 0) / slowestBytesPerMs;
    const patience = new Patience(patienceMs, patienceMs + uploadMs);
    try {
      const response = await fetch(url, {
        method,
        headers,
        redirect: 'manual',
        signal: patience.signal,
        ...(body === undefined ? {} : { body: new Uint8Array(body) }),
      });
      patience.renew();
      const bytes = await readAll(response, patience);
      if (!response.ok) throw failureOf(response.status, response.headers, bytes.toString('utf8'));
      const answer = { headers: response.headers, bytes };
      check?.(answer);
      return answer;
    } catch (error) {
      if (error instanceof BucketFailure) throw error;
      if (patience.signal.aborted) throw timeoutFailure();
      throw networkFailure(error);
    } finally {
      patience.end();
    }
  }

  return {
    /**
     * @returns what a success brought
     * @throws BucketFailure
     */
    async send(ask: Ask): Promise<BucketAnswer> {
      const { patienceMs = ownPatienceMs } = ask;
      const began = performance.now();
      for (let count = 1; ; count += 1) {
        try {
          return await attempt(ask, patienceMs);
        } catch (error) {
          if (!(error instanceof BucketFailure) || !error.isPassing) throw error;
          // Not all who were turned away at once may come back at once.
          const most = Math.min(longestWaitMs, firstWaitMs * 2 ** (count - 1));
          const waitMs = error.retryAfterMs + Math.random() * most;
          const isOver = performance.now() - began + waitMs >= patienceMs;
          if (count >= mostAttempts || isOver) throw error;
          await delay(waitMs);
        }
      }
    },
  };
}
