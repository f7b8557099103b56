import ChevronRight from 'lucide/chevron-right';
import X from 'lucide/x';
import { useState } from 'react';
import { limits } from '../../../domain/field-list.ts';
import { maxTicketPhotos } from '../../../domain/ticket-photos.ts';
import { addPhotos } from '../../data/kept-photos/add-photos.ts';
import type { KeptPhoto } from '../../data/kept-photos/kept-photos.ts';
import { photoChanges } from '../../data/kept-photos/photo-changes.ts';
import { PhotoAdder } from '../../parts/photo/photo-adder.tsx';
import { PhotoPreview } from '../../parts/photo/photo-preview.tsx';
import { IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** Photos of the watch at intake. Collapsed until opened. */
export function MorePhotos({
  repairId,
  photos,
}: {
  repairId: string;
  /** The photos taken so far. */
  photos: readonly KeptPhoto[];
}) {
  const [isOpen, setIsOpen] = useState(photos.length > 0);
  const room = maxTicketPhotos - photos.length;
  return (
    <details
      className="group"
      open={isOpen || photos.length > 0}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="flex min-h-control cursor-pointer list-none items-center gap-2 rounded font-medium [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          size={16}
          className="shrink-0 transition-transform group-open:rotate-90"
        />
        More photos
        <span className="font-normal text-ink-muted text-sm">
          {photos.length > 0 ? `${photos.length} of ${maxTicketPhotos}` : 'Optional'}
        </span>
      </summary>
      <div className="flex flex-col gap-3">
        {photos.length > 0 && (
          <ul aria-label="More photos" className="flex flex-col gap-2">
            {photos.map((each, at) => (
              <li key={each.photoId} className="flex items-center gap-2">
                <PhotoPreview photo={each.photo} alt={`Photo ${at + 1}, as it will be sent`} />
                <div className="min-w-0 flex-1">
                  <TextField
                    label={`Caption of photo ${at + 1}`}
                    isLabelHidden
                    placeholder="Caption"
                    optional
                    autoComplete="off"
                    maxLength={limits.photoCaption}
                    value={each.caption}
                    onChange={({ target }) => photoChanges.typeCaption(each.photoId, target.value)}
                    onBlur={photoChanges.keepCaptions}
                  />
                </div>
                <IconButton
                  icon={X}
                  label={`Remove photo ${at + 1}`}
                  onClick={() => void photoChanges.remove(each.photoId)}
                />
              </li>
            ))}
          </ul>
        )}
        {room > 0 && (
          <PhotoAdder
            room={room}
            onPhotos={(taken) => void addPhotos({ repairId, ticketNumber: null }, 'intake', taken)}
          />
        )}
      </div>
    </details>
  );
}
