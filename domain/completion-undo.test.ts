import { describe, expect, it } from 'vitest';
import { changeInTheWay, undoneCompletion, undoRefusalText } from './completion-undo.ts';
import { declinedCompletionNote } from './estimate-answers.ts';

describe('a change since a completion', () => {
  it.each([
    [[], null],
    [['payment-taken', 'text-sent', 'payment-voided', 'attention-handled'], null],
    [['photo-added', 'payment-taken'], 'A photo was added'],
    [['photo-added', 'repair-completion-edited'], 'The completion was corrected'],
    [['repair-collected'], 'The watch was collected'],
    [['estimate-deleted'], 'The estimate was deleted'],
    [['repair-reopened'], 'The repair was reopened'],
  ])('of %j stands in the way of an undo: %s', (kinds, change) => {
    expect(changeInTheWay(kinds)).toBe(change);
  });
});

describe('the refusal of an undo', () => {
  const late = { change: null, isCollected: false, isDone: true } as const;

  it.each([
    [null, 'No text goes out.'],
    ['sending', "We can't tell yet whether the text has left."],
    ['unknown', "We can't tell yet whether the text has left."],
    ['delivered', 'The text has left.'],
    ['failed', 'The text was not sent.'],
    ['undelivered', 'The text did not arrive.'],
  ] as const)('says whether a text that is %s has left', (text, words) => {
    expect(undoRefusalText({ ...late, text })).toBe(
      `The time to undo is over. ${words} Reopen the repair instead.`,
    );
  });

  it('names what has changed, and says how the text is kept back', () => {
    expect(undoRefusalText({ ...late, change: 'A photo was added', text: 'held' })).toBe(
      "A photo was added since, so this can't be undone. The text has not left yet. Reopen the repair to keep it back.",
    );
  });

  it('offers no reopening of what is open or not here', () => {
    const change = 'The repair was reopened';
    expect(undoRefusalText({ ...late, change, text: null, isDone: false })).toBe(
      "The repair was reopened since, so this can't be undone. No text goes out.",
    );
    expect(undoRefusalText({ ...late, isCollected: true, text: 'accepted' })).toContain(
      'Press “Not collected” first, then reopen the repair.',
    );
  });
});

describe('what is left of an undone completion', () => {
  const undone = (before: object) => ({ kind: 'repair-completion-undone', data: { before } });
  const other = (kind: string) => ({ kind, data: {} });

  it('is its note and its photo', () => {
    const before = { completionNotes: 'New gasket', completedPhotoUrl: '/photos/p.jpg' };
    const events = [other('repair-completed'), undone(before), other('payment-taken')];
    expect(undoneCompletion(events)).toEqual({ notes: 'New gasket', photoUrl: '/photos/p.jpg' });
  });

  it('tells a note that was taken away from one that stayed', () => {
    expect(undoneCompletion([undone({ completionNotes: null })])?.notes).toBe('');
    expect(undoneCompletion([undone({})])).toEqual({ notes: null, photoUrl: null });
  });

  it('is no note that nobody typed', () => {
    const events = [undone({ completionNotes: declinedCompletionNote })];
    expect(undoneCompletion(events)?.notes).toBeNull();
  });

  it.each(['repair-completed', 'repair-reopened'])('is nothing after %s', (kind) => {
    expect(undoneCompletion([undone({ completionNotes: 'New' }), other(kind)])).toBeNull();
  });
});
