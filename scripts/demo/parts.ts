import { dateIn } from '../../domain/calendar-date.ts';
import { addPart, changePart } from '../../server/parts/actions.ts';
import { editRepair } from '../../server/repairs/actions.ts';
import { timeZone } from './calendar.ts';
import { chanceOf } from './chance.ts';
import { type Plans, type Setting, unlessRefused, type Visit } from './plans.ts';
import { partOf, supplierOf } from './words.ts';

/** A part that is missing: it is ordered soon, and comes while the watch waits for it. */
export function waitForPart(
  { deps, agenda, calendar }: Setting,
  { staffSoon }: Plans,
  { repair: { repairId, ticketNumber } }: Visit,
  minutes: number,
): void {
  // Random choices of its own, so that the rest of the shop's story stays the same.
  const chance = chanceOf(`${repairId} part`);
  const partId = chance.uuid();
  const dateAfter = (waited: number) =>
    dateIn(calendar.workingAfter(agenda.now(), waited), timeZone);

  staffSoon(chance, 20, async () => {
    const expectedOn = dateAfter(minutes * chance.between(0.7, 1.1));
    const added = await unlessRefused(
      addPart(deps, ticketNumber, {
        partId,
        description: partOf(chance),
        supplier: supplierOf(chance),
        number: chance.happens(0.6) ? `${chance.hex(2).toUpperCase()}-${chance.int(9000)}` : null,
        cost: 4 + chance.int(120),
        orderedOn: dateAfter(0),
        expectedOn,
        receivedOn: null,
        returnedOn: null,
      }),
    );
    const promised = added?.repair.expectedOn ?? null;
    // Most customers are given the later date at once.
    if (promised !== null && promised < expectedOn && chance.happens(0.8)) {
      await unlessRefused(editRepair(deps, ticketNumber, { expectedOn }));
    }
  });
  staffSoon(chance, minutes * 0.9, async () => {
    await unlessRefused(changePart(deps, partId, { receivedOn: dateAfter(0) }));
  });
}
