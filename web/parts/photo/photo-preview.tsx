import ImageIcon from 'lucide/image';
import { useState } from 'react';
import { useObjectUrl } from './camera.ts';

/** A small preview of a photo held in this browser. */
export function PhotoPreview({
  photo,
  alt,
  onUnreadable,
}: {
  photo: Blob;
  alt: string;
  /** Some browsers can't show HEIC. */
  onUnreadable?: () => void;
}) {
  const url = useObjectUrl(photo);
  const [unreadable, setUnreadable] = useState<string | null>(null);
  return (
    <div className="relative grid aspect-4/3 w-24 shrink-0 place-items-center overflow-hidden rounded border bg-sunken text-ink-muted">
      {url !== null && unreadable !== url ? (
        <img
          src={url}
          alt={alt}
          decoding="async"
          onError={() => {
            setUnreadable(url);
            onUnreadable?.();
          }}
          className="absolute inset-0 size-full object-cover"
        />
      ) : (
        <ImageIcon aria-hidden="true" size={20} />
      )}
    </div>
  );
}
