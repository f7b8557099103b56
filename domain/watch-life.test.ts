import { describe, expect, it } from 'vitest';
import { someRepair } from '../tests/harness/sample-rows.ts';
import type { Measurement } from './api-measurements.ts';
import {
  finishedWorkTotal,
  isInShop,
  lastLiftAngle,
  ownersOf,
  serviceRates,
  watchFacts,
  watchPhoto,
  watchSummary,
  workName,
} from './watch-life.ts';

const at = (createdAt: string, given = {}) => someRepair({ createdAt, ...given });

describe('what the tickets of a watch say together', () => {
  it('is what was typed last, and nothing that was not', () => {
    const repairs = [
      at('2026', { watchModel: 'Explorer I', reference: null, caliber: '3132' }),
      at('2023', { watchModel: 'Explorer', reference: '214270', caliber: '3130' }),
    ];
    expect(watchFacts(repairs)).toEqual({
      watchBrand: 'Omega',
      watchModel: 'Explorer I',
      reference: '214270',
      caliber: '3132',
      serialNumber: null,
      movementSerial: null,
    });
    expect(watchSummary(repairs, [])).toMatchObject({
      ...{ repairCount: 2, firstHereAt: '2023', lastHereAt: '2026', photoUrl: null },
    });
  });

  it('shows a photo of the newest repair that has one, preferring intake to completion', () => {
    const initialPhotoUrl = 'came';
    const further = [
      { ticketNumber: 'C', url: 'bench' },
      { ticketNumber: 'C', url: 'later' },
    ];
    const own = { ticketNumber: 'B', completedPhotoUrl: 'left' };
    expect(watchPhoto([at('3'), at('2', own)], [])).toBe('left');
    expect(watchPhoto([at('2', { ...own, initialPhotoUrl })], [])).toBe('came');
    expect(watchPhoto([at('3', { ticketNumber: 'C' }), at('2', own)], further)).toBe('bench');
    expect(watchPhoto([at('2', own), at('1', { ticketNumber: 'C' })], further)).toBe('left');
    expect(watchPhoto([at('3')], further)).toBeNull();
    expect(watchPhoto([], [])).toBeNull();
  });

  it('names the work in one line', () => {
    expect(workName({ estimateWork: 'Full service', issue: 'Stops' })).toBe('Full service');
    expect(workName({ estimateWork: null, issue: ' Two links out \nfor her son' })).toBe(
      'Two links out',
    );
  });

  it('knows whether the shop has it now', () => {
    expect(isInShop({ status: 'in-progress', isWaitingForPickup: false })).toBe(true);
    expect(isInShop({ status: 'completed', isWaitingForPickup: true })).toBe(true);
    expect(isInShop({ status: 'completed', isWaitingForPickup: false })).toBe(false);
  });

  it('lists owners, the latest first, and until when each had it', () => {
    const by = (createdAt: string, clientId: string) =>
      at(createdAt, { clientId, customerName: clientId.toUpperCase() });
    const repairs = [by('2026', 'b'), by('2025', 'b'), by('2019', 'a'), by('2018', 'b')];
    expect(ownersOf(repairs)).toEqual([
      { clientId: 'b', name: 'B', until: null },
      { clientId: 'a', name: 'A', until: '2025' },
      { clientId: 'b', name: 'B', until: '2019' },
    ]);
    expect(ownersOf([])).toEqual([]);
  });

  it('sums only what is finished, exactly', () => {
    const done = (repairPrice: number) => at('2025', { status: 'completed', repairPrice });
    expect(finishedWorkTotal([at('2026', { repairPrice: 99 }), done(0.1), done(0.2)])).toBe(0.3);
    expect(finishedWorkTotal([at('2025', { status: 'completed', isUnrepaired: true })])).toBe(0);
  });

  const timing = (ticketNumber: string, stage: Measurement['stage'], rates: number[]) => {
    const [rate = null, other = null] = rates;
    const reading = { amplitude: null, beatError: null };
    const positions = { CH: { ...reading, rate }, FH: { ...reading, rate: other } };
    return {
      ...{ ticketNumber, stage, createdAt: ticketNumber },
      timing: { liftAngle: rates.length === 0 ? null : 52, beatsPerHour: null, positions },
    };
  };

  it('has the mean rate of each service, oldest first', () => {
    const repairs = [at('2026', { ticketNumber: 'C' }), at('2025', { ticketNumber: 'B' })];
    const rates = serviceRates(
      [...repairs, at('2023', { ticketNumber: 'A' })],
      [
        timing('C', 'before', [3, 4]),
        timing('A', 'before', [-14, -15]),
        timing('A', 'after', [2, 3]),
      ],
    );
    expect(rates).toEqual([
      { ticketNumber: 'A', createdAt: '2023', before: -14.5, after: 2.5 },
      { ticketNumber: 'C', createdAt: '2026', before: 3.5, after: null },
    ]);
  });

  it('has the lift angle as it was last set', () => {
    const measured = [
      timing('2', 'after', [1]),
      timing('1', 'after', [1]),
      timing('3', 'after', []),
    ];
    expect(lastLiftAngle(measured)?.ticketNumber).toBe('2');
    expect(lastLiftAngle([])).toBeUndefined();
  });
});
