import { describe, expect, it } from 'vitest';
import { isolated } from './isolated.ts';
import { emptyNote, needsWords, noteFault, noteKinds, noteTime, noteWords } from './notes.ts';

describe('the words that a note needs', () => {
  it('are required in notes and amendments', () => {
    expect(noteKinds.filter(needsWords)).toEqual(['note', 'amendment']);
  });

  it.each([null, '', '  \n'])('may be missing only in a call: %j', (words) => {
    for (const kind of noteKinds) {
      expect(noteFault(kind, words)).toBe(needsWords(kind) ? emptyNote : null);
    }
  });

  it('may be any words', () => {
    expect(noteFault('note', 'x')).toBeNull();
  });
});

describe('when a note was written', () => {
  const [takenIn, between, now] = [
    '2026-03-01T10:00:00.000Z',
    '2026-03-02T10:00:00.000Z',
    '2026-03-03T10:00:00.000Z',
  ] as const;

  it.each([
    [null, now],
    [between, between],
    // The browser's clock is wrong.
    ['2026-03-04T10:00:00.000Z', now],
    ['2025-03-04T10:00:00.000Z', takenIn],
  ])('as the browser says %s: %s', (writtenAt, at) => {
    expect(noteTime(writtenAt, takenIn, now)).toBe(at);
  });
});

describe('the words of a note', () => {
  it.each([
    ['note', 'Note'],
    ['called-no-answer', 'Called, no answer'],
    ['voicemail', 'Left a voicemail'],
    ['spoke-with', 'Spoke with customer'],
    ['amendment', 'Amendment'],
  ] as const)('%s is “%s”', (kind, title) => {
    const event = { noteId: '1', before: null, after: { kind, text: 'אחרי חמש' } };
    expect(noteWords['note-added'](event)).toEqual({ title, details: [isolated('אחרי חמש')] });
    const silent = { ...event, after: { kind, text: null } };
    expect(noteWords['note-added'](silent)).toEqual({ title, details: [] });
  });

  it('are only “Note” once the ticket is deleted for good', () => {
    expect(noteWords['note-added']({})).toEqual({ title: 'Note', details: [] });
  });
});
