const count = new Intl.NumberFormat('en-US');

/** A count as it is read: 19,885. */
export const formatCount = (value: number): string => count.format(value);

/** A count with what is counted: "1 repair", "2 repairs". */
export const countedText = (value: number, noun: string): string =>
  `${formatCount(value)} ${noun}${value === 1 ? '' : 's'}`;
