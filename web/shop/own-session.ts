import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../data/queries.ts';

/** @returns the public id of this browser's session; null while it is not known */
export function useOwnSession(): string | null {
  const { data } = useQuery(sessionQuery);
  return data?.id ?? null;
}
