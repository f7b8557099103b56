import type { Repair, RepairRow } from '../../../domain/api-answers.ts';
import { answerWayWords } from '../../../domain/estimate-answers.ts';
import { isolated } from '../../../domain/isolated.ts';
import { balanceLabel } from '../../../domain/payments.ts';
import { approvalWords } from '../../../domain/price-ceiling.ts';
import { isOpen } from '../../../domain/repair-status.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Balance, openBalance } from '../money/open-balance.tsx';
import { Price } from '../money/price.tsx';

/** What cards and rows say about a repair, in the same words. */

export const repairLine = ({ ticketNumber, watchBrand, watchModel, customerName }: Repair) =>
  `${ticketNumber} · ${isolated(watchBrand)} ${isolated(watchModel)} · ${isolated(customerName)}`;

/** The customer's request on one line. */
export const requestLine = ({ issue }: RepairRow): string =>
  issue
    .trim()
    .split(/\s*\n\s*/)
    .join(' · ');

const { Part: WaitMark } = lazyPart(async () => (await import('./wait-mark.tsx')).WaitMark);

const { Part: WarrantyMark } = lazyPart(
  async () => (await import('./warranty-mark.tsx')).WarrantyMark,
);

/** The request, after what the watch waits for; few wait for more than the bench. */
export const Request = ({ repair }: { repair: RepairRow }) => (
  <>
    {(repair.isWaitingForParts || repair.sentOut !== null) && <WaitMark repair={repair} />}
    {repair.warrantyUntil && <WarrantyMark until={repair.warrantyUntil} isLast={false} />}
    {requestLine(repair)}
  </>
);

/** Up to what price the customer need not be asked, of a repair that is open. */
export const openApproval = (repair: Repair | RepairRow) =>
  isOpen(repair.status) ? approvalWords(repair) : null;

export function Approval({
  repair,
  isBrief = false,
}: {
  repair: RepairRow;
  /** Beside the price, where there is little room. */
  isBrief?: boolean;
}) {
  const approval = openApproval(repair);
  return (
    approval && (
      <span
        title={isBrief ? approval.words : undefined}
        className={approval.isAbove ? 'text-late' : 'text-ink-muted'}
      >
        {approval.brief}
        <span className={isBrief ? 'sr-only' : undefined}> approved</span>
      </span>
    )
  );
}

interface Costs {
  dollars: number;
  /** What the amount is; null for a price without an estimate. */
  word: string | null;
}

/**
 * What is still to be paid or refunded once it is done; before that, the estimate counts more than the price from
 * intake.
 *
 * @returns null if nothing has a price
 */
export function costsOf(repair: RepairRow): Costs | null {
  const { repairPrice, estimatePrice, estimateTold, estimateAcceptedAt, estimateDeclinedAt } =
    repair;
  const balance = openBalance(repair);
  if (balance !== null) {
    return { dollars: Math.abs(balance), word: balanceLabel(balance).toLowerCase() };
  }
  if (estimatePrice === null) {
    return repairPrice === null ? null : { dollars: repairPrice, word: null };
  }
  const answer =
    (estimateAcceptedAt && 'accepted') ||
    (estimateDeclinedAt && 'declined') ||
    (estimateTold && answerWayWords[estimateTold]) ||
    'estimated';
  return { dollars: estimatePrice, word: answer };
}

export function EstimatedWork({ repair: { estimateWork, estimatePrice } }: { repair: RepairRow }) {
  if (estimatePrice === null) return 'No estimate';
  return <bdi title={estimateWork ?? undefined}>{estimateWork ?? 'Estimate'}</bdi>;
}

export function Costs({ repair }: { repair: RepairRow }) {
  const balance = openBalance(repair);
  if (balance !== null) return <Balance dollars={balance} />;
  const costs = costsOf(repair);
  return (
    costs && (
      <span>
        <Price dollars={costs.dollars} />
        {costs.word !== null && ` ${costs.word}`}
      </span>
    )
  );
}
