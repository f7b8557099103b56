import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import type { Answer, Input } from '../../domain/api.ts';
import type { Repair } from '../../domain/api-answers.ts';
import type { TicketPhoto } from '../../domain/api-ticket-photos.ts';
import type { PhotoKind } from '../../domain/photos.ts';
import { dataFiles } from '../../server/base/config.ts';
import type { RunningApp } from './app.ts';
import { type Reply, urlOf } from './http-client.ts';
import { minute } from './settable-clock.ts';
import type { Storage } from './storage.ts';

export async function putPhoto(
  shop: Pick<RunningApp, 'staff'>,
  ticketNumber: string,
  kind: PhotoKind = 'initial',
  photo: Promise<Buffer> = testPhoto(),
): Promise<string> {
  const path = `/api/repairs/${ticketNumber}/photos/${kind}`;
  const reply = await shop.staff.send('PUT', path, {
    headers: { 'content-type': 'image/jpeg' },
    body: new Uint8Array(await photo),
  });
  if (reply.status !== 201) {
    throw new Error(`The photo was answered with ${reply.status}: ${reply.text}`);
  }
  return (reply.json() as { url: string }).url;
}

/** A photo of its own color, added besides the initial and the completion photo. */
export async function addTicketPhoto(
  shop: Pick<RunningApp, 'staff'>,
  { ticketNumber }: Pick<Repair, 'ticketNumber'>,
  given: Partial<Input<'addTicketPhoto', 'query'>> = {},
): Promise<TicketPhoto> {
  const query = { photoId: randomUUID(), kind: 'bench', ...given } as const;
  const reply = await sendTicketPhoto(shop, { ticketNumber }, query);
  if (reply.status >= 300) throw new Error(`The photo was answered with ${reply.text}`);
  return (reply.json() as Answer<'addTicketPhoto'>).photo;
}

export async function sendTicketPhoto(
  shop: Pick<RunningApp, 'staff'>,
  { ticketNumber }: Pick<Repair, 'ticketNumber'>,
  query: Readonly<Record<string, string | null | undefined>>,
  photo: Promise<Buffer> = testPhoto(nextColor(), { width: 120, height: 90 }),
): Promise<Reply> {
  return shop.staff.send('POST', urlOf('addTicketPhoto', { params: { ticketNumber }, query }), {
    headers: { 'content-type': 'image/jpeg' },
    body: new Uint8Array(await photo),
  });
}

/** The folder is gone, or the bucket does not let us in anymore. */
export async function takePhotosAway({ dataDir, bucket }: Storage): Promise<void> {
  if (bucket === null) await rm(dataFiles.photos(dataDir), { recursive: true });
  else bucket.misbehave({ kind: 'refuse', status: 403, code: 'AccessDenied' });
}

const fileOf = ({ dataDir }: Storage, name: string) =>
  join(dataFiles.photos(dataDir), name.slice(0, 2), name);

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

export async function removePhoto(storage: Storage, name: string): Promise<void> {
  if (storage.bucket === null) await rm(fileOf(storage, name));
  else storage.bucket.objects.delete(name);
}

/** As if every photo had been stored at this time. */
export async function setPhotoTimes(storage: Storage, storedAt: Date): Promise<void> {
  for (const [key, object] of storage.bucket?.objects ?? []) {
    storage.bucket?.objects.set(key, { ...object, storedAt });
  }
  if (storage.bucket !== null) return;
  for (const name of Object.keys(await allPhotos(storage))) {
    await utimes(fileOf(storage, name), storedAt, storedAt);
  }
}

export function testPhoto(
  color: { r: number; g: number; b: number } = { r: 200, g: 40, b: 40 },
  size: { width: number; height: number } = { width: 800, height: 600 },
): Promise<Buffer> {
  return sharp({ create: { ...size, channels: 3, background: color } })
    .jpeg()
    .toBuffer();
}

let shade = 0;

function nextColor() {
  shade = (shade + 37) % 256;
  return { r: shade, g: 90, b: 255 - shade };
}

/** As {@link putPhoto}, a minute later and of a color of its own. */
export function addPhoto(
  shop: Pick<RunningApp, 'clock' | 'staff'>,
  ticketNumber: string,
  kind: PhotoKind = 'initial',
): Promise<string> {
  shop.clock.advance(minute);
  return putPhoto(shop, ticketNumber, kind, testPhoto(nextColor(), { width: 120, height: 90 }));
}

/** Every photo of a store, as hexadecimal bytes by its name. */
export async function allPhotos({ dataDir, bucket }: Storage): Promise<Record<string, string>> {
  if (bucket !== null) {
    const found = [...bucket.objects].filter(([key]) => key !== 'check.txt').sort();
    return Object.fromEntries(found.map(([key, { bytes }]) => [key, bytes.toString('hex')]));
  }
  const folder = dataFiles.photos(dataDir);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const photos: [string, string][] = [];
  for (const entry of entries.filter((each) => each.isFile())) {
    const bytes = await readFile(join(entry.parentPath, entry.name));
    photos.push([entry.name, bytes.toString('hex')]);
  }
  return Object.fromEntries(photos.sort(([one], [other]) => one.localeCompare(other)));
}
