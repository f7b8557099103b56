import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** One shape of an icon as its library writes it: the element's name and its attributes. */
export type Shape = readonly [string, Readonly<Record<string, string>>];

const isIcon = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.mjs$/;

function numbersOf(attributes: Readonly<Record<string, string>>) {
  return (name: string): number => Number(attributes[name] ?? 0);
}

/**
 * A path's first step must not count from where another one ended. Its sign cannot be changed: it
 * also says how the numbers after the first two are meant.
 */
const fromAnywhere = (path: string): string => (path.startsWith('m') ? `M0 0${path}` : path);

function rectangle(attributes: Readonly<Record<string, string>>): string {
  const of = numbersOf(attributes);
  const [width, height] = [of('width'), of('height')];
  const rx = Math.min(of('rx') || of('ry'), width / 2);
  const ry = Math.min(of('ry') || of('rx'), height / 2);
  const corner = (x: number, y: number) => (rx === 0 ? '' : `a${rx} ${ry} 0 0 1 ${x} ${y}`);
  return [
    `M${of('x') + rx} ${of('y')}h${width - 2 * rx}${corner(rx, ry)}`,
    `v${height - 2 * ry}${corner(-rx, ry)}`,
    `h${2 * rx - width}${corner(-rx, -ry)}`,
    `v${2 * ry - height}${corner(rx, -ry)}z`,
  ].join('');
}

function ellipse(cx: number, cy: number, rx: number, ry: number): string {
  const half = (x: number) => `a${rx} ${ry} 0 1 1 ${x} 0`;
  return `M${cx - rx} ${cy}${half(2 * rx)}${half(-2 * rx)}z`;
}

/**
 * @returns the path that draws what the shape draws
 * @throws Error for a shape that is none of those that icons are made of
 */
export function pathOf([element, attributes]: Shape): string {
  const of = numbersOf(attributes);
  switch (element) {
    case 'path':
      return fromAnywhere(attributes.d ?? '');
    case 'line':
      return `M${of('x1')} ${of('y1')}L${of('x2')} ${of('y2')}`;
    case 'polyline':
      return `M${attributes.points}`;
    case 'polygon':
      return `M${attributes.points}z`;
    case 'circle':
      return ellipse(of('cx'), of('cy'), of('r'), of('r'));
    case 'ellipse':
      return ellipse(of('cx'), of('cy'), of('rx'), of('ry'));
    case 'rect':
      return rectangle(attributes);
    default:
      throw new Error(`An icon holds <${element}>, which is not known here`);
  }
}

/** What a shape may carry beside its own measures; anything else would be lost in one path. */
const measures = new Set('d x y x1 y1 x2 y2 points cx cy r rx ry width height key'.split(' '));

/** @returns one path that draws all the shapes; null where one of them is drawn in its own way */
export function onePathOf(shapes: readonly Shape[]): string | null {
  const isPlain = shapes.every(([, attributes]) =>
    Object.keys(attributes).every((name) => measures.has(name)),
  );
  return isPlain ? shapes.map(pathOf).join('') : null;
}

/**
 * Draws each icon of the library as one path in one plain component: a list shows hundreds of them,
 * and each shape is an element that the browser has to lay out. The development server leaves them
 * as they are: they look the same.
 *
 * @param component the file of the component, which gets an icon's name and path
 */
export function lineIcons(component: string): Plugin {
  return {
    name: 'line-icons',
    apply: 'build',
    async load(id) {
      if (!isIcon.test(id)) return null;
      const { __iconData: icon } = (await import(pathToFileURL(id).href)) as {
        __iconData?: { name: string; node: Shape[] };
      };
      const path = icon && onePathOf(icon.node);
      // A file that only names another one.
      if (!icon || path === null || path === undefined) return null;
      return [
        `import { lineIcon } from ${JSON.stringify(component)};`,
        `export default /* @__PURE__ */ lineIcon(${JSON.stringify(icon.name)}, ${JSON.stringify(path)});`,
      ].join('\n');
    },
  };
}
