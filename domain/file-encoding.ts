/** Which encoding a file has. Shop decision (docs/import-export.md). */

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

/** Bytes that mean nothing in Windows-1252, and controls that no text file holds. */
function isWindows1252(bytes: Uint8Array): boolean {
  return bytes.every(
    (byte) =>
      (byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d) &&
      ![0x7f, 0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte),
  );
}

/**
 * Tells the encoding from the bytes: UTF-16 by its byte order mark, else UTF-8 if it is
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
    refusal: 'We don’t recognize the file’s encoding. Save it as CSV in UTF-8 and choose it again.',
  };
}
