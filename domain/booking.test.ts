import { describe, expect, it } from 'vitest';
import { bookingChoices } from './booking.ts';
import { type RepairStatus, repairStatuses } from './repair-status.ts';

const before = '2026-03-02T10:00:00.000Z';
const after = '2026-03-02T11:00:00.000Z';
const text = { direction: 'inbound', createdAt: after };

describe('bookingChoices', () => {
  const expected: Partial<Record<RepairStatus, string[]>> = {
    'estimate-sent': ['accepted', 'declined'],
    'estimate-accepted': ['declined'],
    'estimate-declined': ['accepted'],
  };

  it.each(repairStatuses)('follow the table of states: %s', (status) => {
    expect(bookingChoices(text, { sentAt: before }, status)).toEqual(expected[status] ?? []);
    // In the same millisecond nothing tells them apart, and the text came after.
    expect(bookingChoices(text, { sentAt: after }, status)).toEqual(expected[status] ?? []);
  });

  it('are none for a text that came before the estimate', () => {
    const early = { ...text, createdAt: before };
    expect(bookingChoices(early, { sentAt: after }, 'estimate-sent')).toEqual([]);
  });

  it('are none without an estimate, and none for a text of the shop', () => {
    expect(bookingChoices(text, null, 'estimate-sent')).toEqual([]);
    const ours = { ...text, direction: 'outbound' };
    expect(bookingChoices(ours, { sentAt: before }, 'estimate-sent')).toEqual([]);
  });
});
