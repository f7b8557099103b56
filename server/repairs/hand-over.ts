import type { Checked } from '../../domain/api.ts';
import type { Repair } from '../../domain/api-answers.ts';
import type { Payment } from '../../domain/api-payments.ts';
import { balanceChange } from '../../domain/balance-change.ts';
import { centsFromDollars } from '../../domain/money.ts';
import { pickupWords } from '../../domain/pickup.ts';
import { fieldProblem, Problem } from '../../domain/problems.ts';
import { isAllowed } from '../../domain/repair-status.ts';
import { isoTime } from '../base/clock.ts';
import { dialectOf } from '../database/dialect.ts';
import type { Handle } from '../database/tables.ts';
import { recordRepairEvent } from '../history/record.ts';
import { recordPayment } from '../payments/actions.ts';
import { findPayment, paymentsOfTicket } from '../payments/store.ts';
import type { Deps } from '../ports/deps.ts';
import { hasWarranties, settleWarranties } from '../warranties/running.ts';
import { recordPickup } from './pickup.ts';
import { findRepair, handOverOf, lockTickets } from './store.ts';

type HandOver = Checked<'handOver', 'body'>;
type Given = HandOver['tickets'][number];

/** A ticket as the caller saw it, and as it is. */
interface Leaving extends Given {
  repair: Repair;
}

interface HandedOver {
  repairs: Repair[];
  payments: Payment[];
}

/** @throws Problem repair-not-found, naming the ticket; validation-failed if one is named twice */
async function ticketsOf(tx: Handle, given: readonly Given[]): Promise<Leaving[]> {
  const numbers = given.map(({ ticketNumber }) => ticketNumber);
  await lockTickets(tx, numbers);
  const leaving: Leaving[] = [];
  for (const ticket of given) {
    const repair = await findRepair(tx, ticket.ticketNumber);
    if (!repair) {
      const detail = `There is no repair with the ticket number ${ticket.ticketNumber}. It may have been deleted.`;
      throw new Problem('repair-not-found', { detail });
    }
    if (leaving.some((other) => other.repair.id === repair.id)) {
      throw fieldProblem('tickets', `${repair.ticketNumber} is named twice`);
    }
    leaving.push({ ...ticket, repair });
  }
  return leaving;
}

const pickupOf = (
  { by, note, claimCheckSeen, idSeen, shipment }: HandOver,
  { customerName }: Repair,
) =>
  ({
    collectedBy: shipment ? null : (by ?? customerName),
    collectedNote: note,
    claimCheckSeen,
    idSeen,
    shippedBy: shipment?.carrier ?? null,
    trackingNumber: shipment?.trackingNumber ?? null,
    insuredValue: shipment?.insuredValue ?? null,
  }) satisfies Partial<Repair>;

/** What the same request recorded earlier; null if there was none, or its content was different. */
async function doneBefore(
  tx: Handle,
  body: HandOver,
  leaving: readonly Leaving[],
): Promise<HandedOver | null> {
  const payments: Payment[] = [];
  for (const { repair, paymentId, seenBalance, warranties } of leaving) {
    if ((await handOverOf(tx, repair.ticketNumber)) !== body.handOverId) return null;
    const wanted = Object.entries(pickupOf(body, repair));
    if (wanted.some(([name, value]) => repair[name as keyof Repair] !== value)) return null;
    if (!(await hasWarranties(tx, repair.ticketNumber, warranties))) return null;
    if (paymentId === null) continue;
    const payment = await findPayment(tx, paymentId);
    const isSame = payment?.method === body.method && payment?.amount === seenBalance;
    if (!payment || !isSame) return null;
    payments.push(payment);
  }
  return { repairs: leaving.map(({ repair }) => repair), payments };
}

/** @throws Problem repair-status, collected-already or changed-meanwhile, with all that have changed */
async function refuseChanged(tx: Handle, leaving: readonly Leaving[]): Promise<void> {
  const stale = leaving.filter(
    ({ repair, seenVersion, seenBalance }) =>
      repair.updatedAt !== isoTime(Date.parse(seenVersion)) ||
      repair.balance !== seenBalance ||
      repair.collectedAt !== null ||
      !isAllowed('collect', repair.status),
  );
  const [first] = stale;
  if (first === undefined) return;
  const changed = [];
  for (const { repair, seenVersion, seenBalance } of stale) {
    const payments = await paymentsOfTicket(tx, repair.ticketNumber);
    changed.push({ seenVersion, seenBalance, repair, payments });
  }
  const blocked = stale.find(({ repair }) => !isAllowed('collect', repair.status));
  const gone = stale.find(({ repair }) => repair.collectedAt !== null);
  if (blocked) throw new Problem('repair-status', { extra: { repair: blocked.repair, changed } });
  throw new Problem(gone ? 'collected-already' : 'changed-meanwhile', {
    detail: stale.map(changeOf).join(' '),
    extra: { repair: (gone ?? first).repair, changed },
  });
}

function changeOf({ repair, seenBalance }: Leaving): string {
  const { ticketNumber, collectedAt, balance } = repair;
  if (collectedAt !== null) return `${ticketNumber}: ${pickupWords(repair)} in the meantime.`;
  if (balance === seenBalance) return `${ticketNumber} was changed in the meantime.`;
  return `${ticketNumber}: ${balanceChange(seenBalance, balance)}`;
}

/**
 * Takes what is due for watches and records that they have left the shop, in one transaction. Repeating the
 * same `handOverId` with the same content returns what was recorded.
 *
 * @throws Problem repair-not-found, repair-status, collected-already, payment-id-taken, warranty-id-taken; changed-meanwhile
 *   if one of the tickets is not as it was seen: then nothing is recorded, and `changed` has each of
 *   them as it was seen and as it is
 */
export function handOver({ database, clock }: Deps, body: HandOver): Promise<HandedOver> {
  const at = isoTime(clock());
  return database.transact(async (tx) => {
    const paymentIds = body.tickets.flatMap(({ paymentId }) => paymentId ?? []);
    for (const id of paymentIds.toSorted()) await dialectOf(tx).lock(tx, `payment ${id}`);
    const leaving = await ticketsOf(tx, body.tickets);
    const done = await doneBefore(tx, body, leaving);
    if (done !== null) return done;
    await refuseChanged(tx, leaving);
    const handedOver: HandedOver = { repairs: [], payments: [] };
    for (const { repair: before, paymentId, warranties } of leaving) {
      let repair = before;
      if (paymentId !== null) {
        const { method } = body;
        const amount = before.balance ?? 0;
        const content = { kind: 'payment', method: method ?? 'other', amount, note: null } as const;
        const taken = await recordPayment(tx, before, { paymentId, ...content }, at);
        handedOver.payments.push(taken.payment);
        repair = taken.repair;
      }
      const settled = await settleWarranties(tx, repair, warranties, at);
      for (const event of settled) await recordRepairEvent(tx, repair, at, event);
      const { insuredValue, ...pickup } = pickupOf(body, repair);
      const columns = {
        collected_by: pickup.collectedBy,
        collected_note: pickup.collectedNote,
        claim_check_seen: pickup.claimCheckSeen ? 1 : 0,
        id_seen: pickup.idSeen ? 1 : 0,
        shipped_by: pickup.shippedBy,
        tracking_number: pickup.trackingNumber,
        insured_cents: insuredValue === null ? null : centsFromDollars(insuredValue),
        hand_over_id: body.handOverId,
      };
      handedOver.repairs.push(await recordPickup(tx, repair, columns, at));
    }
    return handedOver;
  });
}
