import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Repair } from '../../domain/api-answers.ts';
import { call } from '../api/call.ts';
import { SwitchField } from '../ui/switch-field.tsx';
import { putRepair, refreshRepairs } from './repair-cache.ts';
import { showRepairProblem } from './repair-problem.ts';

/** For a pending repair. Source: specification, section 4 ("Same-day flag"). */
export function SameDaySwitch({ repair }: { repair: Repair }) {
  const queryClient = useQueryClient();
  const { ticketNumber } = repair;
  // What was pressed last, until its answer is here: the switch never springs back in between.
  const [wish, setWish] = useState<boolean | null>(null);
  const { mutate } = useMutation({
    // Presses that follow each other closely are sent one after the other.
    scope: { id: `same-day ${ticketNumber}` },
    mutationFn: (isSameDay: boolean) =>
      call('PATCH /api/repairs/{ticketNumber}', { params: { ticketNumber }, body: { isSameDay } }),
    onSuccess: (answer) => putRepair(queryClient, answer.repair),
    onError: (error) => showRepairProblem(error),
    onSettled: () => {
      void refreshRepairs(queryClient);
    },
  });
  return (
    <SwitchField
      label="Same day"
      checked={wish ?? repair.isSameDay}
      onChange={(event) => {
        const wanted = event.target.checked;
        setWish(wanted);
        mutate(wanted, { onSettled: () => setWish(null) });
      }}
    />
  );
}
