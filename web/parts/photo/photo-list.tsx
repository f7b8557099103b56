import ImageOff from 'lucide/image-off';
import RotateCw from 'lucide/rotate-cw';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/classes.ts';
import { Dialog } from '../../ui/dialog.tsx';

export interface ShownPhoto {
  label: string;
  url: string;
  alt: string;
  /** Below it in the list. */
  caption?: ReactNode;
}

/** Sharp on the screens of today's tablets at the size it is shown. */
const smaller = (url: string) => `${url}?w=640`;

/** Among a ticket's facts, in a conversation, or in a line with buttons. */
const looks = {
  grid: {
    list: 'grid grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),10rem))] gap-2',
    frame: 'aspect-4/3 w-full',
  },
  text: { list: 'flex flex-wrap gap-1.5', frame: 'aspect-4/3 w-30' },
  line: { list: 'flex flex-wrap gap-1.5', frame: 'size-11' },
};

/** Small pictures, each of which opens large. */
export function PhotoList({
  label,
  photos,
  description,
  look = 'grid',
}: {
  label: string;
  photos: readonly ShownPhoto[];
  /** Below the name of the large one. */
  description: string;
  look?: keyof typeof looks;
}) {
  const [large, setLarge] = useState<ShownPhoto | null>(null);
  const [isOpen, setIsOpen] = useState(false);

  if (photos.length === 0) return null;
  return (
    <>
      <ul aria-label={label} className={looks[look].list}>
        {photos.map((photo) => (
          <li key={photo.url} className="flex min-w-0 flex-col gap-1">
            {/* The Retry of a failed photo lies over the button that opens it. */}
            <div className="relative [&>div_button]:z-10">
              <ImageWithRetry
                src={smaller(photo.url)}
                alt={photo.alt}
                isSmall={look !== 'grid'}
                isLazy
                frame={looks[look].frame}
              />
              <button
                type="button"
                aria-label={`Enlarge: ${photo.label}`}
                className="absolute inset-0 cursor-zoom-in rounded"
                onClick={() => {
                  setLarge(photo);
                  setIsOpen(true);
                }}
              />
            </div>
            {photo.caption}
          </li>
        ))}
      </ul>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        onClosed={() => setLarge(null)}
        title={large?.label ?? ''}
        description={description}
        size="large"
      >
        {large && (
          <ImageWithRetry
            key={large.url}
            src={large.url}
            alt={large.alt}
            isWhole
            frame="h-[70dvh] w-full"
          />
        )}
      </Dialog>
    </>
  );
}

type Phase = 'loading' | 'shown' | 'failed';

/** Keeps its frame whether or not the picture loads, so that nothing jumps. */
export function ImageWithRetry({
  src,
  alt,
  isWhole = false,
  isSmall = false,
  isLazy = false,
  frame,
}: {
  src: string;
  alt: string;
  /** The whole picture is shown, rather than the frame filled. */
  isWhole?: boolean;
  /** Too small for words: it opens large, and there says what is wrong. */
  isSmall?: boolean;
  /** Loaded when it is about to be scrolled to: a page may have hundreds. */
  isLazy?: boolean;
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
      className={classNames('relative overflow-hidden rounded border bg-sunken', frame)}
    >
      {phase === 'failed' ? (
        <div className="absolute inset-0 flex flex-col items-center justify-center gap-2 p-2 text-center">
          <ImageOff aria-hidden="true" size={20} className="text-ink-muted" />
          {!isSmall && (
            <>
              <p className="text-sm">Image failed to load</p>
              <Button icon={RotateCw} onClick={retry}>
                Retry
              </Button>
            </>
          )}
        </div>
      ) : (
        <img
          // A new element asks for the picture again.
          key={attempt}
          src={src}
          alt={alt}
          decoding="async"
          loading={isLazy ? 'lazy' : 'eager'}
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
