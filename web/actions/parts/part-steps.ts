import type { Part } from '../../../domain/api-parts.ts';
import { isolated } from '../../../domain/isolated.ts';
import { call } from '../../data/call.ts';
import { isChangedMeanwhile } from '../../data/changed-meanwhile.ts';
import { putRepair, refreshRepairs } from '../../data/repair-cache.ts';
import { showRepairProblem } from '../../data/repair-problem.ts';
import { toasts } from '../../data/toasts.ts';

/** One-press actions on a part, each with an undo. They report the outcome themselves and never reject. */

export type PartDate = 'orderedOn' | 'receivedOn' | 'returnedOn';

const marked: Readonly<Record<PartDate, string>> = {
  orderedOn: 'Part ordered',
  receivedOn: 'Part received',
  returnedOn: 'Part returned',
};

function showFailure(error: unknown): void {
  if (error instanceof Error && isChangedMeanwhile(error)) {
    const title = 'Someone else changed this part';
    toasts.show({
      kind: 'error',
      title,
      detail: 'Nothing was changed. Check it, then try again.',
    });
  } else showRepairProblem(error);
}

/** Records the day on which a part was ordered, received or returned. */
export async function markPart(part: Part, date: PartDate, day: string): Promise<void> {
  const params = { id: part.id };
  try {
    const { part: after, repair } = await call('changePart', {
      params,
      body: { [date]: day },
      seenVersion: part.updatedAt,
    });
    putRepair(repair);
    const undo = async () => {
      try {
        const body = { [date]: part[date] };
        const undone = await call('changePart', { params, body, seenVersion: after.updatedAt });
        putRepair(undone.repair);
      } catch (error) {
        showFailure(error);
      }
      await refreshRepairs();
    };
    toasts.show({
      kind: 'success',
      title: marked[date],
      detail: isolated(part.description),
      action: { label: 'Undo', run: () => void undo() },
    });
  } catch (error) {
    showFailure(error);
  }
  await refreshRepairs();
}

/** Removes a part; the undo restores it as it was. */
export async function removePart({ id, ticketNumber, ...part }: Part): Promise<void> {
  const { createdAt: _, updatedAt, ...values } = part;
  try {
    const { repair } = await call('removePart', { params: { id }, seenVersion: updatedAt });
    putRepair(repair);
    const undo = async () => {
      try {
        const body = { partId: id, ...values };
        const added = await call('addPart', { params: { ticketNumber }, body });
        putRepair(added.repair);
        toasts.show({ kind: 'success', title: 'Part restored', detail: ticketNumber });
      } catch (error) {
        showRepairProblem(error);
      }
      await refreshRepairs();
    };
    toasts.show({
      kind: 'success',
      title: 'Part removed',
      detail: isolated(part.description),
      action: { label: 'Undo', run: () => void undo() },
    });
  } catch (error) {
    showFailure(error);
  }
  await refreshRepairs();
}
