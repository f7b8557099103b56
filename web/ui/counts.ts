const count = new Intl.NumberFormat('en-US');

/** A count as it is read: 19,885. */
export const formatCount = (value: number): string => count.format(value);

/** A count with what is counted: "1 repair", "2 repairs". */
export const countedText = (value: number, noun: string): string =>
  `${formatCount(value)} ${noun}${value === 1 ? '' : 's'}`;

const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

export function fileSize(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  if (bytes < 1_000_000_000) return `${tenths.format(bytes / 1_000_000)} MB`;
  return `${tenths.format(bytes / 1_000_000_000)} GB`;
}
