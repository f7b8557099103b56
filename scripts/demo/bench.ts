import { positionNames, positions } from '../../domain/bench-figures.ts';
import { dateIn } from '../../domain/calendar-date.ts';
import type { MeasurementKind, Stage } from '../../domain/measurements.ts';
import { addMeasurement } from '../../server/measurements/actions.ts';
import { timeZone } from './calendar.ts';
import { type Chance, chanceOf } from './chance.ts';
import { type Setting, unlessRefused, type Visit } from './plans.ts';
import type { Watch } from './watches.ts';

export const demoChecks = ['Time and date set', 'Crown down', 'Water test', 'Bracelet'];

/** Most are checked: nobody tests a vintage watch in water. */
export function finalCheckOf(repairId: string, watch: Watch, lines: readonly string[]) {
  // Random choices of its own, so that the rest of the shop's story stays the same.
  const chance = chanceOf(`${repairId} final check`);
  return lines.map((line) => ({
    line,
    isChecked: !(watch.movement === 'vintage' && line === 'Water test') && chance.happens(0.95),
  }));
}

/** How a watch runs: a worn one loses time in vertical positions, with low amplitude; a serviced one runs evenly. */
function timingOf(chance: Chance, stage: Stage) {
  const isWorn = stage === 'before';
  const tenths = (least: number, most: number) => Math.round(chance.between(least, most) * 10) / 10;
  const rest = stage === 'after-24h' ? 22 : 0;
  return {
    liftAngle: 52,
    beatsPerHour: 28_800,
    positions: Object.fromEntries(
      positionNames.map((name) => {
        const standing = positions[name].isVertical;
        const reading = {
          rate: isWorn ? tenths(standing ? -22 : 2, standing ? 6 : 14) : tenths(-2, 6),
          amplitude:
            Math.round(chance.between(260, 300)) - (standing ? 28 : 0) - (isWorn ? 55 : rest),
          beatError: isWorn ? tenths(0.4, 1.4) : tenths(0, 0.3),
        };
        return [name, reading];
      }),
    ),
  };
}

function quartzOf(chance: Chance, stage: Stage) {
  const isWorn = stage === 'before';
  const hundredths = (least: number, most: number) =>
    Math.round(chance.between(least, most) * 100) / 100;
  return {
    consumption: isWorn ? hundredths(2.4, 5.2) : hundredths(0.9, 1.4),
    battery: isWorn ? hundredths(1.1, 1.35) : hundredths(1.55, 1.58),
    rate: hundredths(-0.3, 0.5),
    ratePer: 'day' as const,
  };
}

/** Nothing is measured for a strap. */
function kindOf({ watch, job }: Visit): MeasurementKind | null {
  if (watch.movement === 'quartz') return 'quartz';
  const hasBalance = !['digital', 'smart'].includes(watch.movement);
  return hasBalance && job.hours >= 2 ? 'timing' : null;
}

/** Bench measurements of a watch worth the effort: before and after the work. */
export async function measureOnBench(
  { deps, agenda }: Setting,
  visit: Visit,
  stage: Stage,
): Promise<void> {
  const { repairId, ticketNumber } = visit.repair;
  const kind = kindOf(visit);
  // Random choices of its own, so that the rest of the shop's story stays the same.
  const chance = chanceOf(`${repairId} bench ${stage}`);
  if (kind === null || !chance.happens(0.6)) return;
  await unlessRefused(
    addMeasurement(deps, ticketNumber, {
      measurementId: chance.uuid(),
      kind,
      stage,
      measuredOn: dateIn(agenda.now(), timeZone),
      instrument: kind === 'timing' ? 'Bench microphone' : 'Quartz analyzer',
      caliber: visit.watch.caliber,
      timing: kind === 'timing' ? timingOf(chance, stage) : null,
      quartz: kind === 'quartz' ? quartzOf(chance, stage) : null,
      pressure: null,
    }),
  );
}
