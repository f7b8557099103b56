import type { Repair } from '../../domain/api-answers.ts';
import { isOpen } from '../../domain/repair-status.ts';
import { Price } from '../ui/text.tsx';

/** @returns what is still to be paid for work that is done, in dollars; null for nothing */
export function openBalance({
  status,
  balance,
}: Pick<Repair, 'status' | 'balance'>): number | null {
  return balance !== null && balance > 0 && !isOpen(status) ? balance : null;
}

export function Balance({ dollars }: { dollars: number }) {
  return (
    <span className="font-medium text-ink">
      Balance <Price dollars={dollars} />
    </span>
  );
}
