import type { Repair } from '../../domain/api-answers.ts';
import { dateIn } from '../../domain/calendar-date.ts';
import { zoneInForce } from '../../domain/clock.ts';
import { fieldProblem } from '../../domain/problems.ts';
import { promisableDates, promiseFault, proposedDate } from '../../domain/promised-date.ts';
import type { Handle } from '../database/tables.ts';
import { readShopSettings } from '../settings/store.ts';
import { readUndoState } from './undo-state.ts';

/** Which dates may be promised. Times are milliseconds since 1970. */

/** @throws Problem validation-failed for a date that may not be promised now */
export async function checkPromise(
  tx: Handle,
  now: number,
  expectedOn: string | null,
): Promise<void> {
  if (expectedOn === null) return;
  const { calendar } = await readShopSettings(tx);
  const message = promiseFault(expectedOn, promisableDates(now, calendar.timeZone));
  if (message !== null) throw fieldProblem('expectedOn', message);
}

type Promised = Pick<Repair, 'expectedOn' | 'firstExpectedOn'>;

/**
 * The dates promised for a locked ticket whose same-day flag is switched. On: the date that
 * intake proposes, and the first promise stays. Off: what it was before, unless it has been changed since.
 */
export async function datesOfSwitched(
  tx: Handle,
  { ticketNumber, expectedOn, firstExpectedOn }: Repair,
  isSameDay: boolean,
  now: number,
): Promise<Promised> {
  if (isSameDay) {
    const settings = await readShopSettings(tx);
    const today = dateIn(now, zoneInForce(settings));
    const proposal = proposedDate(isSameDay, today, settings.calendar);
    return { expectedOn: proposal, firstExpectedOn: firstExpectedOn ?? proposal };
  }
  const { sameDaySwitch } = await readUndoState(tx, ticketNumber);
  const was = sameDaySwitch?.after.expectedOn === expectedOn ? sameDaySwitch.before : {};
  return {
    expectedOn: was.expectedOn === undefined ? expectedOn : was.expectedOn,
    firstExpectedOn: was.firstExpectedOn === undefined ? firstExpectedOn : was.firstExpectedOn,
  };
}
