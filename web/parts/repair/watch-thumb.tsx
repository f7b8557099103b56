import Watch from 'lucide/watch';
import { useEffect, useState } from 'react';
import { currentConnection, onConnectionChange } from '../../data/connection.ts';
import { classNames } from '../../ui/classes.ts';

/** Sharp on the screens of today's tablets at the largest size it has. */
const smallest = (url: string) => `${url}?w=320`;

/** The watch as it came in; an outline where it has no photo, or none that loads. Its ticket has it large. */
export function WatchThumb({
  url,
  className = 'size-thumb',
}: {
  url: string | null | undefined;
  /** Its size. */
  className?: string;
}) {
  const [failed, setFailed] = useState<string | null>(null);
  // It may have been the connection.
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
