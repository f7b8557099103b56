import { useQueries } from '@tanstack/react-query';
import type { Client, RepairRow } from '../../../domain/api-answers.ts';
import { isolated } from '../../../domain/isolated.ts';
import { formatPhone } from '../../../domain/phone.ts';
import { lastRepairQuery } from '../../data/queries.ts';
import { absoluteTime } from '../../data/shop-time.ts';

/** What tells clients with the same name apart: the phone, and the watch that they brought last. */

/** @param last undefined if it is not known */
export function whoWords({ phone }: Client, last: RepairRow | null | undefined): string {
  const reached = formatPhone(phone) || 'no phone';
  if (last === undefined) return reached;
  if (last === null) return `${reached}, no repairs yet`;
  const watch = isolated(`${last.watchBrand} ${last.watchModel}`);
  const day = absoluteTime(new Date(last.createdAt), 'date');
  return `${reached}, last repair ${last.ticketNumber}, ${watch}, on ${day}`;
}

/** @returns the words for each client; null until all of them are known or can't be loaded */
export function useWhoWords(clients: readonly Client[]): string[] | null {
  const lasts = useQueries({ queries: clients.map(({ id }) => lastRepairQuery(id)) });
  if (lasts.some(({ isPending }) => isPending)) return null;
  return clients.map((client, index) => whoWords(client, lasts[index]?.data));
}
