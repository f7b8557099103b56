import type { TicketPhotoKind } from '../../../domain/ticket-photos.ts';
import { atComputer } from '../call.ts';
import { newId } from '../new-id.ts';
import { photoChanges } from './photo-changes.ts';

/**
 * Puts photos that were just taken into the browser's database. They are sent from there; those of a form,
 * once it has been sent.
 */
export async function addPhotos(
  { repairId, ticketNumber }: { repairId: string; ticketNumber: string | null },
  kind: TicketPhotoKind,
  photos: readonly Blob[],
): Promise<void> {
  for (const [at, photo] of photos.entries()) {
    await photoChanges.add({
      photoId: newId(),
      repairId,
      ticketNumber,
      kind,
      caption: '',
      photo,
      // One after another, even if they were picked together.
      takenAt: new Date(Date.now() + at).toISOString(),
      initials: atComputer.get(),
      isReady: ticketNumber !== null,
      isWaiting: false,
      refusal: null,
    });
  }
}
