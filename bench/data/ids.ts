import type { Chance } from '../../scripts/demo/chance.ts';

/**
 * Ids as the product makes them (`server/ids.ts`), but the same ones for the same seed.
 *
 * @returns milliseconds since 1970 → a UUID of version 7
 */
export function seededIds(chance: Chance): (milliseconds: number) => string {
  let last = Number.NaN;
  let sequence = 0;
  return (milliseconds) => {
    sequence = milliseconds === last ? sequence + 1 : 0;
    last = milliseconds;
    const time = Math.trunc(milliseconds).toString(16).padStart(12, '0');
    const count = sequence.toString(16).padStart(3, '0');
    const variant = chance.pick(['8', '9', 'a', 'b']);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${variant}${chance.hex(3)}-${chance.hex(12)}`;
  };
}
