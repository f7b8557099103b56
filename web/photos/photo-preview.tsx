import ImageIcon from 'lucide/image';
import X from 'lucide/x';
import { useState } from 'react';
import { IconButton } from '../ui/icon-button.tsx';
import { useObjectUrl } from './object-url.ts';

function sizeText(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** A chosen photo before it is sent. */
export function PhotoPreview({
  photo,
  label,
  onRemove,
}: {
  photo: Blob;
  /** The field's, e.g. "Initial photo". */
  label: string;
  onRemove: () => void;
}) {
  const url = useObjectUrl(photo);
  const [unreadable, setUnreadable] = useState<string | null>(null);
  const name = photo instanceof File ? photo.name : 'Photo from the camera';
  return (
    <div className="flex w-full min-w-0 items-center gap-3">
      <div className="relative grid aspect-4/3 w-24 shrink-0 place-items-center overflow-hidden rounded border bg-sunken text-ink-muted">
        {url !== null && unreadable !== url ? (
          <img
            src={url}
            alt={`${label}, as it will be sent`}
            decoding="async"
            onError={() => setUnreadable(url)}
            className="absolute inset-0 size-full object-cover"
          />
        ) : (
          <ImageIcon aria-hidden="true" size={20} />
        )}
      </div>
      <div className="min-w-0 flex-1 text-sm">
        <p className="truncate">{name}</p>
        <p className="figures text-ink-muted">
          {sizeText(photo.size)}
          {unreadable !== null && unreadable === url && ', no preview in this browser'}
        </p>
      </div>
      <IconButton icon={X} label="Remove photo" onClick={onRemove} />
    </div>
  );
}
