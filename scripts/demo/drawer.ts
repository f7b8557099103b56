import { dateIn } from '../../domain/calendar-date.ts';
import { cashExpected } from '../../domain/day-money.ts';
import { closeDay, moneyOf } from '../../server/payments/money.ts';
import type { Deps } from '../../server/ports/deps.ts';
import { timeZone } from './calendar.ts';
import { chanceOf } from './chance.ts';

/** Counts the day's cash: usually it is exact, now and then a little short or over. */
export async function countDrawer(
  deps: Deps,
  float: number,
  now: number,
  seed: string,
): Promise<void> {
  const date = dateIn(now, timeZone);
  const chance = chanceOf(`${seed} drawer ${date}`);
  const money = await moneyOf(deps.database.read, { from: date, to: date });
  const cents = cashExpected(Math.round(float * 100), {
    cashIn: Math.round(money.cashIn * 100),
    cashOut: Math.round(money.cashOut * 100),
  });
  const [off, note] = chance.happens(0.8) ? [0, null] : chance.pick(differences);
  await closeDay(deps, {
    closingId: chance.uuid(),
    date,
    float,
    counted: Math.max(cents + off, 0) / 100,
    note,
    seenCash: cents / 100,
  });
}

/** In cents. */
const differences = [
  [-200, 'Change for the parking meter'],
  [-500, null],
  [100, null],
  [-1_250, 'Stamps and tape'],
] as const;
