import { cpus } from 'node:os';
import { measureColdStart } from './cold-start.ts';
import { measureCreate } from './create.ts';
import { measureScrolling, measureSearchPaint } from './lists.ts';
import type { Ratio } from './measure.ts';
import { measurePoll } from './poll.ts';
import { measureWebhooks } from './webhooks.ts';

/** What the product claims about speed, measured against a limit in the same run. */

interface Claim {
  name: string;
  comparedWith: string;
  unit: string;
  limit: { least: number } | { most: number };
  measure: () => Promise<Ratio>;
}

const claims: Claim[] = [
  {
    name: 'Unchanged poll (304)',
    comparedWith: 'bare node:http answering 304',
    unit: 'requests/s',
    limit: { least: 0.6 },
    measure: measurePoll,
  },
  {
    name: 'Take in a repair (durable)',
    comparedWith: 'bare loop of durable one-row inserts',
    unit: '/s',
    limit: { least: 0.4 },
    measure: measureCreate,
  },
  {
    name: 'Webhooks: customers’ texts taken, each answered by a text',
    comparedWith: 'what the provider may hand over in a second',
    unit: '/s',
    limit: { least: 1 },
    measure: measureWebhooks,
  },
  {
    name: 'Cold start to /healthz',
    comparedWith: 'Node importing the same libraries',
    unit: 'ms',
    limit: { most: 2 },
    measure: measureColdStart,
  },
  {
    name: 'Lists: scrolling past 2,000 repairs, a step each frame',
    comparedWith: 'all the same cards in a page without any script',
    unit: 'ms',
    limit: { most: 1 },
    measure: measureScrolling,
  },
  {
    name: 'Lists: from the answer to a search until it is painted, names of 200 letters',
    comparedWith: 'the same results put in as ready HTML',
    unit: 'ms',
    limit: { most: 3 },
    measure: measureSearchPaint,
  },
];

const wanted = process.argv.slice(2);
const chosen = claims.filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.toLowerCase().includes(word)),
);

console.log(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`,
);
console.log('Medians of alternating rounds; the ratio is the median of the rounds’ own ratios.\n');
let hasFailed = false;
for (const { name, comparedWith, unit, limit, measure } of chosen) {
  const { ours, theirs, ratio } = await measure();
  const holds = 'least' in limit ? ratio >= limit.least : ratio <= limit.most;
  const bound = 'least' in limit ? `at least ${limit.least}` : `at most ${limit.most}`;
  hasFailed ||= !holds;
  console.log(
    `${holds ? 'holds ' : 'BROKEN'}  ${name}: ratio ${ratio.toFixed(2)} (${bound}); ` +
      `${Math.round(ours)} ${unit} against ${Math.round(theirs)} ${unit} (${comparedWith})`,
  );
}
console.log('\nThe initial JavaScript is checked by every build (npm run build).');
process.exitCode = hasFailed ? 1 : 0;
