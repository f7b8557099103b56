import { expect, it } from 'vitest';
import type { Warranty } from './api-warranties.ts';
import { warrantyCardOf } from './warranty-card.ts';

const ticket = {
  ticketNumber: 'WH550392KDM',
  watchBrand: 'Rolex',
  watchModel: 'Explorer 214270',
  serialNumber: 'V6Z41937' as string | null,
};
const shop = {
  name: 'Harbor Watch Repair',
  address: '418 West Harbor Street, San Diego, CA 92101',
  phone: '6195550142',
};

const warranty = (given: Partial<Warranty>): Warranty => ({
  ...{ id: 'w', ticketNumber: ticket.ticketNumber, what: 'Crystal, gaskets', days: 90 },
  ...{ daysUsed: 0, from: '2026-11-30', until: '2027-02-28', continues: null, continuedOn: null },
  ...{ createdAt: '', updatedAt: '' },
  ...given,
});
const service = warranty({ what: 'Full service', days: 365, until: '2027-11-30' });

it('says what is under warranty until when, the longest first', () => {
  expect(warrantyCardOf(ticket, [warranty({}), service], shop)).toEqual({
    shop: 'Harbor Watch Repair',
    address: '418 West Harbor Street, San Diego, CA 92101',
    ticketNumber: 'WH550392KDM',
    contact: '(619) 555-0142',
    until: 'Tue, Nov 30, 2027',
    watch: 'Rolex Explorer 214270',
    numbers: 'Serial V6Z41937 · WH550392KDM',
    pickedUp: 'Picked up Mon, Nov 30, 2026',
    lines: [
      { what: 'Full service', term: '365 days, until Tue, Nov 30, 2027' },
      { what: 'Crystal, gaskets', term: '90 days, until Sun, Feb 28, 2027' },
    ],
  });
});

it('leaves out what waits for the pickup or continues with a come-back', () => {
  const waiting = warranty({ from: null, until: null });
  const continued = warranty({ continuedOn: 'WH2' });
  expect(warrantyCardOf(ticket, [waiting, continued], shop)).toBeNull();
  const card = warrantyCardOf({ ...ticket, serialNumber: null }, [waiting, service], shop);
  expect(card).toMatchObject({ numbers: 'WH550392KDM', lines: [{ what: 'Full service' }] });
});
