import type { Repair } from '../../../domain/api-answers.ts';
import { call } from '../../data/call.ts';
import { type ToastMessage, toasts } from '../../data/toasts.ts';
import { countedText } from '../../ui/counts.ts';
import { leftLines, oneByOne } from './one-by-one.ts';

/** A repair that went to another technician. */
export interface Given {
  ticketNumber: string;
  /** Who had it; null for no one. */
  from: string | null;
  /** As that left it: what has been done since is not undone. */
  repair: Repair;
}

const giveOneBack = ({ ticketNumber, from, repair: { assignedTo, updatedAt } }: Given) =>
  from === null
    ? call('undoAssign', { params: { ticketNumber }, seenVersion: updatedAt })
    : call('assignRepair', {
        params: { ticketNumber },
        body: { technicianId: from, fromTechnicianId: assignedTo },
      });

/** Undoes it for all of them: each goes back to whoever had it, or to no one. Says how that went. */
export async function giveBack(given: readonly Given[]): Promise<void> {
  toasts.show({ kind: 'progress', title: `Undoing for ${countedText(given.length, 'repair')}...` });
  const undone = await oneByOne(given, giveOneBack);
  const { done, left, untried } = undone;
  // Without an answer it may have been undone: again does no harm.
  const again = untried.length === 0 ? [] : [...left.map(({ item }) => item), ...untried];
  const isWhole = done.length === given.length;
  const message: ToastMessage = {
    kind: isWhole ? 'success' : 'info',
    title: isWhole
      ? `Undone for ${countedText(done.length, 'repair')}`
      : `Undone for ${done.length} of ${countedText(given.length, 'repair')}`,
    detail: leftLines(undone).join('\n') || undefined,
  };
  toasts.show(
    again.length === 0
      ? message
      : { ...message, action: { label: 'Try again', run: () => void giveBack(again) } },
  );
}
