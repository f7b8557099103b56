import { dollarsFromCents, formatPrice, typedPrice } from './money.ts';

/**
 * A watch's condition at intake, as staff saw it and the customer described it. None of it is
 * required: what no one has said is left out, and if nothing is said there is no value.
 */

export const conditionAreas = {
  crystal: 'Crystal',
  bezel: 'Bezel',
  case: 'Case',
  back: 'Back',
  crown: 'Crown',
  pushers: 'Pushers',
  dial: 'Dial',
  hands: 'Hands',
  bracelet: 'Bracelet or strap',
  clasp: 'Clasp',
} as const;
export type ConditionArea = keyof typeof conditionAreas;
export const areaNames = Object.keys(conditionAreas) as readonly ConditionArea[];

export const areaStates = ['fine', 'worn', 'damaged', 'missing'] as const;
export type AreaState = (typeof areaStates)[number];

export const runningAnswers = ['yes', 'no', 'unknown'] as const;
type Running = (typeof runningAnswers)[number];

export type AreaCondition = {
  /** Null if it was not checked. */
  state: AreaState | null;
  note: string | null;
};

export type Condition = {
  /** Only the areas about which something is said. */
  areas: { [Area in ConditionArea]?: AreaCondition | undefined };
  running: Running | null;
  hasWater: boolean;
  accessories: string | null;
  /** What the customer says the watch is worth, in dollars. */
  statedValue: number | null;
  doNotPolish: boolean;
  returnOldParts: boolean;
};

/** The parts of it that are stated separately. */
export const conditionLabels = {
  ...conditionAreas,
  running: 'Running',
  hasWater: 'Traces of water',
  accessories: 'Accessories left',
  statedValue: 'Value stated',
  doNotPolish: 'Do not polish',
  returnOldParts: 'Return old parts',
} as const;
export type ConditionPart = keyof typeof conditionLabels;
export const conditionParts = Object.keys(conditionLabels) as readonly ConditionPart[];

/** @returns only what is said, in the order of the lists; null if nothing is */
export function tidyCondition(given: Condition): Condition | null {
  const areas: Condition['areas'] = {};
  for (const area of areaNames) {
    const { state = null, note = null } = given.areas[area] ?? {};
    if (state !== null || note !== null) areas[area] = { state, note };
  }
  const condition = inOrder({ ...given, areas });
  return writePartTexts(partTexts(condition)) === '' ? null : condition;
}

/** The same, always with its parts in the same order: two that say the same are the same JSON. */
const inOrder = (given: Condition): Condition => ({
  areas: given.areas,
  running: given.running,
  hasWater: given.hasWater,
  accessories: given.accessories,
  statedValue: given.statedValue,
  doNotPolish: given.doNotPolish,
  returnOldParts: given.returnOldParts,
});

/** What is said about each part, as people write and read it; empty if nothing is. */
export type PartTexts = Readonly<Record<ConditionPart, string>>;

const notChecked = 'not checked';

/** @returns e.g. `damaged, “deep scratch”`; empty for an area without a state or a note */
export function areaText({ state, note }: AreaCondition): string {
  const quoted = note === null || note === '' ? [] : [`“${note}”`];
  return state === null && quoted.length === 0 ? '' : [state ?? notChecked, ...quoted].join(', ');
}

const yes = (isSo: boolean) => (isSo ? 'yes' : '');

export function partTexts(condition: Condition): PartTexts {
  const said = Object.fromEntries(
    areaNames.map((area) => [area, areaText(condition.areas[area] ?? { state: null, note: null })]),
  ) as Record<ConditionArea, string>;
  const { running, hasWater, accessories, statedValue, doNotPolish, returnOldParts } = condition;
  return {
    ...said,
    running: running ?? '',
    hasWater: yes(hasWater),
    accessories: accessories ?? '',
    statedValue: statedValue === null ? '' : formatPrice(statedValue),
    doNotPolish: yes(doNotPolish),
    returnOldParts: yes(returnOldParts),
  };
}

/** What is read if nothing is said about a part. */
export function unsaid(part: ConditionPart): string {
  if (part in conditionAreas || part === 'running') return notChecked;
  return part === 'accessories' || part === 'statedValue' ? 'nothing' : 'no';
}

/**
 * The condition as text, one line for each part about which something is said: what is in a form and in a
 * cell of CSV, `Crystal: damaged, “deep scratch”`. {@link readPartTexts} reads it back.
 */
export const writePartTexts = (said: PartTexts): string =>
  conditionParts
    .filter((part) => said[part] !== '')
    .map((part) => `${conditionLabels[part]}: ${said[part]}`)
    .join('\n');

const nothingSaid = Object.fromEntries(conditionParts.map((part) => [part, ''])) as PartTexts;

/** @returns also the lines that belong to no part */
export function readPartTexts(text: string): { said: PartTexts; unknown: string[] } {
  const said: Record<ConditionPart, string> = { ...nothingSaid };
  const unknown: string[] = [];
  for (const line of text.split(/\r?\n/).filter((one) => one.trim() !== '')) {
    const [, label = '', saying = ''] = /^([^:]*):\s?(.*)$/s.exec(line) ?? [];
    const plain = label.trim().toLowerCase();
    const part = conditionParts.find((one) => conditionLabels[one].toLowerCase() === plain);
    if (part === undefined) unknown.push(line.trim());
    else said[part] = saying;
  }
  return { said, unknown };
}

const areaPattern = /^\s*(fine|worn|damaged|missing|not checked)\s*(?:,\s*[“"](.*)[”"]\s*)?$/is;

/** Reads what {@link areaText} says. @returns null for anything else */
export function readArea(saying: string): AreaCondition | null {
  if (saying.trim() === '') return { state: null, note: null };
  const found = areaPattern.exec(saying);
  if (found === null) return null;
  const state = areaStates.find((one) => one === found[1]?.toLowerCase()) ?? null;
  return { state, note: found[2] ?? null };
}

/** What is in a form → what the contract's schema checks; what cannot be read stays as it is. */
export function readCondition(typed: string): unknown {
  const { said } = readPartTexts(typed);
  if (writePartTexts(said) === '') return null;
  const flag = (part: ConditionPart) =>
    ({ yes: true, no: false, '': false })[said[part].trim().toLowerCase()] ?? said[part];
  return {
    areas: Object.fromEntries(areaNames.map((area) => [area, readArea(said[area]) ?? said[area]])),
    running: said.running.trim().toLowerCase() || null,
    hasWater: flag('hasWater'),
    accessories: said.accessories,
    statedValue: typedPrice(said.statedValue),
    doNotPolish: flag('doNotPolish'),
    returnOldParts: flag('returnOldParts'),
  };
}

/** As its column has it: JSON, with the value in whole cents. */
export function storeCondition({ statedValue, ...rest }: Condition): string {
  const statedValueCents = statedValue === null ? null : Math.round(statedValue * 100);
  return JSON.stringify({ ...rest, statedValueCents });
}

export function loadCondition(stored: string): Condition {
  const { statedValueCents, ...rest } = JSON.parse(stored);
  const statedValue = statedValueCents === null ? null : dollarsFromCents(statedValueCents);
  return inOrder({ ...rest, statedValue });
}

/** What staff typed in it: the notes, and what was left. */
export const typedInCondition = ({ areas, accessories }: Condition): string[] =>
  [...areaNames.map((area) => areas[area]?.note ?? null), accessories].filter(
    (text) => text !== null,
  );
