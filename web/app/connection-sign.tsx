import CloudOff from 'lucide/cloud-off';
import RefreshCw from 'lucide/refresh-cw';
import { useEffect, useState } from 'react';
import { type Connection, useConnection } from '../data/connection.ts';
import { useOldestCopy } from '../data/outage.ts';
import type { Icon } from '../ui/classes.ts';
import { classNames } from '../ui/classes.ts';
import { DateTime, TimeAgo } from '../ui/date-time.tsx';

interface Sign {
  icon: Icon;
  title: string;
  isWarning: boolean;
  /** Of when it is what is shown; null where it is not a copy. */
  since: string | null;
  /** Read out everywhere, seen where there is room. */
  rest: string;
}

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

function look(connection: Connection, oldestCopy: number | null): Sign | null {
  if (oldestCopy !== null) {
    return {
      icon: CloudOff,
      title: 'This browser’s own copy is shown.',
      isWarning: true,
      since: new Date(oldestCopy).toISOString(),
      rest: 'The shop’s server cannot be asked; this screen tries again by itself.',
    };
  }
  if (connection === 'offline') {
    return {
      icon: CloudOff,
      title: 'No connection to the shop’s server.',
      isWarning: true,
      since: null,
      rest: 'What you see may be out of date. This screen tries again by itself.',
    };
  }
  if (connection !== 'polling') return null;
  return {
    icon: RefreshCw,
    title: 'Live updates are interrupted.',
    isWarning: false,
    since: null,
    rest: 'The lists refresh every 5 seconds.',
  };
}

/** One thin line in the header: over the page it would cover what the user wants to press. */
export function ConnectionSign() {
  const connection = useSettledConnection();
  const sign = look(connection, useOldestCopy());
  return (
    <div role="status">
      {sign && (
        <div
          className={classNames(
            'border-t',
            sign.isWarning ? 'bg-sunken text-soon' : 'bg-sunken text-ink',
          )}
        >
          <p className="mx-auto flex max-w-[90rem] items-start gap-2 px-4 py-1.5 text-sm sm:px-6 sm:text-sm">
            <sign.icon aria-hidden="true" size={16} className="shrink-0 sm:mt-0.5" />
            <span className="min-w-0 break-words">
              <strong className="font-semibold">{sign.title}</strong>
              {sign.since !== null && (
                <>
                  {' '}
                  <span className="sm:hidden">
                    <TimeAgo iso={sign.since} />
                  </span>
                  <span className="max-sm:hidden">
                    It is of <DateTime iso={sign.since} />.
                  </span>
                </>
              )}{' '}
              <span className="max-lg:sr-only">{sign.rest}</span>
            </span>
          </p>
        </div>
      )}
    </div>
  );
}
