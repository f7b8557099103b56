import type { Outage } from '../database/outage.ts';

/** Why a bucket did not do its work, in words for whoever keeps the product running. */
export class BucketFailure extends Error {
  /** The service's own word for it, or what the network said. */
  readonly code: string;
  readonly outage: Outage;
  /** Whether the same request may well succeed a moment later. */
  readonly isPassing: boolean;
  /** How long the service wants to be left alone. */
  readonly retryAfterMs: number;

  constructor(code: string, facts: FailureFacts) {
    super(`${facts.words} (${code})`, facts.cause === undefined ? {} : { cause: facts.cause });
    this.name = 'BucketFailure';
    this.code = code;
    this.outage = facts.outage;
    this.isPassing = facts.isPassing ?? false;
    this.retryAfterMs = facts.retryAfterMs ?? 0;
  }
}

interface FailureFacts {
  words: string;
  outage: Outage;
  isPassing?: boolean;
  retryAfterMs?: number;
  cause?: unknown;
}

const minuteMs = 60_000;

/** What services say of themselves. Source: "Error Responses" in Amazon's S3 API reference. */
const knownCodes: Readonly<Record<string, FailureFacts>> = {
  AccessDenied: {
    words: 'the key lacks a right: it must read, write, delete and list in the bucket',
    outage: 'refused',
  },
  AllAccessDisabled: { words: 'the bucket is locked at the service', outage: 'refused' },
  AccountProblem: { words: 'the account at the service has a problem', outage: 'refused' },
  InvalidAccessKeyId: { words: 'S3_ACCESS_KEY_ID is not known there', outage: 'refused' },
  SignatureDoesNotMatch: {
    words:
      'S3_SECRET_ACCESS_KEY does not belong to S3_ACCESS_KEY_ID, or something in between alters requests',
    outage: 'refused',
  },
  NoSuchBucket: {
    words: 'there is no bucket named as S3_BUCKET says at S3_ENDPOINT',
    outage: 'refused',
  },
  RequestTimeout: { words: 'the photo arrived too slowly there', outage: 'slow', isPassing: true },
  BadDigest: { words: 'the photo was altered on its way', outage: 'broken', isPassing: true },
  XAmzContentSHA256Mismatch: {
    words: 'the photo was altered on its way',
    outage: 'broken',
    isPassing: true,
  },
  OperationAborted: {
    words: 'another change is under way there',
    outage: 'busy',
    isPassing: true,
  },
  QuotaExceeded: { words: 'the room allowed there is used up', outage: 'full' },
  XMinioStorageFull: { words: 'the disk there is full', outage: 'full' },
  XMinioAdminBucketQuotaExceeded: { words: 'the room allowed there is used up', outage: 'full' },
};

const wrongRegion = new Set([
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
  'InvalidRegion',
  'PermanentRedirect',
  'TemporaryRedirect',
]);

function skewWords(headers: Headers): string {
  const words =
    'this machine’s clock and the service’s are more than 15 minutes apart: set it right';
  const there = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(there)) return words;
  const minutes = Math.round((Date.now() - there) / minuteMs);
  if (minutes === 0) return words;
  return `${words}; it is ${Math.abs(minutes)} minutes ${minutes > 0 ? 'fast' : 'slow'}`;
}

function ofStatus(status: number): FailureFacts {
  if (status === 429 || status === 503) {
    return { words: 'the service is busy', outage: 'busy', isPassing: true };
  }
  if (status === 507) return { words: 'the service has no room left', outage: 'full' };
  if (status >= 500) return { words: 'the service failed', outage: 'broken', isPassing: true };
  if (status === 401 || status === 403) {
    return { words: 'the service lets nobody in with this key', outage: 'refused' };
  }
  return { words: 'the service answered what was not asked for', outage: 'refused' };
}

const valueIn = (xml: string, element: string): string | null =>
  new RegExp(`<${element}>([A-Za-z0-9.-]{1,64})</${element}>`).exec(xml)?.[1] ?? null;

/** In seconds, or a date. @returns milliseconds; 0 when nothing is asked for */
function retryAfterMs(headers: Headers): number {
  const given = headers.get('retry-after');
  if (given === null) return 0;
  const milliseconds = /^\d+$/.test(given) ? Number(given) * 1000 : Date.parse(given) - Date.now();
  return Number.isNaN(milliseconds) ? 0 : Math.max(0, milliseconds);
}

/**
 * What an answer other than success means. Nothing of its text gets out but its code: a service may
 * repeat in it what was sent to it.
 */
export function failureOf(status: number, headers: Headers, body: string): BucketFailure {
  const isXml = /^\s*(<\?xml[^>]*>\s*)?<Error[\s>]/.test(body);
  const said = isXml ? valueIn(body, 'Code') : null;
  const code = said ?? `HTTP ${status}`;
  if (code === 'RequestTimeTooSkewed') {
    return new BucketFailure(code, { words: skewWords(headers), outage: 'refused' });
  }
  if (wrongRegion.has(code) || (status >= 300 && status < 400)) {
    const region = headers.get('x-amz-bucket-region') ?? valueIn(body, 'Region');
    const where = region !== null && /^[a-z0-9-]+$/.test(region) ? `; it is in ${region}` : '';
    const words = `S3_REGION or S3_ENDPOINT is not that of the bucket${where}`;
    return new BucketFailure(code, { words, outage: 'refused' });
  }
  const facts = knownCodes[code] ?? ofStatus(status);
  return new BucketFailure(code, { ...facts, retryAfterMs: retryAfterMs(headers) });
}

/** An answer that no such service gives: another kind of server stands at the address. */
export function strangeAnswer(): BucketFailure {
  return new BucketFailure('no S3 answer', {
    words: 'what answers at S3_ENDPOINT is no S3-compatible service',
    outage: 'refused',
  });
}

/** What a read photo is that is not the one that was stored. */
export function alteredPhoto(): BucketFailure {
  return new BucketFailure('checksum', {
    words: 'the photo that came back is not the one that was stored',
    outage: 'broken',
    isPassing: true,
  });
}

export function timeoutFailure(): BucketFailure {
  return new BucketFailure('timeout', {
    words: 'no answer in time',
    outage: 'slow',
    isPassing: true,
  });
}

/** What the network said instead of an answer. */
export function networkFailure(error: unknown): BucketFailure {
  const { cause } = error as { cause?: unknown };
  const { code } = (cause ?? error) as { code?: unknown };
  return new BucketFailure(typeof code === 'string' ? code : 'network', {
    words: 'the service cannot be reached',
    outage: 'unreachable',
    isPassing: true,
    cause: error,
  });
}
