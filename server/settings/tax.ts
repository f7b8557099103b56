import { bareAmount, taxWithin } from '../../domain/tax.ts';
import type { Handle } from '../database/tables.ts';
import { readShopSettings } from './store.ts';

/** The shop's tax rate at this moment, in thousandths of a percent. */
export const readTaxRate = async (db: Handle): Promise<number> =>
  (await readShopSettings(db)).taxThousandths;

/** The columns that hold a settled tax. @param cents the price with the tax in it */
export const taxColumns = (cents: number, thousandths: number) => ({
  tax_thousandths: thousandths,
  tax_cents: taxWithin(bareAmount(cents), thousandths),
});
