import { parsePrice } from '../../domain/money.ts';

const plainNumber = /^-?\$?\s*-?(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?$/;

/**
 * What stands in a price field → what the contract's schema checks, so that the message is the
 * schema's: dollars; null for an empty field; a number that is no price as that number ("must be 0
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
