import { describe, expect, it } from 'vitest';
import { checkTable } from './check.ts';
import { addPlaywright, addVitest, type Outcomes } from './outcomes.ts';
import { readTable } from './table.ts';

const root = '/shop';

/** One run, made up: what the runners write, with what else stands in their reports left out. */
function run(): Outcomes {
  const outcomes: Outcomes = new Map();
  const vitest = (file: string, ...tests: [titles: string[], status: string][]) => ({
    name: `${root}/${file}`,
    assertionResults: tests.map(([titles, status]) => ({
      ancestorTitles: titles.slice(0, -1),
      title: titles.at(-1) ?? '',
      status,
    })),
  });
  addVitest(
    outcomes,
    {
      testResults: [
        vitest(
          'domain/price.test.ts',
          [['price', 'is in dollars'], 'passed'],
          [['price', 'is skipped'], 'skipped'],
          [['price', 'is to be written'], 'todo'],
          [['price', 'fails'], 'failed'],
          [['price', 'said twice'], 'passed'],
          [['price', 'said twice'], 'failed'],
        ),
        vitest(
          'tests/server/list.test.ts',
          [['the list (sqlite)', 'is short'], 'passed'],
          [['the list (postgres)', 'is short'], 'passed'],
          [['the list (sqlite)', 'is whole'], 'passed'],
          [['the list (postgres)', 'is whole'], 'failed'],
          [['the file (sqlite)', 'is one'], 'passed'],
        ),
      ],
    },
    root,
  );
  const spec = (title: string, status: string, ...results: string[]) => ({
    title,
    file: 'login.spec.ts',
    tests: [{ status, results: results.map((result) => ({ status: result })) }],
  });
  addPlaywright(
    outcomes,
    {
      config: { rootDir: `${root}/tests/browser` },
      suites: [
        {
          title: 'login.spec.ts',
          specs: [spec('a login', 'expected', 'passed'), spec('left out', 'skipped', 'skipped')],
          suites: [
            {
              title: 'the login',
              specs: [
                spec('is refused', 'expected', 'passed'),
                spec('flickers', 'flaky', 'failed', 'passed'),
                spec('is known to fail', 'expected', 'failed'),
                spec('never began', 'expected'),
              ],
            },
          ],
        },
      ],
    },
    root,
  );
  return outcomes;
}

const files: Record<string, string> = {
  'domain/price.ts': `const message = 'Please enter\n  a price';\nsay(\`Sent to \${name}. Done.\`);${'\n'.repeat(9)}// ${'far '.repeat(30)}away`,
  'web/login.tsx': '<p>Invalid password.</p>',
  'docs/decisions.md': '',
};
const sources = {
  read: (file: string) => files[file] ?? null,
  exists: (path: string) => path in files,
};

const header = '| rule | code | test | differs |\n|---|---|---|---|\n';
const check = (rows: string, rest = '') =>
  checkTable(readTable(`# Rules\n\n${header}${rows}\n${rest}`), run(), sources, 'docs');
const price = '`domain/price.test.ts › price > is in dollars`';

describe('a table that holds', () => {
  it('has its rows and tests counted, the same test once and each engine by itself', () => {
    const rows = [
      `| Says \`Please enter a price\` | \`domain/price.ts\` | ${price} | |`,
      `| Says \`Sent to {name}. Done.\` | \`web/login.tsx\`, \`domain/price.ts\` | ${price} | no |`,
      '| short | `domain/price.ts` | `tests/server/list.test.ts › the list (both engines) > is short` | |',
      '| one engine | `domain/price.ts` | `tests/server/list.test.ts › the file (sqlite) > is one` | |',
      '| login \\| out | `web/login.tsx` | `tests/browser/login.spec.ts › a login`, `tests/browser/login.spec.ts › the login > is refused` | [why](decisions.md#login) |',
    ];
    expect(check(rows.join('\n'))).toEqual({ rows: 5, tests: 6, notBuilt: 0, problems: [] });
  });

  it('may have more tables, and a list of what is not built, counted apart', () => {
    const row = `| a | \`domain/price.ts\` | ${price} | |`;
    const rest = `\n## More\n\n- no rule\n\n${header}${row}\n\n## Not built yet\n\nText.\n\n- one\n- two\n`;
    expect(check(row, rest)).toEqual({ rows: 2, tests: 1, notBuilt: 2, problems: [] });
  });
});

