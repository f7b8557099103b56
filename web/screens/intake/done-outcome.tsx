import Check from 'lucide/check';
import type { Repair } from '../../../domain/api-answers.ts';
import { isolated } from '../../../domain/isolated.ts';
import { formatPrice } from '../../../domain/money.ts';
import { repairStatusLabel } from '../../parts/repair/status-badge.tsx';

/** What became of a repair that was finished at once, as it is now: it can be undone. */
export function DoneOutcome({ repair }: { repair: Repair }) {
  const { collectedAt, paid, status, assignedWatchmaker } = repair;
  if (collectedAt === null) {
    const holder = assignedWatchmaker === null ? '' : `, ${isolated(assignedWatchmaker)}`;
    return (
      <p role="status" className="text-sm">
        The ticket is open again: {repairStatusLabel(status)}
        {holder}.
      </p>
    );
  }
  return (
    <p className="flex items-start gap-2 text-sm">
      <Check aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-good" />
      {paid > 0 ? `${formatPrice(paid)} paid` : 'Nothing to pay'}, watch picked up. No text was
      sent.
    </p>
  );
}
