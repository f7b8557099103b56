import { useState } from 'react';
import type { Repair } from '../../domain/api-answers.ts';
import { classNames } from '../ui/classes.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ImageWithRetry } from '../ui/image-with-retry.tsx';

interface Photo {
  label: string;
  url: string;
}

/** Sharp on the screens of today's tablets at the size it is shown. */
const smaller = (url: string) => `${url}?w=640`;

function photosOf(repair: Repair): Photo[] {
  const photos = [
    { label: 'Initial photo', url: repair.initialPhotoUrl },
    { label: 'Completion photo', url: repair.completedPhotoUrl },
  ];
  return photos.filter((photo): photo is Photo => photo.url !== null);
}

/** The watch as it came and as it goes; a press opens a photo large. */
export function RepairPhotos({ repair }: { repair: Repair }) {
  const [large, setLarge] = useState<Photo | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const photos = photosOf(repair);
  const watch = `${repair.watchBrand} ${repair.watchModel}`;

  if (photos.length === 0) return null;
  return (
    <>
      <ul
        aria-label="Photos"
        className={classNames(
          'grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3',
          photos.length === 1 ? '@4xl:grid-cols-1' : '@4xl:grid-cols-2',
        )}
      >
        {photos.map((photo) => (
          <li key={photo.url} className="flex min-w-0 flex-col gap-1">
            {/* The Retry of a photo that fails lies above the button that opens it. */}
            <div className="relative [&>div_button]:z-10">
              <ImageWithRetry
                src={smaller(photo.url)}
                alt={`${photo.label} of ${watch}`}
                frame="aspect-4/3"
              />
              <button
                type="button"
                aria-label={`Open large: ${photo.label}`}
                className="absolute inset-0 cursor-zoom-in rounded"
                onClick={() => {
                  setLarge(photo);
                  setIsOpen(true);
                }}
              />
            </div>
            <p className="text-ink-muted text-sm">{photo.label}</p>
          </li>
        ))}
      </ul>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        onClosed={() => setLarge(null)}
        title={large?.label ?? ''}
        description={`${repair.ticketNumber} · ${watch}`}
        size="large"
      >
        {large && (
          <ImageWithRetry
            src={large.url}
            alt={`${large.label} of ${watch}`}
            fit="contain"
            frame="h-[70dvh]"
          />
        )}
      </Dialog>
    </>
  );
}
