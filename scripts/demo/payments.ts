import type { Repair } from '../../domain/api-answers.ts';
import { takePayment } from '../../server/payments/actions.ts';
import type { Deps } from '../../server/ports/deps.ts';
import { collectRepair } from '../../server/repairs/pickup.ts';
import { findRepair } from '../../server/repairs/store.ts';
import { unlessRefused, type Visit } from './plans.ts';

/** What customers pay, and the pickup. */

const methods = ['card', 'card', 'card', 'card', 'cash', 'cash', 'check', 'other'] as const;

/** @param choose what is paid on the ticket as it stands; null for nothing */
async function pay(
  deps: Deps,
  { repair: { ticketNumber }, customer: { chance } }: Visit,
  choose: (
    repair: Repair,
  ) => Pick<Parameters<typeof takePayment>[2], 'kind' | 'amount' | 'note'> | null,
): Promise<void> {
  const repair = await findRepair(deps.database.read, ticketNumber);
  const chosen = repair ? choose(repair) : null;
  if (chosen === null) return;
  const paymentId = chance.uuid();
  await takePayment(deps, ticketNumber, { ...chosen, paymentId, method: chance.pick(methods) });
}

/** Something in advance for work that costs much: about a third, in tens of dollars. */
export const payDeposit = (deps: Deps, visit: Visit) =>
  pay(deps, visit, ({ balance }) =>
    balance === null || balance < 200
      ? null
      : { kind: 'deposit', amount: Math.round(balance / 30) * 10, note: null },
  );

/**
 * The customer comes for the watch. What is due is paid first, and what was paid for work that was
 * declined is given back.
 */
export async function handOver(deps: Deps, visit: Visit): Promise<void> {
  await pay(deps, visit, ({ balance }) => {
    if (balance !== null && balance > 0) return { kind: 'payment', amount: balance, note: null };
    if (balance === null || balance === 0) return null;
    return { kind: 'refund', amount: -balance, note: 'The estimate was declined' };
  });
  const { ticketNumber } = visit.repair;
  await unlessRefused(collectRepair(deps, ticketNumber, { by: null, note: null }));
}
