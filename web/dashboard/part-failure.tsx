import { useState } from 'react';
import { ErrorState } from '../ui/error-state.tsx';

/** In the place of a part of the screen that could not be loaded or drawn. */
export function PartFailure({ error }: { error: unknown }) {
  const [isRetrying, setIsRetrying] = useState(false);

  /** A browser does not fetch code again that failed once: the page has to, if anybody answers. */
  async function retry() {
    setIsRetrying(true);
    const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
    if (answer?.ok) location.reload();
    else setIsRetrying(false);
  }

  return (
    <ErrorState title="This part could not be shown" onRetry={retry} retrying={isRetrying}>
      {error instanceof Error ? error.message : String(error)}
    </ErrorState>
  );
}
