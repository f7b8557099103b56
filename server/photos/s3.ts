import { createHash } from 'node:crypto';
import { isPhotoName } from '../../domain/photo-name.ts';
import type { BucketSettings } from './bucket-settings.ts';
import {
  type ListedPhoto,
  type PhotoStore,
  PhotoStoreError,
  requirePhotoName,
  type StoredPhoto,
} from './photo-store.ts';
import { alteredPhoto, BucketFailure, strangeAnswer } from './s3-failure.ts';
import { type ListingPage, readListing } from './s3-listing.ts';
import {
  type BucketAnswer,
  type BucketOptions,
  bucketAddress,
  bucketRequests,
  sha256Of,
} from './s3-requests.ts';

/** Kept with each photo, since not every service can be asked for a checksum of its own. */
const checksumHeader = 'x-amz-meta-sha256';

/** What a check writes; no photo has such a name. */
const checkName = 'check.txt';
const checkBytes = Buffer.from('Written to see whether photos can be stored.\n');

/** Whoever asks whether the bucket serves is answered from memory for so long: each look costs. */
const goodForMs = 30_000;
/** `/readyz` waits no longer. */
const checkPatienceMs = 3000;

function lastModifiedOf({ headers }: BucketAnswer): Date {
  const time = Date.parse(headers.get('last-modified') ?? '');
  if (Number.isNaN(time)) throw strangeAnswer();
  return new Date(time);
}

function mustBeWhole({ headers, bytes }: BucketAnswer): void {
  const stored = headers.get(checksumHeader);
  // A photo that some other program brought there may have none.
  if (stored !== null && stored !== sha256Of(bytes)) throw alteredPhoto();
}

/** Some other server may well say yes to everything. */
function mustBeStored({ headers }: BucketAnswer): void {
  if (!headers.has('etag')) throw strangeAnswer();
}

async function unlessMissing<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof BucketFailure && error.code === 'NoSuchKey') return null;
    throw error;
  }
}

/**
 * Photos in a bucket of an S3-compatible service, each under its name after the prefix. An object
 * comes whole or not at all, so nothing is ever written under another name first. The service
 * refuses bytes that are not those that were signed, and what is read is checked against the
 * checksum that was stored with it. docs/decisions/photos-in-s3.md
 *
 * Opens nothing: a bucket that is out of reach shows at the first use, and heals by itself.
 */
export function createS3PhotoStore(
  settings: BucketSettings,
  options: BucketOptions = {},
): PhotoStore {
  const { prefix } = settings;
  const requests = bucketRequests(settings, options);
  const where = `The photo bucket ${bucketAddress(settings)}`;
  let goodUntil = 0;
  let isListable = false;

  async function orStoreError<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof BucketFailure)) throw error;
      goodUntil = 0;
      throw new PhotoStoreError(`${where} failed to ${what}`, error, error.outage);
    }
  }

  async function write(name: string, bytes: Uint8Array, type: string, patienceMs?: number) {
    await requests.send({
      method: 'PUT',
      name,
      body: bytes,
      check: mustBeStored,
      headers: {
        'content-type': type,
        // Checked by services that do not check the signed hash, and asked for by locked buckets.
        'content-md5': createHash('md5').update(bytes).digest('base64'),
        [checksumHeader]: sha256Of(bytes),
      },
      ...(patienceMs === undefined ? {} : { patienceMs }),
    });
    goodUntil = performance.now() + goodForMs;
  }

  async function read(name: string, patienceMs?: number): Promise<StoredPhoto | null> {
    const answer = await unlessMissing(
      requests.send({
        method: 'GET',
        name,
        check: mustBeWhole,
        ...(patienceMs === undefined ? {} : { patienceMs }),
      }),
    );
    return answer && { bytes: answer.bytes, lastModified: lastModifiedOf(answer) };
  }

  async function page(
    continuation: string | null,
    most?: number,
    patienceMs?: number,
  ): Promise<ListingPage> {
    const { bytes } = await requests.send({
      method: 'GET',
      name: '',
      query: {
        'list-type': '2',
        // What lies in further folders is somebody else's.
        delimiter: '/',
        ...(prefix === '' ? {} : { prefix }),
        ...(most === undefined ? {} : { 'max-keys': String(most) }),
        ...(continuation === null ? {} : { 'continuation-token': continuation }),
      },
      ...(patienceMs === undefined ? {} : { patienceMs }),
    });
    return readListing(bytes.toString('utf8'));
  }

  async function* listAll(): AsyncGenerator<ListedPhoto> {
    let continuation: string | null = null;
    do {
      const before: string | null = continuation;
      const { objects, continuation: next } = await orStoreError('list photos', async () => {
        const found = await page(before);
        // Else it would be asked for the same photos for ever.
        if (found.continuation !== null && found.continuation === before) throw strangeAnswer();
        return found;
      });
      for (const { key, storedAt } of objects) {
        const name = key.slice(prefix.length);
        if (key.startsWith(prefix) && isPhotoName(name)) yield { name, storedAt };
      }
      continuation = next;
    } while (continuation !== null);
  }

  return {
    async put(name, jpeg) {
      requirePhotoName(name);
      await orStoreError(`store ${name}`, () => write(name, jpeg, 'image/jpeg'));
    },
    async get(name) {
      requirePhotoName(name);
      return await orStoreError(`read ${name}`, () => read(name));
    },
    async has(name) {
      requirePhotoName(name);
      // Not HEAD: its answer has no body, so a missing bucket would look like a missing photo.
      const headers = { range: 'bytes=0-0' };
      const check = (answer: BucketAnswer) => void lastModifiedOf(answer);
      const work = () => unlessMissing(requests.send({ method: 'GET', name, headers, check }));
      return (await orStoreError(`look for ${name}`, work)) !== null;
    },
    async delete(name) {
      requirePhotoName(name);
      const check = ({ bytes }: BucketAnswer) => {
        if (bytes.length > 0) throw strangeAnswer();
      };
      const work = () => unlessMissing(requests.send({ method: 'DELETE', name, check }));
      await orStoreError(`delete ${name}`, work);
    },
    list: listAll,
    async check() {
      if (performance.now() < goodUntil) return;
      const { patienceMs = checkPatienceMs } = options;
      const patience = Math.min(patienceMs, checkPatienceMs);
      await orStoreError('take a photo', async () => {
        // Without the right to list, a photo that is not there looks like one that must not be read.
        if (!isListable) await page(null, 1, patience);
        isListable = true;
        await write(checkName, checkBytes, 'text/plain', patience);
        const found = await read(checkName, patience);
        if (found === null || !checkBytes.equals(found.bytes)) throw alteredPhoto();
      });
    },
  };
}
