import type { RepairRow } from '../../../domain/api-answers.ts';
import { formatPhone } from '../../../domain/phone.ts';
import { placeNow } from '../../../domain/places.ts';
import { MarkedText } from '../../parts/list/marked-text.tsx';
import type { ItemPlace } from '../../parts/list/placed-item.tsx';
import { HolderName } from '../../parts/repair/holder-name.tsx';
import { requestLine } from '../../parts/repair/repair-summary.tsx';
import { StatusBadge } from '../../parts/repair/status-badge.tsx';
import { opensItsTicket, TicketLink } from '../../parts/repair/ticket-link.tsx';
import { WarrantyMark } from '../../parts/repair/warranty-mark.tsx';
import { WatchThumb } from '../../parts/repair/watch-thumb.tsx';
import { CustomerCell, SecondLine, Truncated } from '../../parts/repair-list/row-cells.tsx';
import { DateTime } from '../../parts/time/date-time.tsx';
import { onPhone, useMedia } from '../../ui/scroll.ts';

interface FoundRepairProps {
  place: ItemPlace;
  repair: RepairRow;
  /** What was searched for. */
  q: string;
}

/**
 * A repair as every list shows it, with marks in what was found: its status, who has it, how to reach the customer
 * and when it was taken in. Source: specification, section 2 ("Search").
 */
export function FoundRepair(props: FoundRepairProps) {
  const isOnPhone = useMedia(onPhone);
  return isOnPhone ? <OnPhone {...props} /> : <InColumns {...props} />;
}

const rowClasses = 'cursor-pointer has-[.is-current]:bg-accent-soft';

const watchOf = ({ watchBrand, watchModel }: RepairRow) => `${watchBrand} ${watchModel}`;

/** A button in the line has a target beyond it. */
const reach = '[&>button]:-my-1 pointer-coarse:[&>button]:-my-3 [&_time]:inline';

function InColumns({ place, repair, q }: FoundRepairProps) {
  const { ticketNumber, customerName, customerPhone, customerEmail, createdAt } = repair;
  return (
    <li
      {...place}
      {...opensItsTicket}
      className={`${rowClasses} flex min-h-row items-center gap-3 px-3 py-1 hover:bg-canvas has-[.is-current]:shadow-[inset_3px_0_var(--accent)] desk:py-0`}
    >
      <WatchThumb url={repair.initialPhotoUrl} />
      <div className="min-w-54 flex-[1.15] pointer-coarse:min-w-60">
        <CustomerCell
          name={customerName}
          ticketNumber={ticketNumber}
          phone={customerPhone}
          email={customerEmail}
          mark={(text) => <MarkedText text={text} query={q} />}
        />
      </div>
      <div className="min-w-0 flex-[1.5]">
        <Truncated text={watchOf(repair)}>
          <MarkedText text={watchOf(repair)} query={q} />
        </Truncated>
        <SecondLine>
          <Details repair={repair} q={q} />
        </SecondLine>
      </div>
      <div className="w-48 shrink-0">
        <span className="block truncate">
          <StatusBadge {...repair} />
        </span>
        <span className={`block truncate text-ink-muted text-sm ${reach}`}>
          <Holding repair={repair} q={q} since={createdAt} />
        </span>
      </div>
    </li>
  );
}

function OnPhone({ place, repair, q }: FoundRepairProps) {
  const { ticketNumber, customerName, customerPhone, customerEmail } = repair;
  const lines = 'flex justify-between gap-3 text-sm';
  return (
    <li {...place} {...opensItsTicket} className={`${rowClasses} flex gap-3 px-4 py-2`}>
      <WatchThumb url={repair.initialPhotoUrl} className="mt-1 size-12" />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3">
          <span dir="auto" className="min-w-0 truncate text-left font-semibold">
            <MarkedText text={customerName} query={q} />
          </span>
          <span className="shrink-0 text-sm">
            <StatusBadge {...repair} />
          </span>
        </p>
        <p className="overflow-x-clip text-ellipsis whitespace-nowrap text-ink-muted text-sm">
          <TicketLink ticketNumber={ticketNumber} isQuiet>
            <MarkedText text={ticketNumber} query={q} />
          </TicketLink>
          {customerPhone !== '' && (
            <>
              {' · '}
              <MarkedText text={formatPhone(customerPhone)} query={q} />
            </>
          )}
          {customerEmail !== '' && (
            <>
              {' · '}
              <MarkedText text={customerEmail} query={q} />
            </>
          )}
        </p>
        <p className={lines}>
          <span dir="auto" className="min-w-0 truncate text-left">
            <MarkedText text={watchOf(repair)} query={q} />
          </span>
          <span className="shrink-0 whitespace-nowrap">
            <DateTime iso={repair.createdAt} show="date" />
          </span>
        </p>
        <p className={`${lines} text-ink-muted`}>
          <span className="min-w-0 truncate">
            <Details repair={repair} q={q} />
          </span>
          <span className={`shrink-0 whitespace-nowrap ${reach}`}>
            <Holding repair={repair} q={q} />
          </span>
        </p>
      </div>
    </li>
  );
}

/** The serial number, by which it may have been found; and the request. */
function Details({ repair, q }: Omit<FoundRepairProps, 'place'>) {
  const { serialNumber } = repair;
  return (
    <>
      {repair.warrantyUntil && <WarrantyMark until={repair.warrantyUntil} isLast={false} />}
      {serialNumber !== null && (
        <>
          Serial{' '}
          <bdi>
            <MarkedText text={serialNumber} query={q} />
          </bdi>
          {' · '}
        </>
      )}
      <bdi>{requestLine(repair)}</bdi>
    </>
  );
}

/** Who has it, and where it is. */
function Holding({
  repair,
  q,
  since,
}: Omit<FoundRepairProps, 'place'> & {
  /** When it was taken in, if no other part of the row says it. */
  since?: string;
}) {
  const placed = placeNow(repair);
  return (
    <>
      <HolderName repair={repair} />
      {since !== undefined && (
        <>
          {' · '}
          <DateTime iso={since} show="date" />
        </>
      )}
      {placed !== null && (
        <>
          {' · '}
          <bdi>
            <MarkedText text={placed} query={q} />
          </bdi>
        </>
      )}
      {repair.isSameDay && ' · Same day'}
    </>
  );
}
