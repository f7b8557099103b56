import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';

/** The table of what was measured: on the terminal, and kept in bench/results.md. */

export interface Claim {
  name: string;
  /** What `ours` is divided by. */
  against: string;
  unit: string;
  limit: { most: number } | { least: number };
}

export interface Outcome {
  claim: Claim;
  ours: number;
  theirs: number;
  /** By default the one divided by the other. */
  ratio?: number;
  note?: string;
}

const file = join(import.meta.dirname, 'results.md');

const processors = cpus();
export const machine = [
  `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}`,
  `${Math.round(totalmem() / 1024 ** 3)} GB of memory`,
  `${type()} ${release()}`,
  `Node ${process.versions.node}`,
].join(', ');

const rounded = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3);

const before = `# What was measured

Written by \`npm run bench\`; a run replaces only the rows that it measured. Each claim is a ratio against
its limit, or against something bare measured in the same run. Load is how many processes wanted a
processor meanwhile (one minute's average): beyond the number of processors, times in milliseconds are
longer than the program's own.

Machine: ${machine}

| Claim | Engine | Tickets | Ratio | Limit | Verdict | Measured | Load |
| --- | --- | --- | --- | --- | --- | --- | --- |
`;

/** Says a row and keeps it. @returns whether the claim holds */
export function report(
  { claim, ours, theirs, ratio = ours / theirs, note = '' }: Outcome,
  engine: string,
  tickets: number,
): boolean {
  const { name, against, unit, limit } = claim;
  const holds = 'least' in limit ? ratio >= limit.least : ratio <= limit.most;
  const cells = [
    name,
    engine,
    tickets.toLocaleString('en-US'),
    ratio.toFixed(2),
    'least' in limit ? `≥ ${limit.least}` : `≤ ${limit.most}`,
    holds ? 'holds' : 'BROKEN',
    `${rounded(ours)} ${unit} against ${rounded(theirs)} ${unit}: ${against}${note && `; ${note}`}`,
    loadavg()[0]?.toFixed(1) ?? '',
  ];
  console.log(cells.join('  '));
  const key = `| ${name} | ${engine.split(' ', 1)[0]} `;
  const size = ` | ${cells[2]} | `;
  const kept = (existsSync(file) ? readFileSync(file, 'utf8') : '')
    .split('\n')
    .filter((line) => /^\| (?!Claim |---)/.test(line));
  const place = kept.findIndex((line) => line.startsWith(key) && line.includes(size));
  kept.splice(place < 0 ? kept.length : place, place < 0 ? 0 : 1, `| ${cells.join(' | ')} |`);
  writeFileSync(file, `${before}${kept.join('\n')}\n`);
  return holds;
}

/** @returns the value that so large a share of all lies at or below */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/**
 * Measures two things in turn, so that whatever else the machine does meets both.
 *
 * @returns medians; of the ratio, that of the rounds' own ratios
 */
export async function inTurn(
  rounds: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<{ ours: number; theirs: number; ratio: number }> {
  await ours();
  await theirs();
  const pairs: { ours: number; theirs: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) pairs.push({ ours: await ours(), theirs: await theirs() });
    else {
      const first = await theirs();
      pairs.push({ ours: await ours(), theirs: first });
    }
  }
  const median = (of: (pair: { ours: number; theirs: number }) => number) =>
    quantile(pairs.map(of), 0.5);
  return {
    ours: median((pair) => pair.ours),
    theirs: median((pair) => pair.theirs),
    ratio: median((pair) => pair.ours / pair.theirs),
  };
}
