import type { Repair } from '../../domain/api-answers.ts';
import { takePayment } from '../../server/payments/actions.ts';
import type { Deps } from '../../server/ports/deps.ts';
import { handOver as recordHandOver } from '../../server/repairs/hand-over.ts';
import { findRepair } from '../../server/repairs/store.ts';
import { unlessRefused, type Visit } from './plans.ts';
import { warrantiesOf } from './warranties.ts';

/** What customers pay, and the pickup. */

/** How customers pay: the more often they use a method, the more often it is listed. */
export const methods = ['card', 'card', 'card', 'card', 'cash', 'cash', 'check', 'other'] as const;

/** @param choose the payment for the current ticket; null for none */
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

/** A deposit for work that costs a lot: about a third, in tens of dollars. */
export const payDeposit = (deps: Deps, visit: Visit) =>
  pay(deps, visit, ({ balance }) =>
    balance === null || balance < 200
      ? null
      : { kind: 'deposit', amount: Math.round(balance / 30) * 10, note: null },
  );

/**
 * The watch leaves the shop: most customers come for it, some send the person they named, a few have it
 * shipped. What was paid for work that was declined is refunded first, then what is due is paid.
 */
export async function handOver(deps: Deps, visit: Visit): Promise<void> {
  await pay(deps, visit, ({ balance }) =>
    balance === null || balance >= 0
      ? null
      : { kind: 'refund', amount: -balance, note: 'The estimate was declined' },
  );
  const repair = await findRepair(deps.database.read, visit.repair.ticketNumber);
  if (repair === undefined) return;
  const { chance } = visit.customer;
  const { ticketNumber, updatedAt: seenVersion, balance: seenBalance, otherCollector } = repair;
  const isDue = seenBalance !== null && seenBalance > 0;
  const isShipped = chance.happens(0.04);
  const shipment = {
    carrier: chance.pick(carriers),
    trackingNumber: String(770_000_000_000 + chance.int(1_000_000_000)),
    insuredValue: 500 * (1 + chance.int(20)),
  };
  await unlessRefused(
    recordHandOver(deps, {
      handOverId: chance.uuid(),
      tickets: [
        {
          ticketNumber,
          seenVersion,
          seenBalance,
          paymentId: isDue ? chance.uuid() : null,
          warranties: warrantiesOf({ ...visit, repair }),
        },
      ],
      method: chance.pick(methods),
      by: !isShipped && chance.happens(0.7) ? otherCollector : null,
      note: null,
      claimCheckSeen: !isShipped && chance.happens(0.6),
      idSeen: !isShipped && chance.happens(0.1),
      shipment: isShipped ? shipment : null,
    }),
  );
}

const carriers = ['UPS', 'FedEx', 'USPS'] as const;
