import type { Repair } from '../../domain/api-answers.ts';
import { isOpen } from '../../domain/repair-status.ts';
import { Price } from '../ui/text.tsx';

type Standing = Pick<Repair, 'status' | 'balance' | 'isWaitingForPickup' | 'collectedAt'>;

/** Done before the shop wrote down what is paid and collected: nothing is known of its money. */
export const isBeforeRecords = ({ status, isWaitingForPickup, collectedAt }: Standing): boolean =>
  !isOpen(status) && !isWaitingForPickup && collectedAt === null;

/** @returns what is still to be paid for work that is done, in dollars; null for nothing */
export function openBalance(repair: Standing): number | null {
  // A copy that an older version kept in this browser has none.
  const balance = repair.balance ?? 0;
  return balance <= 0 || isOpen(repair.status) || isBeforeRecords(repair) ? null : balance;
}

/** In a line of facts, after a dot; nothing where nothing is open. */
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
      Balance <Price dollars={dollars} />
    </span>
  );
}
