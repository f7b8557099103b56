import type { PhotoKind } from '../../domain/photo-name.ts';
import type { RunningApp } from './app.ts';
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
