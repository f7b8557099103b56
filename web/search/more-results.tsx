import type { LoadMoreProps } from '../dashboard/load-more.tsx';
import { Button } from '../ui/button.tsx';

/** More results when they are asked for: by scrolling they would push away what stands below them. */
export function MoreResults({ hasMore, isLoading, hasFailed, onLoad }: LoadMoreProps) {
  if (!hasMore) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button pending={isLoading} onClick={() => void onLoad()}>
        {hasFailed ? 'Retry' : 'More results'}
      </Button>
      {hasFailed && (
        <p role="alert" className="text-danger-ink text-sm">
          The next results could not be loaded.
        </p>
      )}
    </div>
  );
}
