import type { RepairRow } from '../../../domain/api-answers.ts';
import { isOpen } from '../../../domain/repair-status.ts';
import { PromiseMark } from '../repair/promise.tsx';
import { DayOrTime, DaysAgo, TimeAgo } from '../time/date-time.tsx';

/** The date promised; once it is done, how long it has been ready, or when it was picked up. */
export function When({ repair }: { repair: RepairRow }) {
  const { createdAt, completedAt, collectedAt, shippedBy, isWaitingForPickup, status } = repair;
  if (collectedAt !== null) {
    return (
      <>
        {shippedBy ? 'Shipped' : 'Picked up'} <TimeAgo iso={collectedAt} />
      </>
    );
  }
  if (isWaitingForPickup && completedAt !== null) {
    return (
      <>
        Ready <DaysAgo iso={completedAt} />
      </>
    );
  }
  if (repair.expectedOn === null || !isOpen(status)) {
    return (
      <>
        {/* A phone has no room for it, nor a card in the larger type of a tablet. */}
        <span className="max-sm:sr-only pointer-coarse:sr-only">Taken in </span>
        <DayOrTime iso={createdAt} />
      </>
    );
  }
  return (
    <>
      <PromiseMark repair={repair} isInLine />
      {repair.isSameDay && ', same day'}
    </>
  );
}
