import type { QueryKey } from '@tanstack/react-query';
import type { Change } from '../../domain/api-answers.ts';

/** Whole entities by the first word of their keys (web/data/queries.ts). */
const touched: Record<Change['entity'], readonly string[]> = {
  repair: [
    'overview',
    'repairs',
    'technicians',
    'estimates',
    'jump',
    'attention',
    'client-events',
    'deleted',
  ],
  estimate: ['overview', 'estimates', 'repairs', 'attention'],
  // A ticket shows its client's details.
  client: [
    'overview',
    'clients',
    'client-events',
    'repairs',
    'estimates',
    'jump',
    'attention',
    'deleted',
  ],
  // One may opt its phone out, wherever that is shown.
  message: ['messages', 'repairs', 'attention', 'overview', 'clients'],
  shop: ['shop'],
};

/** @returns the keys of everything on the screen that a change may have changed, null for all of it */
export function touchedQueries(change: Change): QueryKey[] | null {
  const entities = touched[change.entity] as readonly string[] | undefined;
  // From a server that is newer than this page.
  if (entities === undefined) return null;
  return [
    ...entities.map((entity) => [entity]),
    change.ticketNumber === null ? ['repair'] : ['repair', change.ticketNumber],
  ];
}
