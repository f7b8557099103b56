import { useQuery } from '@tanstack/react-query';
import { type PriceMode, withoutTax } from '../../domain/tax.ts';
import { queryClient, settingsQuery } from './queries.ts';

/** The shop's settings; undefined until they are loaded. */
export const useSettings = () => useQuery(settingsQuery).data?.settings;

/** Whether the shop asks for an email; while that is not known it does, as specified. */
export const useAsksForEmail = (): boolean =>
  useQuery(settingsQuery).data?.settings.intake.isEmailRequired ?? true;

const usualHoldSeconds = 5;

/** How long a completion can be undone, in seconds; its text waits as long. */
export const useHoldSeconds = (): number =>
  useQuery(settingsQuery).data?.settings.texts.holdSeconds ?? usualHoldSeconds;

/** {@link useHoldSeconds} outside of rendering. */
export const holdSecondsNow = (): number =>
  queryClient.getQueryData(settingsQuery.queryKey)?.settings.texts.holdSeconds ?? usualHoldSeconds;

const noPlaces: readonly string[] = [];

/** The shop's places for watches; none while they are not known. */
export const usePlaces = (): readonly string[] =>
  useQuery(settingsQuery).data?.settings.places ?? noPlaces;

/** How the shop states its prices; until that is known, as what the customer pays. */
export const usePriceMode = (): PriceMode => useQuery(settingsQuery).data?.settings ?? withoutTax;

/** {@link usePriceMode} outside of rendering. */
export const priceModeNow = (): PriceMode =>
  queryClient.getQueryData(settingsQuery.queryKey)?.settings ?? withoutTax;
