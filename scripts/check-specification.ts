import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkTable } from './specification/check.ts';
import {
  addPlaywright,
  addVitest,
  type Outcomes,
  type PlaywrightReport,
  type VitestReport,
} from './specification/outcomes.ts';
import { readTable } from './specification/table.ts';

/**
 * Checks that every rule of the specification has its test, and that this test ran and passed in the
 * run whose reports lie in test-results: the last suite of "npm test".
 */

const root = join(import.meta.dirname, '..');
const documentFolder = 'docs';
const document = `${documentFolder}/specification.md`;
const reports = 'test-results';

const isFile = (path: string) => existsSync(path) && statSync(path).isFile();

const sources = {
  read: (file: string) =>
    isFile(join(root, file)) ? readFileSync(join(root, file), 'utf8') : null,
  exists: (path: string) => existsSync(join(root, path)),
};

function readOutcomes(): { outcomes: Outcomes; problems: string[] } {
  const outcomes: Outcomes = new Map();
  const problems: string[] = [];
  const readers = {
    'vitest.json': (report: unknown) => addVitest(outcomes, report as VitestReport, root),
    'playwright.json': (report: unknown) =>
      addPlaywright(outcomes, report as PlaywrightReport, root),
  };
  for (const [name, add] of Object.entries(readers)) {
    const text = sources.read(`${reports}/${name}`);
    if (text === null) problems.push(`${reports}/${name}: no report; run "npm test"`);
    else add(JSON.parse(text));
  }
  return { outcomes, problems };
}

const { values } = parseArgs({ options: { report: { type: 'string' } } });
const { outcomes, problems } = readOutcomes();
const table = readTable(sources.read(document) ?? '');
const verdict = checkTable(table, outcomes, sources, documentFolder);
verdict.problems.unshift(...problems);

for (const problem of verdict.problems) console.log(`  ${document}: ${problem}`);
const notBuilt = verdict.notBuilt === 0 ? '' : `; ${verdict.notBuilt} not built yet`;
const ending = verdict.problems.length === 0 ? 'all ran' : `${verdict.problems.length} problems`;
console.log(`${verdict.rows} rows, ${verdict.tests} tests, ${ending}${notBuilt}`);
if (values.report !== undefined) writeFileSync(values.report, JSON.stringify(verdict));
process.exitCode = verdict.problems.length === 0 ? 0 : 1;
