import type { Outcome, Outcomes } from './outcomes.ts';
import type { Table, TestName } from './table.ts';

/** Whether the table holds: files there, messages in them, tests run and passed. */

export interface Sources {
  /** @returns the text of a file of the project, or null where there is none */
  read(file: string): string | null;
  /** @returns whether something lies at this path, from the project's root */
  exists(path: string): boolean;
}

export interface Verdict {
  rows: number;
  /** Different tests that the rows name, each engine's counted. */
  tests: number;
  notBuilt: number;
  problems: string[];
}

/** Stands in a name for a test that runs on SQLite and on PostgreSQL. */
const bothEngines = '(both engines)';
const engines = ['(sqlite)', '(postgres)'] as const;

const onEngine = ({ file, name }: TestName, from: string, to: string): TestName => ({
  file,
  name: name.replace(from, to),
});

const expand = (test: TestName): TestName[] =>
  test.name.includes(bothEngines)
    ? engines.map((engine) => onEngine(test, bothEngines, engine))
    : [test];

const written = ({ file, name }: TestName) => `${file} › ${name}`;

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** How a message stands in the code: what is put in between is written otherwise there. */
const asWritten = (message: string) =>
  new RegExp(
    message
      .split(/\{[^}]*\}/)
      .map((part) => RegExp.escape(oneLine(part)))
      .join('.{1,80}?'),
  );

function outcomesOf(outcomes: Outcomes, { file, name }: TestName): readonly Outcome[] {
  return outcomes.get(file)?.get(name) ?? [];
}

/** @returns what is wrong with one named test, or null */
function testProblem(outcomes: Outcomes, test: TestName): string | null {
  const found = outcomesOf(outcomes, test);
  if (found.length === 0) return `${written(test)}: did not run`;
  const bad = found.find((outcome) => outcome !== 'passed');
  return bad === undefined ? null : `${written(test)}: ${bad}`;
}

/** A row that names one engine only would not notice what breaks on the other. */
function loneEngine(outcomes: Outcomes, test: TestName): string | null {
  const [one, other] = engines;
  for (const [named, twin] of [
    [one, other],
    [other, one],
  ] as const) {
    if (!test.name.includes(named)) continue;
    if (outcomesOf(outcomes, onEngine(test, named, twin)).length > 0) {
      return `${written(test)}: runs on both engines; write ${bothEngines}`;
    }
  }
  return null;
}

function fileProblems(files: string[], messages: string[], sources: Sources): string[] {
  const texts = files.map((file) => ({ file, text: sources.read(file) }));
  const missing = texts.filter(({ text }) => text === null).map(({ file }) => `${file}: no file`);
  const found = texts.map(({ text }) => oneLine(text ?? ''));
  const unsaid = messages.filter((message) => !found.some((text) => asWritten(message).test(text)));
  return [...missing, ...unsaid.map((message) => `"${message}" stands in none of its files`)];
}

/**
 * @param folder where the document lies: its links start there
 */
export function checkTable(
  { rows, notBuilt, problems }: Table,
  outcomes: Outcomes,
  sources: Sources,
  folder: string,
): Verdict {
  const all = [...problems];
  const named = new Set<string>();
  for (const { line, files, messages, tests, links } of rows) {
    const say = (problem: string) => all.push(`line ${line}: ${problem}`);
    for (const problem of fileProblems(files, messages, sources)) say(problem);
    for (const link of links) {
      const [path = ''] = link.split('#');
      if (!sources.exists(`${folder}/${path}`)) say(`${link}: leads nowhere`);
    }
    for (const test of tests) {
      const lone = loneEngine(outcomes, test);
      if (lone !== null) say(lone);
      for (const each of expand(test)) {
        named.add(written(each));
        const problem = testProblem(outcomes, each);
        if (problem !== null) say(problem);
      }
    }
  }
  return { rows: rows.length, tests: named.size, notBuilt: notBuilt.length, problems: all };
}
