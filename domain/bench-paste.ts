import { type PositionName, positionNames, positions } from './bench-figures.ts';
import {
  isWithin,
  numberRefusal,
  type ReadingName,
  readingNames,
  readingRules,
  typedNumber,
  typedText,
} from './bench-values.ts';

/**
 * Readings pasted from a spreadsheet: rate, amplitude and beat error, with or without the position's
 * old or new name in front. Either everything is accepted, or nothing, and a sentence says why.
 */

export interface PastedValue {
  position: PositionName;
  reading: ReadingName;
  /** As in the form's field. */
  typed: string;
}

export type Pasted = { values: PastedValue[] } | { message: string };

/** Finds a position's name, old or new, in a cell such as "CH", "du" or "Dial up (DU)". */
function positionIn(cell: string): PositionName | undefined {
  const words = cell.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const named = positionNames.find((name) =>
    [name, positions[name].older].some((one) => words.includes(one.toLowerCase())),
  );
  const plain = words.join(' ').trim();
  return named ?? positionNames.find((name) => positions[name].words.toLowerCase() === plain);
}

const cellsOf = (line: string): string[] => {
  const cells = line.split(line.includes('\t') ? '\t' : ';').map((cell) => cell.trim());
  while (cells.length > 1 && cells.at(-1) === '') cells.pop();
  return cells;
};

const isNumber = (cell: string) => typeof typedNumber(readingRules.rate, cell) === 'number';

/** A line of headings above the values. */
const isHeading = (cells: readonly string[]) =>
  !cells.some(isNumber) && positionIn(cells[0] ?? '') === undefined && cells.some(Boolean);

const knownNames = `${positionNames.join(', ')} or ${positionNames
  .map((name) => positions[name].older)
  .join(', ')}`;

const refused = (why: string): Pasted => ({ message: `${why} Nothing was pasted.` });

const count = (many: number, one: string) => `${many} ${one}${many === 1 ? '' : 's'}`;

/** @param from where the first value goes if no positions are named */
export function readPaste(
  text: string,
  from: { position: PositionName; reading: ReadingName },
): Pasted {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n').map(cellsOf);
  const rows = lines.length > 1 && isHeading(lines[0] ?? []) ? lines.slice(1) : lines;
  const isNamed = rows.some(([first = '']) => positionIn(first) !== undefined);
  const free = isNamed ? positionNames : positionNames.slice(positionNames.indexOf(from.position));
  const columns = isNamed ? readingNames : readingNames.slice(readingNames.indexOf(from.reading));

  if (rows.length > free.length) {
    return refused(
      `This has ${count(rows.length, 'row')}, but there ${free.length === 1 ? 'is' : 'are'} only ${count(free.length, 'position')}${isNamed ? '' : ' from here'}.`,
    );
  }
  const values: PastedValue[] = [];
  const seen = new Set<PositionName>();
  for (const [at, row] of rows.entries()) {
    const [first = '', ...rest] = row;
    const position = isNamed ? positionIn(first) : free[at];
    const cells = isNamed ? rest : row;
    if (position === undefined) {
      return refused(`“${first.slice(0, 40)}” is not a position: use ${knownNames}.`);
    }
    if (seen.has(position)) return refused(`${position} appears twice.`);
    seen.add(position);
    if (cells.length > columns.length) {
      const names = columns.map((name) => readingRules[name].label.toLowerCase()).join(', ');
      return refused(
        `This has ${count(cells.length, 'column')} of values, but there is room for only ${columns.length}: ${names}.`,
      );
    }
    for (const [index, reading] of columns.entries()) {
      const cell = cells[index];
      if (cell === undefined) continue;
      const rule = readingRules[reading];
      const value = typedNumber(rule, cell);
      if (value !== null && !isWithin(rule, value)) {
        return refused(`${position}: ${numberRefusal(rule)}.`);
      }
      values.push({ position, reading, typed: typedText(value) });
    }
  }
  return { values };
}
