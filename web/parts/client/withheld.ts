import { useQuery } from '@tanstack/react-query';
import { type TextWishes, withheldReason, withheldWords } from '../../../domain/text-consent.ts';
import { queryClient, settingsQuery } from '../../data/queries.ts';

/** Why the shop texts nothing to a customer, as far as this browser knows its settings. */

export function withheldNow(wishes: Partial<TextWishes>): string | undefined {
  const known = queryClient.getQueryData(settingsQuery.queryKey);
  const reason = known && withheldReason(wishes, known.settings);
  return reason ? withheldWords[reason] : undefined;
}

/** @returns a sentence; undefined where the customer is texted */
export function useWithheld(wishes: Partial<TextWishes>): string | undefined {
  useQuery(settingsQuery);
  return withheldNow(wishes);
}
