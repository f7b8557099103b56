/** In which alphabet a file is written. Shop decision (docs/import-export.md). */

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

export type EncodingVerdict = { encoding: Encoding } | { refusal: string };

const startsWith = (bytes: Uint8Array, ...first: number[]) =>
  first.every((byte, index) => bytes[index] === byte);

/** What people pick by mistake, by the first bytes. */
const otherFiles: readonly { first: number[]; refusal: string }[] = [
  {
    first: [0x50, 0x4b, 0x03, 0x04],
    refusal: 'This is a workbook or a zip file, not a CSV file. Save the sheet as CSV first.',
  },
  {
    first: [0xd0, 0xcf, 0x11, 0xe0],
    refusal: 'This is an old workbook, not a CSV file. Save the sheet as CSV first.',
  },
  { first: [0x25, 0x50, 0x44, 0x46], refusal: 'This is a PDF, not a CSV file.' },
];

/** How much is looked at for telling UTF-16 without a mark. */
const lookedAt = 2000;

/** UTF-16 without a mark: nearly every other byte of a plain text is then zero. */
function unmarkedUtf16(bytes: Uint8Array): Encoding | null {
  const part = bytes.subarray(0, lookedAt);
  if (part.length < 4) return null;
  const zeros = [0, 0];
  part.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const most = part.length / 4;
  if ((zeros[1] ?? 0) > most && (zeros[0] ?? 0) === 0) return 'utf-16le';
  if ((zeros[0] ?? 0) > most && (zeros[1] ?? 0) === 0) return 'utf-16be';
  return null;
}

/** How many bytes follow the first one of a character in UTF-8, or null where none begins so. */
function bytesToFollow(first: number): number | null {
  if (first < 0x80) return 0;
  if (first >= 0xc2 && first <= 0xdf) return 1;
  if (first >= 0xe0 && first <= 0xef) return 2;
  return first >= 0xf0 && first <= 0xf4 ? 3 : null;
}

function isUtf8(bytes: Uint8Array): boolean {
  let at = 0;
  while (at < bytes.length) {
    const following = bytesToFollow(bytes[at] ?? 0);
    if (following === null) return false;
    for (let step = 1; step <= following; step += 1) {
      if (((bytes[at + step] ?? 0) & 0xc0) !== 0x80) return false;
    }
    at += following + 1;
  }
  return true;
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
 * Tells the alphabet from the bytes: a mark at the beginning, else UTF-16 by its zeros, else UTF-8
 * where it is valid, else Windows-1252.
 */
export function encodingOf(bytes: Uint8Array): EncodingVerdict {
  const other = otherFiles.find(({ first }) => startsWith(bytes, ...first));
  if (other) return { refusal: other.refusal };
  if (startsWith(bytes, 0xff, 0xfe)) return { encoding: 'utf-16le' };
  if (startsWith(bytes, 0xfe, 0xff)) return { encoding: 'utf-16be' };
  const utf16 = unmarkedUtf16(bytes);
  if (utf16 !== null) return { encoding: utf16 };
  if (isUtf8(bytes)) return { encoding: 'utf-8' };
  if (isWindows1252(bytes)) return { encoding: 'windows-1252' };
  return {
    refusal:
      'The file is not text in an alphabet that is known here. Save it as CSV in UTF-8 and choose it again.',
  };
}
