import type { Input } from '../../../domain/api.ts';
import { call } from '../../data/call.ts';

export type NewText = Input<'sendText', 'body'>;

export const textTicket = (ticketNumber: string, body: NewText) =>
  call('sendText', { params: { ticketNumber }, body });

/**
 * A text that staff are writing. It goes out once for each id, however often Send is pressed; the
 * server answers an id that it knows with the text that it sent.
 */
export interface TextDraft {
  words: string;
  /** Made when the draft begins; null while there is none. */
  messageId: string | null;
  /** The words that were sent last under the id, whether or not that succeeded. */
  tried: string | null;
}

export const noDraft: TextDraft = { words: '', messageId: null, tried: null };

/** @param newId makes an id that no text has had */
export function typed(draft: TextDraft, words: string, newId: () => string): TextDraft {
  if (words === '') return noDraft;
  // Once it may have gone out, other words are another text: under the same id they never would.
  const isOther = draft.tried !== null && draft.tried !== words.trim();
  if (draft.messageId === null || isOther) return { words, messageId: newId(), tried: null };
  return { ...draft, words };
}

export function tried(draft: TextDraft): TextDraft {
  return { ...draft, tried: draft.words.trim() };
}

/** The text has gone out. What was typed meanwhile stays. */
export function sent(draft: TextDraft, messageId: string): TextDraft {
  return draft.messageId === messageId ? noDraft : draft;
}

export const isEmptyDraft = ({ words }: TextDraft): boolean => words.trim() === '';
