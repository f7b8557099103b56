import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ImageWithRetry } from '../photo/photo-list.tsx';

/** Two photos side by side, to tell one watch from another. On a phone one is above the other. */
export function ComparePhotos({
  name,
  before,
  now,
}: {
  /** Of the watch that was here before. */
  name: string;
  before: string;
  /** Null if the watch has none yet: at intake it is at hand. */
  now: string | null;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const photos = [
    { url: before, caption: 'Before', alt: `Photo of ${name} from an earlier repair` },
    ...(now === null ? [] : [{ url: now, caption: 'Now', alt: 'Photo from this ticket' }]),
  ];
  return (
    <>
      <Button variant="quiet" onClick={() => setIsOpen(true)}>
        Compare photos
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Compare photos"
        description={<bdi>{name}</bdi>}
        size="large"
      >
        <div className="flex gap-4 max-sm:flex-col">
          {photos.map(({ url, caption, alt }) => (
            <figure key={caption} className="min-w-0 flex-1">
              <figcaption className="pb-1 font-medium">{caption}</figcaption>
              <ImageWithRetry
                src={url}
                alt={alt}
                isWhole
                frame="aspect-square max-h-[36dvh] w-full sm:max-h-[65dvh]"
              />
            </figure>
          ))}
        </div>
      </Dialog>
    </>
  );
}