describe('a row does not hold', () => {
  it.each([
    ['without a test', '| a | `domain/price.ts` | none | |', 'line 5 names no test'],
    ['without a file', `| a | somewhere | ${price} | |`, 'line 5 names no code file'],
    ['without a rule', `| | \`domain/price.ts\` | ${price} | |`, 'line 5 has no rule'],
    ['with a cell too few', `| a | \`domain/price.ts\` | ${price} |`, 'has 3 cells instead of 4'],
    [
      'with a test that names no file',
      '| a | `domain/price.ts` | `is in dollars` | |',
      'line 5 names no file and test: is in dollars',
    ],
    [
      'with a file that is gone',
      `| a | \`domain/gone.ts\` | ${price} | |`,
      'line 5: domain/gone.ts: no file',
    ],
    [
      'with a message that is said otherwise',
      `| \`Please enter the price\` | \`domain/price.ts\` | ${price} | |`,
      'line 5: "Please enter the price" stands in none of its files',
    ],
    [
      'with a message of which only the beginning is said',
      `| \`Sent to {name}. Never.\` | \`domain/price.ts\` | ${price} | |`,
      'line 5: "Sent to {name}. Never." stands in none of its files',
    ],
    [
      'with a message whose parts stand far from each other',
      `| \`Sent to {name} away\` | \`domain/price.ts\` | ${price} | |`,
      'line 5: "Sent to {name} away" stands in none of its files',
    ],
    [
      'with a link that leads nowhere',
      `| a | \`domain/price.ts\` | ${price} | [why](gone.md) |`,
      'line 5: gone.md: leads nowhere',
    ],
    [
      'with one engine of two',
      '| a | `domain/price.ts` | `tests/server/list.test.ts › the list (sqlite) > is short` | |',
      'runs on both engines; write (both engines)',
    ],
  ])('%s', (_what, row, problem) => {
    expect(check(row).problems).toEqual([expect.stringContaining(problem)]);
  });

  it.each([
    ['renamed', 'domain/price.test.ts › price > is in euros', 'did not run'],
    ['moved', 'domain/money.test.ts › price > is in dollars', 'did not run'],
    ['skipped', 'domain/price.test.ts › price > is skipped', 'skipped'],
    ['still to be written', 'domain/price.test.ts › price > is to be written', 'skipped'],
    ['failed', 'domain/price.test.ts › price > fails', 'failed'],
    ['one of two of its name', 'domain/price.test.ts › price > said twice', 'failed'],
    ['left out in the browser', 'tests/browser/login.spec.ts › left out', 'skipped'],
    ['told to fail', 'tests/browser/login.spec.ts › the login > is known to fail', 'failed'],
    ['never begun', 'tests/browser/login.spec.ts › the login > never began', 'skipped'],
  ])('when its test was %s', (_what, test, problem) => {
    expect(check(`| a | \`domain/price.ts\` | \`${test}\` | |`).problems).toEqual([
      `line 5: ${test}: ${problem}`,
    ]);
  });

  it('not when its test passed at the second try', () => {
    const test = 'tests/browser/login.spec.ts › the login > flickers';
    expect(check(`| a | \`domain/price.ts\` | \`${test}\` | |`).problems).toEqual([]);
  });

  it('when its test failed on one of two engines', () => {
    const test = 'tests/server/list.test.ts › the list (both engines) > is whole';
    expect(check(`| a | \`domain/price.ts\` | \`${test}\` | |`).problems).toEqual([
      'line 5: tests/server/list.test.ts › the list (postgres) > is whole: failed',
    ]);
  });
});

it('a document without a row does not hold', () => {
  expect(check('').problems).toEqual(['there is no row']);
});
