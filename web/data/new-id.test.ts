import { afterEach, describe, expect, it, vi } from 'vitest';
import { newId } from './new-id.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

afterEach(() => vi.unstubAllGlobals());

describe('a new id', () => {
  it('is a UUID, a new one each time', () => {
    expect(newId()).toMatch(uuid);
    expect(newId()).not.toBe(newId());
  });

  it('is one too if the page did not come over a secure connection', () => {
    const { crypto } = globalThis;
    vi.stubGlobal('crypto', {
      getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes),
    });
    expect(newId()).toMatch(uuid);
    expect(newId()).not.toBe(newId());
  });
});
