import type { TicketPhotoKind } from '../../domain/ticket-photos.ts';
import { addTicketPhoto } from '../../server/photos/ticket-photos.ts';
import { chanceOf } from './chance.ts';
import { pictureOf } from './pictures.ts';
import { type Setting, unlessRefused, type Visit } from './plans.ts';

const captions: Readonly<Record<TicketPhotoKind, readonly (string | null)[]>> = {
  intake: ['Scratch at 4 o’clock', 'Ding between the lugs', 'Clasp, as it came in', null],
  bench: ['Dial side, before cleaning', 'Worn crown tube', 'Movement, as it was found'],
  completion: ['On the timing machine', 'Case after refinishing', null],
};

/** Some watches are photographed more than once. */
export async function addPhotos(
  { deps }: Setting,
  { repair, watch, hasPhotos }: Visit,
  kind: TicketPhotoKind,
): Promise<void> {
  // Random choices of its own, so that the rest of the shop's story stays the same.
  const chance = chanceOf(`${repair.repairId} photos ${kind}`);
  if (!hasPhotos || !chance.happens(0.3)) return;
  const picture = await pictureOf(watch, kind === 'completion' ? 'completed' : 'initial');
  const photo = { photoId: chance.uuid(), kind, caption: chance.pick(captions[kind]) };
  await unlessRefused(addTicketPhoto(deps, repair.ticketNumber, photo, picture));
}
