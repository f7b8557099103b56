import type { Payment } from './api-payments.ts';
import { listText } from './list-text.ts';
import { formatPrice } from './money.ts';
import { agreedPrice, type PricedTicket } from './payments.ts';

/** What staff read if a ticket's balance is no longer the one that they relied on. In dollars. */

const shown = (balance: number): string =>
  balance < 0 ? `a refund due of ${formatPrice(-balance)}` : formatPrice(balance);

/**
 * @param seen the balance that was relied on; null if there was none
 * @param now the balance as it is now, which differs
 */
export function balanceChange(seen: number | null, now: number | null): string {
  if (now === null) return `There is no balance now. It was ${shown(seen ?? 0)}.`;
  if (seen === null) return `The balance is now ${shown(now)}. There was none before.`;
  return `The balance is now ${shown(now)}, not ${shown(seen)}.`;
}

const methodWords: Readonly<Record<Payment['method'], string>> = {
  cash: ' in cash',
  card: ' by card',
  check: ' by check',
  other: '',
};

type SeenPayment = Pick<Payment, 'kind' | 'method' | 'amount' | 'at' | 'voidedAt' | 'initials'>;

/** What was done, and by whose initials: null if no one was chosen, and for a void. */
function doneSince(
  time: string,
  payments: readonly SeenPayment[],
): { words: string; by: string | null }[] {
  return payments.flatMap(({ kind, method, amount, at, voidedAt, initials }) => {
    const money = formatPrice(amount);
    if (voidedAt !== null) {
      return voidedAt > time && at <= time
        ? [{ words: `voided a ${kind} of ${money}`, by: null }]
        : [];
    }
    if (at <= time) return [];
    const words = `${kind === 'refund' ? 'refunded' : 'took'} ${money}${methodWords[method]}`;
    return [{ words, by: initials }];
  });
}

type SeenTicket = PricedTicket & { balance: number | null };

/**
 * Says what has changed between the balance that was seen and the current one, then both balances.
 *
 * @param seen the ticket as staff saw it
 * @param now the ticket as it is, with its payments
 */
export function balanceNews(
  seen: SeenTicket & { updatedAt: string },
  now: SeenTicket,
  payments: readonly SeenPayment[],
): string {
  const done = doneSince(seen.updatedAt, payments);
  const [by, ...others] = new Set(done.map((one) => one.by));
  const who = (others.length === 0 ? by : null) ?? 'Someone else';
  const [before, after] = [agreedPrice(seen), agreedPrice(now)];
  return [
    ...(done.length > 0 ? [`${who} just ${listText(done.map(({ words }) => words))}.`] : []),
    ...(before !== after && before !== null && after !== null
      ? [`The price changed from ${formatPrice(before)} to ${formatPrice(after)}.`]
      : []),
    balanceChange(seen.balance, now.balance),
  ].join(' ');
}
