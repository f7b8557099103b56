import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { copyKeys, forgetLocalCopies } from './copy-keys.ts';
import { readCopy, readLocalCopies, readNote, writeCopy, writeNote } from './copy-store.ts';
import { someClient, someRepair } from './sample-rows.ts';

/** A storage that takes so many characters, as browsers count them. */
function storageOf(most: number) {
  const kept = new Map<string, string>();
  const size = () => [...kept].reduce((sum, [key, text]) => sum + key.length + text.length, 0);
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
    setItem(key: string, text: string) {
      const before = kept.get(key);
      kept.set(key, text);
      if (size() <= most) return;
      if (before === undefined) kept.delete(key);
      else kept.set(key, before);
      throw new DOMException('Full', 'QuotaExceededError');
    },
  };
}

function useStorage(most = 5_000_000, flag = 'true') {
  const storage = storageOf(most);
  storage.kept.set('isAuthenticated', flag);
  vi.stubGlobal('localStorage', storage);
  return storage;
}

const repairs = Array.from({ length: 8 }, (_, number) =>
  someRepair({ id: `${9 - number}`, ticketNumber: `WH00000${9 - number}ABC` }),
);

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-10T12:00:00.000Z') }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('writing', () => {
  it('keeps what it is given, and gives it back', () => {
    useStorage();
    expect(writeCopy(copyKeys.open, repairs)).toBe(true);
    expect(readCopy(copyKeys.open)).toEqual(repairs);
    expect(writeCopy(copyKeys.clients, [])).toBe(true);
    expect(readCopy(copyKeys.clients)).toEqual([]);
    expect(readCopy(copyKeys.completed)).toBeNull();
  });

  it('drops the oldest while the storage is full', () => {
    const row = JSON.stringify(repairs[0]).length;
    useStorage(5 * row);
    expect(writeCopy(copyKeys.open, repairs)).toBe(true);
    const kept = readCopy(copyKeys.open) ?? [];
    expect(kept.length).toBeGreaterThanOrEqual(3);
    expect(kept).toEqual(repairs.slice(0, kept.length));
  });

  it('leaves no older copy behind when nothing fits any more', () => {
    const storage = useStorage();
    writeCopy(copyKeys.open, repairs.slice(7));
    vi.spyOn(storage, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    expect(writeCopy(copyKeys.open, repairs)).toBe(false);
    expect(storage.kept.has(copyKeys.open)).toBe(false);
    expect(writeNote({ at: null, overview: null })).toBe(false);
  });

  it('throws nothing where storage is forbidden', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => 'true',
      removeItem() {
        throw new DOMException('No', 'SecurityError');
      },
      setItem() {
        throw new DOMException('No', 'SecurityError');
      },
    });
    expect(writeCopy(copyKeys.open, repairs)).toBe(false);
    expect(readCopy(copyKeys.open)).toBeNull();
    expect(() => forgetLocalCopies()).not.toThrow();
  });

  it.each(['false', '', '{"yes":1}'])('writes nothing after a logout (flag “%s”)', (flag) => {
    const storage = useStorage(5_000_000, flag);
    expect(writeCopy(copyKeys.open, repairs)).toBe(true);
    expect(writeNote({ at: null, overview: null })).toBe(true);
    expect([...storage.kept.keys()]).toEqual(['isAuthenticated']);
  });
});

describe('reading', () => {
  it('removes what is broken and gives the rest', () => {
    const storage = useStorage();
    writeCopy(copyKeys.open, repairs);
    writeCopy(copyKeys.clients, [someClient()]);
    storage.kept.set(copyKeys.completed, '[{]');
    storage.kept.set(copyKeys.note, '[]');
    const copies = readLocalCopies();
    expect(copies.repairs).toEqual(repairs);
    expect([...copies.has]).toEqual([copyKeys.open]);
    expect(copies.clients).toEqual([someClient()]);
    expect(copies.note).toEqual({ at: null, overview: null });
    expect([...storage.kept.keys()].sort()).toEqual(
      ['isAuthenticated', copyKeys.open, copyKeys.clients].sort(),
    );
  });

  it('gives nothing before a login', () => {
    const storage = useStorage();
    writeCopy(copyKeys.open, repairs);
    storage.kept.set('isAuthenticated', 'false');
    expect(readLocalCopies().repairs).toEqual([]);
    expect(readLocalCopies().has.size).toBe(0);
  });

  it('forgets copies that are older than any session', () => {
    const storage = useStorage();
    writeCopy(copyKeys.open, repairs);
    writeNote({ at: '2026-03-03T13:00:00.000Z', overview: null });
    expect(readLocalCopies().repairs).toEqual(repairs);
    writeNote({ at: '2026-03-03T11:00:00.000Z', overview: null });
    expect(readLocalCopies().repairs).toEqual([]);
    expect([...storage.kept.keys()]).toEqual(['isAuthenticated']);
  });

  it.each(['{', 'null', '{"at":5}', '{"at":"yesterday","overview":{"pending":"many"}}'])(
    'takes nothing from a note that is broken: %s',
    (text) => {
      useStorage().kept.set(copyKeys.note, text);
      expect(readNote()).toEqual({ at: null, overview: null });
    },
  );
});
