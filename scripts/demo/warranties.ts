import { clientOf, customerOf } from '../../domain/client-fields.ts';
import { comeBackReasons } from '../../domain/come-backs.ts';
import { pickFields } from '../../domain/field-list.ts';
import { repairFields } from '../../domain/repair-fields.ts';
import { createRepair } from '../../server/repairs/intake.ts';
import { findRepair } from '../../server/repairs/store.ts';
import { chanceOf } from './chance.ts';
import { type Setting, unlessRefused, type Visit } from './plans.ts';

/** The shop's warranties, and the few watches that come back. */

/** A year for long jobs, three months for the rest; none for a strap or an unrepaired watch. */
export function warrantiesOf({ repair: { repairId, estimateWork, isUnrepaired }, job }: Visit) {
  // Random choices of its own, so that the rest of the shop's story stays the same.
  const chance = chanceOf(`${repairId} warranty`);
  if (isUnrepaired || job.hours < 0.5 || !chance.happens(0.8)) return null;
  const what = estimateWork ?? job.request.slice(0, 100);
  return [{ warrantyId: chance.uuid(), what, days: job.hours >= 3 ? 365 : 90 }];
}

const complaints = ['Stops overnight.', 'Loses five minutes a day.', 'The crown is loose again.'];

/** @returns the come-back; undefined if the watch doesn't come back */
export async function comeBack({ deps }: Setting, { repair: { ticketNumber, repairId } }: Visit) {
  const chance = chanceOf(`${repairId} come-back`);
  const repair = await findRepair(deps.database.read, ticketNumber);
  if (repair === undefined || repair.collectedAt === null) return undefined;
  const reason = chance.happens(0.6) ? ('covered' as const) : chance.pick(comeBackReasons);
  const taken = await unlessRefused(
    createRepair(deps, {
      ...customerOf(clientOf(repair)),
      ...pickFields(repairFields, repair),
      issue: chance.pick(complaints),
      ...{ repairPrice: 0, priceNotes: null, approvedUpTo: null, expectedOn: null },
      condition: null,
      repairId: chance.uuid(),
      visitId: null,
      clientId: repair.clientId,
      ...{ asNewClient: false, confirmClientChanges: false, isSameDay: false },
      comeBack: { ofTicketNumber: ticketNumber, reason },
    }),
  );
  return taken?.repair;
}
