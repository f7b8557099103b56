/**
 * Comma-separated files (RFC 4180), as this product writes them and as it reads those of others. Shop
 * decision (docs/import-export.md).
 */

/** What spreadsheet programs separate cells with. */
const delimiters = [',', ';', '\t'] as const;
export type Delimiter = (typeof delimiters)[number];

/** Tells spreadsheet programs that the file is UTF-8. */
export const byteOrderMark = '\uFEFF';

/**
 * A cell that a spreadsheet program would take for a formula, even after apostrophes: otherwise nobody could
 * tell a customer's own apostrophe from ours.
 */
const formula = /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/** @returns the text, with an apostrophe in front if it would be taken for a formula */
const withoutFormula = (text: string) => (formula.test(text) ? `'${text}` : text);

/** Undoes what {@link withoutFormula} did. */
const withFormula = (cell: string) =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;

const needsQuotes = /[",;\r\n\t]|^\s|\s$/;

function quoted(text: string): string {
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Text, dollars, or any other number, exact. */
export type Cell = string | number | { exact: number };

function written(cell: Cell): string {
  if (typeof cell === 'object') return String(cell.exact);
  return typeof cell === 'number' ? cell.toFixed(2) : quoted(withoutFormula(cell));
}

/** One row with its line end. Text that looks like a formula is made harmless; amounts are numbers. */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(written).join(',')}\r\n`;
}

/** One row of a file. */
export interface CsvRecord {
  /** As a spreadsheet program counts them: the first row of the file is 1. */
  row: number;
  cells: string[];
}

/** A file that cannot be read as rows and cells. */
export class CsvError extends Error {
  readonly row: number;

  constructor(row: number, message: string) {
    super(message);
    this.name = 'CsvError';
    this.row = row;
  }
}

/** Cells of one row; no program of any shop writes more. */
export const maxCells = 200;

const quote = '"';

/** What a file's first line may say about its delimiter; one program writes this. */
const separatorLine = /^sep=([,;\t])\r?\n/i;

/** Removes what precedes the first row. */
function stripped(text: string): {
  body: string;
  delimiter: Delimiter | null;
  skippedRows: number;
} {
  const body = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  const said = separatorLine.exec(body);
  if (!said) return { body, delimiter: null, skippedRows: 0 };
  return {
    body: body.slice(said[0].length),
    delimiter: delimiters.find((one) => one === said[1]) ?? null,
    skippedRows: 1,
  };
}

/** @returns the delimiter that occurs most often outside quotes in the first row; a comma if none does */
export function delimiterOf(text: string): Delimiter {
  const { body, delimiter } = stripped(text);
  if (delimiter !== null) return delimiter;
  // No program writes a longer first row.
  const unquoted = body.slice(0, 100_000).replaceAll(/"[^"]*"/g, '');
  const firstRow = unquoted.split(/[\r\n]/).find((line) => line.trim() !== '') ?? '';
  const count = (one: Delimiter) => firstRow.split(one).length;
  return delimiters.reduce((best, one) => (count(one) > count(best) ? one : best));
}

/**
 * The rows of a file one after the other, without those that are blank. Cells come out as they were
 * written by {@link csvRow}.
 *
 * @throws CsvError for quotes that do not match, and for more cells than {@link maxCells}
 */
export function* csvRecords(
  text: string,
  delimiter: Delimiter = delimiterOf(text),
): Generator<CsvRecord> {
  const { body, skippedRows } = stripped(text);
  let row = skippedRows + 1;
  let cells: string[] = [];
  let at = 0;
  const isLineEnd = (position: number) =>
    position >= body.length || body[position] === '\n' || body[position] === '\r';

  const readQuoted = (): string => {
    const parts: string[] = [];
    let from = at + 1;
    for (;;) {
      const end = body.indexOf(quote, from);
      if (end === -1) throw new CsvError(row, 'A quotation mark is never closed');
      parts.push(body.slice(from, end));
      at = end + 1;
      if (body[at] !== quote) break;
      parts.push(quote);
      from = at + 1;
    }
    if (body[at] !== delimiter && !isLineEnd(at)) {
      throw new CsvError(row, 'There is text after a closing quotation mark');
    }
    return parts.join('');
  };

  const readPlain = (): string => {
    const from = at;
    while (body[at] !== delimiter && !isLineEnd(at)) at += 1;
    return body.slice(from, at);
  };

  const push = (cell: string) => {
    if (cells.length === maxCells) {
      throw new CsvError(row, `The row has more than ${maxCells} cells`);
    }
    cells.push(cell);
  };

  while (at < body.length) {
    push(withFormula(body[at] === quote ? readQuoted() : readPlain()));
    if (at < body.length && !isLineEnd(at)) {
      at += 1;
      // A delimiter at the very end of the file has an empty cell after it.
      if (at < body.length) continue;
      push('');
    }
    if (cells.some((cell) => cell.trim() !== '')) yield { row, cells };
    cells = [];
    row += 1;
    if (body[at] === '\r' && body[at + 1] === '\n') at += 1;
    at += 1;
  }
}
