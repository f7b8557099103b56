import { expect, it } from 'vitest';
import { undoneToast } from './undone-toast.ts';

const done = (ticketNumber: string, unsentTextId: string | null = null) => ({
  ticketNumber,
  unsentTextId,
});

it('says what happened to one watch', () => {
  expect(undoneToast('Pickup', [done('WH1')], [])).toEqual({
    kind: 'success',
    title: 'Pickup undone',
    detail: 'WH1 is ready for pickup again',
  });
  expect(undoneToast('Pickup', [done('WH1', 'text')], [])).toEqual({
    kind: 'info',
    title: 'Pickup undone',
    detail: 'The customer has not been texted that it is ready.\nWH1 is ready for pickup again',
  });
});

it('names each of several watches once, with those whose text was stopped', () => {
  expect(undoneToast('Shipment', [done('WH1', 'text'), done('WH2')], [])).toEqual({
    kind: 'info',
    title: 'Shipment undone',
    detail:
      'The customer has not been texted that WH1 is ready.\nWH1 and WH2 are ready for pickup again',
  });
});

it('says first what failed, and why', () => {
  const failed = [
    { ticketNumber: 'WH2', why: 'Someone else was faster.' },
    { ticketNumber: 'WH3', why: 'No connection.' },
  ];
  expect(undoneToast('Pickup', [done('WH1')], failed)).toEqual({
    kind: 'error',
    title: 'Pickup partly undone',
    detail: 'WH2: Someone else was faster. WH3: No connection.\nWH1 is ready for pickup again',
  });
  expect(undoneToast('Pickup', [], failed)).toMatchObject({
    kind: 'error',
    title: 'Pickup not undone',
  });
});
