import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Repair } from '../../../domain/api-answers.ts';
import type { DeletedItem } from '../../../domain/api-clients.ts';
import { keptDeletedDays } from '../../../domain/deletion.ts';
import { isolated } from '../../../domain/isolated.ts';
import { CallProblem, call } from '../../data/call.ts';
import { noteRestoredRepair } from '../../data/deleted-repairs.ts';
import { showFailure } from '../../data/failure-toast.ts';
import { refreshClients } from '../../data/repair-cache.ts';
import { toasts } from '../../data/toasts.ts';

/** Said wherever something is deleted that can be restored. */
export const wayBack = `You can restore it for ${keptDeletedDays} days.`;

/** The same, for the question that is asked before deleting. */
export const wayBackAndWhere = `${wayBack} Find it under Shop, Recently deleted.`;

export interface Restored {
  id: string;
  /** Null for a client. */
  ticketNumber: string | null;
  name: string;
  /** What staff should know about it, one sentence each. */
  notes: readonly string[];
}

/** What the server says about something that is no longer there to be restored or deleted for good. */
export const noLongerDeleted = ['already-restored', 'deleted-not-found'] as const;

type Deleted = Pick<DeletedItem, 'id' | 'ticketNumber' | 'name'>;

async function bringBack({ id, ticketNumber, name }: Deleted): Promise<Restored> {
  const { notes } =
    ticketNumber === null
      ? await call('restoreClient', { params: { id } })
      : await call('restoreRepair', {
          params: { ticketNumber },
        });
  if (ticketNumber !== null) noteRestoredRepair(ticketNumber);
  return { id, ticketNumber, name, notes };
}

function showNotBroughtBack(error: Error, ticketNumber: string | null): void {
  if (error instanceof CallProblem && error.code === 'already-restored' && ticketNumber) {
    noteRestoredRepair(ticketNumber);
  }
  showFailure(error, error instanceof CallProblem ? error.title : 'Couldn’t restore it');
}

/** Brings back a repair that was deleted a moment ago, and says how that went. */
export async function undoDeletion({
  id,
  ticketNumber,
  customerName: name,
}: Pick<Repair, 'id' | 'ticketNumber' | 'customerName'>): Promise<void> {
  toasts.show({ kind: 'progress', title: `Restoring ${ticketNumber}…` });
  try {
    const { notes } = await bringBack({ id, ticketNumber, name });
    toasts.show({
      kind: notes.length === 0 ? 'success' : 'info',
      title: `Repair ${ticketNumber} is back.`,
      detail: notes.map(isolated).join('\n') || undefined,
    });
  } catch (error) {
    toasts.close();
    showNotBroughtBack(error instanceof Error ? error : new Error(String(error)), ticketNumber);
  }
  await refreshClients();
}

export function useRestoring() {
  const [broughtBack, setBroughtBack] = useState<Restored | null>(null);
  const restoring = useMutation({
    mutationFn: bringBack,
    onSuccess: setBroughtBack,
    onError: (error, { ticketNumber }) => showNotBroughtBack(error, ticketNumber),
    onSettled: refreshClients,
  });
  return {
    broughtBack,
    pendingId: restoring.isPending ? restoring.variables.id : null,
    restore(item: DeletedItem) {
      if (!restoring.isPending) restoring.mutate(item);
    },
  };
}
