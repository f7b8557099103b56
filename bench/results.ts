import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';

/** The table of what was measured: on the terminal, and kept in bench/results.md. */

export interface Outcome {
  claim: string;
  unit: string;
  ours: number;
  theirs: number;
  /** What `theirs` is. */
  against: string;
  /** Of the ratio: by default ours divided by theirs. */
  limit: { most: number } | { least: number };
  ratio?: number;
  note?: string;
}

const file = join(import.meta.dirname, 'results.md');

const machine = [
  `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`,
  `${Math.round(totalmem() / 1024 ** 3)} GB of memory`,
  `${type()} ${release()}`,
  `Node ${process.versions.node}`,
].join(', ');

const before = `# What was measured

Written by \`npm run bench\`; a run replaces only the rows that it measured, so others may be older. Each
claim is a ratio against its limit, or against something bare measured in the same run. The slowest requests
are named, each with the p99 (p50) of 300 answers. Load is one minute's average, stolen the processor time
that the host kept: with more load than processors, or a few percent stolen, the machine is not quiet.

Last run on: ${machine}

| Claim | Engine | Tickets | Ratio | Limit | Verdict | Measured | Load, stolen |
| --- | --- | --- | --- | --- | --- | --- | --- |
`;

/** All processor time of this machine since its start, and what its host kept of it. */
function processorTimes() {
  const line = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? '';
  // User, nice, system, idle, waiting, two kinds of interrupts, stolen; guests are in user already.
  const ticks = line.split(/ +/).slice(1, 9).map(Number);
  return { stolen: ticks[7] ?? 0, all: ticks.reduce((sum, one) => sum + one, 0) };
}

let earlier = processorTimes();
/** @returns what the host kept since the row before, in percent */
function stolenPercent(): number {
  const now = processorTimes();
  const share = (now.stolen - earlier.stolen) / (now.all - earlier.all || 1);
  earlier = now;
  return 100 * share;
}

/** Prints a row and keeps it. @returns whether the claim holds */
export function report(outcome: Outcome, engine: string, tickets: number): boolean {
  const { claim, unit, ours, theirs, against, limit, note = '' } = outcome;
  const { ratio = ours / theirs } = outcome;
  const holds = 'least' in limit ? ratio >= limit.least : ratio <= limit.most;
  const [one, other] = [ours, theirs].map((value) =>
    value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3),
  );
  const measured =
    against === 'the limit'
      ? `${one} of ${other} ${unit}`
      : `${one} ${unit} against ${other}: ${against}`;
  const cells = [
    claim,
    engine,
    tickets.toLocaleString('en-US'),
    ratio.toFixed(2),
    'least' in limit ? `≥ ${limit.least}` : `≤ ${limit.most}`,
    holds ? 'holds' : 'BROKEN',
    `${measured}${note && `; ${note}`}`,
    `${loadavg()[0]?.toFixed(1)}, ${stolenPercent().toFixed(0)}%`,
  ];
  console.log(cells.join('  '));
  const isSame = (line: string) =>
    line.startsWith(`| ${claim} | ${engine.split(' ', 1)} `) && line.includes(` | ${cells[2]} | `);
  const kept = (existsSync(file) ? readFileSync(file, 'utf8') : '')
    .split('\n')
    .filter((line) => /^\| (?!Claim |---)/.test(line) && !isSame(line));
  writeFileSync(file, `${before}${[...kept, `| ${cells.join(' | ')} |`].join('\n')}\n`);
  return holds;
}

/** @returns the value that this share of all values lies at or below */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/**
 * Alternates between two measurements, so that other load on the machine affects both.
 *
 * @returns medians; for the ratio, the median of each round's ratio
 */
export async function inTurn(
  rounds: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<Pick<Outcome, 'ours' | 'theirs'> & { ratio: number }> {
  const pairs: [number, number][] = [];
  for (let round = 0; round <= rounds; round += 1) pairs.push([await ours(), await theirs()]);
  // The first round warms both up.
  const median = (of: (pair: [number, number]) => number) => quantile(pairs.slice(1).map(of), 0.5);
  return {
    ours: median(([one]) => one),
    theirs: median(([, other]) => other),
    ratio: median(([one, other]) => one / other),
  };
}
