import { expect, it } from 'vitest';
import { bagLabels, type LabelSource } from './bag-label.ts';

const someRepair = (given: Partial<LabelSource> = {}): LabelSource => ({
  id: 'repair-1',
  ticketNumber: 'WH123456ABC',
  customerName: 'Grace Okafor',
  watchBrand: 'Omega',
  watchModel: 'Seamaster 300',
  expectedOn: null,
  condition: null,
  status: 'pending',
  isWaitingForPickup: false,
  place: null,
  sentOut: null,
  ...given,
});

const condition = {
  areas: {},
  running: null,
  hasWater: false,
  accessories: null,
  statedValue: null,
  doNotPolish: true,
  returnOldParts: false,
};

it('a bag says whose watch is in it, when it is promised, where it is, and what not to do', () => {
  const repair = someRepair({ expectedOn: '2026-03-09', place: 'Tray 4', condition });
  expect(bagLabels([repair], 1, '2026-03-02')).toEqual([
    {
      ticketNumber: 'WH123456ABC',
      surname: 'Okafor',
      watch: 'Omega Seamaster 300',
      facts: 'Mon, Mar 9 · Tray 4',
      isNotToBePolished: true,
      copy: null,
    },
  ]);
});

it('says nothing about what nobody said, nor about where a watch was before it was picked up', () => {
  const none = { facts: null, isNotToBePolished: false };
  expect(bagLabels([someRepair()], 1, '2026-03-02')).toMatchObject([none]);
  const gone = someRepair({ status: 'completed', place: 'Safe' });
  expect(bagLabels([gone], 1, '2026-03-02')).toMatchObject([none]);
});

it('copies are counted for each watch', () => {
  const repairs = [someRepair(), someRepair({ ticketNumber: 'WH123456ABD' })];
  const labels = bagLabels(repairs, 2, '2026-03-02');
  expect(labels.map(({ ticketNumber, copy }) => [ticketNumber, copy])).toEqual([
    ['WH123456ABC', '1 of 2'],
    ['WH123456ABC', '2 of 2'],
    ['WH123456ABD', '1 of 2'],
    ['WH123456ABD', '2 of 2'],
  ]);
});
