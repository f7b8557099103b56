import Undo2 from 'lucide/undo-2';
import type { DeletedItem } from '../../domain/api-clients.ts';
import { formatPhone } from '../../domain/phone.ts';
import { actorWords } from '../history/event-words.ts';
import type { ItemPlace } from '../lists/placed-item.tsx';
import { Button } from '../ui/button.tsx';
import { DateTime, TimeAgo } from '../ui/date-time.tsx';

/** A deleted repair or client: what it was, when and where it was deleted, and both ways on. */
export function DeletedRow({
  place,
  item,
  ownSession,
  isPending,
  onRestore,
  onPurge,
}: {
  place: ItemPlace;
  item: DeletedItem;
  ownSession: string | null;
  isPending: boolean;
  onRestore: () => void;
  onPurge: () => void;
}) {
  const titleId = `deleted-${item.id}`;
  const by = actorWords({ actor: 'staff', session: item.session }, ownSession);
  return (
    <li
      {...place}
      aria-labelledby={titleId}
      className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-4 py-3"
    >
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-0.5 break-words">
        <p id={titleId} className="font-medium">
          {item.ticketNumber === null ? (
            <>
              Client <bdi>{item.name}</bdi>
            </>
          ) : (
            <>
              Repair <span className="figures">{item.ticketNumber}</span>
            </>
          )}
        </p>
        <p className="text-sm">
          {item.watch !== null && (
            <>
              <bdi>{item.watch}</bdi>
              {' · '}
              <bdi>{item.name}</bdi>
              {' · '}
            </>
          )}
          {item.watch === null && item.email !== '' && (
            <>
              <bdi className="break-all">{item.email}</bdi>
              {item.phone !== '' && ' · '}
            </>
          )}
          <span className="figures whitespace-nowrap">{formatPhone(item.phone)}</span>
        </p>
        <p className="text-ink-muted text-sm">
          Deleted <TimeAgo iso={item.deletedAt} /> · {by} · Kept until{' '}
          <DateTime iso={item.keptUntil} show="date" />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button icon={Undo2} pending={isPending} aria-describedby={titleId} onClick={onRestore}>
          Bring back
        </Button>
        <Button variant="quiet" aria-describedby={titleId} onClick={onPurge}>
          Delete for good
        </Button>
      </div>
    </li>
  );
}
