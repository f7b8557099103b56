/**
 * The alphabet of a plain text message, and what a text costs in it. One character outside of it
 * turns the whole text into UCS-2, with less than half the room per segment.
 * Source: GSM 03.38 (3GPP TS 23.038), default alphabet and its extension table.
 */

/** The escape code (0x1B) is left out: it announces the extension table and is not a character itself. */
const basicCharacters =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡' +
  'ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extensionCharacters = '\f^{}\\[~]|€';

const septetsByCharacter = new Map<string, 1 | 2>([
  ...Array.from(basicCharacters, (character) => [character, 1] as const),
  ...Array.from(extensionCharacters, (character) => [character, 2] as const),
]);

/** What decomposing does not cover: look-alikes and letters with a stroke. */
const substitutes = new Map<string, string>([
  ...Array.from('‘’‚‛‹›′ʹʻʼˈ`´', (character) => [character, "'"] as const),
  ...Array.from('“”„‟«»″', (character) => [character, '"'] as const),
  ...Array.from('‐‑‒–—―−⁃•', (character) => [character, '-'] as const),
  ...Object.entries({ '…': '...', '⁄': '/', '÷': '/', '×': 'x', '·': '.', '™': '', '©': '(c)' }),
  ...Object.entries({ ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', ħ: 'h', Ħ: 'H', ı: 'i' }),
  ...Object.entries({ þ: 'th', Þ: 'Th', œ: 'oe', Œ: 'OE', ẞ: 'SS', µ: 'u', μ: 'u', ŧ: 't' }),
]);

const spaceOrControl = /^[\p{Z}\p{Cc}]$/u;

function transliterated(character: string): string | null {
  if (spaceOrControl.test(character)) return ' ';
  if (septetsByCharacter.has(character)) return character;
  return substitutes.get(character) ?? null;
}

/** Already in the plain alphabet, on one line: nearly all that is typed at a counter. */
const isPlainLine = /^[ !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z]*$/;

/**
 * Any text → the same in the plain alphabet, on one line: curly quotes and dashes become straight,
 * letters lose the accents that the alphabet lacks, line breaks and other controls become spaces,
 * runs of spaces one space. What has no equivalent (emoji, other scripts) is left out.
 */
export function toGsm7(text: string): string {
  if (isPlainLine.test(text)) return text.replace(/ {2,}/g, ' ').trim();
  let plain = '';
  for (const character of text.normalize('NFC')) {
    plain +=
      transliterated(character) ??
      Array.from(character.normalize('NFKD'), (part) => transliterated(part) ?? '').join('');
  }
  return plain.replace(/ +/g, ' ').trim();
}

/**
 * What people write themselves, in the plain alphabet if nothing is lost by it: curly quotes and
 * dashes become straight, accents that the alphabet lacks go, line breaks stay. If a character has
 * no equivalent (emoji, other scripts), everything stays as it was typed: nothing that a person wrote is dropped.
 */
export function plainWhereAlike(text: string): string {
  let plain = '';
  for (const character of text.normalize('NFC')) {
    if (character === '\n') {
      plain += character;
      continue;
    }
    const parts = Array.from(character.normalize('NFKD'), transliterated);
    const alike = transliterated(character) ?? (parts[0] === null ? null : parts.join(''));
    if (alike === null) return text;
    plain += alike;
  }
  return plain;
}

export interface SegmentCount {
  readonly encoding: 'GSM-7' | 'UCS-2';
  /** Septets in GSM-7 (a character of the extension table is two), 16-bit units in UCS-2. */
  readonly units: number;
  readonly segments: number;
}

/** Room in one segment: alone, and when several are joined (the joining header takes some). */
const room = { 'GSM-7': { alone: 160, joined: 153 }, 'UCS-2': { alone: 70, joined: 67 } } as const;

/**
 * What a text costs to send, in segments.
 *
 * @returns the encoding that the text forces, its length in that encoding's units, and the
 *   segments; neither an escape pair nor a surrogate pair is ever split between two segments
 */
export function countSegments(text: string): SegmentCount {
  if (text.length <= room['GSM-7'].alone && isPlainLine.test(text)) {
    return { encoding: 'GSM-7', units: text.length, segments: text === '' ? 0 : 1 };
  }
  const characters = Array.from(text);
  const isPlain = characters.every((character) => septetsByCharacter.has(character));
  const encoding = isPlain ? 'GSM-7' : 'UCS-2';
  const costs = characters.map((character) =>
    isPlain ? (septetsByCharacter.get(character) ?? 0) : character.length,
  );
  const units = costs.reduce((sum, cost) => sum + cost, 0);
  if (units === 0) return { encoding, units, segments: 0 };
  if (units <= room[encoding].alone) return { encoding, units, segments: 1 };
  let segments = 1;
  let used = 0;
  for (const cost of costs) {
    if (used + cost > room[encoding].joined) {
      segments += 1;
      used = 0;
    }
    used += cost;
  }
  return { encoding, units, segments };
}

/**
 * The beginning of a text that fits, cut between words if that keeps at least half of the room.
 *
 * @param text in the plain alphabet (see {@link toGsm7})
 * @param maxSeptets the room, in septets
 */
export function cutToSeptets(text: string, maxSeptets: number): string {
  let head = '';
  let used = 0;
  for (const character of text) {
    used += septetsByCharacter.get(character) ?? 0;
    if (used > maxSeptets) break;
    head += character;
  }
  if (head === text) return text;
  const endsWord = text.charAt(head.length) === ' ';
  const lastSpace = head.lastIndexOf(' ');
  const cut = !endsWord && lastSpace * 2 >= maxSeptets ? head.slice(0, lastSpace) : head;
  return cut.replace(/[ ,;:/(&-]{1,10}$/, '');
}
