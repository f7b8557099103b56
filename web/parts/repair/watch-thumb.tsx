import Watch from 'lucide/watch';
import { useEffect, useState } from 'react';
import { currentConnection, onConnectionChange } from '../../data/connection.ts';
import { classNames } from '../../ui/classes.ts';

/** Sharp on today's tablet screens at the largest size used. */
const smallest = (url: string) => `${url}?w=320`;

/** The watch as it came in; an outline if there is no photo, or it doesn't load. The ticket shows it large. */
export function WatchThumb({
  url,
  className = 'size-thumb',
}: {
  url: string | null | undefined;
  /** Its size. */
  className?: string;
}) {
  const [failed, setFailed] = useState<string | null>(null);
  // The connection may have been down.
  useEffect(() => {
    if (failed === null) return;
    return onConnectionChange(() => {
      if (currentConnection() === 'live') setFailed(null);
    });
  }, [failed]);
  const frame = classNames('shrink-0 overflow-hidden rounded-sm bg-sunken', className);
  if (!url || url === failed) {
    return (
      <span className={`grid place-items-center text-line-strong ${frame}`}>
        <Watch aria-hidden="true" size={16} strokeWidth={1.5} />
      </span>
    );
  }
  return (
    <img
      src={smallest(url)}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setFailed(url)}
      className={`object-cover ${frame}`}
    />
  );
}
