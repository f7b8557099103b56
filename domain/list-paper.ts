/** A list on paper: rows in columns, in groups. All text is as printed. */
export interface ListPaper {
  title: string;
  facts: { label: string; value: string }[];
  /** `isDate`: the first line of its cells stays whole. */
  columns: { label: string; isNumber?: true; isDate?: true }[];
  groups: ListGroup[];
}

interface ListGroup {
  /** Null if the rows need none. */
  title: string | null;
  /** At the end of the title's line. */
  sum: string | null;
  /** The lines of each cell of each row; a cell's first line is the most important. */
  rows: string[][][];
  /** The addresses of the photos of each row, which are below it. */
  photos?: string[][];
}
