import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draftKeeper, draftKey, loadDraft, restMs } from './draft.ts';
import { emptyFields, type IntakeFields } from './intake-fields.ts';

const repairId = '0d3a7c1e-1111-4222-8333-444455556666';
const otherId = '0d3a7c1e-9999-4222-8333-444455556666';

function memory(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
    clear: () => kept.clear(),
  };
}

function typing() {
  const storage = memory();
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

  it('waits until the typing rests', () => {
    const { type, kept } = typing();
    type('New');
    vi.advanceTimersByTime(restMs - 1);
    type('New battery');
    vi.advanceTimersByTime(restMs - 1);
    expect(kept()).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(kept()).toBe('New battery');
  });

  it('keeps what waits when the page goes', () => {
    const { type, keeper, kept } = typing();
    type('New battery');
    keeper.flush();
    expect(kept()).toBe('New battery');
  });

  it('keeps nothing any more once the form was sent, not even what was waiting', () => {
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
