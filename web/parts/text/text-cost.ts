import type { Message } from '../../../domain/api-answers.ts';
import { optOutNotice, type TextPreview } from '../../../domain/texts.ts';

const prices = ['', '', ': costs double', ': costs three times as much'];

/** @returns e.g. "1 segment" or "2 segments: costs double" */
export function segmentWords(segments: number): string {
  if (segments <= 1) return `${segments} segment${segments === 0 ? 's' : ''}`;
  return `${segments} segments${prices[segments] ?? `: costs ${segments} times as much`}`;
}

export function costWords({ segments, characters }: TextPreview): string {
  return `${segmentWords(segments)} · ${characters} character${characters === 1 ? '' : 's'}`;
}

/** What becomes of the words on their way, beyond the shop's name in front; null for nothing. */
export function changeWords(typed: string, { body, encoding }: TextPreview): string | null {
  if (encoding === 'UCS-2') {
    return 'An emoji or another script makes a text cost more than twice as much.';
  }
  return body.includes(typed.trim())
    ? null
    : 'Quotes, dashes and accents go out plain, so that the text costs less.';
}

const taken: readonly string[] = ['accepted', 'sent', 'delivered'];

/** Whether a text among these has told the phone how to opt out; the next need not say it again. */
export function hasToldToOptOut(
  messages: readonly Pick<Message, 'direction' | 'phone' | 'state' | 'body'>[],
  phone: string,
): boolean {
  return messages.some(
    (each) =>
      each.direction === 'outbound' &&
      each.phone === phone &&
      taken.includes(each.state) &&
      each.body.endsWith(optOutNotice),
  );
}
