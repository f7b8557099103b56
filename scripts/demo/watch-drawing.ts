import type { Chance } from './chance.ts';
import type { Watch } from './watches.ts';

/** A watch on the counter's mat, drawn: enough for a screen full of photos that are nobody's. */

export const drawingWidth = 1200;
export const drawingHeight = 900;

const [centreX, centreY] = [600, 450];

const mats = ['#2f3b35', '#3a3f47', '#4a3f35', '#27364a', '#51463f'];

/** Perceived lightness of a colour #rrggbb, 0 to 1. */
function lightness(colour: string): number {
  const part = (start: number) => Number.parseInt(colour.slice(start, start + 2), 16) / 255;
  return 0.3 * part(1) + 0.59 * part(3) + 0.11 * part(5);
}

const at = (angle: number, radius: number): [string, string] => {
  const turn = ((angle - 90) * Math.PI) / 180;
  return [
    (centreX + Math.cos(turn) * radius).toFixed(1),
    (centreY + Math.sin(turn) * radius).toFixed(1),
  ];
};

function spoke(angle: number, from: number, to: number, width: number, colour: string): string {
  const [[x1, y1], [x2, y2]] = [at(angle, from), at(angle, to)];
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`;
}

const text = (x: number, y: number, size: number, colour: string, words: string) =>
  `<text x="${x}" y="${y}" font-family="Georgia, serif" font-size="${size}" fill="${colour}" text-anchor="middle">${words.replace(/[<&]/g, ' ')}</text>`;

function strap(watch: Watch, chance: Chance): string {
  const isMetal = lightness(watch.strap) > 0.55;
  const parts = [
    `<rect x="480" y="-300" width="240" height="1500" fill="${watch.strap}"/>`,
    '<rect x="480" y="-300" width="240" height="1500" fill="url(#round)"/>',
  ];
  for (let y = -290; y < 1200; y += isMetal ? 38 : 30) {
    parts.push(
      isMetal
        ? `<path d="M482 ${y}h236M560 ${y}v38M640 ${y}v38" stroke="#00000055" stroke-width="3" fill="none"/>`
        : `<path d="M496 ${y}v16M704 ${y}v16" stroke="#ffffff55" stroke-width="4"/>`,
    );
  }
  if (!isMetal && chance.happens(0.4)) {
    parts.push('<path d="M480 190q120 14 240-6" stroke="#00000066" stroke-width="5" fill="none"/>');
  }
  return parts.join('');
}

/** Hours, minutes and the small ring of a chronograph or a small second. */
function dial(watch: Watch, chance: Chance, ink: string): string {
  const isRoman = watch.movement === 'vintage' || watch.brand === 'Cartier';
  const numerals = ['XII', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI'];
  const hasNumerals = isRoman || chance.happens(0.35);
  const parts: string[] = [];
  for (let minute = 0; minute < 60; minute += 1) {
    const isHour = minute % 5 === 0;
    if (isHour && hasNumerals) {
      const [x, y] = at(minute * 6, 178).map(Number);
      const numeral = isRoman ? (numerals[minute / 5] ?? '') : String(minute / 5 || 12);
      parts.push(text(x ?? 0, (y ?? 0) + 14, 40, ink, numeral));
    }
    parts.push(spoke(minute * 6, isHour && !hasNumerals ? 172 : 210, 220, isHour ? 9 : 2, ink));
  }
  const rings = watch.movement === 'chronograph' ? [90, 180, 270] : isRoman ? [180] : [];
  for (const angle of rings) {
    const [x, y] = at(angle, 92);
    parts.push(
      `<circle cx="${x}" cy="${y}" r="48" fill="${ink}" fill-opacity=".1" stroke="${ink}" stroke-opacity=".5" stroke-width="2"/>`,
      `<line x1="${x}" y1="${y}" x2="${x}" y2="${Number(y) - 38}" stroke="${ink}" stroke-width="3" transform="rotate(${chance.int(360)} ${x} ${y})"/>`,
    );
  }
  return parts.join('');
}

function hands(watch: Watch, chance: Chance, ink: string): string {
  const [hour, minute] = [chance.int(12), chance.int(60)];
  const hasSecond = watch.movement !== 'vintage';
  return [
    spoke(hour * 30 + minute / 2, -18, 118, 13, ink),
    spoke(minute * 6, -24, 186, 9, ink),
    hasSecond ? spoke(chance.int(60) * 6, -44, 200, 3, '#c8372d') : '',
    `<circle cx="${centreX}" cy="${centreY}" r="11" fill="${ink}"/>`,
  ].join('');
}

/** A display instead of hands. */
function display(watch: Watch, chance: Chance): string {
  const time = `${String(8 + chance.int(4)).padStart(2, '0')}:${String(chance.int(60)).padStart(2, '0')}`;
  const isSmart = watch.movement === 'smart';
  return `<rect x="470" y="370" width="260" height="160" rx="20" fill="${isSmart ? '#05070a' : '#a9b6a0'}"/>
    <text x="600" y="480" font-family="monospace" font-weight="bold" font-size="84" fill="${isSmart ? '#e9f2ff' : '#1d241c'}" text-anchor="middle">${time}</text>`;
}

/** What brought it in: a crack, scratches, mist under the glass. Afterwards it is gone. */
function damage(chance: Chance): string {
  const [x, y] = [500 + chance.int(200), 350 + chance.int(200)];
  const crack = `<path d="M${x} ${y}l${40 + chance.int(60)} ${chance.int(80) - 20}l-14 46M${x} ${y}l-${30 + chance.int(40)} 60" stroke="#ffffffb0" stroke-width="3" fill="none"/>`;
  const mist = `<circle cx="${x}" cy="${y}" r="${60 + chance.int(60)}" fill="#ffffff" fill-opacity=".28"/>`;
  return chance.happens(0.4) ? crack : chance.happens(0.4) ? mist : '';
}

/** @returns an SVG of {@link drawingWidth} by {@link drawingHeight}, its own for every chance */
export function drawWatch(watch: Watch, kind: 'initial' | 'completed', chance: Chance): string {
  const ink = lightness(watch.dial) > 0.5 ? '#22262b' : '#f3f0e6';
  const isGold = watch.strap === '#c9a44c' || watch.strap === '#b8903c';
  const metal = isGold ? '#cfae5d' : '#c3c8ce';
  const hasHands = watch.movement !== 'digital' && watch.movement !== 'smart';
  const isSquare = !hasHands || /Tank|Santos|Monaco/.test(watch.model);
  const shape = (inset: number, fill: string) =>
    isSquare
      ? `<rect x="${340 + inset}" y="${190 + inset}" width="${520 - 2 * inset}" height="${520 - 2 * inset}" rx="${70 - inset / 2}" fill="${fill}"/>`
      : `<circle cx="${centreX}" cy="${centreY}" r="${270 - inset}" fill="${fill}"/>`;
  const tilt = chance.between(-24, 24).toFixed(1);
  const scale = chance.between(0.86, 1.05).toFixed(2);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${drawingWidth}" height="${drawingHeight}">
    <defs>
      <radialGradient id="lamp" cx="${chance.between(0.2, 0.8).toFixed(2)}" cy=".2" r=".9"><stop offset="0" stop-color="#fff" stop-opacity=".3"/><stop offset="1" stop-color="#000" stop-opacity=".35"/></radialGradient>
      <linearGradient id="round"><stop offset="0" stop-color="#000" stop-opacity=".5"/><stop offset=".5" stop-color="#fff" stop-opacity=".12"/><stop offset="1" stop-color="#000" stop-opacity=".5"/></linearGradient>
      <linearGradient id="steel" x2="1" y2="1"><stop offset="0" stop-color="#fff"/><stop offset=".5" stop-color="${metal}"/><stop offset="1" stop-color="#4d5157"/></linearGradient>
      <linearGradient id="glass" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".35"/><stop offset=".45" stop-color="#fff" stop-opacity="0"/></linearGradient>
    </defs>
    <rect width="1200" height="900" fill="${chance.pick(mats)}"/>
    <g transform="translate(${chance.int(80) - 40} ${chance.int(40) - 20}) rotate(${tilt} 600 450) translate(600 450) scale(${scale}) translate(-600 -450)">
      ${strap(watch, chance)}
      <rect x="862" y="424" width="44" height="52" rx="8" fill="url(#steel)"/>
      ${shape(0, 'url(#steel)')}${shape(26, '#3b3f45')}${shape(32, watch.dial)}
      ${hasHands ? dial(watch, chance, ink) + text(600, 362, 30, ink, watch.brand) + hands(watch, chance, ink) : text(600, 340, 34, ink, watch.brand) + display(watch, chance)}
      ${kind === 'initial' ? damage(chance) : ''}${shape(32, 'url(#glass)')}
    </g>
    <rect width="1200" height="900" fill="url(#lamp)"/>
  </svg>`;
}
