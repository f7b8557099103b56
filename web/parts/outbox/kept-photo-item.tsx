import CircleX from 'lucide/circle-x';
import Clock from 'lucide/clock';
import { ticketPhotoLabels } from '../../../domain/ticket-photos.ts';
import type { KeptPhoto } from '../../data/kept-photos/kept-photos.ts';
import { photoChanges } from '../../data/kept-photos/photo-changes.ts';
import { provisionalNumber } from '../../data/outbox/outbox-entry.ts';
import { PhotoPreview } from '../photo/photo-preview.tsx';
import { TicketLink } from '../repair/ticket-link.tsx';
import { KeptItem, KeptSteps } from './kept-item.tsx';

/** Its ticket, by the number that it has in this browser. */
export const photoSubject = ({ ticketNumber, repairId }: KeptPhoto): string =>
  ticketNumber ?? provisionalNumber(repairId);

/** Shown in a list with photos of other tickets. */
export function KeptPhotoItem({ photo }: { photo: KeptPhoto }) {
  const { ticketNumber, kind, takenAt } = photo;
  return (
    <KeptItem
      title={
        <>
          {ticketPhotoLabels[kind]} photo ·{' '}
          {ticketNumber === null ? (
            <span className="figures">{photoSubject(photo)}</span>
          ) : (
            <TicketLink ticketNumber={ticketNumber} />
          )}
        </>
      }
      at={takenAt}
    >
      <KeptPhotoState photo={photo} />
    </KeptItem>
  );
}

/** A photo that waits for the server or, if refused, for staff. */
export function KeptPhotoState({ photo: kept }: { photo: KeptPhoto }) {
  const { photoId, photo, caption, isWaiting, refusal } = kept;
  const Icon = refusal === null ? Clock : CircleX;
  const isSending = refusal === null && !isWaiting;
  return (
    <>
      <div className="flex items-start gap-3">
        <PhotoPreview photo={photo} alt={caption || 'Photo waiting to sync'} />
        <div className="min-w-0 flex-1 break-words text-sm">
          {caption !== '' && <bdi>{caption}</bdi>}
          <p
            role="status"
            className={`flex items-start gap-1.5 ${refusal === null ? 'text-ink-muted' : 'text-late'}`}
          >
            <Icon aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
            {refusal !== null && `${refusal.title}. ${refusal.detail}`}
            {refusal === null && (isSending ? 'Saving…' : 'Waiting to sync')}
          </p>
        </div>
      </div>
      <KeptSteps
        what={`the photo of ${photoSubject(kept)}`}
        isRefused={refusal !== null}
        isSending={isSending}
        onAgain={() => photoChanges.noteRefusal(photoId, null)}
        onDiscard={() => photoChanges.remove(photoId)}
      />
    </>
  );
}
