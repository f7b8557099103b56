import { describe, expect, it } from 'vitest';
import type { Message, TicketEvent } from '../../../domain/api-answers.ts';
import { clientFields } from '../../../domain/client-fields.ts';
import { type FieldList, fieldParts } from '../../../domain/field-list.ts';
import { isolated } from '../../../domain/isolated.ts';
import { repairFields } from '../../../domain/repair-fields.ts';
import { sampleValues } from '../../../tests/harness/field-samples.ts';
import { actorWords, eventWords, openAlert, waitingTexts } from './event-words.ts';

describe('eventWords', () => {
  it('has a line for every field of a ticket, and of a client', () => {
    const lists: readonly FieldList[] = [repairFields, clientFields];
    for (const list of lists) {
      const [before, after] = [sampleValues(list, 1), sampleValues(list, 2)];
      const { details } = eventWords({ kind: 'repair-edited', data: { before, after } });
      const parts = Object.entries(list).flatMap(([name, field]) => fieldParts(field, after[name]));
      expect(details.map((line) => line.split(': ')[0])).toEqual(parts.map(({ label }) => label));
      for (const line of details) expect(line).not.toMatch(/undefined|null|nothing|\[object/);
    }
  });

  it('says what the intake changed on the client, and nothing that is only written differently', () => {
    const before = { name: 'Ada', email: 'a@b.example', phone: '(212) 555-0101', address: null };
    const after = {
      name: 'Bob',
      email: 'A@b.example',
      phone: '212 555 0101',
      address: '2 Side St',
    };
    const clientChanges = { clientId: 'c-1', before, after };
    const unconfirmedChanges = [
      { field: 'phone', from: '(212) 555-0101', to: '(212) 555-0102' },
      { field: 'address', from: '', to: '1 Old Road' },
    ];
    expect(eventWords({ kind: 'repair-created', data: { unconfirmedChanges } }).details).toEqual([
      'Phone: (212) 555-0102 was entered, kept (212) 555-0101',
      'Address: 1 Old Road was entered, not saved',
    ]);
    expect(eventWords({ kind: 'repair-created', data: { clientChanges } })).toEqual({
      title: 'Taken in',
      details: ['Ada: Name changed from Ada to Bob', 'Ada: Address changed to 2 Side St'],
    });
    expect(eventWords({ kind: 'repair-created', data: {} }).details).toEqual([]);
  });

  it('says where an imported repair or client comes from', () => {
    const data = { status: 'pending', externalId: '10432', lostEstimate: true };
    expect(eventWords({ kind: 'repair-imported', data })).toEqual({
      title: 'Imported from a file',
      details: [
        'Number in the file: 10432',
        'It was waiting for an answer to an estimate, which was not in the file.',
      ],
    });
    const plain = { title: 'Imported from a file', details: [] };
    expect(eventWords({ kind: 'repair-imported', data: { status: 'completed' } })).toEqual(plain);
    expect(eventWords({ kind: 'client-imported', data: {} })).toEqual(plain);
  });

  it.each([
    [null, 'Safe', 'Moved to Safe'],
    ['Safe', 'Tray 4', 'Moved from Safe to Tray 4'],
    ['Safe', null, 'Taken out of Safe'],
  ])('says where a watch was moved: from %s to %s', (from, to, title) => {
    const data = { before: { place: from }, after: { place: to } };
    expect(eventWords({ kind: 'repair-moved', data })).toEqual({ title, details: [] });
  });

  it('says who collected a watch, and that the pickup was undone', () => {
    const nobody = { collectedAt: null, collectedBy: null, collectedNote: null };
    const brother = { collectedAt: 'then', collectedBy: 'Her brother', collectedNote: 'Cash' };
    const data = { before: nobody, after: brother };
    expect(eventWords({ kind: 'repair-collected', data })).toEqual({
      title: 'Picked up by Her brother',
      details: ['Pickup note: nothing → Cash'],
    });
    const back = { before: brother, after: nobody };
    expect(eventWords({ kind: 'repair-not-collected', data: back })).toEqual({
      title: 'Pickup undone',
      details: ['Was picked up by Her brother', 'Pickup note: Cash'],
    });
  });

  it('says what was seen at a pickup, and how a watch was shipped', () => {
    const told = (kind: string, before: object, after: object) =>
      eventWords({ kind, data: { messageId: null, before, after } });
    const seen = { collectedBy: 'Peter', claimCheckSeen: true, idSeen: true };
    expect(told('repair-collected', { claimCheckSeen: false, idSeen: false }, seen)).toEqual({
      title: 'Picked up by Peter',
      details: ['Claim check seen', 'ID seen'],
    });
    const nothing = { shippedBy: null, trackingNumber: null, insuredValue: null };
    const shipped = { shippedBy: 'UPS', trackingNumber: '1Z9', insuredValue: 2500 };
    expect(told('repair-collected', nothing, shipped)).toEqual({
      title: 'Shipped by UPS',
      details: ['Tracking number: 1Z9', 'Insured for $2,500.00'],
    });
    expect(told('repair-not-collected', shipped, nothing)).toEqual({
      title: 'Shipment undone',
      details: ['Was shipped by UPS', 'Tracking number: 1Z9'],
    });
  });

  it('says what was done while the customer waited', () => {
    const before = { status: 'pending', repairPrice: 20, assignedWatchmaker: null };
    const after = {
      status: 'completed',
      repairPrice: 18,
      assignedWatchmaker: 'Ella',
      completionNotes: 'Battery',
    };
    const data = { outcome: 'approved', whileWaiting: true, before, after };
    expect(eventWords({ kind: 'repair-completed', data })).toEqual({
      title: `Done while waiting, by ${isolated('Ella')}`,
      details: [`Completion notes: ${isolated('Battery')}`, 'Repair price: $20.00 → $18.00'],
    });
  });

  it('says what was undone, reopened or corrected, and which price applies again', () => {
    const told = (kind: string, data: TicketEvent['data']) => eventWords({ kind, data });
    const notSent = 'The text to the customer was not sent.';
    expect(told('repair-completion-undone', { messageId: 'm-1' }).details).toEqual([notSent]);
    expect(told('repair-completion-undone', { messageId: null })).toEqual({
      title: 'Completion undone',
      details: [],
    });
    const reopened = { before: { status: 'completed' }, after: { status: 'in-progress' } };
    expect(told('repair-reopened', { messageId: 'm-1', ...reopened })).toEqual({
      title: 'Reopened',
      details: [notSent, 'Status: Completed → In Progress'],
    });
    const corrected = {
      before: { completionNotes: 'New gasket', completedPhotoUrl: '/photos/1' },
      after: { completionNotes: null, completedPhotoUrl: null },
    };
    expect(told('repair-completion-edited', corrected)).toEqual({
      title: 'Completion edited',
      details: ['Completion notes: New gasket → nothing', 'The completion photo was removed.'],
    });
    const again = { before: { status: 'estimate-declined' }, after: { status: 'assigned' } };
    expect(told('estimate-holds-again', { priceCents: 15_000, ...again }).title).toBe(
      'Proceeded at $150.00',
    );
  });

  it('says what was paid, given back and voided', () => {
    const paid = { method: 'card', amount: 1250.5 };
    const lines = (kind: string, data: object) => {
      const { title, details } = eventWords({ kind, data: { ...paid, ...data } });
      return [title, ...details];
    };
    expect(lines('payment-taken', { kind: 'deposit', note: 'Ends 4242' })).toEqual([
      'Deposit taken: $1,250.50, card',
      'Ends 4242',
    ]);
    expect(lines('payment-taken', { kind: 'payment', note: null })).toEqual([
      'Payment taken: $1,250.50, card',
    ]);
    expect(lines('payment-taken', { kind: 'refund', note: null })).toEqual([
      'Refunded: $1,250.50, card',
    ]);
    expect(lines('payment-voided', { kind: 'refund', reason: 'Typed twice' })).toEqual([
      'Refund voided: $1,250.50, card',
      'Reason: Typed twice',
    ]);
  });

  it('handles a deleted ticket’s events, which have lost their content', () => {
    for (const kind of [
      'repair-edited',
      'repair-assigned',
      'repair-collected',
      'estimate-sent',
      'payment-taken',
      'payment-voided',
      'text-received',
    ]) {
      expect(eventWords({ kind, data: {} }).title).not.toMatch(/undefined|null/);
    }
  });

  it('tells an answer that staff recorded from one that the customer texted', () => {
    const details = (by?: string) =>
      eventWords({ kind: 'estimate-accepted', data: { by } }).details;
    expect(details('staff')).toEqual(['Read from a text and recorded by staff']);
    for (const by of ['customer', undefined]) expect(details(by)).toEqual([]);
  });

  it('says how an estimate was given and answered without a text, and by whom', () => {
    const words = (kind: string, data: object) => eventWords({ kind, data: { ...data } });
    expect(words('estimate-recorded', { priceCents: 31_000, told: 'counter' })).toEqual({
      title: 'Estimate given in person: $310.00',
      details: [],
    });
    expect(words('estimate-recorded', {}).title).toBe('Estimate given without a text:');
    expect(words('estimate-accepted', { by: 'phone', answeredBy: 'Her son' })).toEqual({
      title: 'Accepted by phone, recorded by staff',
      details: [`Answered by ${isolated('Her son')}`],
    });
    expect(words('estimate-declined', { by: 'paper' })).toEqual({
      title: 'Declined on paper, recorded by staff',
      details: [],
    });
  });

  it('says the work of an estimate, and what it was in the one before', () => {
    const details = (data: object) =>
      eventWords({ kind: 'estimate-sent', data: { priceCents: 15_000, ...data } }).details;
    const after = { estimatePrice: 150, estimateWork: 'New crown' };
    expect(details({ after })).toEqual([`Work: ${isolated('New crown')}`]);
    expect(details({ after: { estimatePrice: 150 } })).toEqual([]);
    const before = { estimatePrice: 150, estimateWork: 'New stem' };
    expect(details({ replaced: 'estimate-1', before, after })).toEqual([
      'It replaces the previous one.',
      `Work: ${isolated('New stem')} → ${isolated('New crown')}`,
    ]);
  });

  it('raises what staff should look at', () => {
    const reply = (attention: string | null) =>
      eventWords({ kind: 'text-received', data: { meaning: 'DECLINE', attention } });
    expect(reply('changed-mind')).toMatchObject({
      isAlert: true,
      details: ['Read as: DECLINE', 'The customer changed their mind about the estimate.'],
    });
    expect(reply(null).isAlert).toBe(false);
    expect(eventWords({ kind: 'text-rejected', data: { text: 'done' } }).isAlert).toBe(true);
  });

  it('tells a photo from words, and both from neither', () => {
    const reply = (data: object) => eventWords({ kind: 'text-received', data: { ...data } });
    expect(reply({ meaning: 'EMPTY', attention: 'sent-photo', pictures: 1 })).toEqual({
      title: 'Customer sent a photo',
      details: ['Please look at it and reply.'],
      isAlert: true,
    });
    expect(reply({ meaning: 'ACCEPT', attention: null, pictures: 3 })).toMatchObject({
      title: 'Customer sent 3 photos',
      details: ['Read as: ACCEPT'],
    });
    expect(reply({ meaning: 'EMPTY', attention: null })).toMatchObject({
      title: 'Customer replied',
      details: ['Empty message'],
    });
  });

  it('shows an unknown kind by its name', () => {
    expect(eventWords({ kind: 'watch-polished', data: {} }).title).toBe('watch polished');
  });
});

describe('what changed', () => {
  const lines = (kind: string, data: TicketEvent['data']) => eventWords({ kind, data }).details;

  it('names each field, as it was and as it is', () => {
    const before = { watchBrand: 'Omega', issue: 'Slow', repairPrice: null, phone: '2125550101' };
    const after = {
      watchBrand: 'Omega',
      issue: 'Stops\n  at night',
      repairPrice: 80,
      phone: '(212) 555-0102',
    };
    expect(lines('repair-edited', { before, after })).toEqual([
      'Phone: (212) 555-0101 → (212) 555-0102',
      'Request: Slow → Stops at night',
      'Repair price: nothing → $80.00',
    ]);
  });

  it('keeps what is written from right to left in its place', () => {
    const [line] = lines('client-updated', { before: { name: 'דנה' }, after: { name: 'Dana' } });
    expect(line).toBe('Name: \u2068דנה\u2069 → Dana');
  });

  it('shortens page-long texts', () => {
    const [line = ''] = lines('repair-edited', {
      before: { issue: '😀'.repeat(500) },
      after: { issue: 'Slow' },
    });
    expect(line).toBe(`Request: ${'😀'.repeat(160)}… → Slow`);
  });

  it('names from whom to whom a repair was reassigned, and an assignment of an older version', () => {
    const before = { assignedTo: 'a', assignedWatchmaker: 'Ana' };
    const after = { assignedTo: 'b', assignedWatchmaker: 'Ben' };
    const data = { technician: 'Ben', before, after };
    expect(eventWords({ kind: 'repair-reassigned', data })).toEqual({
      title: 'Reassigned to Ben',
      details: ['Technician: Ana → Ben'],
    });
    expect(lines('repair-reassigned', { technician: 'Ben', before: 'a', after: 'b' })).toEqual([]);
  });

  it('says which technician lost a repair when an assignment is undone', () => {
    const before = { status: 'assigned', assignedTo: 'a', assignedWatchmaker: 'Ana' };
    const after = { status: 'pending', assignedTo: null, assignedWatchmaker: null };
    expect(eventWords({ kind: 'repair-assignment-undone', data: { before, after } })).toEqual({
      title: 'Assignment undone',
      details: ['Technician: Ana → nothing'],
    });
  });

  it('says whether a photo took another one’s place', () => {
    const title = (before: string | null) =>
      eventWords({
        kind: 'photo-added',
        data: {
          photo: 'initial',
          before: { initialPhotoUrl: before },
          after: { initialPhotoUrl: '/b' },
        },
      }).title;
    expect(title(null)).toBe('Initial photo added');
    expect(title('/a')).toBe('Initial photo replaced');
  });

  it('gives the status of a ticket in the words of the screens', () => {
    const data = { before: { status: 'estimate-sent' }, after: { status: 'in-progress' } };
    expect(lines('estimate-deleted', data)).toEqual(['Status: Estimate Sent → In Progress']);
  });
});

describe('actorWords', () => {
  it.each([
    [{ actor: 'staff', session: 'ab12cd34ef56' }, 'Staff, session ab12'],
    [{ actor: 'staff', session: 'ab12cd34ef56', initials: 'KL' }, 'KL'],
    [{ actor: 'staff', session: '0123456789ab' }, 'This computer'],
    [{ actor: 'staff', session: '0123456789ab', initials: 'KL' }, 'KL'],
    [{ actor: 'staff', session: null }, 'Staff'],
    [{ actor: 'staff', session: null, initials: 'KL' }, 'KL'],
    [{ actor: 'customer', session: null }, 'Customer'],
    [{ actor: 'system', session: null }, 'System'],
  ] as const)('calls %j "%s"', (event, words) => {
    expect(actorWords({ initials: null, ...event }, '0123456789ab')).toBe(words);
  });
});

describe('openAlert', () => {
  const event = (kind: string, actor: TicketEvent['actor'], data = {}): TicketEvent => ({
    id: kind,
    at: '2026-01-01T00:00:00.000Z',
    kind,
    actor,
    ticketNumber: 'WH000000AAA',
    data,
    session: null,
    initials: null,
  });
  const unclear = event('text-received', 'customer', { meaning: 'UNCLEAR', attention: 'unclear' });

  it('is what last needed staff', () => {
    const events = [event('repair-created', 'staff'), event('text-rejected', 'system'), unclear];
    expect(openAlert(events)?.title).toBe('Customer replied');
  });

  it('ends when staff do something to the ticket', () => {
    expect(openAlert([unclear, event('repair-assigned', 'staff')])).toBeNull();
  });

  it('is not raised by what happens automatically', () => {
    expect(openAlert([event('repair-created', 'staff'), event('text-sent', 'system')])).toBeNull();
  });
});

describe('waitingTexts', () => {
  const event = (actor: TicketEvent['actor'], minute: number): TicketEvent => ({
    id: `${minute}`,
    at: `2026-01-01T00:0${minute}:00.000Z`,
    kind: 'any',
    actor,
    ticketNumber: null,
    data: {},
    session: null,
    initials: null,
  });
  const text = (minute: number, given: Partial<Message> = {}) =>
    ({
      id: `${minute}`,
      direction: 'inbound',
      attention: 'unclear',
      attentionHandledAt: null,
      createdAt: event('customer', minute).at,
      ...given,
    }) as Message;
  const handled = { attentionHandledAt: '2026-01-01T00:09:00.000Z' };
  const events = [event('staff', 2), event('customer', 3)];

  it('are open cases, however old', () => {
    expect(waitingTexts([text(1)], events)).toHaveLength(1);
    expect(waitingTexts([text(1, handled)], events)).toEqual([]);
  });

  it('are questions that only the customer followed up on', () => {
    expect(waitingTexts([text(3, handled)], events)).toHaveLength(1);
    expect(waitingTexts([text(3, handled)], [...events, event('staff', 4)])).toEqual([]);
  });

  it('are neither answers that were understood nor the shop’s own', () => {
    expect(
      waitingTexts([text(3, { attention: null }), text(3, { direction: 'outbound' })], events),
    ).toEqual([]);
  });
});
