import { dateIn } from '../../domain/calendar-date.ts';
import { addSending, changeSending } from '../../server/sendings/actions.ts';
import { timeZone } from './calendar.ts';
import { chanceOf } from './chance.ts';
import { type Plans, type Setting, unlessRefused, type Visit } from './plans.ts';
import { specialistOf } from './words.ts';

/** A watch sent to a specialist: it leaves soon, and comes back while its repair waits for it. */
export function sendOut(
  { deps, agenda, calendar }: Setting,
  { staffSoon }: Plans,
  { repair: { repairId, ticketNumber } }: Visit,
  minutes: number,
): void {
  // Random choices of its own, so that the rest of the shop's story stays the same.
  const chance = chanceOf(`${repairId} sent out`);
  const sendingId = chance.uuid();
  const dateAfter = (waited: number) =>
    dateIn(calendar.workingAfter(agenda.now(), waited), timeZone);

  staffSoon(chance, 30, async () => {
    const [sentTo, work] = specialistOf(chance).split('; ');
    await unlessRefused(
      addSending(deps, ticketNumber, {
        sendingId,
        sentTo: sentTo ?? '',
        reference: chance.happens(0.6)
          ? `${chance.hex(1).toUpperCase()}-${chance.int(99_999)}`
          : null,
        work: work ?? null,
        carrier: chance.happens(0.5) ? 'FedEx Priority Overnight' : 'USPS Registered',
        trackingNumber: `79${chance.int(9)} ${1000 + chance.int(8999)} ${1000 + chance.int(8999)}`,
        insuredValue: 250 * (1 + chance.int(40)),
        cost: null,
        sentOn: dateAfter(0),
        expectedOn: dateAfter(minutes * chance.between(0.6, 1.1)),
        receivedOn: null,
        hasPermission: true,
      }),
    );
  });
  staffSoon(chance, minutes * 0.9, async () => {
    await unlessRefused(changeSending(deps, sendingId, { receivedOn: dateAfter(0) }));
  });
}
