import { afterEach, describe, expect, it, vi } from 'vitest';
import { newRepairId } from './new-id.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

afterEach(() => vi.unstubAllGlobals());

describe('the id of a new repair', () => {
  it('is a UUID, another one each time', () => {
    expect(newRepairId()).toMatch(uuid);
    expect(newRepairId()).not.toBe(newRepairId());
  });

  it('is one too where the page did not come over a secure connection', () => {
    const { crypto } = globalThis;
    vi.stubGlobal('crypto', {
      getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes),
    });
    expect(newRepairId()).toMatch(uuid);
    expect(newRepairId()).not.toBe(newRepairId());
  });
});
