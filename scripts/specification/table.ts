/**
 * The table of docs/specification.md: each rule of the specification, where it lives and which test
 * shows it. A code span in the first cell is a message of the product, and must stand in one of the
 * row's files; a part in {braces} stands for what is put in.
 */

export interface TestName {
  /** From the project's root, e.g. `domain/phone.test.ts`. */
  file: string;
  /** As the runner prints it, with ` > ` between its parts. */
  name: string;
}

interface Row {
  line: number;
  messages: string[];
  files: string[];
  tests: TestName[];
  /** Where the document's links lead, as they stand there. */
  links: string[];
}

export interface Table {
  rows: Row[];
  /** What the product does not have yet. */
  notBuilt: string[];
  /** What is wrong with the table itself. */
  problems: string[];
}

const cellCount = 4;
const between = ' › ';
const notBuiltHeading = 'Not built yet';

/** A pipe inside a cell is written `\|`. */
const cellsOf = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim());

const codeSpans = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
const linksIn = (text: string) =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, address = '']) => address);

function testName(code: string): TestName | null {
  const at = code.indexOf(between);
  return at === -1 ? null : { file: code.slice(0, at), name: code.slice(at + between.length) };
}

/** @returns the row, or what is wrong with it */
function readRow(text: string, line: number): Row | string {
  const cells = cellsOf(text);
  if (cells.length !== cellCount) return `has ${cells.length} cells instead of ${cellCount}`;
  const [rule = '', code = '', proof = ''] = cells;
  if (rule === '') return 'has no rule';
  const files = codeSpans(code);
  if (files.length === 0) return 'names no code file';
  const named = codeSpans(proof);
  const tests = named.map(testName);
  const unread = named.find((_, place) => tests[place] === null);
  if (unread !== undefined) return `names no file and test: ${unread}`;
  if (tests.length === 0) return 'names no test';
  return {
    line,
    messages: codeSpans(rule),
    files,
    tests: tests.filter((test) => test !== null),
    links: linksIn(text),
  };
}

const isRuler = (line: string) => /^\|[\s:|-]+\|$/.test(line.trim());

/** @param text of the document */
export function readTable(text: string): Table {
  const table: Table = { rows: [], notBuilt: [], problems: [] };
  const lines = text.split('\n');
  let heading = '';
  lines.forEach((content, index) => {
    const line = index + 1;
    const isTable = content.startsWith('|');
    if (content.startsWith('#')) heading = content.replace(/^#+\s*/, '').trim();
    else if (heading === notBuiltHeading && /^- \S/.test(content)) {
      table.notBuilt.push(content.slice(2).trim());
    } else if (isTable && !isRuler(content) && !isRuler(lines[index + 1] ?? '')) {
      const row = readRow(content, line);
      if (typeof row === 'string') table.problems.push(`line ${line} ${row}`);
      else table.rows.push(row);
    }
  });
  if (table.rows.length + table.problems.length === 0) table.problems.push('there is no row');
  return table;
}
