import type { Repair } from '../../domain/api-answers.ts';
import type { RepairStatus } from '../../domain/repair-status.ts';
import type { RunningApp } from './app.ts';
import {
  assign,
  complete,
  currentRepair,
  reply,
  takeIn,
  takeInWithEstimate,
} from './shop-fixtures.ts';

/** A ticket that came into a status the way tickets do, with technician-1 where it has anybody. */
export async function repairInStatus(shop: RunningApp, status: RepairStatus): Promise<Repair> {
  const waits = status.startsWith('estimate-');
  const made = waits ? (await takeInWithEstimate(shop)).repair : await takeIn(shop);
  const { ticketNumber } = made;
  if (status === 'estimate-accepted') await reply(shop, made, 'ACCEPT');
  if (status === 'estimate-declined') await reply(shop, made, 'DECLINE');
  if (!waits && status !== 'pending') await assign(shop, ticketNumber);
  if (status === 'in-progress') await shop.staff.call('startRepair', { params: { ticketNumber } });
  if (status === 'completed' || status === 'ready') await complete(shop, ticketNumber);
  if (status === 'ready') {
    // Nothing in the product makes a ticket ready; an older system may have.
    const store = 'update repair_tickets set status = ? where ticket_number = ?';
    await shop.rows.run(store, status, ticketNumber);
  }
  const repair = await currentRepair(shop, ticketNumber);
  if (repair.status !== status) throw new Error(`Meant to be ${status}, is ${repair.status}`);
  return repair;
}
