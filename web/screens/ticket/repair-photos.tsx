import ImageOff from 'lucide/image-off';
import RotateCw from 'lucide/rotate-cw';
import { useRef, useState } from 'react';
import type { Repair } from '../../../domain/api-answers.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/classes.ts';
import { Dialog } from '../../ui/dialog.tsx';

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
        className="grid grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),10rem))] gap-2"
      >
        {photos.map((photo) => (
          <li key={photo.url} className="flex min-w-0 flex-col gap-1">
            {/* The Retry of a failed photo lies over the button that opens it. */}
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
            key={large.url}
            src={large.url}
            alt={`${large.label} of ${watch}`}
            isWhole
            frame="h-[70dvh]"
          />
        )}
      </Dialog>
    </>
  );
}

type Phase = 'loading' | 'shown' | 'failed';

/** Keeps its frame whether or not the picture loads, so that nothing jumps. */
function ImageWithRetry({
  src,
  alt,
  isWhole = false,
  frame,
}: {
  src: string;
  alt: string;
  /** The whole picture is shown, rather than the frame filled. */
  isWhole?: boolean;
  frame: string;
}) {
  const [phase, setPhase] = useState<Phase>('loading');
  const [attempt, setAttempt] = useState(0);
  const frameElement = useRef<HTMLDivElement>(null);

  function retry() {
    setPhase('loading');
    setAttempt(attempt + 1);
    // The button goes away under the finger: the focus stays with the picture.
    frameElement.current?.focus();
  }

  return (
    <div
      ref={frameElement}
      tabIndex={-1}
      className={classNames('relative w-full overflow-hidden rounded border bg-sunken', frame)}
    >
      {phase === 'failed' ? (
        <div className="absolute inset-0 flex flex-col items-center justify-center gap-2 p-2 text-center">
          <ImageOff aria-hidden="true" size={20} className="text-ink-muted" />
          <p className="text-sm">Image failed to load</p>
          <Button icon={RotateCw} onClick={retry}>
            Retry
          </Button>
        </div>
      ) : (
        <img
          // A new element asks for the picture again.
          key={attempt}
          src={src}
          alt={alt}
          decoding="async"
          onLoad={() => setPhase('shown')}
          onError={() => setPhase('failed')}
          className={classNames(
            'absolute inset-0 size-full transition-opacity',
            isWhole ? 'object-contain' : 'object-cover',
            phase === 'loading' && 'opacity-0',
          )}
        />
      )}
    </div>
  );
}
