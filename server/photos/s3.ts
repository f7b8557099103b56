import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ServiceException,
} from '@aws-sdk/client-s3';
import { isPhotoName, isPngName } from '../../domain/photos.ts';
import type { BucketSettings } from '../base/bucket-settings.ts';
import type { Outage } from '../database/outage.ts';
import {
  type PhotoStore,
  PhotoStoreError,
  photoStoreOf,
  type StoredPhoto,
} from '../ports/photo-store.ts';

/** How long the service may be silent within one attempt, in milliseconds. */
const usualPatienceMs = 5000;

/** What a check writes; no photo has such a name. */
const checkName = 'check.txt';
const checkBytes = Buffer.from('Written to see whether photos can be stored.\n');
/** Each check costs money, so a good answer holds for this long. */
const goodForMs = 30_000;

/** Why the bucket did not do its work, for the person who runs the product. */
class BucketFailure extends Error {
  /** The service's own code, or the network's. */
  readonly code: string;
  readonly outage: Outage;

  constructor(code: string, outage: Outage, reason: string, options?: ErrorOptions) {
    super(`${reason} (${code})`, options);
    this.name = 'BucketFailure';
    this.code = code;
    this.outage = outage;
  }
}

const strangeAnswer = () => {
  const reason = 'the server at S3_ENDPOINT is not an S3-compatible service';
  return new BucketFailure('no S3 answer', 'refused', reason);
};
const alteredPhoto = () => {
  const reason = 'the photo that came back is not the one that was stored';
  return new BucketFailure('checksum', 'broken', reason);
};

const wrongRegion = 'S3_REGION or S3_ENDPOINT does not match the bucket';

/** By status and code; the first that fits. Codes: "Error Responses", Amazon's S3 API reference. */
const reasons: readonly (readonly [RegExp, Outage, string])[] = [
  [/AccessDenied/, 'refused', 'the key lacks permission to read, write, delete or list'],
  [/InvalidAccessKeyId/, 'refused', 'S3_ACCESS_KEY_ID is not known there'],
  [/SignatureDoesNotMatch/, 'refused', 'S3_SECRET_ACCESS_KEY is wrong, or a proxy alters requests'],
  [/NoSuchBucket/, 'refused', 'S3_ENDPOINT has no bucket with the name in S3_BUCKET'],
  [/^3|AuthorizationHeaderMalformed|Location|Region/, 'refused', wrongRegion],
  [/BadDigest|SHA256Mismatch/, 'broken', 'the photo was altered on its way'],
  [/RequestTimeout/, 'slow', 'the photo arrived there too slowly'],
  [/^507|Quota|StorageFull/, 'full', 'the service has no room left'],
  [/^(429|503)/, 'busy', 'the service is busy'],
  [/^5/, 'broken', 'the service failed'],
];
const otherReason = [/^/, 'refused', 'the service did not accept the request'] as const;

/** Only the code of a service's answer is passed on: its text may repeat what was sent to it. */
function failureOf(error: unknown): BucketFailure {
  if (error instanceof BucketFailure) return error;
  type Thrown = Partial<S3ServiceException> & { code?: unknown };
  const { name = '', code, $metadata, $response } = error as Thrown;
  const status = $metadata?.httpStatusCode;
  const ofNetwork = typeof code === 'string' ? code : null;
  if (ofNetwork === null && name === 'TimeoutError') {
    return new BucketFailure('timeout', 'slow', 'no answer in time');
  }
  if (ofNetwork !== null || status === undefined) {
    const reason = 'the service cannot be reached';
    return new BucketFailure(ofNetwork ?? name, 'unreachable', reason, { cause: error });
  }
  if (status < 300) return strangeAnswer();
  const said = /^(?!Error$)[A-Za-z0-9.-]{1,64}$/.test(name) ? name : `HTTP ${status}`;
  const [, outage, reason] =
    reasons.find(([pattern]) => pattern.test(`${status} ${said}`)) ?? otherReason;
  const region = $response?.headers['x-amz-bucket-region'] ?? '';
  const where = reason === wrongRegion && /^[a-z0-9-]+$/.test(region) ? `; it is in ${region}` : '';
  return new BucketFailure(said, outage, reason + where);
}

/**
 * The bucket is part of the path, as most compatible services want it, unless the endpoint's host
 * begins with its name (`https://my-bucket.example.com`).
 */
function addressOf({ endpoint, bucket }: BucketSettings) {
  const { hostname } = new URL(endpoint);
  const isInHost = hostname.startsWith(`${bucket}.`) && isIP(hostname) === 0;
  return isInHost
    ? { Bucket: endpoint, url: endpoint, style: { bucketEndpoint: true } }
    : { Bucket: bucket, url: `${endpoint}/${bucket}`, style: { forcePathStyle: true } };
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Only by the service's own code: a missing bucket, or a web page with status 404, has another name. */
async function unlessMissing<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && error.name === 'NoSuchKey') return null;
    throw error;
  }
}

