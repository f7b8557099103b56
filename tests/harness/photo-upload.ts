import { rm } from 'node:fs/promises';
import type { PhotoKind } from '../../domain/photo-name.ts';
import { dataFiles } from '../../server/config.ts';
import type { RunningApp } from './app.ts';
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
