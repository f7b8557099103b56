import RefreshCw from 'lucide/refresh-cw';
import { useEffect } from 'react';
import { currentConnection, onConnectionChange } from '../live/connection.ts';
import { Button } from '../ui/button.tsx';
import { lookForNewVersion, useIsNewVersionThere } from './application-version.ts';

/** Nothing is taken from under anybody's hands: the new version comes with the next load. */
export function NewVersionSign() {
  const isThere = useIsNewVersionThere();

  // A server that was away may have come back as another version.
  useEffect(
    () =>
      onConnectionChange(() => {
        if (currentConnection() === 'live') lookForNewVersion();
      }),
    [],
  );

  return (
    <div role="status">
      {isThere && (
        <div className="border-t bg-sunken">
          <div className="mx-auto flex max-w-[90rem] flex-wrap items-center justify-between gap-x-4 px-4 py-1 text-sm sm:px-6">
            <p>A new version of this tool is here.</p>
            <Button variant="quiet" icon={RefreshCw} onClick={() => location.reload()}>
              Reload
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
