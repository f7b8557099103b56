import { type TextWishes, withheldReason, withheldWords } from '../../../domain/text-consent.ts';
import { queryClient, settingsQuery } from '../../data/queries.ts';
import { useSettings } from '../../data/shop-settings.ts';

/** Why the shop texts nothing to a customer: a sentence, or undefined where the customer is texted. */

const withheldBy = (
  wishes: Partial<TextWishes>,
  // Until they are known, what the customer asked for still holds.
  settings: Parameters<typeof withheldReason>[1] = { texts: { onlyWithConsent: false } },
): string | undefined => {
  const reason = withheldReason(wishes, settings);
  return reason === null ? undefined : withheldWords[reason];
};

export const useWithheld = (wishes: Partial<TextWishes>): string | undefined =>
  withheldBy(wishes, useSettings());

/** {@link useWithheld} outside of what is drawn, or in each row of a list: the settings are read once, not followed. */
export const withheldNow = (wishes: Partial<TextWishes>): string | undefined =>
  withheldBy(wishes, queryClient.getQueryData(settingsQuery.queryKey)?.settings);
