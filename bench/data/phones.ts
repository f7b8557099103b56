import { areaCodes } from '../../scripts/demo/phones.ts';

/**
 * Phones for more clients than there are numbers kept for fiction. Stores made with them are measured
 * and thrown away: nothing is ever texted from one.
 */

const exchanges = Array.from({ length: 800 }, (_, index) => String(200 + index)).filter(
  (exchange) => !exchange.endsWith('11') && exchange !== '555',
);
const lines = 10_000;
const amount = areaCodes.length * exchanges.length * lines;

/** Shares no factor with the amount, so that no number comes twice; near the golden ratio of it. */
const stride = 1_618_033_989;

/**
 * @param index of the client
 * @returns ten digits, other ones for every index; the last four take all values about as often
 */
export function phoneNumber(index: number): string {
  const place = (index * (stride % amount)) % amount;
  const line = String(place % lines).padStart(4, '0');
  const rest = Math.floor(place / lines);
  const area = areaCodes[Math.floor(rest / exchanges.length)] ?? '';
  return `${area}${exchanges[rest % exchanges.length] ?? ''}${line}`;
}
