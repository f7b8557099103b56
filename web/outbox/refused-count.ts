import { useOutbox } from './outbox.ts';

/** @returns how many repairs of this browser wait for staff, and not for the server */
export function useRefusedCount(): number {
  return useOutbox().entries.filter(({ refusal }) => refusal !== null).length;
}
