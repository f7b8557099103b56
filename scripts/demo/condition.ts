import {
  type AreaCondition,
  areaNames,
  type Condition,
  type ConditionArea,
} from '../../domain/condition.ts';
import { chanceOf } from './chance.ts';
import type { Watch } from './watches.ts';

/** What staff see when they take in a watch, on some tickets. */

const findings: readonly (readonly [ConditionArea, AreaCondition])[] = [
  ['crystal', { state: 'damaged', note: 'Chip at 4 o’clock' }],
  ['crystal', { state: 'worn', note: 'Fine scratches' }],
  ['bezel', { state: 'worn', note: null }],
  ['case', { state: 'damaged', note: 'Ding between the lugs at 6' }],
  ['crown', { state: 'missing', note: null }],
  ['dial', { state: 'worn', note: 'Spots near the date' }],
  ['bracelet', { state: 'worn', note: 'Stretched, one screw loose' }],
  ['clasp', { state: 'damaged', note: 'Does not stay closed' }],
];

/** @returns null if nobody wrote anything down */
export function conditionOf({ tier, movement }: Watch, repairId: string): Condition | null {
  // Random choices of its own, so that the rest of the shop's story stays the same.
  const chance = chanceOf(`${repairId} condition`);
  if (!chance.happens(0.35)) return null;
  const fine: AreaCondition = { state: 'fine', note: null };
  const isChecked = chance.happens(0.6);
  return {
    areas: {
      ...(isChecked && Object.fromEntries(areaNames.map((area) => [area, fine]))),
      ...Object.fromEntries([chance.pick(findings), chance.pick(findings)]),
    },
    running: chance.pick(['yes', 'no', 'unknown'] as const),
    hasWater: chance.happens(0.06),
    accessories: chance.happens(0.2) ? chance.pick(['Box, papers', '2 links', 'Box']) : null,
    statedValue: tier >= 4 && chance.happens(0.5) ? 500 * (4 + chance.int(30)) : null,
    doNotPolish: movement === 'vintage' && chance.happens(0.5),
    returnOldParts: chance.happens(0.2),
  };
}
