import type { EstimateLine } from '../../domain/price-lines.ts';
import type { Preset } from '../../domain/shop-settings.ts';

/** The shop's usual charges, and the lines of a long job's price. */

const preset = (
  name: string,
  price: number,
  { kind = 'labor', days = null, warrantyDays = null }: Partial<Preset> = {},
): Preset => ({ name, kind, price, isTaxable: kind === 'part', days, warrantyDays });

export const demoPresets: readonly Preset[] = [
  preset('Full service, mechanical', 520, { days: 14, warrantyDays: 365 }),
  preset('Full service, chronograph', 780, { days: 21, warrantyDays: 365 }),
  preset('Battery and gasket', 19, { kind: 'part', days: 1, warrantyDays: 90 }),
  preset('Pressure test', 25, { days: 1 }),
  preset('Crystal, sapphire', 165, { kind: 'part', days: 5, warrantyDays: 90 }),
  preset('Crystal, mineral', 45, { kind: 'part', days: 2, warrantyDays: 90 }),
  preset('Crown and tube', 85, { kind: 'part', days: 5, warrantyDays: 90 }),
  preset('Bracelet, ½ hour', 45, { warrantyDays: 90 }),
];

/** A long job's lines: two thirds of the price is labor. */
export function demoLines(dollars: number, work: string): EstimateLine[] {
  const parts = Math.floor(dollars / 3);
  const gaskets = Math.min(parts, 24.5);
  const line = (description: string, unitPrice: number, isPart: boolean): EstimateLine => ({
    kind: isPart ? 'part' : 'labor',
    description,
    quantity: 1,
    unitPrice,
    isTaxable: isPart,
    warrantyDays: isPart ? 90 : 365,
  });
  return [
    line(work, dollars - parts, false),
    line('Gasket set', gaskets, true),
    ...(parts > gaskets ? [line('Mainspring and worn parts', parts - gaskets, true)] : []),
  ];
}
