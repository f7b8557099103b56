import type { Repair } from '../../../domain/api-answers.ts';

/** Brands and models as this shop writes them, from the watches that it has taken in. */

export type Watch = Pick<Repair, 'watchBrand' | 'watchModel'>;

/** With fewer repeated names than this a shop is young, and each one helps. */
const enough = 3;

const keyOf = (text: string) => text.trim().toLowerCase();

/**
 * Each name once, the most frequent first, in the spelling that is used most. What a single ticket
 * says may be a slip of the pen: it is left out if enough others are used more.
 */
function byFrequency(names: readonly string[]): string[] {
  const spellings = new Map<string, Map<string, number>>();
  for (const name of names) {
    const ofKey = spellings.get(keyOf(name)) ?? new Map<string, number>();
    ofKey.set(name, (ofKey.get(name) ?? 0) + 1);
    spellings.set(keyOf(name), ofKey);
  }
  const ranked = [...spellings.values()]
    .map((counts) => {
      const sorted = [...counts].sort(([, one], [, other]) => other - one);
      const total = sorted.reduce((sum, [, count]) => sum + count, 0);
      return { name: sorted[0]?.[0] ?? '', total };
    })
    .sort((one, other) => other.total - one.total || one.name.localeCompare(other.name));
  const often = ranked.filter(({ total }) => total > 1);
  return (often.length < enough ? ranked : often).map(({ name }) => name);
}

export function knownBrands(watches: readonly Watch[]): string[] {
  return byFrequency(watches.map(({ watchBrand }) => watchBrand));
}

/** The brand's models; of every brand while none is typed. */
export function knownModels(watches: readonly Watch[], brand: string): string[] {
  const ofBrand = watches.filter(
    ({ watchBrand }) => brand.trim() === '' || keyOf(watchBrand) === keyOf(brand),
  );
  return byFrequency(ofBrand.map(({ watchModel }) => watchModel));
}
