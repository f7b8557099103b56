import { type Chance, chanceOf } from './chance.ts';
import { contentOf } from './content.ts';

/** The watches that come over the counter, and what may tell one from another. */

export type Movement =
  | 'quartz'
  | 'digital'
  | 'smart'
  | 'automatic'
  | 'manual'
  | 'chronograph'
  | 'vintage';

/** 1 fashion, 2 everyday, 3 better, 4 luxury, 5 the finest. */
export type Tier = 1 | 2 | 3 | 4 | 5;

interface Brand {
  name: string;
  tier: Tier;
  /** How often it comes in. */
  share: number;
  /** `#` a digit, `A` a letter, anything else itself; `-` if the watch carries none. */
  serial: string;
  dials: readonly string[];
  straps: readonly string[];
  models: readonly (readonly [string, Movement])[];
}

export interface Watch {
  brand: string;
  model: string;
  serial: string | null;
  /** Known for the better mechanical ones. */
  movementSerial: string | null;
  caliber: string | null;
  /** Engraved on the better ones. */
  reference: string | null;
  tier: Tier;
  movement: Movement;
  dial: string;
  strap: string;
}

const strapColors = {
  steel: ['#b9bec4', '#a9afb6'],
  leather: ['#5a3a22', '#2b2320', '#7a4a24', '#39465a'],
  rubber: ['#1f2226', '#20364f', '#3d2a2a'],
  gold: ['#c9a44c', '#b8903c'],
};

function brandOf([first = '', ...lines]: string[]): Brand {
  const [name = '', tier, share, serial = '-', dials = '', straps = ''] = first.split(', ');
  return {
    name,
    tier: Number(tier) as Tier,
    share: Number(share),
    serial,
    dials: dials.split(' '),
    straps: straps.split(' ').flatMap((strap) => strapColors[strap as keyof typeof strapColors]),
    models: lines.flatMap((line) => {
      const [movement = '', models = ''] = line.split(': ');
      return models.split(', ').map((model) => [model, movement as Movement] as const);
    }),
  };
}

const brands = contentOf('watches').map(brandOf);

function serialLike(format: string, chance: Chance): string {
  return format.replace(/[#A]/g, (character) =>
    character === '#' ? String(chance.int(10)) : chance.pick([...'ABCDEFGHKLMNPRSTUVWXYZ']),
  );
}

/** A watch for someone who spends about this much on watches. */
export function watchFor(taste: Tier, chance: Chance): Watch {
  const brand = chance.weighted(
    brands,
    ({ share, tier }) => share * ([1, 0.5, 0.2, 0.08, 0.05][Math.abs(tier - taste)] ?? 0),
  );
  const [model, movement] = chance.pick(brand.models);
  const named = chanceOf(`${brand.name} ${model}`);
  const reference = brand.tier >= 3 ? String(10_000 + named.int(290_000)) : null;
  const hasBalance = !['quartz', 'digital', 'smart'].includes(movement);
  // The engraving is not always read before the case is open.
  const serial =
    brand.serial !== '-' && chance.happens(0.75) ? serialLike(brand.serial, chance) : null;
  // Random choices of their own, so that the rest of the shop's story stays the same.
  const opened = chanceOf(`${brand.name} ${serial} movement`);
  const isKnown = hasBalance && brand.tier >= 3;
  return {
    brand: brand.name,
    model,
    movement,
    tier: brand.tier,
    serial,
    movementSerial:
      isKnown && serial !== null && opened.happens(0.5) ? serialLike('########', opened) : null,
    caliber: isKnown ? String(1_000 + named.int(8_000)) : null,
    reference,
    dial: chance.pick(brand.dials),
    strap: chance.pick(brand.straps),
  };
}
