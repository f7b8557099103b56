import type { Estimate, Repair } from '../../domain/api-answers.ts';
import { mapFields } from '../../domain/field-list.ts';
import { repairFields } from '../../domain/repair-fields.ts';

/** Believable rows for tests; what is not given is filled in. */

export function someRepair(given: Partial<Repair> = {}): Repair {
  return {
    id: 'repair-1',
    repairId: '0c5a1c1e-7f0e-4f57-9d3a-0a0f6c3d9b11',
    ticketNumber: 'WH123456ABC',
    clientId: 'client-1',
    customerName: 'Grace Okafor',
    customerEmail: 'grace@mail.example',
    customerPhone: '+12125550101',
    customerAddress: null,
    ...mapFields(repairFields, () => null),
    watchBrand: 'Omega',
    watchModel: 'Seamaster 300',
    issue: 'Runs slow by two minutes a day',
    firstExpectedOn: null,
    status: 'pending',
    visitId: null,
    isSameDay: false,
    assignedTo: null,
    assignedWatchmaker: null,
    initialPhotoUrl: null,
    completedPhotoUrl: null,
    completedAt: null,
    completionNotes: null,
    isUnrepaired: false,
    isWaitingForPickup: false,
    collectedAt: null,
    collectedBy: null,
    collectedNote: null,
    heldUntil: null,
    estimateId: null,
    estimatePrice: null,
    estimateWork: null,
    estimateNotes: null,
    estimateSentAt: null,
    estimateAcceptedAt: null,
    estimateDeclinedAt: null,
    estimateExpiredAt: null,
    paid: 0,
    balance: null,
    optedOutAt: null,
    smsSent: false,
    createdAt: '2026-03-02T10:00:00.000Z',
    updatedAt: '2026-03-02T10:00:00.000Z',
    ...given,
  };
}

export function someEstimate(given: Partial<Estimate> = {}): Estimate {
  const sentAt = given.sentAt ?? '2026-03-04T10:00:00.000Z';
  return {
    id: 'estimate-1',
    repairId: 'WH123456ABC',
    customerName: 'Grace Okafor',
    customerPhone: '(212) 555-0101',
    watchBrand: 'Omega',
    watchModel: 'Seamaster 300',
    assignedTo: null,
    estimatePrice: 95,
    work: null,
    notes: null,
    status: 'sent',
    responseStatus: 'pending',
    sentAt,
    acceptedAt: null,
    declinedAt: null,
    customerReply: null,
    respondedAt: null,
    isExpired: false,
    expiredAt: null,
    isReplaced: false,
    remindedAt: null,
    optedOutAt: null,
    createdAt: sentAt,
    acceptedBefore: null,
    ...given,
  };
}
