import { useOutage } from '../local-copies/outage.ts';
import { useConnection } from './connection.ts';

/** @returns why what only the server can do is not offered now; undefined while it is there */
export function useAwayReason(): string | undefined {
  const isOffline = useConnection() === 'offline';
  const outage = useOutage();
  return isOffline || outage !== null
    ? 'Not while the shop’s server cannot be reached.'
    : undefined;
}
