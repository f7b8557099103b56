import { type TextWishes, withheldReason, withheldWords } from '../../../domain/text-consent.ts';
import { queryClient, settingsQuery } from '../../data/queries.ts';
import { useSettings } from '../../data/shop-settings.ts';

/** Why the shop doesn't text a customer: a sentence, or undefined if it does. */

const withheldBy = (
  wishes: Partial<TextWishes>,
  // What the customer asked for counts even before the settings are known.
  settings: Parameters<typeof withheldReason>[1] = { texts: { onlyWithConsent: false } },
): string | undefined => {
  const reason = withheldReason(wishes, settings);
  return reason === null ? undefined : withheldWords[reason];
};

export const useWithheld = (wishes: Partial<TextWishes>): string | undefined =>
  withheldBy(wishes, useSettings());

/** {@link useWithheld} outside of rendering, or in each row of a list: the settings are read once, not followed. */
export const withheldNow = (wishes: Partial<TextWishes>): string | undefined =>
  withheldBy(wishes, queryClient.getQueryData(settingsQuery.queryKey)?.settings);
