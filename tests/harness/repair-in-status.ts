import type { Repair } from '../../domain/api-answers.ts';
import type { RepairStatus } from '../../domain/repair-status.ts';
import type { RunningApp } from './app.ts';
import { currentRepair, reply, takeIn, takeInWithEstimate } from './shop-fixtures.ts';

/** A ticket that came into a status the way tickets do, with technician-1 where it has anybody. */
export async function repairInStatus(shop: RunningApp, status: RepairStatus): Promise<Repair> {
  const { staff } = shop;
  const assigned = async () => {
    const repair = await takeIn(shop);
    const params = { ticketNumber: repair.ticketNumber };
    await staff.call('assignRepair', { params, body: { technicianId: 'technician-1' } });
    return { repair, params };
  };
  const answered = async (answer: string) => {
    const { repair } = await takeInWithEstimate(shop);
    await reply(shop, repair, answer);
    return repair;
  };
  const make = async (): Promise<Repair> => {
    switch (status) {
      case 'pending':
        return takeIn(shop);
      case 'assigned':
        return (await assigned()).repair;
      case 'in-progress': {
        const { repair, params } = await assigned();
        await staff.call('startRepair', { params });
        return repair;
      }
      case 'completed':
      case 'ready': {
        const { repair, params } = await assigned();
        await staff.call('completeRepair', { params, body: { outcome: 'approved' } });
        // Nothing in the product makes a ticket ready; an older system may have.
        await shop.rows.run(
          'update repair_tickets set status = ? where ticket_number = ?',
          status,
          repair.ticketNumber,
        );
        return repair;
      }
      case 'estimate-sent':
        return (await takeInWithEstimate(shop)).repair;
      case 'estimate-accepted':
        return answered('ACCEPT');
      case 'estimate-declined':
        return answered('DECLINE');
    }
  };
  const repair = await currentRepair(shop, (await make()).ticketNumber);
  if (repair.status !== status) throw new Error(`Meant to be ${status}, is ${repair.status}`);
  return repair;
}
