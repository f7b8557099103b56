/** A list on paper: its rows in columns, in groups. All text is as it is printed. */
export interface ListPaper {
  title: string;
  facts: { label: string; value: string }[];
  /** `isDate`: the first line of its cells stays whole. */
  columns: { label: string; isNumber?: true; isDate?: true }[];
  groups: ListGroup[];
}

interface ListGroup {
  /** Null where the rows need none. */
  title: string | null;
  /** At the end of the title's line. */
  sum: string | null;
  /** Of each row its cells, of each cell its lines; the first one is the most important. */
  rows: string[][][];
}
