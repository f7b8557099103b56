import { estimateAmount } from '../../../domain/field-schemas.ts';
import { formatPrice, maxCents, parsePrice } from '../../../domain/money.ts';
import { hasUsPhoneDigits } from '../../../domain/phone.ts';
import { problemTexts } from '../../../domain/problems.ts';
import '../../data/zod-setup.ts';

type EstimateCheck = { dollars: number } | { field: 'amount' | 'phone'; message: string };

/**
 * Checks an estimate in the specification's order (section 5, "Send estimate").
 * @returns the amount in dollars, or the first thing that is wrong
 */
export function checkEstimate(typed: string, phone: string): EstimateCheck {
  const isEmpty = typed.trim() === '';
  const amount = estimateAmount.safeParse(isEmpty ? undefined : (parsePrice(typed) ?? Number.NaN));
  const amountMessage = amount.error?.issues[0]?.message ?? '';
  if (isEmpty) return { field: 'amount', message: amountMessage };
  if (phone.trim() === '') {
    return { field: 'phone', message: problemTexts['client-phone-missing'].detail };
  }
  if (!hasUsPhoneDigits(phone)) {
    return { field: 'phone', message: problemTexts['phone-not-textable'].detail };
  }
  if (!amount.success) {
    const isTooLarge = Number(typed.replace(/[$,\s]/g, '')) > maxCents / 100;
    const most = isTooLarge ? `. It can be at most ${formatPrice(maxCents / 100)}.` : '';
    return { field: 'amount', message: amountMessage + most };
  }
  return { dollars: amount.data };
}
