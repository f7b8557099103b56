import { describe, expect, it } from 'vitest';
import { changeInTheWay, undoneCompletion, undoRefusalText } from './completion-undo.ts';
import { declinedCompletionNote } from './estimate-answers.ts';

describe('a change since a completion', () => {
  it.each([
    [[], null],
    [['payment-taken', 'text-sent', 'payment-voided', 'attention-handled'], null],
    [['photo-added', 'payment-taken'], 'A photo has been added'],
    [['photo-added', 'repair-completion-edited'], 'The completion has been edited'],
    [['repair-collected'], 'The watch has left the shop'],
    [['estimate-deleted'], 'The estimate has been deleted'],
    [['repair-reopened'], 'The repair has been reopened'],
  ])('of %j prevents an undo: %s', (kinds, change) => {
    expect(changeInTheWay(kinds)).toBe(change);
  });

  it.each([
    [['text-sent', 'attention-handled'], null],
    [['payment-taken'], 'Another payment has been recorded'],
    [['payment-taken', 'payment-voided'], 'A payment has been voided'],
    [['part-added'], 'A part has been added'],
    [['part-changed'], 'A part has been changed'],
    [['part-removed'], 'A part has been removed'],
    [['repair-not-collected'], 'The pickup has been undone'],
    [['payment-taken', 'photo-added'], 'A photo has been added'],
    [['repair-completion-edited'], 'The completion has been edited'],
  ])('of %j, where the customer waited: %s', (kinds, change) => {
    expect(changeInTheWay(kinds, true)).toBe(change);
  });
});

describe('the refusal of an undo', () => {
  const late = { change: null, isCollected: false, isDone: true } as const;

  it.each([
    [null, 'No text will be sent.'],
    ['sending', 'We can’t tell yet whether the text was sent.'],
    ['unknown', 'We can’t tell yet whether the text was sent.'],
    ['delivered', 'The text was sent.'],
    ['failed', 'The text was not sent.'],
    ['undelivered', 'The text was not delivered.'],
  ] as const)('says whether a text that is %s was sent', (text, words) => {
    expect(undoRefusalText({ ...late, text })).toBe(
      `The time to undo has run out. ${words} Reopen the repair instead.`,
    );
  });

  it('names what has changed, and says how to keep the text from being sent', () => {
    expect(undoRefusalText({ ...late, change: 'A photo has been added', text: 'held' })).toBe(
      'A photo has been added since, so this can’t be undone. The text has not been sent yet. Reopen the repair to stop it.',
    );
  });

  it('does not offer to reopen what is open or not here', () => {
    const change = 'The repair has been reopened';
    expect(undoRefusalText({ ...late, change, text: null, isDone: false })).toBe(
      'The repair has been reopened since, so this can’t be undone. No text will be sent.',
    );
    expect(undoRefusalText({ ...late, isCollected: true, text: 'accepted' })).toContain(
      'Undo the pickup or shipment first, then reopen the repair.',
    );
  });
});

describe('what is left of an undone completion', () => {
  type Fields = Parameters<typeof undoneCompletion>[0];
  const before: Fields = { completionNotes: null, completedPhotoUrl: '/photos/earlier.jpg' };
  const left = (done: Partial<Fields>) => undoneCompletion({ ...before, ...done }, before);

  it('is its note and its photo', () => {
    const done = { completionNotes: 'New gasket', completedPhotoUrl: '/photos/p.jpg' };
    expect(left(done)).toEqual({ notes: 'New gasket', photoUrl: '/photos/p.jpg' });
  });

  it('is nothing if the ticket has the same, and an empty note if its own was restored', () => {
    expect(left({})).toEqual({ notes: null, photoUrl: null });
    const own = { ...before, completionNotes: 'Polished' };
    expect(undoneCompletion(before, own)).toEqual({ notes: '', photoUrl: null });
  });

  it('is not a note that the product has written', () => {
    expect(left({ completionNotes: declinedCompletionNote }).notes).toBeNull();
  });
});
