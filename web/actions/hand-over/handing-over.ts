import { useMutation } from '@tanstack/react-query';
import type { Answer, Input } from '../../../domain/api.ts';
import type { Repair } from '../../../domain/api-answers.ts';
import { balanceNews } from '../../../domain/balance-change.ts';
import { dueInAll } from '../../../domain/hand-over.ts';
import { formatPrice } from '../../../domain/money.ts';
import { pickupWords } from '../../../domain/pickup.ts';
import { textWithoutName } from '../../../domain/texts.ts';
import { CallProblem, call } from '../../data/call.ts';
import { isChangedMeanwhile } from '../../data/changed-meanwhile.ts';
import { offerText } from '../../data/offered-text.ts';
import { queryClient, shopQuery } from '../../data/queries.ts';
import { putRepair, refreshRepairs } from '../../data/repair-cache.ts';
import { repairProblem, showRepairProblem } from '../../data/repair-problem.ts';
import { toasts } from '../../data/toasts.ts';
import { stopCounting } from '../../data/undo-countdown.ts';
import { textObstacle } from '../../parts/client/text-obstacle.ts';
import { withheldNow } from '../../parts/client/withheld.ts';
import { printCards } from '../../parts/print/print-cards.ts';
import { printReceipts } from '../../parts/print/print-receipts.ts';
import { undoPickupLabel } from '../../parts/repair/repair-actions.tsx';
import type { Problem } from '../../ui/banner.tsx';
import { changedIn } from './leaving.ts';
import { undoPickup } from './undo-pickup.ts';

interface HandingOver {
  body: Input<'handOver', 'body'>;
  /** As staff saw them. */
  seen: readonly Repair[];
  prints: boolean;
  /** The warranty cards, too. */
  printsCards: boolean;
  openTicket: (ticketNumber: string) => void;
}

export function useHandingOver() {
  return useMutation({
    mutationFn: ({ body }: HandingOver) => call('handOver', { body }),
    onSuccess: (answer, sent) => {
      for (const each of answer.repairs) {
        putRepair(each);
        // Its text is stopped: the watch has left the shop.
        stopCounting(each.ticketNumber);
      }
      void tell(answer, sent);
    },
    onError: (error) => {
      // The dialog itself says what has changed.
      if (!isChangedMeanwhile(error)) showRepairProblem(error, undefined, 'in-place');
    },
    onSettled: refreshRepairs,
  });
}

/** Prints what is to be printed, then says what was done, and drafts the text about a shipment. */
async function tell(
  { repairs, payments }: Answer<'handOver'>,
  { prints, printsCards, openTicket }: HandingOver,
): Promise<void> {
  const [first] = repairs;
  if (first === undefined) return;
  const paidFor = repairs.filter(({ paid }) => paid > 0).map(({ ticketNumber }) => ticketNumber);
  const printing = prints && paidFor.length > 0 ? printReceipts(paidFor) : null;
  const notTexted = first.shippedBy ? await draftShipped(repairs, openTicket) : undefined;
  const underWarranty = repairs
    .filter(({ warrantyUntil }) => warrantyUntil !== null)
    .map(({ ticketNumber }) => ticketNumber);
  // One print dialog after the other.
  const receiptFailure = await printing;
  const cardFailure =
    printsCards && underWarranty.length > 0 ? await printCards(underWarranty) : null;
  const failure = [receiptFailure, cardFailure].filter(Boolean).join(' ');
  const taken = dueInAll(payments.map(({ amount }) => amount));
  const numbers = repairs.map(({ ticketNumber }) => ticketNumber).join(', ');
  const words = pickupWords(first) ?? '';
  const detail = [
    taken > 0 ? `${formatPrice(taken)} taken · ${numbers}` : numbers,
    failure,
    notTexted,
  ];
  toasts.show({
    kind: failure || notTexted ? 'info' : 'success',
    title: `${words.charAt(0).toUpperCase()}${words.slice(1)}`,
    detail: detail.filter(Boolean).join('\n'),
    action: {
      label: undoPickupLabel(first),
      run: () => void undoPickup(repairs),
    },
  });
}

/** @returns why no text can be sent to the customer; undefined if one was drafted */
async function draftShipped(
  [first, ...others]: readonly Repair[],
  openTicket: HandingOver['openTicket'],
): Promise<string | undefined> {
  if (!first?.shippedBy) return undefined;
  const obstacle = textObstacle(first, [], withheldNow(first));
  if (obstacle !== undefined) return `${obstacle} Tell them about the shipment.`;
  const { ticketNumber, watchBrand, watchModel, shippedBy: carrier, trackingNumber } = first;
  const { theirReference, customerLanguage } = first;
  const { shop } = await queryClient.ensureQueryData(shopQuery);
  openTicket(ticketNumber);
  const words = textWithoutName(
    shop,
    {
      kind: 'shipped',
      ticketNumber,
      theirReference,
      watch: `${watchBrand} ${watchModel}`,
      others: others.length,
      carrier,
      trackingNumber,
    },
    customerLanguage,
  );
  offerText({ ticketNumber, words });
  return undefined;
}

export const faultAt = (error: Error | null, field: string): string | undefined =>
  error instanceof CallProblem
    ? error.errors.find(({ path }) => path === field)?.message
    : undefined;

/** Why nothing was recorded; if tickets have changed, each as it was seen and as it is. */
export function refusalWords(error: Error | null, tried: HandingOver | undefined): Problem | null {
  if (!isChangedMeanwhile(error)) return repairProblem(error);
  const changed = changedIn(error).map(({ repair, seenBalance, payments }) => {
    const { ticketNumber } = repair;
    const seen = tried?.seen.find((one) => one.ticketNumber === ticketNumber);
    return seen === undefined || seenBalance === repair.balance
      ? `${ticketNumber} was changed in the meantime.`
      : `${ticketNumber}: ${balanceNews(seen, repair, payments)}`;
  });
  return { title: error.title, detail: `${changed.join(' ')} Nothing was recorded.` };
}
