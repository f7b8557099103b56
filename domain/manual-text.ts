import { countSegments, plainWhereAlike, type SegmentCount } from './gsm7.ts';
import {
  composeText,
  optOutNotice,
  type ShopText,
  shopNameInText,
  type TextingShop,
} from './texts.ts';

/** What staff text in their own words, and what any text costs. Shop decision on texts. */

/**
 * A text in the words of staff: the shop's name in front, so that the customer knows who writes, and
 * how to opt out where no earlier text of the shop has told them.
 *
 * @param words as typed; curly quotes and the like become plain where nothing is lost by it
 * @param withNotice whether it is the first text that the phone gets
 */
export function composeManualText(shop: TextingShop, words: string, withNotice: boolean): string {
  const said = plainWhereAlike(words.trim());
  return `${shopNameInText(shop)}: ${said}${withNotice ? ` ${optOutNotice}` : ''}`;
}

/** A text of the shop as words for {@link composeManualText}, which puts the shop's name in front. */
export function wordsOfText(shop: TextingShop, text: ShopText): string {
  return composeText(shop, text).slice(`${shopNameInText(shop)}: `.length);
}

export interface TextPreview {
  readonly body: string;
  readonly encoding: SegmentCount['encoding'];
  /** Length as the encoding counts it: a bracket or a euro sign is two in GSM-7. */
  readonly characters: number;
  readonly segments: number;
}

/** What a text is and costs, before it is sent. */
export function previewOf(body: string): TextPreview {
  const { encoding, units, segments } = countSegments(body);
  return { body, encoding, characters: units, segments };
}

/** @returns whether the provider took a text: its ids of texts begin SM or MM (specification, section 7) */
export function isProviderSid(sid: string): boolean {
  return /^(SM|MM)/.test(sid);
}
