import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from './queries.ts';

/** Whether the shop asks for an e-mail; while that is not known it does, as specified. */
export const useAsksForEmail = (): boolean =>
  useQuery(settingsQuery).data?.settings.intake.isEmailRequired ?? true;
