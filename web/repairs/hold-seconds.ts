import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../data/queries.ts';

/** Until the settings are there. */
const usualSeconds = 5;

/** How long a completion can be undone, in seconds; its text waits as long. */
export const useHoldSeconds = (): number =>
  useQuery(settingsQuery).data?.settings.texts.holdSeconds ?? usualSeconds;
