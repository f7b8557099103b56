import type { ClientChanges } from '../../../domain/api-answers.ts';
import { type ClientDifference, clientDifferences } from '../../../domain/client-matching.ts';
import { isolated } from '../../../domain/isolated.ts';
import { clientFieldLabels } from './client-fields.tsx';

/** One line for each thing that changed on a client, e.g. "Ada: Phone changed from … to …". */
export function changeLines({ before, after }: Omit<ClientChanges, 'clientId'>): string[] {
  return clientDifferences(before, after).map(({ field, from, to }) => {
    const was = from === '' ? '' : ` from ${isolated(from)}`;
    return `${isolated(before.name)}: ${clientFieldLabels[field]} changed${was} to ${isolated(to)}`;
  });
}

/** One line for each thing that was entered and not changed, e.g. "Phone: … was entered, kept …". */
export function unchangedLines(differences: readonly ClientDifference[]): string[] {
  return differences.map(({ field, from, to }) => {
    const stays = from === '' ? 'not saved' : `kept ${isolated(from)}`;
    return `${clientFieldLabels[field]}: ${isolated(to)} was entered, ${stays}`;
  });
}
