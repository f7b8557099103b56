/**
 * Money is whole cents inside the product and dollars with at most two decimals on the wire.
 * Source: specification, section 9 ("Prices: dollars, 2 decimals").
 */

/** The largest price that can be stored: $999,999.99. A shop decision: anything above is certainly a typing error. */
export const maxCents = 99_999_999;

/**
 * Dollars as they come over the wire → whole cents.
 *
 * @param dollars a number with at most two decimals, 0 or more
 * @returns whole cents, or null when it is not such a number or lies beyond {@link maxCents}
 */
export function centsFromDollars(dollars: number): number | null {
  if (!Number.isFinite(dollars) || dollars < 0) return null;
  // Adding 0 turns -0 into 0: a database would keep the sign.
  const cents = Math.round(dollars * 100) + 0;
  if (cents > maxCents) return null;
  // A double cannot hold most decimals exactly: the nearest double of the cents is what was meant.
  return cents / 100 === dollars ? cents : null;
}

/** Whole cents → dollars as a number for the wire, e.g. 15050 → 150.5. */
export function dollarsFromCents(cents: number): number {
  return cents / 100;
}

/** Whole cents, 0 or more → "150.50": two decimals, no sign, no grouping (texts, files, fields). */
export function formatDollars(cents: number): string {
  const whole = Math.trunc(cents / 100);
  return `${whole}.${String(cents - whole * 100).padStart(2, '0')}`;
}

/** Made when first needed: that takes 4 ms, and the server starts without it. */
let price: Intl.NumberFormat | undefined;

/** Dollars from the wire → "$1,250.50", on screens and paper (specification, section 3: "dollar sign, 2 decimals"). */
export function formatPrice(dollars: number): string {
  price ??= new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  return price.format(dollars);
}

/**
 * What the user typed into a price field → dollars.
 * Accepts "150", "150.5", ".50", "1,250.00", "$ 99.90"; refuses everything else instead of
 * guessing.
 *
 * @returns dollars, or null when the text is not a price
 */
export function parsePrice(typed: string): number | null {
  const text = typed.trim().replace(/^\$\s*/, '');
  if (!/^(\d{1,3}(,\d{3})+|\d+)?(\.\d{1,2})?$/.test(text) || !/\d/.test(text)) return null;
  const dollars = Number(text.replaceAll(',', ''));
  return centsFromDollars(dollars) === null ? null : dollars;
}

const plainNumber = /^-?\$?\s*-?(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?$/;

/**
 * What is in a price field → what the contract's schema checks, so that the message is the
 * schema's: dollars; null for an empty field; a number that is not a price as that number ("must be 0
 * or more"); anything else as the text that it is ("must be a number").
 */
export function typedPrice(typed: string): number | string | null {
  const text = typed.trim();
  if (text === '') return null;
  const dollars = parsePrice(text);
  if (dollars !== null) return dollars;
  if (!plainNumber.test(text) || !/\d/.test(text)) return text;
  return Number(text.replace(/[$,\s]/g, ''));
}
