import ImageOff from 'lucide/image-off';
import RotateCw from 'lucide/rotate-cw';
import { useRef, useState } from 'react';
import { Button } from './button.tsx';
import { classNames } from './classes.ts';

export interface ImageWithRetryProps {
  src: string;
  alt: string;
  /** `cover` fills the frame, `contain` shows all of the picture. */
  fit?: 'cover' | 'contain';
  frame?: string;
}

type Phase = 'loading' | 'shown' | 'failed';

/** Keeps its frame whether or not the picture loads, so that nothing jumps. */
export function ImageWithRetry({
  src,
  alt,
  fit = 'cover',
  frame = 'aspect-4/3',
}: ImageWithRetryProps) {
  // Another picture is another story: the key starts it from the beginning.
  return <Picture key={src} src={src} alt={alt} fit={fit} frame={frame} />;
}

function Picture({ src, alt, fit, frame }: Required<ImageWithRetryProps>) {
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
            fit === 'cover' ? 'object-cover' : 'object-contain',
            phase === 'loading' && 'opacity-0',
          )}
        />
      )}
    </div>
  );
}