/**
 * Photos in a bucket of an S3-compatible service, each under its name after the prefix. What is read
 * is checked against the checksum that was stored with it. docs/decisions/photos.md
 *
 * Opens nothing: an unreachable bucket is noticed at the first use, and recovers on its own.
 *
 * @param patienceMs how long the service may be silent within one attempt
 */
export function createS3PhotoStore(
  settings: BucketSettings,
  patienceMs = usualPatienceMs,
): PhotoStore {
  const { endpoint, region, accessKeyId, secretAccessKey, prefix } = settings;
  const { Bucket, url, style } = addressOf(settings);
  const client = new S3Client({
    ...style,
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 3,
    retryMode: 'standard',
    requestHandler: { connectionTimeout: patienceMs, socketTimeout: patienceMs },
    // Some services refuse the newer checksum headers, or never answer "100 Continue".
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
  });
  let goodUntil = 0;
  let isListable = false;

  async function write(name: string, bytes: Uint8Array, type: string): Promise<void> {
    const command = new PutObjectCommand({
      Bucket,
      Key: prefix + name,
      Body: bytes,
      ContentLength: bytes.byteLength,
      ContentType: type,
      // Checked by services that do not check the signed hash, and asked for by locked buckets.
      ContentMD5: createHash('md5').update(bytes).digest('base64'),
      // Kept with each photo, since not every service can be asked for a checksum of its own.
      Metadata: { sha256: sha256Of(bytes) },
    });
    const { ETag } = await client.send(command);
    // Another kind of server may answer 200 to everything.
    if (ETag === undefined) throw strangeAnswer();
    goodUntil = performance.now() + goodForMs;
  }

  async function read(name: string): Promise<StoredPhoto | null> {
    for (let isLast = false; ; isLast = true) {
      const command = new GetObjectCommand({ Bucket, Key: prefix + name });
      const found = await unlessMissing(client.send(command));
      if (found === null) return null;
      const { Body, LastModified: lastModified, Metadata } = found;
      if (Body === undefined || lastModified === undefined) throw strangeAnswer();
      try {
        const bytes = await Body.transformToByteArray();
        // A photo that another program brought there may have no checksum.
        const stored = Metadata?.sha256;
        if (stored !== undefined && stored !== sha256Of(bytes)) throw alteredPhoto();
        return { bytes, lastModified };
      } catch (error) {
        // The client repeats a request, but not the reading of its body.
        if (isLast) throw error;
      }
    }
  }

  async function page(token?: string) {
    // What is in further folders belongs to another shop or program.
    const folder = { Bucket, Prefix: prefix, Delimiter: '/' };
    const found = await client.send(
      new ListObjectsV2Command({ ...folder, ContinuationToken: token }),
    );
    const { IsTruncated, NextContinuationToken: next, Contents = [] } = found;
    if (IsTruncated === false) return { objects: Contents, next: undefined };
    // A list without its end must not pass for a whole one, nor be asked for over and over.
    if (next === undefined || next === '' || next === token) throw strangeAnswer();
    return { objects: Contents, next };
  }

  const adapter: PhotoStore = {
    put: (name, bytes) => write(name, bytes, isPngName(name) ? 'image/png' : 'image/jpeg'),
    get: read,
    // Not HEAD: its answer has no body, so a missing bucket would look like a missing photo.
    has: async (name) => (await read(name)) !== null,
    async delete(name) {
      const command = new DeleteObjectCommand({ Bucket, Key: prefix + name });
      await unlessMissing(client.send(command));
    },
    async *list() {
      let token: string | undefined;
      do {
        const { objects, next } = await page(token);
        for (const { Key = '', LastModified: storedAt } of objects) {
          const name = Key.slice(prefix.length);
          if (!isPhotoName(name) || storedAt === undefined) continue;
          // Whole seconds, as the photo's own header has it.
          yield { name, storedAt: new Date(Math.floor(storedAt.getTime() / 1000) * 1000) };
        }
        token = next;
      } while (token !== undefined);
    },
    async check() {
      if (performance.now() < goodUntil) return;
      // Without the right to list, a missing photo looks like one that must not be read.
      if (!isListable) await page();
      isListable = true;
      await write(checkName, checkBytes, 'text/plain');
      const found = await read(checkName);
      if (found === null || !checkBytes.equals(found.bytes)) throw alteredPhoto();
    },
  };
  return photoStoreOf(adapter, (what, error) => {
    goodUntil = 0;
    const failure = failureOf(error);
    return new PhotoStoreError(
      `The photo bucket ${url} failed to ${what}`,
      failure,
      failure.outage,
    );
  });
}
