/**
 * How far the clock of the machine that runs the shop is from the right time. Where it is far off,
 * staff are told: times on the screens are wrong, and reminders leave at the wrong hour. Shop
 * decision (docs/decisions/texts.md).
 */

/** A clock that is off by no more than this is right enough: 60 seconds, in milliseconds. */
const bearableMs = 60_000;

const units: readonly [name: string, seconds: number][] = [
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
];

/**
 * @param aheadMs how far the clock is ahead, in milliseconds; less than 0 when it is behind, null when
 *   nobody knows
 * @returns e.g. `6 minutes ahead`; null when it is right, to 60 seconds, or nobody knows
 */
export function clockGapWords(aheadMs: number | null): string | null {
  if (aheadMs === null || Math.abs(aheadMs) <= bearableMs) return null;
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const [name, size] = units.find(([, each]) => seconds >= each) ?? ['second', 1];
  const count = Math.round(seconds / size);
  return `${count} ${name}${count === 1 ? '' : 's'} ${aheadMs > 0 ? 'ahead' : 'behind'}`;
}
