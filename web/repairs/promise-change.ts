import { useMutation } from '@tanstack/react-query';
import type { Repair } from '../../domain/api-answers.ts';
import { dateText } from '../../domain/calendar-date.ts';
import { textWithoutName } from '../../domain/texts.ts';
import { useAddress } from '../data/address.ts';
import { call } from '../data/call.ts';
import { isChangedMeanwhile } from '../data/changed-meanwhile.ts';
import { showFailure } from '../data/failure-toast.ts';
import { queryClient, shopQuery } from '../data/queries.ts';
import { putRepair, refreshRepairs } from '../data/repair-cache.ts';
import { offerText } from '../texts/offered-text.ts';
import { toasts } from '../ui/toasts.ts';
import { useToday } from './shop-calendar.ts';

/** @returns says that the date promised is another now, and offers to tell the customer */
export function usePromiseChanged(): (repair: Repair) => void {
  const today = useToday();
  const { openTicket } = useAddress();

  async function draft({ ticketNumber, watchBrand, watchModel }: Repair, expectedOn: string) {
    try {
      const { shop } = await queryClient.ensureQueryData(shopQuery);
      const watch = `${watchBrand} ${watchModel}`;
      const date = dateText(expectedOn, today);
      const words = textWithoutName(shop, { kind: 'new-date', ticketNumber, watch, date });
      openTicket(ticketNumber);
      offerText({ ticketNumber, words });
    } catch (error) {
      showFailure(error as Error, 'The text was not drafted');
    }
  }

  return (repair) => {
    const { expectedOn, optedOutAt, customerPhone } = repair;
    const title = expectedOn === null ? 'Date promised removed' : 'Date promised changed';
    const isReachable = optedOutAt === null && customerPhone !== '';
    toasts.show({
      kind: 'success',
      title,
      ...(expectedOn !== null && { detail: dateText(expectedOn, today) }),
      ...(expectedOn !== null &&
        isReachable && {
          action: { label: 'Tell the customer', run: () => void draft(repair, expectedOn) },
        }),
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
