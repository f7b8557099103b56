import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noClientExtras } from '../../../domain/client-fields.ts';
import {
  draftKeeper,
  draftKey,
  forgetDraft,
  loadDraft,
  readDraft,
  restMs,
  saveDraft,
} from './draft.ts';
import { emptyFields, type IntakeFields } from './intake-fields.ts';

/** A browser's storage; `isFull` makes it refuse, as a browser's does. */
function storageOf(entries: Record<string, string> = {}, isFull = false) {
  const kept = new Map(Object.entries(entries));
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: string) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key: string) => void kept.delete(key),
  };
}

const client = {
  id: 'client-1',
  name: 'Ana Lima',
  email: 'ana@example.com',
  phone: '2125550101',
  address: null,
  ...noClientExtras,
  optedOutAt: null,
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
};
const repairId = '0d3a7c1e-1111-4222-8333-444455556666';
const otherId = '0d3a7c1e-9999-4222-8333-444455556666';
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
    const fields = { issue: 'New battery', client: { id: 7 }, isSameDay: 'yes', color: 'red' };
    expect(readDraft(JSON.stringify({ repairId, fields }))).toEqual({
      repairId,
      fields: { ...emptyFields, issue: 'New battery' },
      hasPhoto: false,
    });
  });

  it('stays in its visit, unless what is kept names none', () => {
    const storage = storageOf();
    const fields = { ...draft.fields, visitId: otherId };
    saveDraft({ ...draft, fields }, storage);
    expect(loadDraft(storage)?.fields.visitId).toBe(otherId);
    for (const visitId of ['7', null, { id: otherId }]) {
      const kept = JSON.stringify({ ...draft, fields: { ...fields, visitId } });
      expect(readDraft(kept)?.fields.visitId).toBe('');
    }
  });

  it('says when the browser cannot store it', () => {
    expect(saveDraft(draft, storageOf({}, true))).toBe(false);
  });
});

function typing() {
  const storage = storageOf();
  const form: { fields: IntakeFields } = { fields: emptyFields };
  const keeper = draftKeeper({ repairId, hasPhoto: false }, () => form.fields, storage);
  const type = (issue: string) => {
    form.fields = { ...form.fields, issue };
    keeper.typed();
  };
  return { storage, keeper, type, kept: () => loadDraft(storage)?.fields.issue };
}

describe('keeping a draft', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('waits until the typing pauses', () => {
    const { type, kept } = typing();
    type('New');
    vi.advanceTimersByTime(restMs - 1);
    type('New battery');
    vi.advanceTimersByTime(restMs - 1);
    expect(kept()).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(kept()).toBe('New battery');
  });

  it('keeps what waits when the page is closed', () => {
    const { type, keeper, kept } = typing();
    type('New battery');
    keeper.flush();
    expect(kept()).toBe('New battery');
  });

  it('keeps nothing more once the form has been sent, not even what was waiting', () => {
    const { storage, type, keeper } = typing();
    type('New battery');
    keeper.flush();
    type('New battery!');
    keeper.end();
    keeper.flush();
    vi.advanceTimersByTime(restMs);
    expect(storage.getItem(draftKey)).toBeNull();
  });

  it('notices that another tab sent the same draft, and nothing else', () => {
    const { storage, type, keeper } = typing();
    type('New battery');
    keeper.flush();
    const mine = storage.getItem(draftKey);
    const others = mine?.replace(repairId, otherId) ?? null;
    const change = { key: draftKey, oldValue: mine, newValue: null };
    expect(keeper.wasTakenAway(change)).toBe(true);
    expect(keeper.wasTakenAway({ ...change, newValue: others })).toBe(true);
    expect(keeper.wasTakenAway({ ...change, newValue: mine })).toBe(false);
    expect(keeper.wasTakenAway({ ...change, oldValue: others })).toBe(false);
    expect(keeper.wasTakenAway({ ...change, oldValue: null, newValue: others })).toBe(false);
    expect(keeper.wasTakenAway({ ...change, key: 'theme' })).toBe(false);
    keeper.rename(otherId);
    expect(keeper.wasTakenAway(change)).toBe(false);
  });
});
