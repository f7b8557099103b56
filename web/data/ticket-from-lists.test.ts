import { expect, it } from 'vitest';
import { someEstimate, someRepair } from '../../tests/harness/sample-rows.ts';
import { ticketFromLists } from './ticket-from-lists.ts';

const list = (kind: string, at: number, items: readonly object[]) => ({
  queryKey: [kind, {}],
  data: { pages: [{ items }] },
  at,
});

const repair = (issue: string) => someRepair({ ticketNumber: 'WH123456ABC', issue });

it('is made from the newest list that has the repair whole, with its estimate', () => {
  const { repairId: _, ...row } = repair('Only a row');
  const kept = [
    list('repairs', 3, [repair('Newer'), someRepair({ ticketNumber: 'WH000000XXX' })]),
    list('repairs', 2, [repair('Older')]),
    list('repairs', 4, [row]),
    list('clients', 5, [repair('Not a list of repairs')]),
    list('estimates', 1, [someEstimate({ repairId: 'WH123456ABC', estimatePrice: 95 })]),
  ];
  const ticket = ticketFromLists(kept, 'WH123456ABC');
  expect(ticket).toMatchObject({
    at: 3,
    data: { repair: { issue: 'Newer' }, estimates: [{ estimatePrice: 95 }], messages: [] },
  });
  expect(ticketFromLists(kept, 'WH000000XXX')?.data.estimates).toEqual([]);
  expect(ticketFromLists(kept, 'WH999999ZZZ')).toBeUndefined();
});
