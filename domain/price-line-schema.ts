import { z } from 'zod';
import { limits } from './field-list.ts';
import {
  dollars,
  objectOr,
  ofList,
  requiredPrice,
  requiredText,
  wholeNumber,
} from './field-schemas.ts';
import { dollarsFromCents, formatPrice, maxCents } from './money.ts';
import { lineCents, lineKinds, longestWarrantyDays, mostLines } from './price-lines.ts';

/** The checks of an estimate's lines. */

const quantityRule = 'Quantity must be from 0.01 to 99, with at most 2 decimals';

const warrantyRule = `Warranty must be a whole number of days from 0 to ${longestWarrantyDays}, or blank`;

/** What a line and a preset have in common. */
export const linePartSchemas = {
  kind: z.enum(lineKinds, `Kind must be ${lineKinds.join(', ')}`),
  isTaxable: z.boolean('Taxable must be true or false'),
  warrantyDays: wholeNumber(warrantyRule, 0, longestWarrantyDays)
    .nullish()
    .transform((days) => days ?? null)
    .describe('From pickup; null for none'),
};

const lineSchema = z
  .strictObject(
    {
      ...linePartSchemas,
      description: requiredText({ label: 'Description', max: limits.lineDescription }),
      quantity: z
        .number(quantityRule)
        .refine(
          (quantity) =>
            quantity >= 0.01 && quantity <= 99 && Math.round(quantity * 100) / 100 === quantity,
          { error: quantityRule, abort: true },
        )
        .meta({ minimum: 0.01, maximum: 99 }),
      unitPrice: requiredPrice('Unit price', 'Unit price is required').describe(
        'Dollars, 0 or more, even of a discount; with or without tax, as the settings’ `pricesIncludeTax` says',
      ),
    },
    objectOr('A line must be an object'),
  )
  // A unit price that is too high by itself has been named already.
  .refine(
    (line) => Math.abs(lineCents(line)) <= maxCents || line.unitPrice > dollarsFromCents(maxCents),
    {
      path: ['unitPrice'],
      message: `A line can be at most ${formatPrice(dollarsFromCents(maxCents))}`,
    },
  );

/** Lines as they are typed; null for a bare amount. */
export const linesInput = z
  .array(lineSchema, 'Lines must be a list')
  .max(mostLines, ofList(`An estimate can have at most ${mostLines} lines`))
  .nullish()
  .transform((lines) => (lines?.length ? lines : null))
  .describe(
    'What makes up the amount: `amount` is their total with tax, rounded once, or it is refused. Null for a bare amount, which is one taxable line',
  );

/** Lines as the server answers them. */
export const linesAnswer = z
  .array(
    z
      .object({
        kind: z.enum(lineKinds),
        description: z.string(),
        quantity: z.number(),
        unitPrice: dollars,
        isTaxable: z.boolean(),
        warrantyDays: z.number().int().nullable(),
      })
      .meta({ id: 'EstimateLine', description: 'A discount is subtracted' }),
  )
  .nullable()
  .describe('What makes up the amount; null for a bare amount');
