import type { Repair } from '../../../domain/api-answers.ts';
import { balanceLabel } from '../../../domain/payments.ts';
import { isOpen } from '../../../domain/repair-status.ts';
import { Price } from './price.tsx';

type Standing = Pick<Repair, 'status' | 'balance'>;

/**
 * @returns in dollars: what is still to be paid for work that is done, below 0 what is to be refunded
 *   for work that is done or was declined; null for nothing
 */
export function openBalance({ status, balance }: Standing): number | null {
  // A copy that an older version kept in this browser has none.
  if (!balance) return null;
  if (balance < 0) return isOpen(status) && status !== 'estimate-declined' ? null : balance;
  return isOpen(status) ? null : balance;
}

/** What there is to do about it. */
export const openBalanceAction = (dollars: number): string =>
  dollars < 0 ? 'Refund' : 'Take payment';

/** In a line of facts, after a dot; nothing if nothing is open. */
export function OpenBalance({ repair }: { repair: Standing }) {
  const dollars = openBalance(repair);
  if (dollars === null) return null;
  return (
    <>
      {' · '}
      <Balance dollars={dollars} />
    </>
  );
}

export function Balance({ dollars }: { dollars: number }) {
  return (
    <span className="font-medium text-ink">
      {balanceLabel(dollars)} <Price dollars={Math.abs(dollars)} />
    </span>
  );
}
