import { useRef, useState } from 'react';
import type { Repair } from '../../domain/api-answers.ts';
import { isAllowed } from '../../domain/repair-status.ts';
import { call } from '../data/call.ts';
import { queryClient } from '../data/queries.ts';
import { putRepair, refreshRepairs } from '../data/repair-cache.ts';
import { showRepairProblem } from './repair-problem.ts';

/**
 * @returns the switch for a menu; none where the repair is no longer pending
 *   (specification, section 4, "Same-day flag")
 */
export function useSameDayItem(repair: Repair) {
  const { ticketNumber } = repair;
  // What was pressed last, until its answer is here: the switch never springs back in between.
  const [wish, setWish] = useState<boolean | null>(null);
  const presses = useRef(0);

  function change(isSameDay: boolean) {
    // Not by the hook: a list has a switch for each repair, and hardly one of them is ever pressed.
    const changing = queryClient.getMutationCache().build(queryClient, {
      // Presses that follow each other closely are sent one after the other.
      scope: { id: `same-day ${ticketNumber}` },
      mutationFn: (wanted: boolean) =>
        call('PATCH /api/repairs/{ticketNumber}', {
          params: { ticketNumber },
          body: { isSameDay: wanted },
        }),
      onSuccess: (answer) => putRepair(answer.repair),
      onError: (error) => showRepairProblem(error),
      onSettled: () => {
        void refreshRepairs();
      },
    });
    const number = presses.current + 1;
    presses.current = number;
    setWish(isSameDay);
    // The failure has been shown.
    changing
      .execute(isSameDay)
      .catch(() => undefined)
      .finally(() => {
        if (presses.current === number) setWish(null);
      });
  }

  if (!isAllowed('toggle-same-day', repair.status)) return [];
  const checked = wish ?? repair.isSameDay;
  return [{ label: 'Same day', checked, run: () => change(!checked) }];
}
