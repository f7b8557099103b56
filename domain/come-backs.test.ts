import { expect, it } from 'vitest';
import { comeBackReasons, comeBackText, comeBackWords } from './come-backs.ts';

it.each(comeBackReasons)('says on both tickets that a watch came back: %s', (reason) => {
  const label = { covered: 'Covered', shock: 'Shock', water: 'Water', other: 'Other' };
  const words = reason === 'opened-elsewhere' ? 'Opened elsewhere' : label[reason];
  expect(comeBackText({ ofTicketNumber: 'WH1', reason })).toBe(`Come-back of WH1: ${words}`);
  expect(comeBackWords['come-back-taken-in']({ comeBackTicketNumber: 'WH2', reason })).toEqual({
    title: 'Came back as WH2',
    details: [words],
  });
});

it('says what remains after a ticket is deleted for good', () => {
  expect(comeBackText(undefined)).toBeNull();
  expect(comeBackText({})).toBeNull();
  expect(comeBackWords['come-back-taken-in']({})).toEqual({ title: 'Came back', details: [] });
});
