import { z } from 'zod';
import { limits } from './field-list.ts';
import {
  dollars,
  objectOr,
  ofList,
  oneOf,
  requiredPrice,
  requiredText,
  wholeNumber,
} from './field-schemas.ts';
import { dollarsFromCents, formatPrice, maxCents } from './money.ts';
import { lineCents, lineKinds, longestWarrantyDays, maxLines } from './price-lines.ts';

/** The schemas of an estimate's lines. */

const quantityRule = 'Quantity must be from 0.01 to 99, with at most 2 decimals';

const warrantyRule = `Warranty must be a whole number of days from 0 to ${longestWarrantyDays}, or blank`;

/** What a line and a preset have in common. */
export const linePartSchemas = {
  kind: oneOf('Kind', lineKinds),
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
        'Dollars, 0 or more, even for a discount; with or without tax, as `pricesIncludeTax` in the settings says',
      ),
    },
    objectOr('A line must be an object'),
  )
  // A unit price that is already too high has been reported.
  .refine(
    (line) => Math.abs(lineCents(line)) <= maxCents || line.unitPrice > dollarsFromCents(maxCents),
    {
      path: ['unitPrice'],
      error: () => `A line can be at most ${formatPrice(dollarsFromCents(maxCents))}`,
    },
  );

/** Lines in a request; null for just an amount. */
export const linesInput = z
  .array(lineSchema, 'Lines must be a list')
  .max(maxLines, ofList(`An estimate can have at most ${maxLines} lines`))
  .nullish()
  .transform((lines) => (lines?.length ? lines : null))
  .describe(
    'The lines of the amount: `amount` must be their total with tax, rounded once. Null for just an amount, which is one taxable line',
  );

/** Lines in a response. */
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
  .describe('The lines of the amount; null for just an amount');
