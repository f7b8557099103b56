import type { Repair } from '../../../domain/api-answers.ts';
import { estimateAmount } from '../../../domain/field-schemas.ts';
import { formatPrice, maxCents, parsePrice } from '../../../domain/money.ts';
import { hasUsPhoneDigits } from '../../../domain/phone.ts';
import { problemTexts } from '../../../domain/problems.ts';
import { type PriceMode, totalOf, withoutTax } from '../../../domain/tax.ts';
import { taxHint } from '../../../domain/ticket-tax.ts';
import '../../data/zod-setup.ts';

type EstimateCheck = { dollars: number } | { field: 'amount' | 'phone'; message: string };

/** @returns what the customer pays, in dollars, or what is wrong with what was typed */
export function checkAmount(typed: string, mode: PriceMode = withoutTax): EstimateCheck {
  const isEmpty = typed.trim() === '';
  const total = totalOf(parsePrice(typed) ?? Number.NaN, mode);
  const amount = estimateAmount.safeParse(isEmpty ? undefined : total);
  if (amount.success) return { dollars: amount.data };
  const isTooLarge =
    Number(typed.replace(/[$,\s]/g, '')) > maxCents / 100 || total > maxCents / 100;
  const most = isTooLarge ? `. It can be at most ${formatPrice(maxCents / 100)}.` : '';
  return { field: 'amount', message: `${amount.error.issues[0]?.message ?? ''}${most}` };
}

/**
 * Checks an estimate in the specification's order (section 5, "Send estimate").
 * @returns what the customer pays, in dollars, or the first thing that is wrong
 */
export function checkEstimate(typed: string, phone: string, mode?: PriceMode): EstimateCheck {
  const amount = checkAmount(typed, mode);
  if (typed.trim() === '') return amount;
  if (phone.trim() === '') {
    return { field: 'phone', message: problemTexts['client-phone-missing'].detail };
  }
  if (!hasUsPhoneDigits(phone)) {
    return { field: 'phone', message: problemTexts['phone-not-textable'].detail };
  }
  return amount;
}

/** {@link checkEstimate} for lines, whose total is known. */
export const checkTotal = (dollars: number, phone: string): EstimateCheck =>
  checkEstimate(dollars.toFixed(2), phone);

/** What is known of the price, beside the amount's field. */
export function amountHint(
  { repairPrice, approvedUpTo }: Pick<Repair, 'repairPrice' | 'approvedUpTo'>,
  check: EstimateCheck,
  mode: PriceMode,
): string | undefined {
  const known = [
    taxHint('dollars' in check ? check.dollars : null, mode),
    repairPrice !== null && `The ticket’s repair price is ${formatPrice(repairPrice)}.`,
    approvedUpTo !== null && `Approved up to ${formatPrice(approvedUpTo)}.`,
  ];
  return known.filter(Boolean).join(' ') || undefined;
}
