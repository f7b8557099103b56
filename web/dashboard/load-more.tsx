import ChevronDown from 'lucide-react/icons/chevron-down';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../ui/button.tsx';

/** Begins to load before the end of the list comes into view. */
const ahead = '600px 0px';

export interface LoadMoreProps {
  hasMore: boolean;
  isLoading: boolean;
  /** The last try failed: from then on only the button tries again. */
  hasFailed: boolean;
  onLoad: () => void;
}

/** At the end of a list that comes in pages: loads on by scrolling, or with the button. */
export function LoadMore({ hasMore, isLoading, hasFailed, onLoad }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const mayLoad = hasMore && !isLoading && !hasFailed;
  const load = useEffectEvent(onLoad);

  useEffect(() => {
    const element = end.current;
    if (!mayLoad || element === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) load();
      },
      { rootMargin: ahead },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [mayLoad]);

  if (!hasMore) return null;
  return (
    <div ref={end} className="flex flex-col items-center gap-2 pt-4">
      {hasFailed && (
        <p role="alert" className="text-danger-ink text-sm">
          The rest of the list could not be loaded.
        </p>
      )}
      <Button icon={ChevronDown} pending={isLoading} onClick={onLoad}>
        {hasFailed ? 'Retry' : 'Load more'}
      </Button>
    </div>
  );
}
