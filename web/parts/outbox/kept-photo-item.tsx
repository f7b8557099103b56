import CircleX from 'lucide/circle-x';
import Clock from 'lucide/clock';
import RotateCw from 'lucide/rotate-cw';
import Trash from 'lucide/trash-2';
import { useState } from 'react';
import { ticketPhotoLabels } from '../../../domain/ticket-photos.ts';
import type { KeptPhoto } from '../../data/kept-photos/kept-photos.ts';
import { photoChanges } from '../../data/kept-photos/photo-changes.ts';
import { provisionalNumber } from '../../data/outbox/outbox-entry.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { PhotoPreview } from '../photo/photo-preview.tsx';
import { TicketLink } from '../repair/ticket-link.tsx';
import { TimeAgo } from '../time/date-time.tsx';
import { showNotDone } from './outbox-item.tsx';

/** Its ticket, by the number that it has in this browser. */
export const photoSubject = ({ ticketNumber, repairId }: KeptPhoto): string =>
  ticketNumber ?? provisionalNumber(repairId);

/** Shown in a list with photos of other tickets. */
export function KeptPhotoItem({ photo }: { photo: KeptPhoto }) {
  const { ticketNumber, kind, takenAt } = photo;
  return (
    <li className="flex flex-col gap-2 border-t px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="min-w-0 break-words font-medium">
          {ticketPhotoLabels[kind]} photo ·{' '}
          {ticketNumber === null ? (
            <span className="figures">{photoSubject(photo)}</span>
          ) : (
            <TicketLink ticketNumber={ticketNumber} />
          )}
        </p>
        <span className="text-ink-muted text-sm">
          <TimeAgo iso={takenAt} />
        </span>
      </div>
      <KeptPhotoState photo={photo} />
    </li>
  );
}

/** A photo that waits for the server or, if refused, for staff. */
export function KeptPhotoState({ photo: kept }: { photo: KeptPhoto }) {
  const { photoId, photo, caption, isWaiting, refusal } = kept;
  const [asks, setAsks] = useState(false);
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
      {!isSending && (
        <div className="flex flex-wrap items-start gap-2">
          {refusal !== null && (
            <Button
              icon={RotateCw}
              onClick={() => void photoChanges.noteRefusal(photoId, null).catch(showNotDone)}
            >
              Send again
            </Button>
          )}
          <Button icon={Trash} variant="quiet" onClick={() => setAsks(true)}>
            Discard
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asks}
        title={`Discard the photo of ${photoSubject(kept)}?`}
        description="It hasn’t synced yet. It exists only in this browser and can’t be recovered."
        confirmLabel="Discard"
        cancelLabel="Keep it"
        onConfirm={() => {
          setAsks(false);
          void photoChanges.remove(photoId).catch(showNotDone);
        }}
        onClose={() => setAsks(false)}
      />
    </>
  );
}
