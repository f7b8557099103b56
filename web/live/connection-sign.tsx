import CloudOff from 'lucide-react/icons/cloud-off';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useEffect, useState } from 'react';
import { useOutage } from '../local-copies/outage.ts';
import { Banner } from '../ui/banner.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { type Connection, useConnection } from './connection.ts';

/** A server that is started anew is back before anybody needs to know. */
const quietForMs = 3_000;

/** The connection, once it has stayed the same for a while; a good one at once. */
function useSettledConnection(): Connection {
  const connection = useConnection();
  const [settled, setSettled] = useState(connection);
  useEffect(() => {
    const isGood = connection === 'live' || connection === 'connecting';
    const timer = setTimeout(() => setSettled(connection), isGood ? 0 : quietForMs);
    return () => clearTimeout(timer);
  }, [connection]);
  return settled;
}

/** Over the page and not in it: what somebody reads must not move because the network did. */
export function ConnectionSign() {
  const connection = useSettledConnection();
  const outage = useOutage();
  const isBad = outage !== null || connection === 'offline' || connection === 'polling';
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-[max(1rem,env(safe-area-inset-bottom))] z-30 flex sm:right-6 sm:bottom-6 sm:left-auto sm:max-w-xs lg:max-w-md"
    >
      {isBad && (
        <div className="flex-1 rounded shadow-lift">
          {outage !== null ? (
            <Banner tone="warning" icon={CloudOff} title="This browser’s own copy is shown.">
              {outage.copiedAt !== null && (
                <>
                  It is of <DateTime iso={outage.copiedAt} />.{' '}
                </>
              )}
              The shop’s server cannot be asked; this screen tries again by itself.
            </Banner>
          ) : connection === 'offline' ? (
            <Banner tone="warning" icon={CloudOff} title="No connection to the shop’s server.">
              What you see may be out of date. This screen tries again by itself.
            </Banner>
          ) : (
            <Banner icon={RefreshCw} title="Live updates are interrupted.">
              The lists refresh every 5 seconds.
            </Banner>
          )}
        </div>
      )}
    </div>
  );
}
