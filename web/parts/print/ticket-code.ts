import { encode } from 'uqr';

/**
 * The ticket number as a QR code, for the shop's scanner. In millimeters of paper: half of one is four
 * dots of a label printer with 203 dots to the inch, so that no edge falls between two dots. Where
 * there is room the style sheet makes it five dots.
 */
const moduleMm = 0.5;

/** Blank modules on each side; the standard asks for four. */
const quietZone = 4;

/** Row by row, without the quiet zone; true is black. Never less error correction than M. */
export function codeModules(ticketNumber: string): readonly (readonly boolean[])[] {
  return encode(ticketNumber, { ecc: 'M', boostEcc: true, border: 0 }).data;
}

/** The black modules as one path: each run of a row is a rectangle. */
function pathOf(modules: readonly (readonly boolean[])[]): string {
  return modules
    .flatMap((row, y) => {
      const cells = row.map((isBlack) => (isBlack ? 'x' : ' ')).join('');
      return [...cells.matchAll(/x+/g)].map(
        ({ 0: run, index }) =>
          `M${index + quietZone} ${y + quietZone}h${run.length}v1h-${run.length}z`,
      );
    })
    .join('');
}

/** Everything is in attributes: neither theme nor content policy affects it. */
export function ticketCode(owner: Document, ticketNumber: string): SVGElement {
  function draw(tag: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
    const element = owner.createElementNS('http://www.w3.org/2000/svg', tag) as SVGElement;
    for (const [name, value] of Object.entries(attributes)) {
      element.setAttribute(name, String(value));
    }
    return element;
  }

  const modules = codeModules(ticketNumber);
  const size = modules.length + 2 * quietZone;
  const code = draw('svg', {
    class: 'ticket-code',
    role: 'img',
    'aria-label': `QR code of ${ticketNumber}`,
    viewBox: `0 0 ${size} ${size}`,
    width: `${size * moduleMm}mm`,
    height: `${size * moduleMm}mm`,
    // No gray between two modules that touch.
    'shape-rendering': 'crispEdges',
  });
  code.style.setProperty('--modules', String(size));
  code.append(
    draw('rect', { width: size, height: size, fill: '#fff' }),
    draw('path', { d: pathOf(modules), fill: '#000' }),
  );
  return code;
}
