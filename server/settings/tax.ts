import { dollarsFromCents } from '../../domain/money.ts';
import { type EstimateLine, taxInPrice } from '../../domain/price-lines.ts';
import type { Handle } from '../database/tables.ts';
import { readShopSettings } from './store.ts';

/** The shop's tax rate at this moment, in thousandths of a percent. */
export const readTaxRate = async (db: Handle): Promise<number> =>
  (await readShopSettings(db)).taxThousandths;

/**
 * The columns that hold a settled tax.
 *
 * @param cents the price with the tax in it
 * @param lines of the price; null for just an amount
 */
export const taxColumns = (
  cents: number,
  thousandths: number,
  lines: readonly EstimateLine[] | null = null,
) => ({
  tax_thousandths: thousandths,
  tax_cents: taxInPrice({ price: dollarsFromCents(cents), lines }, thousandths),
});
