import type { Message } from '../../../domain/api-answers.ts';
import { optOutNotices, type TextPreview } from '../../../domain/texts.ts';
import { countedText } from '../../ui/counts.ts';

/** @returns e.g. "Billed as 2 texts": that many segments */
export const segmentWords = (segments: number): string =>
  `Billed as ${countedText(segments, 'text')}`;

export function costWords({ segments, characters }: TextPreview): string {
  return `${segmentWords(segments)} · ${characters} character${characters === 1 ? '' : 's'}`;
}

/** How the words change when sent, beyond the shop's name in front; null for not at all. */
export function changeWords(typed: string, { body, encoding }: TextPreview): string | null {
  if (encoding === 'UCS-2') {
    return 'Emoji and non-Latin letters can more than double the cost of a text.';
  }
  return body.includes(typed.trim())
    ? null
    : 'Quotes, dashes and accents are sent as plain characters so the text costs less.';
}

const taken: readonly string[] = ['accepted', 'sent', 'delivered'];

/** Whether a text among these has told the phone how to opt out; the next need not say it again. */
export function hasOptOutNotice(
  messages: readonly Pick<Message, 'direction' | 'phone' | 'state' | 'body'>[],
  phone: string,
): boolean {
  return messages.some(
    (each) =>
      each.direction === 'outbound' &&
      each.phone === phone &&
      taken.includes(each.state) &&
      optOutNotices.some((notice) => each.body.endsWith(notice)),
  );
}
