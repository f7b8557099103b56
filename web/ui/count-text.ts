const count = new Intl.NumberFormat('en-US');

/** A count as it is read: 19,885. */
export const formatCount = (value: number): string => count.format(value);
