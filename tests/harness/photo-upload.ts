import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PhotoKind } from '../../domain/photos.ts';
import { dataFiles } from '../../server/config.ts';
import type { RunningApp } from './app.ts';
import { allPhotos } from './backup-tasks.ts';
import type { Storage } from './storage.ts';
import { testPhoto } from './test-photos.ts';

/** Gives a ticket a photo. @returns its address */
export async function putPhoto(
  shop: RunningApp,
  ticketNumber: string,
  kind: PhotoKind = 'initial',
): Promise<string> {
  const path = `/api/repairs/${ticketNumber}/photos/${kind}`;
  const reply = await shop.staff.send('PUT', path, {
    headers: { 'content-type': 'image/jpeg' },
    body: new Uint8Array(await testPhoto()),
  });
  if (reply.status !== 201) throw new Error(`The photo was answered with ${reply.status}`);
  return (reply.json() as { url: string }).url;
}

/** The folder is gone, or the bucket does not let us in any more. */
export async function takePhotosAway({ dataDir, bucket }: Storage): Promise<void> {
  if (bucket === null) await rm(dataFiles.photos(dataDir), { recursive: true });
  else bucket.misbehave({ kind: 'refuse', status: 403, code: 'AccessDenied' });
}

const fileOf = ({ dataDir }: Storage, name: string) =>
  join(dataFiles.photos(dataDir), name.slice(0, 2), name);

/** Puts a photo there behind the product's back. */
export async function bringPhoto(storage: Storage, name: string, storedAt: Date): Promise<void> {
  const bytes = Buffer.from('a photo');
  if (storage.bucket !== null) {
    storage.bucket.objects.set(name, { bytes, storedAt, headers: {} });
    return;
  }
  const file = fileOf(storage, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
  await utimes(file, storedAt, storedAt);
}

/** Takes a photo away behind the product's back. */
export async function removePhoto(storage: Storage, name: string): Promise<void> {
  if (storage.bucket === null) await rm(fileOf(storage, name));
  else storage.bucket.objects.delete(name);
}

/** Has all photos be as old as is said. */
export async function photosAreFrom(storage: Storage, storedAt: Date): Promise<void> {
  for (const [key, object] of storage.bucket?.objects ?? []) {
    storage.bucket?.objects.set(key, { ...object, storedAt });
  }
  if (storage.bucket !== null) return;
  for (const name of Object.keys(await allPhotos(storage))) {
    await utimes(fileOf(storage, name), storedAt, storedAt);
  }
}
