import type { Estimate, Repair } from '../../domain/api-answers.ts';
import { estimateLabel } from '../../domain/estimate-answers.ts';
import { TimeAgo } from '../ui/date-time.tsx';
import { Price } from '../ui/price.tsx';
import { SameDayBadge, StatusBadge } from '../ui/status-badge.tsx';
import { HolderName } from './holder-name.tsx';

/** What a customer at the counter asks first: how far it is, what it costs, who has it, since when. */
export function RepairStrip({
  repair,
  estimates,
}: {
  repair: Repair;
  /** Newest first. */
  estimates: readonly Estimate[];
}) {
  const { status, isSameDay, createdAt } = repair;
  return (
    <ul aria-label="At a glance" className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <li className="flex flex-wrap gap-1">
        <StatusBadge status={status} />
        {isSameDay && <SameDayBadge />}
      </li>
      <Costs
        repairPrice={repair.repairPrice}
        estimate={estimates.find(({ isReplaced }) => !isReplaced)}
      />
      <li className="min-w-0 break-words">
        <span className="sr-only">Technician: </span>
        <HolderName repair={repair} />
      </li>
      <li className="text-ink-muted">
        Taken in <TimeAgo iso={createdAt} />
      </li>
    </ul>
  );
}

/** The agreed price, and what the customer says to the newest estimate. */
function Costs({
  repairPrice,
  estimate,
}: {
  repairPrice: number | null;
  estimate: Estimate | undefined;
}) {
  return (
    <>
      {estimate && (
        <li className="font-medium">
          Estimate <Price dollars={estimate.estimatePrice} />{' '}
          {estimateLabel(estimate).toLowerCase()}
        </li>
      )}
      {repairPrice !== null && (
        <li className="font-medium">
          Price <Price dollars={repairPrice} />
        </li>
      )}
      {estimate === undefined && repairPrice === null && (
        <li className="text-ink-muted">No price</li>
      )}
    </>
  );
}
