import { describe, expect, it } from 'vitest';
import { isolated } from './isolated.ts';
import { type SendingValues, sendingWords } from './sendings.ts';

const sending: SendingValues = {
  sentTo: 'Kirk Dial',
  reference: 'KD-7731',
  work: null,
  carrier: 'USPS Registered',
  trackingNumber: null,
  insuredValue: 250,
  cost: null,
  sentOn: '2026-03-02',
  expectedOn: null,
  receivedOn: null,
  hasPermission: true,
};
const data = { sendingId: '1', sentTo: 'Kirk Dial' };

describe('the words of a watch that is sent out', () => {
  it('say what was typed, and whether it has left', () => {
    const details = [
      'Their reference: KD-7731',
      'Carrier: USPS Registered',
      'Insured value: $250.00',
    ];
    expect(sendingWords['sending-added']({ ...data, before: null, after: sending })).toEqual({
      title: 'Sent out to Kirk Dial',
      details: [...details, 'Date sent: Mon, Mar 2, 2026', 'Customer’s permission: yes'],
    });
    const planned = { ...sending, sentOn: null };
    expect(sendingWords['sending-added']({ ...data, before: null, after: planned })).toEqual({
      title: 'To be sent to Kirk Dial',
      details: [...details, 'Customer’s permission: yes'],
    });
  });

  it.each([
    ['Sent out to', { sentOn: null }, { sentOn: '2026-03-02' }],
    ['Back from', { receivedOn: null }, { receivedOn: '2026-03-09' }],
    ['Sent-out details changed:', { receivedOn: '2026-03-09' }, { receivedOn: null }],
    ['Sent-out details changed:', { hasPermission: null }, { hasPermission: true }],
  ])('%s, when %j is %j', (words, before, after) => {
    const sentTo = 'כתר';
    const said = sendingWords['sending-changed']({ ...data, sentTo, before, after });
    expect(said.title).toBe(`${words} ${isolated(sentTo)}`);
    expect(said.details).toHaveLength(1);
  });

  it('say which was removed', () => {
    const removed = sendingWords['sending-removed']({ ...data, before: sending, after: null });
    expect(removed).toEqual({ title: 'Sent-out record removed: Kirk Dial', details: [] });
  });

  it('remain after the ticket is deleted for good', () => {
    for (const words of Object.values(sendingWords)) {
      const { title, details } = words({});
      expect([title, ...details].join()).not.toMatch(/undefined|null/);
    }
  });
});
