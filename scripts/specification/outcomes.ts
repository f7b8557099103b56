import { relative } from 'node:path';

/** What became of each test in a run, from the reports that the runners leave. */

export type Outcome = 'passed' | 'failed' | 'skipped';

/** By file, then by name; one name may stand for several tests. */
export type Outcomes = Map<string, Map<string, Outcome[]>>;

export interface VitestReport {
  testResults: {
    /** The file, whole. */
    name: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[];
  }[];
}

export interface PlaywrightSuite {
  title: string;
  specs?: {
    title: string;
    file: string;
    tests: { status: string; results: { status: string }[] }[];
  }[];
  suites?: PlaywrightSuite[];
}

export interface PlaywrightReport {
  /** `rootDir`: from where the files are named. */
  config: { rootDir: string };
  suites: PlaywrightSuite[];
}

function note(outcomes: Outcomes, file: string, titles: string[], outcome: Outcome): void {
  const tests = outcomes.get(file) ?? new Map<string, Outcome[]>();
  outcomes.set(file, tests);
  const name = titles.join(' > ');
  tests.set(name, [...(tests.get(name) ?? []), outcome]);
}

function vitestOutcome(status: string): Outcome {
  if (status === 'passed' || status === 'failed') return status;
  return 'skipped';
}

export function addVitest(outcomes: Outcomes, report: VitestReport, root: string): void {
  for (const { name, assertionResults } of report.testResults) {
    for (const { ancestorTitles, title, status } of assertionResults) {
      note(outcomes, relative(root, name), [...ancestorTitles, title], vitestOutcome(status));
    }
  }
}

type PlaywrightTest = { status: string; results: { status: string }[] };

/** A test that fails as it was told to has not passed; at the second try it has, and is named. */
function playwrightOutcome({ status, results }: PlaywrightTest): Outcome {
  if (status === 'skipped' || results.length === 0) return 'skipped';
  if (status === 'flaky') return 'passed';
  const hasPassed = results.every((result) => result.status === 'passed');
  return status === 'expected' && hasPassed ? 'passed' : 'failed';
}

export function addPlaywright(outcomes: Outcomes, report: PlaywrightReport, root: string): void {
  const folder = relative(root, report.config.rootDir);
  const walk = ({ specs = [], suites = [] }: PlaywrightSuite, above: string[]): void => {
    for (const { title, file, tests } of specs) {
      for (const test of tests) {
        note(outcomes, `${folder}/${file}`, [...above, title], playwrightOutcome(test));
      }
    }
    for (const suite of suites) walk(suite, [...above, suite.title]);
  };
  // The outermost suites are the files themselves.
  for (const suite of report.suites) walk(suite, []);
}
