import { describe, expect, it } from 'vitest';
import {
  answersForReply,
  declinedCompletionNote,
  effectiveStatus,
  effectiveStatusLabel,
  estimateLabel,
  estimateStatuses,
  listedEstimateStatuses,
  responseStatuses,
} from './estimate-answers.ts';
import { type RepairStatus, repairStatuses } from './repair-status.ts';

describe('effectiveStatus', () => {
  it.each([
    // The answer counts if there is one …
    { status: 'sent', responseStatus: 'accepted', effective: 'accepted' },
    { status: 'sent', responseStatus: 'declined', effective: 'declined' },
    { status: 'assigned', responseStatus: 'accepted', effective: 'accepted' },
    { status: 'completed', responseStatus: 'declined', effective: 'declined' },
    { status: 'accepted', responseStatus: 'sent', effective: 'sent' },
    { status: 'sent', responseStatus: 'maybe', effective: 'maybe' },
    // … else the estimate's own status.
    { status: 'sent', responseStatus: 'pending', effective: 'sent' },
    { status: 'accepted', responseStatus: 'pending', effective: 'accepted' },
    { status: 'sent', responseStatus: '', effective: 'sent' },
  ])('$status with the answer "$responseStatus" is $effective', (row) => {
    expect(effectiveStatus(row)).toBe(row.effective);
  });
});

describe('effectiveStatusLabel', () => {
  it.each([
    ['pending', 'Awaiting Response'],
    ['sent', 'Awaiting Response'],
    ['accepted', 'Accepted'],
    ['declined', 'Declined'],
    ['assigned', 'Unknown (assigned)'],
    ['', 'Unknown ()'],
    ['Accepted', 'Unknown (Accepted)'],
  ])('%s reads "%s"', (status, label) => {
    expect(effectiveStatusLabel(status)).toBe(label);
  });
});

describe('estimateLabel', () => {
  const open = { status: 'sent', responseStatus: 'pending', isExpired: false, isReplaced: false };
  const declined = { ...open, status: 'declined', responseStatus: 'declined' };

  it.each([
    [open, 'Awaiting Response'],
    [{ ...open, isExpired: true }, 'Expired'],
    [{ ...open, isReplaced: true }, 'Replaced by a newer estimate'],
    [{ ...open, isReplaced: true, isExpired: true }, 'Replaced by a newer estimate'],
    // The answer was given, regardless of what came after it.
    [{ ...declined, isReplaced: true }, 'Declined'],
  ])('%o reads "%s"', (estimate, label) => {
    expect(estimateLabel(estimate)).toBe(label);
  });
});

it('the specification’s values and words', () => {
  expect(estimateStatuses).toEqual(['sent', 'accepted', 'declined', 'assigned', 'completed']);
  expect(responseStatuses).toEqual(['pending', 'sent', 'accepted', 'declined']);
  expect(listedEstimateStatuses).toEqual(['sent', 'accepted', 'declined']);
  expect(declinedCompletionNote).toBe('Completed from estimates tab - declined');
});

const before = '2026-03-02T10:00:00.000Z';
const after = '2026-03-02T11:00:00.000Z';
const text = { direction: 'inbound', createdAt: after };

describe('answersForReply', () => {
  const expected: Partial<Record<RepairStatus, string[]>> = {
    'estimate-sent': ['accepted', 'declined'],
    'estimate-accepted': ['declined'],
    'estimate-declined': ['accepted'],
  };

  it.each(repairStatuses)('follows the table of states: %s', (status) => {
    expect(answersForReply(text, { sentAt: before }, status)).toEqual(expected[status] ?? []);
    // In the same millisecond nothing tells them apart, and the text counts as later.
    expect(answersForReply(text, { sentAt: after }, status)).toEqual(expected[status] ?? []);
  });

  it('returns none for a text that came before the estimate', () => {
    const early = { ...text, createdAt: before };
    expect(answersForReply(early, { sentAt: after }, 'estimate-sent')).toEqual([]);
  });

  it('returns none without an estimate, nor for a text from the shop', () => {
    expect(answersForReply(text, null, 'estimate-sent')).toEqual([]);
    const ours = { ...text, direction: 'outbound' };
    expect(answersForReply(ours, { sentAt: before }, 'estimate-sent')).toEqual([]);
  });
});
