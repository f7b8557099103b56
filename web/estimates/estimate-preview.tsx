import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Repair } from '../../domain/api-answers.ts';
import { isAllowed } from '../../domain/repair-status.ts';
import { estimatePreviewQuery } from '../api/queries.ts';
import { useRested } from '../search/rested.ts';
import { TextPreview } from '../texts/text-preview.tsx';
import { checkEstimate } from './estimate-check.ts';

/**
 * The text as the customer will get it, while the amount is typed. It is a help only: where it cannot
 * be had, nothing is said, and sending says what is wrong.
 *
 * @param amount as typed
 */
export function EstimatePreview({ repair, amount }: { repair: Repair; amount: string }) {
  const rested = useRested(amount);
  const check = checkEstimate(rested, repair.customerPhone);
  const isSendable = repair.optedOutAt === null && isAllowed('send-estimate', repair.status);
  const dollars = isSendable && 'dollars' in check ? check.dollars : null;
  const { data, isError } = useQuery({
    ...estimatePreviewQuery(repair.ticketNumber, dollars ?? 0),
    enabled: dollars !== null,
    placeholderData: keepPreviousData,
  });
  if (dollars === null || data === undefined || isError) return null;
  return <TextPreview preview={data} />;
}
