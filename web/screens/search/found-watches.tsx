import type { Answer } from '../../../domain/api.ts';
import { watchName } from '../../../domain/watch-life.ts';
import { WatchLink } from '../../parts/client/client-link.tsx';
import { MarkedText } from '../../parts/list/marked-text.tsx';
import { WatchThumb } from '../../parts/repair/watch-thumb.tsx';
import { DateTime } from '../../parts/time/date-time.tsx';
import { Card } from '../../ui/card.tsx';
import { countedText } from '../../ui/counts.ts';

type FoundWatch = Answer<'listWatches'>['items'][number];

/** Watches that staff have recognized, each linked to its page; nothing if none is found. */
export function WatchResults({ q, watches }: { q: string; watches: readonly FoundWatch[] }) {
  if (watches.length === 0) return null;
  return (
    <section aria-labelledby="found-watches" className="flex min-w-0 flex-col gap-3">
      <h2 id="found-watches" className="font-semibold text-lg">
        Watches
      </h2>
      <Card flush>
        <ul aria-label="Watches found" className="flex flex-col divide-y">
          {watches.map((watch) => {
            const { id, photoUrl, repairCount, lastHereAt } = watch;
            const serials = [watch.serialNumber, watch.movementSerial].filter(
              (one) => one !== null,
            );
            return (
              <li key={id} className="flex items-center gap-3 px-3 py-2">
                <WatchThumb url={photoUrl} />
                <div className="min-w-0 flex-1 break-words">
                  <p className="font-medium">
                    <WatchLink watchId={id}>
                      <MarkedText text={watchName(watch)} query={q} />
                    </WatchLink>
                  </p>
                  <p className="text-ink-muted text-sm">
                    {serials.map((serial) => (
                      <span key={serial}>
                        <MarkedText text={serial} query={q} />
                        {' · '}
                      </span>
                    ))}
                    {countedText(repairCount, 'repair')}, last{' '}
                    <DateTime iso={lastHereAt} show="date" />
                  </p>
                </div>
              </li>
            );
          })}
        </ul>
      </Card>
    </section>
  );
}
