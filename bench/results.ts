import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { holds, type Outcome, saidLimit, type Wording } from './claims.ts';
import { root } from './measure.ts';

/** The table of what was measured: on the terminal, and kept in a file with the machine. */

export interface Row {
  claim: string;
  /** With its version. */
  engine: string;
  /** How many tickets there were, "-" where that does not matter. */
  tickets: string;
  ratio: string;
  limit: string;
  verdict: 'holds' | 'BROKEN';
  measured: string;
  note: string;
}

const headings: Readonly<Record<keyof Row, string>> = {
  claim: 'Claim',
  engine: 'Engine',
  tickets: 'Tickets',
  ratio: 'Ratio',
  limit: 'Limit',
  verdict: 'Verdict',
  measured: 'Measured against',
  note: 'Also',
};
const fields = Object.keys(headings) as readonly (keyof Row)[];

const rounded = (value: number): string => {
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
};

export function rowOf(
  { name, comparedWith, unit, limit }: Wording,
  { ours, theirs, ratio, note = '' }: Outcome,
  engine: string,
  tickets: string,
): Row {
  return {
    claim: name,
    engine,
    tickets,
    ratio: ratio.toFixed(2),
    limit: saidLimit(limit),
    verdict: holds(limit, ratio) ? 'holds' : 'BROKEN',
    measured: `${rounded(ours)} ${unit} against ${rounded(theirs)} ${unit}: ${comparedWith}`,
    note,
  };
}

/** One line for the terminal. */
export const saidRow = (row: Row): string =>
  `${row.verdict.padEnd(6)}  ${row.claim} [${[row.engine, row.tickets].filter((part) => part !== '-').join(', ')}]: ` +
  `ratio ${row.ratio} (${row.limit}); ${row.measured}${row.note === '' ? '' : `; ${row.note}`}`;

const resultsFile = join(root, 'bench', 'results.md');

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

const before = `# What was measured

Written by \`npm run bench\`; a run of some claims replaces only their rows. Each claim is a ratio of
two things that were measured in turn in one run, so that it means the same on other machines.
`;

const machineWord = 'Machine: ';

/** The rows of earlier runs; none where they were measured on another machine. */
function earlierRows(machine: string, file: string): Row[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  if (!lines.includes(`${machineWord}${machine}`)) return [];
  return lines
    .filter((each) => each.startsWith('| '))
    .slice(2)
    .map((each) => {
      const cells = each.slice(2, -2).split(' | ');
      return Object.fromEntries(fields.map((field, index) => [field, cells[index] ?? '']));
    }) as unknown as Row[];
}

const keyOf = ({ claim, engine, tickets }: Row) =>
  [claim, engine.split(' ', 1)[0], tickets].join('\n');

/** Puts rows in the places of those that say the same claim; new ones come last. */
export function keepResults(machine: string, rows: readonly Row[], file = resultsFile): void {
  const kept = new Map(earlierRows(machine, file).map((row) => [keyOf(row), row]));
  for (const row of rows) {
    const safe = fields.map((field) => [field, row[field].replaceAll('|', '/')]);
    kept.set(keyOf(row), Object.fromEntries(safe) as Row);
  }
  const table = [
    line(fields.map((field) => headings[field])),
    line(fields.map(() => '---')),
    ...[...kept.values()].map((row) => line(fields.map((field) => row[field]))),
  ];
  writeFileSync(file, `${before}\n${machineWord}${machine}\n\n${table.join('\n')}\n`);
}
