const endOfImage = 0xd9;
const startOfScan = 0xda;

/** Between coded values a zero follows, or a restart mark: neither ends the scan. */
const isWithinScan = (mark: number | undefined) =>
  mark === 0 || (mark !== undefined && mark >= 0xd0 && mark <= 0xd7);

/** @returns where the mark stands that ends the coded values; the length where none does */
function endOfScan(jpeg: Uint8Array, from: number): number {
  let at = jpeg.indexOf(0xff, from);
  while (at !== -1 && isWithinScan(jpeg[at + 1])) at = jpeg.indexOf(0xff, at + 2);
  return at === -1 ? jpeg.length : at;
}

/**
 * Whether a stored photo is a JPEG from its first byte to its last, as `prepareJpeg` makes it.
 * Nothing is decoded, which would take a backup of many photos hours: what was cut off is always
 * found, noise of the size of a disk's block nearly always, zeros in the middle of the picture never.
 */
export function isWholeJpeg(jpeg: Uint8Array): boolean {
  if (jpeg[0] !== 0xff || jpeg[1] !== 0xd8) return false;
  let hasPicture = false;
  let at = 2;
  while (at + 1 < jpeg.length) {
    const mark = jpeg[at + 1] ?? 0;
    if (jpeg[at] !== 0xff) return false;
    if (mark === endOfImage) return hasPicture && at + 2 === jpeg.length;
    // All others have a length: marks without one stand only within a scan.
    const length = (jpeg[at + 2] ?? 0) * 256 + (jpeg[at + 3] ?? 0);
    if (mark < 0xc0 || (mark >= 0xd0 && mark <= 0xd8) || mark === 0xff || length < 2) return false;
    at += 2 + length;
    if (mark === startOfScan) {
      hasPicture = true;
      at = endOfScan(jpeg, at);
    }
  }
  return false;
}
