/**
 * Where a message is put, so that it covers no ticket number, which staff read out or copy, no text that is
 * being written and no button that saves. All in pixels.
 */

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const gap = 8;

const isOver = (one: Box, other: Box): boolean =>
  one.left < other.right + gap &&
  one.right > other.left - gap &&
  one.top < other.bottom + gap &&
  one.bottom > other.top - gap;

/** @returns the lowest place in a column of the frame that covers nothing; null if none in its lower two thirds */
function lowestIn(column: Box, height: number, kept: readonly Box[]): number | null {
  let { bottom } = column;
  while (bottom - height >= (column.top * 2 + column.bottom) / 3) {
    const covered = kept.filter((box) => isOver({ ...column, top: bottom - height, bottom }, box));
    if (covered.length === 0) return bottom;
    bottom = Math.min(...covered.map(({ top }) => top)) - gap;
  }
  return null;
}

/** @returns whether what a message makes room for is unchanged, so that it stays where it is */
export const isSameRoom = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((part, at) => part === other[at]);

/**
 * @param frame what a message may lie in
 * @param kept what it should not cover
 * @returns which side, and how far above the bottom of the frame; the usual left side unless only the right
 *   is free, or is free lower down
 */
export function toastPlace(
  frame: Box,
  { width, height }: { width: number; height: number },
  kept: readonly Box[],
): { side: 'left' | 'right'; above: number } {
  const left = lowestIn({ ...frame, right: frame.left + width }, height, kept);
  const right = lowestIn({ ...frame, left: frame.right - width }, height, kept);
  if (right !== null && (left === null || left < right)) {
    return { side: 'right', above: frame.bottom - right };
  }
  return { side: 'left', above: left === null ? 0 : frame.bottom - left };
}
