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
 * A cell that a spreadsheet program would take for a formula, perhaps after apostrophes, which must
 * then be counted too: otherwise nobody could tell a customer's own from ours.
 */
const formula = /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/** @returns the text behind an apostrophe where it would be taken for a formula */
const withoutFormula = (text: string) => (formula.test(text) ? `'${text}` : text);

/** Takes back what {@link withoutFormula} did. */
const withFormula = (cell: string) =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;

const needsQuotes = /[",;\r\n\t]|^\s|\s$/;

function quoted(text: string): string {
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One row with its line end. Texts that look like formulas are made harmless. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(withoutFormula(cell))).join(',')}\r\n`;
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

/** What a file's first line may say about its delimiter, for one program's sake. */
const separatorLine = /^sep=([,;\t])\r?\n/i;

/** Takes away what stands in front of the first row. */
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

/** @returns the delimiter of which the first row has most outside quotes; a comma where it has none */
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
 * @throws CsvError for quotes that do not fit together, and for more cells than {@link maxCells}
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
      if (end === -1) throw new CsvError(row, 'A quotation mark is opened and never closed');
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
      // A delimiter at the very end of the file has an empty cell behind it.
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

/** In which alphabet a file is written. Shop decision (docs/import-export.md). */

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

type EncodingVerdict = { encoding: Encoding } | { refusal: string };

const startsWith = (bytes: Uint8Array, ...first: number[]) =>
  first.every((byte, index) => bytes[index] === byte);

const saveFirst = 'not a CSV file. Save the sheet as CSV first.';

/** What people pick by mistake, by the first bytes. */
const otherFiles: readonly (readonly [first: number[], refusal: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], `This is a workbook or a zip file, ${saveFirst}`],
  [[0xd0, 0xcf, 0x11, 0xe0], `This is an old workbook, ${saveFirst}`],
  [[0x25, 0x50, 0x44, 0x46], 'This is a PDF, not a CSV file.'],
];

/** By the first byte of a character beyond ASCII: how many follow it in UTF-8. */
const following = [
  { from: 0xc2, to: 0xdf, count: 1 },
  { from: 0xe0, to: 0xef, count: 2 },
  { from: 0xf0, to: 0xf4, count: 3 },
];

function isUtf8(bytes: Uint8Array): boolean {
  let left = 0;
  for (const byte of bytes) {
    if (left > 0 && (byte & 0xc0) !== 0x80) return false;
    if (left > 0) left -= 1;
    else if (byte >= 0x80)
      left = following.find(({ from, to }) => byte >= from && byte <= to)?.count ?? -1;
    if (left < 0) return false;
  }
  return left === 0;
}

/** Bytes that stand for nothing in Windows-1252, and controls that no text file holds. */
function isWindows1252(bytes: Uint8Array): boolean {
  return bytes.every(
    (byte) =>
      (byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d) &&
      ![0x7f, 0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte),
  );
}

/**
 * Tells the alphabet from the bytes: UTF-16 by its mark at the beginning, else UTF-8 where it is
 * valid, else Windows-1252.
 */
export function encodingOf(bytes: Uint8Array): EncodingVerdict {
  const [, refusal] = otherFiles.find(([first]) => startsWith(bytes, ...first)) ?? [];
  if (refusal !== undefined) return { refusal };
  if (startsWith(bytes, 0xff, 0xfe)) return { encoding: 'utf-16le' };
  if (startsWith(bytes, 0xfe, 0xff)) return { encoding: 'utf-16be' };
  if (isUtf8(bytes)) return { encoding: 'utf-8' };
  if (isWindows1252(bytes)) return { encoding: 'windows-1252' };
  return {
    refusal:
      'The encoding of the file is not known here. Save it as CSV in UTF-8 and choose it again.',
  };
}
