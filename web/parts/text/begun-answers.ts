import type { AttentionCase } from '../../../domain/api-texts.ts';
import { isEmptyDraft, type TextDraft } from './text-draft.ts';

/**
 * Answers that staff have begun to write, by the cases that they answer. Rows come and go with the
 * list, with the tabs and with what is in view; what was typed in them stays until it is sent
 * or emptied, or the session ends.
 */
const begun = new Map<string, { one: AttentionCase; draft: TextDraft }>();

export const begunAnswers = {
  draftOf: (one: AttentionCase): TextDraft | undefined => begun.get(one.id)?.draft,
  has: (one: AttentionCase): boolean => begun.has(one.id),
  /** The cases, including those that have left the list since. */
  cases: (): AttentionCase[] => [...begun.values()].map(({ one }) => one),
  keep(one: AttentionCase, draft: TextDraft): void {
    if (isEmptyDraft(draft)) begun.delete(one.id);
    else begun.set(one.id, { one, draft });
  },
  forget: (): void => begun.clear(),
};
