import { describe, expect, it } from 'vitest';
import { isEmptyDraft, noDraft, sent, tried, typed } from './text-draft.ts';

function ids() {
  let last = 0;
  return () => {
    last += 1;
    return `id ${last}`;
  };
}

describe('a draft of a text', () => {
  it('gets its id with the first letter and keeps it while it is being written', () => {
    const newId = ids();
    const begun = typed(noDraft, 'H', newId);
    expect(begun).toEqual({ words: 'H', messageId: 'id 1', tried: null });
    expect(typed(begun, 'Hello', newId)).toEqual({ ...begun, words: 'Hello' });
  });

  it('keeps its id for another try of the same words', () => {
    const newId = ids();
    const failed = tried(typed(noDraft, 'Hello', newId));
    expect(tried(failed).messageId).toBe('id 1');
    expect(typed(failed, 'Hello ', newId).messageId).toBe('id 1');
  });

  it('is another text once its words are changed after a try', () => {
    const newId = ids();
    const failed = tried(typed(noDraft, 'Hello', newId));
    const other = typed(failed, 'Hello you', newId);
    expect(other).toEqual({ words: 'Hello you', messageId: 'id 2', tried: null });
  });

  it('is gone when it is emptied, or has been sent', () => {
    const newId = ids();
    const begun = typed(noDraft, 'Hello', newId);
    expect(typed(begun, '', newId)).toBe(noDraft);
    expect(sent(begun, 'id 1')).toBe(noDraft);
    expect(sent(begun, 'id 0')).toBe(begun);
    expect([noDraft, typed(noDraft, ' ', newId)].every(isEmptyDraft)).toBe(true);
    expect(isEmptyDraft(begun)).toBe(false);
  });
});
