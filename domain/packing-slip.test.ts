import { expect, it } from 'vitest';
import { someRepair, someSending } from '../tests/harness/sample-rows.ts';
import { packingSlipOf } from './packing-slip.ts';

const sending = someSending({
  reference: 'KD-7731',
  work: 'Refinish the dial',
  carrier: 'USPS Registered',
  trackingNumber: 'RE 123 456 785 US',
  insuredValue: 250,
  cost: 180,
  sentOn: '2026-03-02',
});

it('says what the specialist needs, and nothing about the customer', () => {
  const condition = {
    areas: {},
    running: null,
    hasWater: false,
    accessories: null,
    statedValue: null,
    doNotPolish: true,
    returnOldParts: true,
  };
  const repair = someRepair({
    ...{ reference: '210.30', caliber: '8800' },
    ...{ serialNumber: 'V6Z41937', movementSerial: '85321096' },
    ...{ condition, customerAddress: '1 Elm St' },
  });
  const slip = packingSlipOf(sending, repair, '2026-03-05');
  expect(slip).toEqual({
    ticketNumber: 'WH123456ABC',
    facts: [
      { label: 'To', value: 'Kirk Dial' },
      { label: 'Your reference', value: 'KD-7731' },
      { label: 'Date', value: 'Mon, Mar 2, 2026' },
      { label: 'Watch', value: 'Omega Seamaster 300' },
      { label: 'Reference', value: '210.30' },
      { label: 'Caliber', value: '8800' },
      { label: 'Serial number', value: 'V6Z41937' },
      { label: 'Movement serial', value: '85321096' },
      { label: 'Insured value', value: '$250.00' },
      { label: 'Carrier', value: 'USPS Registered' },
      { label: 'Tracking number', value: 'RE 123 456 785 US' },
    ],
    work: ['Refinish the dial', 'Do not polish', 'Return old parts'],
  });
  const { customerName, customerPhone, customerEmail, issue } = repair;
  for (const personal of [customerName, customerPhone, customerEmail, '1 Elm St', issue, '180']) {
    expect(JSON.stringify(slip)).not.toContain(personal);
  }
});

it('has today’s date before the watch is sent, and only what is known', () => {
  expect(packingSlipOf(someSending({ sentOn: null }), someRepair(), '2026-03-05')).toEqual({
    ticketNumber: 'WH123456ABC',
    facts: [
      { label: 'To', value: 'Kirk Dial' },
      { label: 'Date', value: 'Thu, Mar 5, 2026' },
      { label: 'Watch', value: 'Omega Seamaster 300' },
    ],
    work: [],
  });
});
