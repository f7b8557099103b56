import { useMutation } from '@tanstack/react-query';
import type { Repair } from '../../domain/api-answers.ts';
import { dateText } from '../../domain/calendar-date.ts';
import { textWithoutName } from '../../domain/texts.ts';
import { useAddress } from '../data/address.ts';
import { call } from '../data/call.ts';
import { isChangedMeanwhile, showSaved } from '../data/changed-meanwhile.ts';
import { showFailure } from '../data/failure-toast.ts';
import { queryClient, repairQuery, shopQuery } from '../data/queries.ts';
import { putRepair, refreshRepairs } from '../data/repair-cache.ts';
import { textObstacle } from '../texts/no-text.tsx';
import { offerText } from '../texts/offered-text.ts';
import { toasts } from '../ui/toasts.ts';
import { useToday } from './shop-calendar.ts';

/** The message with the last offer: it stays, and must not outlive the date that it is about. */
let offer = 0;

/** @returns says that the date promised is another now, and offers to tell the customer */
export function usePromiseChanged(): (repair: Repair, alsoChanged?: string) => void {
  const today = useToday();
  const { openTicket } = useAddress();

  async function draft(ticketNumber: string) {
    try {
      const [{ shop }, { repair }] = await Promise.all([
        queryClient.ensureQueryData(shopQuery),
        queryClient.fetchQuery(repairQuery(ticketNumber)),
      ]);
      openTicket(ticketNumber);
      if (repair.expectedOn === null) return;
      const watch = `${repair.watchBrand} ${repair.watchModel}`;
      const date = dateText(repair.expectedOn, today);
      const words = textWithoutName(shop, { kind: 'new-date', ticketNumber, watch, date });
      offerText({ ticketNumber, words });
    } catch (error) {
      showFailure(error as Error, 'The text was not drafted');
    }
  }

  return (repair, alsoChanged) => {
    const lines = (...said: readonly (string | undefined)[]) =>
      [...said, alsoChanged].filter((line) => line !== undefined).join('\n');
    const { ticketNumber, expectedOn } = repair;
    toasts.close(offer);
    if (expectedOn === null) {
      showSaved('Date promised removed', alsoChanged);
      return;
    }
    const title = 'Date promised changed';
    const date = dateText(expectedOn, today);
    const obstacle = textObstacle(repair, []);
    if (obstacle !== undefined) {
      const detail = lines(date, `${obstacle} Phone them about the new date.`);
      toasts.show({ kind: 'info', title, detail });
      return;
    }
    offer = toasts.show({
      kind: 'success',
      title,
      detail: lines(date),
      stays: 'offer',
      action: { label: 'Tell the customer', run: () => void draft(ticketNumber) },
    });
  };
}

interface NewPromise {
  expectedOn: string | null;
  seenVersion: string;
}

/** Promises another date. */
export function useChangePromise({ ticketNumber }: Repair) {
  const tell = usePromiseChanged();
  return useMutation({
    mutationFn: ({ expectedOn, seenVersion }: NewPromise) =>
      call('PATCH /api/repairs/{ticketNumber}', {
        params: { ticketNumber },
        body: { expectedOn },
        seenVersion,
      }),
    onSuccess: ({ repair }) => {
      putRepair(repair);
      tell(repair);
    },
    onError: (error) => {
      // The next press goes by what is shown then.
      if (isChangedMeanwhile(error)) putRepair(error.document.repair as Repair);
    },
    onSettled: refreshRepairs,
  });
}
