import { describe, expect, it } from 'vitest';
import { draftKey, forgetDraft, loadDraft, readDraft, saveDraft } from './draft.ts';
import { emptyFields } from './intake-fields.ts';

/** A browser's storage; `isFull` makes it refuse, as a browser's does. */
function storageOf(entries: Record<string, string> = {}, isFull = false): Storage {
  const kept = new Map(Object.entries(entries));
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem(key, value) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key) => kept.delete(key),
    clear: () => kept.clear(),
  };
}

const client = {
  id: 'client-1',
  name: 'Ana Lima',
  email: 'ana@example.com',
  phone: '2125550101',
  address: null,
  optedOutAt: null,
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
};
const repairId = '0d3a7c1e-1111-4222-8333-444455556666';
const draft = {
  repairId,
  fields: { ...emptyFields, client, customerName: 'Ana Lima', repairPrice: '1,2', isSameDay: true },
  hasPhoto: false,
};

describe('the draft of a new repair', () => {
  it('comes back as it was typed, under the same id', () => {
    const storage = storageOf();
    expect(saveDraft(draft, storage)).toBe(true);
    expect(loadDraft(storage)).toEqual(draft);
    forgetDraft(storage);
    expect(loadDraft(storage)).toBeNull();
  });

  it('is not kept once the form is blank again, unless there is a photo', () => {
    const storage = storageOf();
    saveDraft(draft, storage);
    saveDraft({ ...draft, fields: emptyFields }, storage);
    expect(storage.getItem(draftKey)).toBeNull();
    saveDraft({ ...draft, fields: emptyFields, hasPhoto: true }, storage);
    expect(loadDraft(storage)).toMatchObject({ hasPhoto: true });
  });

  it.each(['{', 'null', '[]', '{"fields":{}}', '{"repairId":"7","fields":{"issue":"x"}}'])(
    'is removed when it does not parse: %s',
    (stored) => {
      const storage = storageOf({ [draftKey]: stored });
      expect(loadDraft(storage)).toBeNull();
      expect(storage.getItem(draftKey)).toBeNull();
    },
  );

  it('keeps what it understands of one that another version of the product wrote', () => {
    const fields = { issue: 'New battery', client: { id: 7 }, isSameDay: 'yes', colour: 'red' };
    expect(readDraft(JSON.stringify({ repairId, fields }))).toEqual({
      repairId,
      fields: { ...emptyFields, issue: 'New battery' },
      hasPhoto: false,
    });
  });

  it('says when the browser does not take it', () => {
    expect(saveDraft(draft, storageOf({}, true))).toBe(false);
  });
});
