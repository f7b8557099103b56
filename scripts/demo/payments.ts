import type { Repair } from '../../domain/api-answers.ts';
import type { Deps } from '../../server/deps.ts';
import { takePayment } from '../../server/payments/actions.ts';
import { findRepair } from '../../server/repairs/store.ts';
import type { Chance } from './chance.ts';

/** What the demo's customers pay, by the product's own action. */

const methods = ['card', 'card', 'card', 'card', 'cash', 'cash', 'check', 'other'] as const;

interface Visit {
  repair: Pick<Repair, 'ticketNumber'>;
  customer: { chance: Chance };
}

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

/** At pick-up: what is open is paid, and a deposit for work that was declined is given back. */
export const payAtPickUp = (deps: Deps, visit: Visit) =>
  pay(deps, visit, ({ paid, balance }) => {
    if (balance !== null && balance > 0) return { kind: 'payment', amount: balance, note: null };
    if (balance !== null || paid === 0) return null;
    return { kind: 'refund', amount: paid, note: 'The estimate was declined' };
  });
