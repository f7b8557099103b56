import type { Repair } from '../../../domain/api-answers.ts';
import { call } from '../../data/call.ts';
import { type ToastMessage, toasts } from '../../data/toasts.ts';
import { countedText } from '../../ui/counts.ts';
import { leftLines, oneByOne } from './one-by-one.ts';

/** A repair that was reassigned. */
export interface Reassigned {
  ticketNumber: string;
  /** Who had it; null for no one. */
  from: string | null;
  /** As the change left it: anything done since prevents the undo. */
  repair: Repair;
}

const undoOne = ({ ticketNumber, from, repair: { assignedTo, updatedAt } }: Reassigned) =>
  from === null
    ? call('undoAssign', { params: { ticketNumber }, seenVersion: updatedAt })
    : call('assignRepair', {
        params: { ticketNumber },
        body: { technicianId: from, fromTechnicianId: assignedTo },
      });

/** Undoes a reassignment: each repair goes back to the one who had it, or to no one. Says how it went. */
export async function undoReassign(reassigned: readonly Reassigned[]): Promise<void> {
  toasts.show({
    kind: 'progress',
    title: `Undoing for ${countedText(reassigned.length, 'repair')}…`,
  });
  const undone = await oneByOne(reassigned, undoOne);
  const { done, left, untried } = undone;
  // If no answer came, it may have been undone: trying again does no harm.
  const again = untried.length === 0 ? [] : [...left.map(({ item }) => item), ...untried];
  const isWhole = done.length === reassigned.length;
  const message: ToastMessage = {
    kind: isWhole ? 'success' : 'info',
    title: isWhole
      ? `Undone for ${countedText(done.length, 'repair')}`
      : `Undone for ${done.length} of ${countedText(reassigned.length, 'repair')}`,
    detail: leftLines(undone).join('\n') || undefined,
  };
  toasts.show(
    again.length === 0
      ? message
      : { ...message, action: { label: 'Try again', run: () => void undoReassign(again) } },
  );
}
