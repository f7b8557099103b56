import type { Chance } from './chance.ts';
import type { Watch } from './watches.ts';

/** A watch on the counter's mat, drawn: enough for a screen full of invented photos. */

const mats = ['#2f3b35', '#3a3f47', '#4a3f35', '#27364a', '#51463f'];

/** Perceived lightness of a color #rrggbb, 0 to 1. */
function lightness(color: string): number {
  const part = (start: number) => Number.parseInt(color.slice(start, start + 2), 16) / 255;
  return 0.3 * part(1) + 0.59 * part(3) + 0.11 * part(5);
}

/** A hand or a mark, drawn upright and turned about the middle of the dial. */
const spoke = (angle: number, from: number, to: number, width: number, color: string) =>
  `<path d="M600 ${450 - from}V${450 - to}" transform="rotate(${angle} 600 450)" stroke="${color}" stroke-width="${width}" stroke-linecap="round"/>`;

const text = (y: number, size: number, color: string, words: string) =>
  `<text x="600" y="${y}" font-family="Georgia, serif" font-size="${size}" fill="${color}" text-anchor="middle">${words.replace(/[<&]/g, ' ')}</text>`;

function strap(color: string): string {
  const isMetal = lightness(color) > 0.55;
  const link = isMetal
    ? '<path d="M0 0h236M78 0v38M158 0v38" stroke="#0005" stroke-width="3" fill="none"/>'
    : '<path d="M14 0v16M222 0v16" stroke="#fff5" stroke-width="4"/>';
  return `<pattern id="link" x="482" y="0" width="240" height="${isMetal ? 38 : 30}" patternUnits="userSpaceOnUse">${link}</pattern>
    ${[color, 'url(#round)', 'url(#link)'].map((fill) => `<rect x="480" y="-300" width="240" height="1500" fill="${fill}"/>`).join('')}`;
}

/** Marks for the minutes, the small rings of a chronograph or a small second, and the hands. */
function face({ movement, brand }: Watch, chance: Chance, ink: string): string {
  const marks = Array.from({ length: 60 }, (_, minute) =>
    minute % 5 === 0 ? spoke(minute * 6, 172, 220, 9, ink) : spoke(minute * 6, 210, 220, 2, ink),
  );
  const rings = { chronograph: [90, 180, 270], vintage: [180] }[String(movement)] ?? [];
  const small = rings.map(
    (angle) =>
      `<g transform="rotate(${angle} 600 450)"><circle cx="600" cy="358" r="48" fill="${ink}" fill-opacity=".1" stroke="${ink}" stroke-opacity=".5" stroke-width="2"/></g>`,
  );
  const [hour, minute] = [chance.int(12), chance.int(60)];
  return [
    ...marks,
    ...small,
    text(362, 30, ink, brand),
    spoke(hour * 30 + minute / 2, -18, 118, 13, ink),
    spoke(minute * 6, -24, 186, 9, ink),
    movement === 'vintage' ? '' : spoke(chance.int(60) * 6, -44, 200, 3, '#c8372d'),
    `<circle cx="600" cy="450" r="11" fill="${ink}"/>`,
  ].join('');
}

/** A display instead of hands. */
function display({ movement, brand }: Watch, chance: Chance, ink: string): string {
  const [back, front] = movement === 'smart' ? ['#05070a', '#e9f2ff'] : ['#a9b6a0', '#1d241c'];
  const time = `${8 + chance.int(2)}:${10 + chance.int(50)}`;
  return `${text(340, 34, ink, brand)}<rect x="470" y="370" width="260" height="160" rx="20" fill="${back}"/>
    ${text(480, 84, front, time)}`;
}

/** Why it was brought in: a crack, or mist under the glass. Gone in the photo after the work. */
function damage(chance: Chance): string {
  const [x, y] = [500 + chance.int(200), 350 + chance.int(200)];
  return chance.happens(0.5)
    ? `<path d="M${x} ${y}l70 30l-14 46M${x} ${y}l-50 60" stroke="#ffffffb0" stroke-width="3" fill="none"/>`
    : `<circle cx="${x}" cy="${y}" r="90" fill="#fff" fill-opacity=".28"/>`;
}

/** @returns an SVG of 1200 by 900 */
export function drawWatch(watch: Watch, kind: 'initial' | 'completed', chance: Chance): string {
  const ink = lightness(watch.dial) > 0.5 ? '#22262b' : '#f3f0e6';
  const hasHands = watch.movement !== 'digital' && watch.movement !== 'smart';
  const isSquare = !hasHands || /Tank|Santos|Monaco/.test(watch.model);
  const shape = (inset: number, fill: string) =>
    `<rect x="${340 + inset}" y="${190 + inset}" width="${520 - 2 * inset}" height="${520 - 2 * inset}" rx="${isSquare ? 70 - inset / 2 : 260 - inset}" fill="${fill}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900">
    <defs>
      <radialGradient id="lamp" cx=".3" cy=".2" r=".9"><stop stop-color="#fff" stop-opacity=".3"/><stop offset="1" stop-opacity=".35"/></radialGradient>
      <linearGradient id="round"><stop stop-opacity=".5"/><stop offset=".5" stop-color="#fff" stop-opacity=".12"/><stop offset="1" stop-opacity=".5"/></linearGradient>
      <linearGradient id="steel" x2="1" y2="1"><stop stop-color="#fff"/><stop offset=".5" stop-color="#c3c8ce"/><stop offset="1" stop-color="#4d5157"/></linearGradient>
      <linearGradient id="glass" x2="1" y2="1"><stop stop-color="#fff" stop-opacity=".35"/><stop offset=".45" stop-color="#fff" stop-opacity="0"/></linearGradient>
    </defs>
    <rect width="1200" height="900" fill="${chance.pick(mats)}"/>
    <g transform="rotate(${chance.int(48) - 24} 600 450)">
      ${strap(watch.strap)}<rect x="862" y="424" width="44" height="52" rx="8" fill="url(#steel)"/>
      ${shape(0, 'url(#steel)')}${shape(26, '#3b3f45')}${shape(32, watch.dial)}
      ${hasHands ? face(watch, chance, ink) : display(watch, chance, ink)}
      ${kind === 'initial' ? damage(chance) : ''}${shape(32, 'url(#glass)')}
    </g>
    <rect width="1200" height="900" fill="url(#lamp)"/>
  </svg>`;
}
