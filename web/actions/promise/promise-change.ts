import { useMutation } from '@tanstack/react-query';
import type { Repair } from '../../../domain/api-answers.ts';
import { call } from '../../data/call.ts';
import { isChangedMeanwhile } from '../../data/changed-meanwhile.ts';
import { putRepair, refreshRepairs } from '../../data/repair-cache.ts';
import { usePromiseChanged } from '../../parts/repair/promise-changed.ts';

interface NewPromise {
  expectedOn: string | null;
  seenVersion: string;
}

/** Promises another date. */
export function useChangePromise({ ticketNumber }: Repair) {
  const showPromiseChanged = usePromiseChanged();
  return useMutation({
    mutationFn: ({ expectedOn, seenVersion }: NewPromise) =>
      call('editRepair', {
        params: { ticketNumber },
        body: { expectedOn },
        seenVersion,
      }),
    onSuccess: ({ repair }) => {
      putRepair(repair);
      showPromiseChanged(repair);
    },
    onError: (error) => {
      // The next press is based on what is shown then.
      if (isChangedMeanwhile(error)) putRepair(error.document.repair as Repair);
    },
    onSettled: refreshRepairs,
  });
}
